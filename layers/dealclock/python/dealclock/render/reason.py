"""Why an alert speaks, in words: every reason has a name, and says how it applies today."""

from datetime import date

from dealclock.alerts.alert import Alert
from dealclock.alerts.policy import Reason
from dealclock.alerts.slots import SCHEDULED
from dealclock.days.counting import business_days_in
from dealclock.engine.assessment import Default
from dealclock.render import words
from dealclock.render.view import Matter, View


def why(alert: Alert, m: Matter, view: View) -> str:
    """All the reasons of an alert, gravest first."""
    return ". ".join(_named(reason, alert, m, view) for reason in alert.reasons)


def left(due: date, view: View) -> str:
    """How many Business Days are left to do something by `due`."""
    n = view.business_days_to(due)
    return f"{words.business_days(n)} left" if n > 0 else "today is the last Business Day"


def moved(old: date, new: date) -> str:
    """A move of a date; the year is said once when both share it."""
    was = words.short_day(old) if old.year == new.year else words.day(old)
    return f"from {was} to {words.day(new)}"


def last_call_hour(alert: Alert) -> str:
    """The hour of a last call, by its slot."""
    hours = {str(slot): hour for slot, hour in SCHEDULED.items()}
    return f"{hours.get(alert.step, SCHEDULED['afternoon']):%H:%M}"


def _named(reason: Reason, alert: Alert, m: Matter, view: View) -> str:
    due = alert.due or alert.day
    match reason:
        case Reason.MISSED:
            n = business_days_in(due, alert.day, view.calendar)
            return f"Missed, day {n} of {view.team.alerts.missed_for_business_days}"
        case Reason.DUE_TODAY:
            closed = view.calendar.closed_because(due)
            return (
                f"Last Business Day; due on {closed}"
                if closed
                else _LAST.get(alert.kind, "Due today")
            )
        case Reason.LAST_CALL:
            return f"Last call, {last_call_hour(alert)}: today is the last Business Day"
        case Reason.MOVED:
            return f"Moved {moved(alert.moved_from or due, due)}"
        case Reason.OPENED:
            return _OPENED.get(alert.kind, "Opened")
        case Reason.CLOSING | Reason.REMINDER:
            return f"{words.sentence(reason)}: {left(due, view)}"
        case Reason.FIRST | Reason.PAYMENT_STEP | Reason.SNOOZE_ENDED:
            return f"{words.sentence(reason)}: {left(due, view)}"
        case Reason.RATE_STEP:
            now = due <= alert.day
            return "Rate step: today" if now else f"Rate step: {left(due, view)}"
        case Reason.RESOLVED:
            cured = isinstance(m.part, Default) and m.part.cured_on is not None
            return "Resolved: cured" if cured else "Resolved: the protected period ended"
        case _:
            return words.sentence(reason)


_OPENED = {
    "notice": "Triggered: the time to notify runs",
    "outage with cure": "Opened: the cure window runs",
    "window": "Opened: distribution may start",
    "day budget": "Opened: a Suspension Period began",
    "default": "Opened: computed for the first time",
}
_LAST = {
    "window": "Expires today",
    "day budget": "Last day allowed is today",
}
