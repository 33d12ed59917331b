"""Messages that tell of no obligation: a failed route, a test, broken glass, a reply, a line in a
thread, a deal that is paused.

Nothing in an assessment makes them untrue, and nobody answers them. Only for a reply does another
route take over.
"""

from dealclock.render import glass, note, noted, paused, ping, trouble

OF_THEMSELVES = frozenset({trouble.KIND, ping.KIND, glass.KIND, note.KIND, noted.KIND, paused.KIND})
"""Their kinds."""

ON_ONE_ROUTE = OF_THEMSELVES - {note.KIND}
"""Those that go one way or not at all."""
