"""The questions Dealclock answers about a deal, each in a module of its own, gathered in `all`.

Every question is asked the same way on the command line, in a worked case and by other code.
"""
