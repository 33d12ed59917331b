"""A simulated Slack that validates what it gets.

It answers the Web API methods in `reference.py` as Slack does and refuses everything outside that
table. It is a package of its own, under any name: `README.md` says how to start and use it.
"""
