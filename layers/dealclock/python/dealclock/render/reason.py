"""Why an alert speaks, in words: every reason has a name, and says how it applies today."""

from datetime import date

from dealclock.alerts.adverse import adverse
from dealclock.alerts.alert import Alert
from dealclock.alerts.policy import Reason
from dealclock.alerts.slots import SCHEDULED
from dealclock.days.counting import business_days_in
from dealclock.engine.conclusions import Default, Obligation, UndatedDuty, Window
from dealclock.render import action_time, reading, response_prompts, words
from dealclock.render.changes import moved_by
from dealclock.render.status_words import past_word, reason_word, status_word
from dealclock.render.view import Matter, View


def why(alert: Alert, m: Matter, view: View) -> str:
    """All the reasons of an alert, gravest first; of an escalation why it came to this person."""
    if alert.reason is Reason.ESCALATED:
        return response_prompts.escalated(alert, m, view)
    return ". ".join(_named(reason, alert, m, view) for reason in alert.reasons)


def left(due: date, view: View) -> str:
    """How many Business Days are left to do something by `due`."""
    n = view.business_days_to(due)
    return f"{words.business_days(n)} left" if n > 0 else "today is the last Business Day"


def moved(old: date, new: date) -> str:
    """A move of a date; the year is said once when both share it."""
    was = words.short_day(old) if old.year == new.year else words.day(old)
    return f"from {was} to {words.day(new)}"


def passed(alert: Alert) -> str:
    """What would have been said on which mornings: "opened on Tue Jan 11, closing on ...".

    A run of mornings that say the same is told by its first and its last.
    """
    spans: list[tuple[str, str, str]] = []
    for each in alert.passed:
        said, day = words.listed(reason_word(r) for r in each.reasons), words.day(each.day)
        if spans and spans[-1][0] == said:
            spans[-1] = (said, spans[-1][1], day)
        else:
            spans.append((said, day, day))
    told = (f"{said} on {a}" if a == b else f"{said} from {a} to {b}" for said, a, b in spans)
    first = alert.looked_from
    cut = f"; mornings before {words.day(first)} were not looked at" if first else ""
    return f"{'; '.join(told)}{cut}"


def last_call_hour(alert: Alert) -> str:
    """The hour of a last call, by its slot."""
    hours = {str(slot): hour for slot, hour in SCHEDULED.items()}
    return f"{hours.get(alert.step, SCHEDULED['afternoon']):%H:%M}"


def adverse_only(alert: Alert, m: Matter, view: View) -> date | None:
    """The adverse date, where it and not the chosen one is what makes it due today."""
    if not isinstance(m.part, Obligation | Window) or alert.due is None:
        return None
    end = adverse(m.part)
    if view.calendar.last_open_on_or_before(alert.due) <= alert.day:
        return None
    return end if view.calendar.last_open_on_or_before(end) <= alert.day else None


def _named(reason: Reason, alert: Alert, m: Matter, view: View) -> str:
    due = alert.due or alert.day
    match reason:
        case Reason.MISSED:
            n = business_days_in(due, alert.day, view.calendar)
            days = view.team.alerts.missed_for_business_days
            return f"{words.sentence(past_word(m.part))}, day {n} of {days}"
        case Reason.DUE_TODAY:
            return _due_today(alert, due, m, view)
        case Reason.LAST_CALL:
            act = action_time.hour(m.part, view)
            call = f"Last call, {last_call_hour(alert)}: today is the last Business Day"
            return f"{call}; {act}" if act else call
        case Reason.MOVED:
            cause = moved_by(alert.moved_by, view.log, view.assessment.readings)
            told = f"Moved {moved(alert.moved_from or due, due)}"
            return f"{told} by {cause}" if cause else told
        case Reason.OPENED:
            return _OPENED.get(alert.kind, "Opened")
        case Reason.CONFIRMED | Reason.RESOLVED | Reason.CLOSED:
            return f"{_ended(reason, m)}{_not_as_told(alert, view)}"
        case Reason.CAUGHT_UP:
            return f"Caught up, on mornings that nobody swept: {passed(alert)}"
        case _ if reason in _AHEAD:
            return _ahead(reason, alert, m, view)
        case _:
            return _PLAIN.get(reason, words.sentence(reason))


def _ended(reason: Reason, m: Matter) -> str:
    if reason is Reason.CONFIRMED:
        word = status_word(m.part) if isinstance(m.part, Obligation) else "satisfied"
        return f"{words.sentence(word)}, as computed from a recorded event"
    if reason is Reason.CLOSED:
        return "Closed"
    cured = isinstance(m.part, Default) and m.part.cured_on is not None
    return "Resolved: cured" if cured else "Resolved: the protected period ended"


def _not_as_told(alert: Alert, view: View) -> str:
    """Where the end was told on another day: which, and what moved it."""
    if alert.moved_from is None or alert.ended_on is None:
        return ""
    cause = moved_by(alert.moved_by, view.log, view.assessment.readings)
    on = f"; on {words.day(alert.ended_on)}, not on {words.day(alert.moved_from)} as told before"
    return f"{on}, by {cause}" if cause else on


def _ahead(reason: Reason, alert: Alert, m: Matter, view: View) -> str:
    """A reason that looks ahead to a day: what it is, and how long is left."""
    due = alert.due or alert.day
    if isinstance(m.part, UndatedDuty):
        return "The day its team aims at, which is not contractual"
    if reason is Reason.PAYMENT_STEP and isinstance(m.part, Obligation) and m.part.record_date:
        return f"Payment step: the record date, {words.day(m.part.record_date)}"
    if reason in (Reason.REMINDER, Reason.SNOOZE_ENDED):
        still = response_prompts.still_open(m, alert.day) or left(due, view)
        return f"{response_prompts.again(reason, alert, view)}{still}"
    now = reason is Reason.RATE_STEP and due <= alert.day
    return f"{words.sentence(reason)}: {'today' if now else left(due, view)}"


_AHEAD = frozenset(
    {
        Reason.CLOSING,
        Reason.REMINDER,
        Reason.RATE_STEP,
        Reason.PAYMENT_STEP,
        Reason.SNOOZE_ENDED,
    }
)
_PLAIN = {
    Reason.FIRST: "First word of it",
}


def _due_today(alert: Alert, due: date, m: Matter, view: View) -> str:
    end = adverse_only(alert, m, view)
    if end is not None:
        under = reading.moving_to(view, m.instance, end)
        last = _LAST.get(alert.kind, "Due today")
        return f"{last} under {under}; {words.day(due)} as chosen"
    closed = view.calendar.closed_because(due)
    if not closed:
        return _LAST.get(alert.kind, "Due today")
    last_open = view.calendar.last_open_on_or_before(due)
    if last_open < alert.day:
        return f"The last Business Day was {words.day(last_open)}; due on {closed}"
    return f"Last Business Day; due on {closed}"


_OPENED = {
    "notice": "Triggered: the time to notify runs",
    "outage with cure": "Opened: the cure window runs",
    "window": "Opened: distribution may start",
    "day budget": "Opened: a Suspension Period began",
    "default": "Opened: computed for the first time",
    "duty": "Opened: the time to act runs",
    "frequency limit": "Opened: a filing is owed",
    "undated duty": "Opened: a duty without a day of its own",
}
_LAST = {
    "window": "Expires today",
    "day budget": "Last day allowed is today",
}
