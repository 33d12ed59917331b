"""Forms and the Home tab as Slack's views: pure functions, within Slack's limits.

A view carries ids alone (`private_metadata`), never what was typed or computed. Everything anyone
typed is made harmless the way messages do it.
"""
