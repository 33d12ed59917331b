"""Interpretations (readings): named ways to read an ambiguous Section, each with a default.

One module per part of an agreement; `all` collects them and checks a deal's choices.
`docs/readings.md` describes each in full. Only choices that the engine can compute are listed.
"""
