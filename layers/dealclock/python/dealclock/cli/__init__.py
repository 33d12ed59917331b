"""The command line: `dealclock COMMAND ...`. Only this and the functions ever read a clock.

It ends with 0 when all is well and with 2 when what it was given cannot be accepted.
"""

from dealclock.cli.main import main

__all__ = ["main"]
