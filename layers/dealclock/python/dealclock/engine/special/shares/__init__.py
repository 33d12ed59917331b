"""Shares owed under a letter agreement, once warrants vest that were exercised early: para. 3 of
camden-letter-2002.

true_ups  the shares each vesting adds for each exercise, as a part of an assessment
"""
