"""The table: one DynamoDB table, read and written by access pattern. Knows nothing of Slack.

No clock is read here: whoever calls brings `now`, an instant with its zone.
"""
