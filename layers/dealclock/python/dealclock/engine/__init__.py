"""assess(agreement, facts, as_of, known_at): everything true of a deal as of a day.

Nothing here knows of alerts, clocks or AWS. `as_of` is the start of that civil day.
"""
