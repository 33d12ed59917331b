"""Additional Interest in words: what accrued, at what rate, and what is to be paid when."""

from collections.abc import Iterator
from fractions import Fraction

from dealclock.engine.assessment import Obligation, Segment
from dealclock.render import words
from dealclock.render.told import Row, Section, rows
from dealclock.render.view import View

_PAYMENT = "payment"


def accrued(view: View) -> str:
    """What accrued in all, to but excluding the day; and how much of it is recorded as paid."""
    accrual = view.assessment.accrual
    total = f"{words.dollars(accrual.exact)} to but excluding {words.day(accrual.as_of)}"
    paid = sum((o.amount or Fraction(0) for o in _payments(view) if o.met_on), Fraction(0))
    return f"{total}; {words.dollars(paid)} of it recorded as paid" if paid else total


def rate(view: View) -> str:
    """The rate in force and what one counted day bears."""
    accrual = view.assessment.accrual
    if not accrual.rate:
        return "nothing accrues now"
    per_diem = words.dollars(accrual.per_diem)
    return f"{words.percent(accrual.rate)} a year, {per_diem} a day ({accrual.day_count})"


def next_change(view: View) -> str:
    """The next day the rate changes by itself, and what a day then bears."""
    accrual = view.assessment.accrual
    change = accrual.next_change
    if change is None or not accrual.rate:
        return ""
    then = words.dollars(accrual.per_diem * change.rate / accrual.rate)
    return (
        f"{words.percent(change.rate)} a year, {then} a day, from {words.day(change.on)} "
        "if nothing is cured"
    )


def payment(view: View) -> str:
    """The next payment, projected when a default is still open."""
    waiting = next((o for o in _payments(view) if o.is_open), None)
    return payment_of(waiting) if waiting else ""


def payment_of(o: Obligation) -> str:
    """One payment: its amount, day, and record date."""
    record = f" (record date {words.day(o.record_date)})" if o.record_date else ""
    return f"{words.dollars(o.amount or Fraction(0))} on {words.day(o.due)}{record}"


def payment_row(view: View) -> tuple[Row, ...]:
    """The next payment as a row that says whether it is projected."""
    waiting = next((o for o in _payments(view) if o.is_open), None)
    if waiting is None:
        return ()
    projected = any(note.startswith("projected") for note in waiting.notes)
    return rows(("Payment projected" if projected else "Payment", payment_of(waiting)))


def section(view: View, title: str = "Additional Interest") -> Section:
    """The whole of it as one part of a message, with what was not reviewed."""
    found = rows(
        ("Accrued", accrued(view)), ("Rate", rate(view)), ("Next change", next_change(view))
    )
    notes = rows(("Note", "; ".join(view.assessment.accrual.notes)))
    return Section(rows=(*found, *payment_row(view), *notes), title=title)


def segments(view: View) -> Iterator[str]:
    """Each lot at each rate: its days, counted and actual, and its amount."""
    lots = {lot.id: lot.name for lot in view.terms.securities}
    convention = view.assessment.accrual.day_count
    for s in view.assessment.accrual.segments:
        yield f"{words.day(s.start)} to but excluding {words.day(s.to_exclusive)}: " + _segment(
            s, lots.get(s.lot, s.lot), convention
        )


def _segment(s: Segment, lot: str, convention: str) -> str:
    days = f"{words.number(s.days_counted, 'day')} counted {convention}, {s.days_actual} actual"
    amount = words.dollars(s.amount)
    return f"{amount} on {words.dollars(s.principal)} of {lot} at {words.percent(s.rate)}, {days}"


def _payments(view: View) -> Iterator[Obligation]:
    return (o for o in view.assessment.obligations if o.kind == _PAYMENT)
