"""Civil days: holiday tables, counts of Business Days with their steps, day counts, intervals,
and rolling windows.

Nothing here knows of agreements. A day is a `datetime.date`; no function reads a clock.
"""
