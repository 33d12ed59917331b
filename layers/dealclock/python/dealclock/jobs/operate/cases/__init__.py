"""Worked cases as data: an agreement, facts, a question and the expected answer.

`docs/cases.md` describes the format. `case` reads the files, `prepare` makes the questions of each
case, and `comparison` asks them and compares the answers with the expected ones.
"""
