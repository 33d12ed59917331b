"""Dealclock: the clocks of securities agreements, kept.

The rooms, from the ground up; a room may import those before it in this list and none after:
days, files, terms, facts, engine, people, alerts, messages, answers, documents, store,
channels, jobs, desk.
"""

__version__ = "0.3.0"
