"""Questionnaires: asked for, answered in time or late, and filed.

requests     written requests, and the day by which each is to be answered
mailing      the days in which a Questionnaire is to be mailed
answers      who answered which request
volunteered  delivered before any request: into the initial filing
entitlement  what an answer does for its Holder
late         which late ones oblige to file, and from which receipt the time runs
limits       how often a filing must be made
filings      those owed so that late Holders are named
"""
