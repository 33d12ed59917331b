"""Which alerts are due and why: from an assessment, a policy and the history of what was sent.

Nothing here knows how an alert looks or where it goes.
"""
