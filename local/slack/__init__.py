"""A simulated Slack that validates what it gets.

It answers the Web API methods in `reference.py` as Slack does and refuses everything outside that
table. It knows nothing of Dealclock. `python -m local.slack --help` starts it.
"""
