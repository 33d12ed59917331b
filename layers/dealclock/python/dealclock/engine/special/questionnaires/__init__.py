"""Questionnaires: requested, answered in time or late, and filed; Sections 2(b) and 4(d) of
infocrossing-2004.

requests  written requests, the last day to answer each, and the answers; whether a Holder's answer
          is in time to be named, and entitles to Additional Interest
mailing   the window in which a Questionnaire must be mailed
filings   late answers, the filings owed to name their Holders, and how often one must be made
"""
