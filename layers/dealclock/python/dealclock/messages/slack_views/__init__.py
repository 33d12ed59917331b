"""Forms and the Home tab as Slack's views: pure functions, within Slack's limits.

A view carries only ids (`private_metadata`), never typed or computed text. Typed text is escaped
as in messages.
"""
