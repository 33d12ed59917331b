"""Which alerts are due and why: from an assessment, a policy and the history of what was sent.

How an alert looks and where it goes is decided elsewhere.
"""
