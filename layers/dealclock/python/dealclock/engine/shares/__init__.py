"""Shares owed under a letter agreement, once warrants vest that were exercised early.

would_have   what an exercise would have brought on the day of the vesting
shares_owed  what each vesting adds for it
true_ups     all of it, as a part of an assessment
trued_up     the figures that are answered
"""
