"""The last practicable moment to act, in words."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from dealclock.alerts.alert import Alert
from dealclock.alerts.slots import LAST_CALLS, instant
from dealclock.engine.conclusions import Obligation
from dealclock.facts.log import end_of
from dealclock.messages import words
from dealclock.messages.view import Part, View

_ORDINARY = time(17)
"""The ordinary end of a working day: a later cut-off needs no line of its own."""


def describe_act_by_briefly(part: Part, view: View, action: str = "", *, how: bool = True) -> str:
    """By what time, and how, an alert asks to act: "by 5:00 p.m. ET by hand", "EDGAR by 5:30 p.m.
    ET".

    The channel is left out where `action` names it, and without `how`. "" without a last moment.
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


def describe_hour(part: Part, on: date, view: View) -> str:
    """The hour that follows the day `on` of an obligation: ", 5:00 p.m."; of one to act on earlier,
    ", act by Fri, Mar 11, 5:30 p.m.".

    "" if no hour is known, or it has passed.
    """
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


def describe_hours_left(alert: Alert, part: Part, view: View) -> str:
    """How long a last call leaves, from its check to the hour of the deadline: "5 hours", "1 hour
    30 minutes".

    "" for any other alert, and where the hour is not known, is on another day or has passed.
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


def describe_draft_deadline(part: Part, view: View, *, whose: str = "Holder drafts") -> str:
    """When drafts are due to Holders, for a filing that waits for their review; otherwise ""."""
    if not isinstance(part, Obligation) or part.drafts is None or not part.is_open:
        return ""
    review = part.drafts
    today = view.assessment.as_of
    if review.by == today:
        return f"{whose} due today"
    return f"{whose} {'were due' if review.by < today else 'due'} {view.day(review.by)}"


def describe_act_by(part: Part, view: View) -> str:
    """The last practicable moment and its channel, marked if it has passed."""
    if not isinstance(part, Obligation) or part.act_by is None or not part.is_open:
        return ""
    zone = view.terms.agreement.time_zone
    when = f"{words.instant(part.act_by, zone)}, by {words.channel(part.channel)}"
    return f"{when}: that has passed" if _has_passed(part.act_by, view) else when


def _has_passed(moment: datetime, view: View) -> bool:
    """Whether a moment has passed by the instant through which events are known.

    An assessment known to the end of its day, as a rehearsal's is, has no hour: nothing due that
    day has passed yet.
    """
    a, zone = view.assessment, view.terms.agreement.time_zone
    if a.known_at >= end_of(a.as_of, zone):
        return moment.astimezone(ZoneInfo(zone)).date() < a.as_of
    return moment <= a.known_at


def describe_earlier_act_by(owed: Obligation, view: View) -> str:
    """The last practicable moment, where it is before the due date or within working hours."""
    if owed.act_by is None or owed.stopped_since is not None:
        return ""
    at = owed.act_by.astimezone(ZoneInfo(view.terms.agreement.time_zone))
    if at.date() == owed.due and at.time() >= _ORDINARY:
        return ""
    return f"act by {shown}" if (shown := describe_act_by(owed, view)) else ""
