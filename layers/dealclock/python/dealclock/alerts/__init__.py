"""Which alerts are due and why: an assessment, a policy and the ledger of what was already sent.

Nothing here knows how an alert looks or where it goes.
"""
