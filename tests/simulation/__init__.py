"""The delivery chain in one process: a table, a Slack and a mail system that remember everything.

Histories of mornings, faults and people's answers are played over the real use cases; what was
visible in the end is held against what should have been.
"""
