"""A deal's dates, a line each: what is due, what is open, what comes next."""

from collections.abc import Iterator
from datetime import date

from dealclock.alerts.gravity import Gravity, gravest_first, gravity, rank
from dealclock.engine.conclusions import (
    Default,
    Obligation,
    RateChange,
    SharesOwed,
    Status,
    TrueUp,
    UndatedDuty,
    Window,
)
from dealclock.engine.why import Why
from dealclock.messages import (
    action_time,
    amounts,
    reading,
    shares,
    status_lines,
    words,
)
from dealclock.messages.view import Part, View
from dealclock.records import record

_OF_INTEREST = "company"  # who owes Additional Interest


@record
class DateLine:
    """One date: the day in words, what falls on it, what that rests on, and its owner.

    `title` is what falls on it in a few words; `by` by what hour to act, "" if none is known;
    `instance` is what it is of, "" for a rate.
    """

    on: date
    day: str
    text: str
    why: Why
    owed_by: str
    title: str
    gravity: Gravity
    by: str = ""
    instance: str = ""


def list_overdue(view: View) -> list[DateLine]:
    """Obligations past their last day and not satisfied, the longest overdue first."""
    overdue = (o for o in view.assessment.obligations if o.status is Status.MISSED)
    return [render_obligation(o, view) for o in gravest_first(overdue)]


def list_open(view: View) -> list[Obligation]:
    """Obligations that can still be satisfied in time, the soonest first, then the gravest."""
    waiting = (
        o for o in view.assessment.obligations if o.is_open and o.status is not Status.MISSED
    )
    return sorted(waiting, key=lambda o: (o.due, o.amount == 0, rank(o)))


def render_obligation(o: Obligation, view: View) -> DateLine:
    """An obligation with its amount, Section and owner."""
    amount = f", {words.amount(o.money)}" if o.money is not None else ""
    if part := amounts.describe_part_payment(o):
        amount += f" ({part})"
    text = f"{o.title}{amount}, {words.clause(o.clause)}, {_name_owner(o, view)} ({o.instance})"
    title = amounts.name_with_amount(o)
    return DateLine(
        o.due,
        _describe_day(o.due, view),
        text,
        o.why,
        o.owed_by,
        title,
        gravity(o),
        action_time.describe_act_by_briefly(o, view, how=False),
        o.instance,
    )


def render_window(w: Window, view: View) -> str:
    """A window with its first and last day, its status, and the days safe under any reading."""
    dates = describe_dates(w)
    safe = reading.describe_safe_dates(w, view.assessment.as_of)
    under_all = f"; safe under every reading: {safe}" if safe else ""
    status = words.clause(w.clause)
    return (
        f"{dates}: {w.title}, {status}. {status_lines.describe_window(w)}{under_all} ({w.instance})"
    )


def render_default(d: Default) -> str:
    """A default with its Section, its dates and whether it is confirmed."""
    return f"{d.title}, {words.clause(d.clause)}. {status_lines.describe_default(d)} ({d.instance})"


def is_over(part: Part) -> bool:
    """Whether nothing more has to be done about it."""
    match part:
        case Obligation() | Default():
            return not part.is_open
        case Window():
            return part.done_on is not None or part.status is Status.CLOSED
        case SharesOwed():
            return part.outstanding == 0
        case RateChange() | TrueUp():
            return False
        case UndatedDuty():
            return not part.is_open


def is_always(part: Part) -> bool:
    """Whether it is a duty always in effect, which no event opened."""
    return isinstance(part, UndatedDuty) and part.opens is None


def describe_dates(part: Part) -> str:
    """The dates of something, and a payment's amount, without its name."""
    match part:
        case Obligation():
            amount = f"{words.amount(part.money)}, " if part.money is not None else ""
            return f"{amount}{words.is_due(part)}"
        case Window(is_open_ended=True):
            ahead = part.status is Status.UPCOMING
            return f"{'from' if ahead else 'since'} {words.day(part.opens)}"
        case Window():
            if part.never_opens:
                return part.never_opens
            return f"{words.day(part.opens)} to {words.day(part.closes)}"
        case Default():
            return f"occurred {words.day(part.occurred_on)}"
        case RateChange():
            return f"{words.rate_of(part)} from {words.day(part.on)}"
        case TrueUp():
            return f"deferral {part.deferral}"
        case UndatedDuty():
            return "no date"
        case SharesOwed():
            return f"{shares.describe_number(part)}, vested {words.day(part.vested_on)}"


def list_ahead(view: View, until: date) -> Iterator[DateLine]:
    """What falls due, opens, ends or steps up from the view's day to `until`, both included.

    A window that is over, and an obligation satisfied or overdue, has no future date.
    """
    a = view.assessment
    for o in list_open(view):
        if o.due <= until:
            yield render_obligation(o, view)
    for w in a.windows:
        if w.never_opens:
            continue
        if w.done_on is None and a.as_of < w.opens <= until:
            yield _render_edge(w, w.opens, "first day", view)
        if w.done_on is None and a.as_of <= w.closes <= until and not w.is_open_ended:
            yield _render_edge(w, w.closes, "last day", view)
    change = a.accrual.next_change
    if change is not None and change.on <= until:
        rate = f"{words.sentence(a.accrual.title)} becomes {words.rate_of(change)}"
        text = f"{rate}, {words.clause(a.accrual.clause)} (rate/{change.on.isoformat()})"
        day, grounds = words.day(change.on), a.accrual.why
        yield DateLine(change.on, day, text, grounds, _OF_INTEREST, rate, Gravity.OTHER)


def _render_edge(w: Window, on: date, edge: str, view: View) -> DateLine:
    text = f"{w.title}, {edge}, {words.clause(w.clause)}, {_name_owner(w, view)} ({w.instance})"
    title, day = f"{w.title}, {edge}", _describe_day(on, view)
    of = w.instance
    return DateLine(on, day, text, w.why, w.owed_by, title, gravity(w), instance=of)


def _describe_day(day: date, view: View) -> str:
    closed = view.closed_day(day)
    return f"{words.day(day)}, {closed}" if closed else words.day(day)


def _name_owner(owed: Obligation | Window, view: View) -> str:
    return view.team.owner_of(owed.owed_by, owed.instance)[0].name
