"""Until when something can still be done in practice, in words."""

from datetime import time
from zoneinfo import ZoneInfo

from dealclock.engine.conclusions import Obligation
from dealclock.render import words
from dealclock.render.view import Part, View

_ORDINARY = time(17)
"""Until when a day's work is ordinarily done; a later cut-off takes no one by surprise."""


def by(part: Part, view: View) -> str:
    """The last practicable moment and its channel, said to have passed where it has."""
    if not isinstance(part, Obligation) or part.act_by is None or not part.is_open:
        return ""
    zone = view.terms.agreement.time_zone
    when = f"{words.instant(part.act_by, zone)}, by {words.channel(part.channel)}"
    return f"{when}: that has passed" if part.act_by <= view.assessment.known_at else when


def drafts(part: Part, view: View) -> str:
    """By when drafts go out first, where it is met by a filing that waits for their review."""
    if not isinstance(part, Obligation) or part.drafts is None or not part.is_open:
        return ""
    each = part.drafts
    late = ": that has passed" if each.by < view.assessment.as_of else ""
    says = f"out by {words.day(each.by)} for a filing on {words.day(each.filing)}{late}"
    return f"{says} ({each.review}, {words.clause(each.clause)})"


def hour(part: Part, view: View) -> str:
    """For a last call: the hour to act by, or that it has passed; "" where there is none."""
    if not isinstance(part, Obligation) or part.act_by is None:
        return ""
    at = part.act_by.astimezone(ZoneInfo(view.terms.agreement.time_zone))
    on = "" if at.date() == view.assessment.as_of else f" on {words.day(at.date())}"
    if part.act_by <= view.assessment.known_at:
        return f"the time to act by, {at:%H:%M}{on}, has passed"
    return f"act by {at:%H:%M}{on}"


def sooner(owed: Obligation, view: View) -> str:
    """The last practicable moment, where it is on a day before the due one or in working hours."""
    if owed.act_by is None or owed.stopped_since is not None:
        return ""
    at = owed.act_by.astimezone(ZoneInfo(view.terms.agreement.time_zone))
    if at.date() == owed.due and at.time() >= _ORDINARY:
        return ""
    return f"act by {told}" if (told := by(owed, view)) else ""
