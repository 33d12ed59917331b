"""Messages that tell of no obligation: a failed route, a test, broken glass, a line in a thread.

Nothing in an assessment makes them untrue, nobody answers them, and no other route takes over.
"""

from dealclock.render import glass, noted, ping, trouble

OF_THEMSELVES = frozenset({trouble.KIND, ping.KIND, glass.KIND, noted.KIND})
"""Their kinds."""
