"""Worked cases as data: an agreement, facts, a question and the answer expected of it.

`docs/cases.md` tells the format. `case` reads files of them, `prepared` makes of each the
questions it asks, `run` asks them, and `matching` holds the answer against what was expected.
"""
