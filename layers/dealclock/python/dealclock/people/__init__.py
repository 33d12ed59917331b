"""A deal's people as data: its team with owners, alert policy, escalation, absences and chosen
readings; who may do what: roles, an allow list and a deny list that overrides it, both dated; who
had access; and what awaits a second person's approval.
"""
