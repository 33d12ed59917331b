"""Messages that alert to nothing: a failed route, a test, broken glass, a reply, a line in a
thread, a deal that is paused, an invitation.

Nothing in an assessment makes them untrue, and no one answers them. Only for a reply does another
route take over.
"""

from dealclock.alerts.alert import INVITATION
from dealclock.messages import (
    break_glass_notice,
    mail_note,
    paused_deal,
    ping,
    route_failure,
    thread_note,
)

OF_THEMSELVES = frozenset(
    {
        route_failure.KIND,
        ping.KIND,
        break_glass_notice.KIND,
        INVITATION,
        mail_note.KIND,
        thread_note.KIND,
        paused_deal.KIND,
    }
)
"""Their kinds."""

ON_ONE_ROUTE = OF_THEMSELVES - {mail_note.KIND}
"""Those that go one way or not at all."""
