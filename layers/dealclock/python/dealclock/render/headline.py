"""The one line that is read first: what, and when.

It follows a preview closely enough to be shown with one, so it holds no name of a party, no amount
and never the word default (docs/decisions/0020-previews.md).
"""

from dataclasses import replace

from dealclock.alerts.alert import Alert
from dealclock.alerts.policy import Reason
from dealclock.engine.conclusions import Default, Obligation, UndatedDuty, Window
from dealclock.engine.interest.accrued import RateChange
from dealclock.render import response_prompts, words
from dealclock.render.reason import adverse_only, last_call_hour, left, moved
from dealclock.render.status_lines import sureness
from dealclock.render.status_words import past_word, status_word
from dealclock.render.view import Matter, View


def headline(alert: Alert, m: Matter, view: View) -> str:
    """What an alert says, in a line."""
    if response_prompts.asks(alert, m):
        said = headline(replace(alert, reasons=(response_prompts.as_it_stands(m),)), m, view)
        return f"Not acknowledged: {said}" if alert.reason is Reason.ESCALATED else said
    match m.part:
        case Default():
            return _of_default(alert, m.part)
        case UndatedDuty():
            return _of_duty(m.part)
        case RateChange():
            now = m.part.on <= alert.day
            tense = "is now" if now else "becomes"
            on = f"from {'today, ' * now}{words.day(m.part.on)}"
            return f"Additional Interest {tense} {words.rate_of(m.part)} {on}"
        case _:
            last = alert.reason is Reason.LAST_CALL
            call = f"Last call, {last_call_hour(alert)}: " if last else ""
            return f"{call}{_of_date(alert, m, view)}"


def no_longer(alert: Alert) -> str:
    """What is said of something that was announced and does not arise any more."""
    if alert.reason is Reason.CAUGHT_UP:
        return f"{alert.title}: began and ended on mornings that nobody swept"
    return f"{alert.title}: no longer arises"


def _of_default(alert: Alert, d: Default) -> str:
    match alert.reason:
        case Reason.RESOLVED if d.cured_on:
            return f"Cured {words.day(d.cured_on)}: {d.title}"
        case Reason.RESOLVED:
            return f"No longer accruing: {d.title}"
        case Reason.CAUGHT_UP:
            return no_longer(alert)
        case Reason.STATEMENT:
            return f"Weekly statement, {words.day(alert.day)}: {d.title}"
        case _:
            return f"{d.title}: {sureness(d)}"


def _of_duty(u: UndatedDuty) -> str:
    if u.done_on is not None:
        return f"{u.title}: done {words.day(u.done_on)}"
    if u.target is None:
        return u.title
    return f"{u.title}: its team aims at {words.day(u.target)}, which is not contractual"


def _of_date(alert: Alert, m: Matter, view: View) -> str:
    due = alert.due or alert.day
    on = words.day(due)
    what = m.title
    match alert.reason:
        case Reason.MISSED:
            return f"{what}: {past_word(m.part)}, was due {on}, as computed"
        case Reason.DUE_TODAY if adverse_only(alert, m, view):
            last = _TODAY.get(alert.kind, "due today")
            return f"{what}: {last} under another reading; {on} as chosen"
        case Reason.DUE_TODAY | Reason.LAST_CALL:
            if due == alert.day:
                return f"{what}: {_TODAY.get(alert.kind, 'due today')}, {on}"
            return f"{what}: act today, {words.day(alert.day)}; {on} is a closed day"
        case Reason.CONFIRMED:
            met = m.part.met_on if isinstance(m.part, Obligation) else None
            ended = m.part.ended_on if isinstance(m.part, Window) else None
            how = status_word(m.part) if isinstance(m.part, Obligation) else "satisfied"
            return f"{what}: {how} {words.day(met or ended or alert.day)}, as computed"
        case Reason.CAUGHT_UP:
            return no_longer(alert)
        case Reason.FIRST | Reason.PAYMENT_STEP if _at_record_date(alert, m):
            return f"{what}: record date reached; {_BY.get(alert.kind, 'due')} {on}"
        case Reason.MOVED:
            return (
                f"{what}: {_BY.get(alert.kind, 'due')} moved {moved(alert.moved_from or due, due)}"
            )
        case Reason.CLOSED:
            ended = m.part.ended_on if isinstance(m.part, Window) else None
            return f"{what}: over from {words.day(ended or alert.day)}"
        case _:
            return f"{_opening(alert, m)}{_BY.get(alert.kind, 'due')} {on}, {left(due, view)}"


def _at_record_date(alert: Alert, m: Matter) -> bool:
    owed = m.part if isinstance(m.part, Obligation) else None
    record = owed.record_date if owed else None
    return record is not None and record <= alert.day and Reason.PAYMENT_STEP in alert.reasons


def _opening(alert: Alert, m: Matter) -> str:
    opened = alert.reason is Reason.OPENED and isinstance(m.part, Window)
    if opened and alert.kind == "window":
        return f"{m.title}: distribution may start, "
    if opened and isinstance(m.part, Window):
        return f"{m.title} since {words.day(m.part.opens)}: "
    return f"{m.title}: "


_TODAY = {
    "outage with cure": "cure by today",
    "window": "expires today",
    "day budget": "last day allowed is today",
    "payment": "pay today",
}
_BY = {
    "outage with cure": "cure by",
    "window": "last day",
    "day budget": "last day allowed",
    "payment": "pay on",
}
