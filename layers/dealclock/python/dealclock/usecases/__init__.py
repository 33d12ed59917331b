"""What Dealclock does: sweep, assess a deal, deliver, answer a command, record a fact, load terms.

Each use case takes its clock, table and channels as arguments; only functions and the command
line hand them real ones.
"""
