"""A stand-in for Slack that can say no.

It answers the Web API methods in `reference.py` as Slack does and refuses whatever is outside
that table. It knows nothing of Dealclock. `python -m local.slack --help` starts it.
"""
