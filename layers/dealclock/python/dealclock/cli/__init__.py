"""The command line: `dealclock COMMAND ...`. Only this and the functions read a clock.

It exits with 0 on success and with 2 if its input is refused.
"""

from dealclock.cli.main import main

__all__ = ["main"]
