"""A deal's dates, a line each: what is due, what runs, what comes next."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from dealclock.engine.conclusions import Default, Obligation, Status, UndatedDuty, Window
from dealclock.engine.grounds import Grounds
from dealclock.engine.interest.accrued import RateChange
from dealclock.engine.shares.trued_up import SharesOwed, TrueUp
from dealclock.messages import (
    amounts,
    reading,
    shares,
    status_lines,
    words,
)
from dealclock.messages.view import Part, View

_OF_INTEREST = "company"  # who owes Additional Interest


@dataclass(frozen=True, slots=True)
class DateLine:
    """Something that falls on a day: the day in words, what it is, what that rests on, whose."""

    on: date
    day: str
    says: str
    grounds: Grounds
    owed_by: str


def missed(view: View) -> list[DateLine]:
    """What is past its last day and waits to be met, the longest first."""
    found = (o for o in view.assessment.obligations if o.status is Status.MISSED)
    return [due(o, view) for o in sorted(found, key=lambda o: o.due)]


def waiting(view: View) -> list[Obligation]:
    """What can still be met in time, the soonest first."""
    found = (o for o in view.assessment.obligations if o.is_open and o.status is not Status.MISSED)
    return sorted(found, key=lambda o: o.due)


def due(o: Obligation, view: View) -> DateLine:
    """An obligation with its amount, clause and owner."""
    amount = f", {words.amount(o.money)}" if o.money is not None else ""
    if part := amounts.paid_in_part(o):
        amount += f" ({part})"
    says = f"{o.title}{amount}, {words.clause(o.clause)}, {_owner(o, view)} ({o.instance})"
    return DateLine(o.due, _day(o.due, view), says, o.grounds, o.owed_by)


def window(w: Window, view: View) -> str:
    """A window with its first and last day, where it stands, and the part safe in any reading."""
    dates = f"{words.day(w.opens)} to {words.day(w.closes)}"
    safe = reading.safe(view, w)
    under_all = f"; safe under every reading: {safe}" if safe else ""
    where = words.clause(w.clause)
    return f"{dates}: {w.title}, {where}. {status_lines.of_window(w)}{under_all} ({w.instance})"


def default(d: Default) -> str:
    """A default with its clause, its dates and how sure it is."""
    return f"{d.title}, {words.clause(d.clause)}. {status_lines.of_default(d)} ({d.instance})"


def is_over(part: Part) -> bool:
    """Whether nothing more is to be done about it."""
    match part:
        case Obligation() | Default():
            return not part.is_open
        case Window():
            return part.ended_on is not None or part.status is Status.CLOSED
        case SharesOwed():
            return part.outstanding == 0
        case RateChange() | TrueUp():
            return False
        case UndatedDuty():
            return not part.is_open


def dates(part: Part) -> str:
    """When something is, and a payment's amount, without what it is."""
    match part:
        case Obligation():
            amount = f"{words.amount(part.money)}, " if part.money is not None else ""
            return f"{amount}{words.is_due(part)}"
        case Window():
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
            return f"{shares.number(part)}, vested {words.day(part.vested_on)}"


def ahead(view: View, until: date) -> Iterator[DateLine]:
    """What falls due, opens, ends or steps up from the view's day to `until`, both included.

    A window that is over, and an obligation met or missed, has no date ahead.
    """
    a = view.assessment
    for o in waiting(view):
        if o.due <= until:
            yield due(o, view)
    for w in a.windows:
        if w.ended_on is None and a.as_of < w.opens <= until:
            yield _edge(w, w.opens, "first day", view)
        if w.ended_on is None and a.as_of <= w.closes <= until:
            yield _edge(w, w.closes, "last day", view)
    change = a.accrual.next_change
    if change is not None and change.on <= until:
        rate = f"Additional Interest becomes {words.rate_of(change)}"
        says = f"{rate}, {words.clause(a.accrual.clause)} (rate/{change.on.isoformat()})"
        yield DateLine(change.on, words.day(change.on), says, a.accrual.grounds, _OF_INTEREST)


def _edge(w: Window, on: date, edge: str, view: View) -> DateLine:
    says = f"{w.title}, {edge}, {words.clause(w.clause)}, {_owner(w, view)} ({w.instance})"
    return DateLine(on, _day(on, view), says, w.grounds, w.owed_by)


def _day(day: date, view: View) -> str:
    closed = view.closed_day(day)
    return f"{words.day(day)}, {closed}" if closed else words.day(day)


def _owner(owed: Obligation | Window, view: View) -> str:
    return view.team.owner_of(owed.owed_by)[0].name
