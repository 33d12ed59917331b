"""A deal's team as data: people, owners, alert policy, escalation, absences, chosen readings."""
