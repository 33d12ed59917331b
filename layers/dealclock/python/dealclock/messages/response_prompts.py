"""What asks for a response, in words: an escalation, a snooze that ended, a repeated alert."""

from datetime import datetime
from zoneinfo import ZoneInfo

from dealclock.alerts.alert import Alert
from dealclock.alerts.responses import find_response, response_in_effect
from dealclock.engine.conclusions import Default, Obligation, Status, Window
from dealclock.messages import words
from dealclock.messages.view import Matter, View
from dealclock.people.away import absence, reachable_person
from dealclock.people.policy import Reason


def is_request_only(alert: Alert, m: Matter) -> bool:
    """Whether the reason says nothing about the matter itself, so that its present reason is
    shown."""
    if alert.reason is Reason.REMINDER:
        return present_reason(m) is Reason.MISSED
    return alert.reason in (Reason.ESCALATED, Reason.SNOOZE_ENDED)


def present_reason(m: Matter) -> Reason:
    """The reason that describes the matter as it is now: overdue, due today, or still ahead."""
    match m.part:
        case Obligation(status=Status.MISSED) | Window(status=Status.OVERRUN):
            return Reason.MISSED
        case Obligation(status=Status.DUE_TODAY) | Window(status=Status.LAST_DAY):
            return Reason.DUE_TODAY
        case Default():
            return Reason.OPENED
        case _:
            return Reason.REMINDER


def describe_repeat(alert: Alert, view: View) -> str:
    """Why it is sent again: whose snooze ended, whose acknowledgment expired; "" for neither."""
    last = find_response(view.handled, alert.instance, alert.revision)
    if last is None or last.until is None or last.until > alert.day:
        return ""
    by, on = view.name(last.by), view.at(last.at)
    match last.action:
        case "snoozed":
            return f"snoozed by {by} until {view.day(last.until)}"
        case "acknowledged":
            return f"acknowledged by {by} {on}, now expired"
        case "done":
            return f"reported done by {by} {on}, no event recorded"
        case _:
            return ""


NOT_ACKNOWLEDGED = "not acknowledged"


def describe_acknowledgment(alert: Alert, owner: str, view: View) -> str:
    """Whether it is acknowledged, while that holds, and by whom if not by the owner (an id)."""
    last = response_in_effect(view.handled, alert.instance, alert.revision, alert.day)
    if last is None:
        return NOT_ACKNOWLEDGED
    verb = "reported done" if last.action == "done" else last.action
    return verb if last.by == owner else f"{verb} by {view.name(last.by)}"


def describe_since(at: datetime, view: View, brief: int = 1) -> str:
    """From when no one has acknowledged: the hour on the view's day, else the day; in full,
    both."""
    zone = view.terms.agreement.time_zone
    day = at.astimezone(ZoneInfo(zone)).date()
    if day == view.assessment.as_of:
        return words.clock(at, zone)
    return view.day(day) if brief else view.at(at)


def describe_escalation(alert: Alert, m: Matter, view: View, brief: int = 0) -> str:
    """Who has not acknowledged since when, and to whom it is escalated.

    From `brief` 2 without who has not, and the recipient's role; at 4 without what the header says.
    """
    owner, backup = view.team.owner_of(m.owed_by, m.instance)
    both = f"{owner.name} or {backup.name}"
    silent = {
        "owner": "",
        "backup": f" by {_name_silent(owner.id, alert, view)}",
        "group": f" by {both}",
        "lead": f" by {both}",
    }[alert.step]
    to = {
        "owner": f"{_name_reached(owner.id, alert, view)} (owner)",
        "backup": f"{_name_reached(backup.id, alert, view)} (backup)",
        "group": "the email group",
        "lead": "the deal lead",
    }[alert.step]
    if brief > 1:
        silent, to = "", to.partition(" (")[0]
    if brief > 3:
        return f"escalated to {to}"
    began = f" since {describe_since(alert.since, view, brief)}" if alert.since else ""
    return f"not acknowledged{silent}{began}; escalated to {to}"


def _name_reached(person: str, alert: Alert, view: View) -> str:
    """A person by name, or the delegate and for whom."""
    there = reachable_person(view.team.away, person, alert.day)
    if there is None or there == person:
        return view.name(person)
    gone = absence(view.team.away, person, alert.day)
    until = f" until {view.day(gone.last_day)}" if gone else ""
    return f"{view.name(there)} for {view.name(person)}, who is away{until}"


def _name_silent(person: str, alert: Alert, view: View) -> str:
    """Who did not respond in a person's place, and whether that person is away."""
    there = reachable_person(view.team.away, person, alert.day)
    if there == person:
        return view.name(person)
    if there is None:
        return f"{view.name(person)}, who is away,"
    return f"{view.name(there)}, for {view.name(person)},"
