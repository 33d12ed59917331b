"""Until when something can still be done in practice, in words."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from dealclock.alerts.alert import Alert
from dealclock.alerts.slots import LAST_CALLS, instant
from dealclock.engine.conclusions import Obligation
from dealclock.facts.log import end_of
from dealclock.messages import words
from dealclock.messages.view import Part, View

_ORDINARY = time(17)
"""Until when a day's work is ordinarily done; a later cut-off takes no one by surprise."""


def briefly(part: Part, view: View, action: str = "", *, how: bool = True) -> str:
    """By what time something can still be done and how, in an alert: "by 5:00 p.m. ET by hand",
    "EDGAR by 5:30 p.m. ET".

    How it is done is left out where the `action` says so, and without `how`.
    """
    if not isinstance(part, Obligation) or part.act_by is None or part.due < view.assessment.as_of:
        return ""
    zone = view.terms.agreement.time_zone
    on = part.act_by.astimezone(ZoneInfo(zone)).date()
    when = words.clock(part.act_by, zone)
    when = when if on == part.due else f"{when} on {view.day(on)}"
    passed = " (that has passed)" if _has_passed(part.act_by, view) else ""
    channel = words.channel(part.channel)
    if not how or not channel or channel in action:
        return f"by {when}{passed}"
    if channel.isupper():  # a system that closes: EDGAR, DTC
        return f"{channel} by {when}{passed}"
    return f"by {when} by {channel}{passed}"


def hour(part: Part, on: date, view: View) -> str:
    """What follows the day `on` of something due: ", 5:00 p.m."; of what must be done on an earlier
    day ", act by Fri, Mar 11, 5:30 p.m."; "" where no hour is known, or it has passed."""
    if not isinstance(part, Obligation) or part.act_by is None or not part.is_open:
        return ""
    if part.act_by <= view.assessment.known_at:
        return ""
    zone = view.terms.agreement.time_zone
    day = part.act_by.astimezone(ZoneInfo(zone)).date()
    at = words.clock(part.act_by, zone).rpartition(" ")[0]
    if day == on:
        return f", {at}"
    return f", act by {view.day(day)}, {at}" if day < on else ""


def hours_left(alert: Alert, part: Part, view: View) -> str:
    """How long a last call leaves, from the check it comes from to the hour by which something must
    be done that day: "5 hours", "1 hour 30 minutes".

    "" where no hour is known, it is another day's or it has passed, and of any other alert.
    """
    slot = next((slot for slot in LAST_CALLS if slot == alert.step), None)
    if slot is None or not isinstance(part, Obligation) or part.act_by is None or not part.is_open:
        return ""
    zone, at = ZoneInfo(view.terms.agreement.time_zone), instant(alert.day, slot)
    left = part.act_by - at
    same_day = part.act_by.astimezone(zone).date() == at.astimezone(zone).date()
    if not same_day or left <= timedelta():
        return ""
    hours, minutes = divmod(int(left.total_seconds()) // 60, 60)
    shown = [words.number(hours, "hour")] if hours else []
    shown += [words.number(minutes, "minute")] if minutes else []
    return " ".join(shown)


def drafts(part: Part, view: View) -> str:
    """By when drafts go out first, where it is met by a filing that waits for their review."""
    if not isinstance(part, Obligation) or part.drafts is None or not part.is_open:
        return ""
    each = part.drafts
    today = view.assessment.as_of
    if each.by == today:
        return "Holder drafts due today"
    return f"Holder drafts {'were due' if each.by < today else 'due'} {view.day(each.by)}"


def by(part: Part, view: View) -> str:
    """The last practicable moment and its channel, said to have passed where it has."""
    if not isinstance(part, Obligation) or part.act_by is None or not part.is_open:
        return ""
    zone = view.terms.agreement.time_zone
    when = f"{words.instant(part.act_by, zone)}, by {words.channel(part.channel)}"
    return f"{when}: that has passed" if _has_passed(part.act_by, view) else when


def _has_passed(moment: datetime, view: View) -> bool:
    """Whether it has passed by when events are known.

    Known to the end of its day, as on a rehearsal's, an assessment has no hour: nothing of that day
    has passed yet.
    """
    a, zone = view.assessment, view.terms.agreement.time_zone
    if a.known_at >= end_of(a.as_of, zone):
        return moment.astimezone(ZoneInfo(zone)).date() < a.as_of
    return moment <= a.known_at


def sooner(owed: Obligation, view: View) -> str:
    """The last practicable moment, where it is on a day before the due one or in working hours."""
    if owed.act_by is None or owed.stopped_since is not None:
        return ""
    at = owed.act_by.astimezone(ZoneInfo(view.terms.agreement.time_zone))
    if at.date() == owed.due and at.time() >= _ORDINARY:
        return ""
    return f"act by {shown}" if (shown := by(owed, view)) else ""
