"""Readings: the named ways to read an ambiguous clause, each with a default and its reason.

A module for each part of an agreement; `all` gathers them and checks what a deal chooses.
`docs/readings.md` tells each in full. Only choices the engine can compute stand here.
"""
