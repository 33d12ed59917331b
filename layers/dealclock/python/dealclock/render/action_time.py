"""Until when something can still be done in practice, in words."""

from datetime import time
from zoneinfo import ZoneInfo

from dealclock.engine.conclusions import Obligation
from dealclock.render import words
from dealclock.render.view import Part, View

_ORDINARY = time(17)
"""Until when a day's work is ordinarily done; a later cut-off takes no one by surprise."""


def briefly(part: Part, view: View, action: str = "") -> str:
    """By what time something can still be done and how, in an alert: "by 5:00 p.m. ET by hand",
    "EDGAR by 5:30 p.m. ET".

    How it is done is left out where the `action` says so.
    """
    if not isinstance(part, Obligation) or part.act_by is None or part.due < view.assessment.as_of:
        return ""
    zone = view.terms.agreement.time_zone
    on = part.act_by.astimezone(ZoneInfo(zone)).date()
    when = words.clock(part.act_by, zone)
    when = when if on == part.due else f"{when} on {view.day(on)}"
    passed = " (that has passed)" if part.act_by <= view.assessment.known_at else ""
    channel = words.channel(part.channel)
    if not channel or channel in action:
        return f"by {when}{passed}"
    if channel.isupper():  # a system that closes: EDGAR, DTC
        return f"{channel} by {when}{passed}"
    return f"by {when} by {channel}{passed}"


def drafts(part: Part, view: View) -> str:
    """By when drafts go out first, where it is met by a filing that waits for their review."""
    if not isinstance(part, Obligation) or part.drafts is None or not part.is_open:
        return ""
    each = part.drafts
    tense = "were due" if each.by < view.assessment.as_of else "due"
    return f"Holder drafts {tense} {view.day(each.by)}"


def by(part: Part, view: View) -> str:
    """The last practicable moment and its channel, said to have passed where it has."""
    if not isinstance(part, Obligation) or part.act_by is None or not part.is_open:
        return ""
    zone = view.terms.agreement.time_zone
    when = f"{words.instant(part.act_by, zone)}, by {words.channel(part.channel)}"
    return f"{when}: that has passed" if part.act_by <= view.assessment.known_at else when


def sooner(owed: Obligation, view: View) -> str:
    """The last practicable moment, where it is on a day before the due one or in working hours."""
    if owed.act_by is None or owed.stopped_since is not None:
        return ""
    at = owed.act_by.astimezone(ZoneInfo(view.terms.agreement.time_zone))
    if at.date() == owed.due and at.time() >= _ORDINARY:
        return ""
    return f"act by {shown}" if (shown := by(owed, view)) else ""
