"""Dealclock: the clocks of securities agreements, kept.

The rooms, from the ground up; a room may import those before it in this list and none after:
days, agreement, facts, engine, access, alerts, render, store, channels, usecases.
"""

__version__ = "0.2.0"
