"""Additional Interest in words: what accrued, at what rate, and what is to be paid when."""

from collections.abc import Iterable, Iterator
from datetime import date
from fractions import Fraction

from dealclock.engine.conclusions import Obligation
from dealclock.engine.grounds import Grounds
from dealclock.engine.interest.accrued import Segment
from dealclock.engine.interest.unset import UNSET
from dealclock.engine.money import Between, from_text, in_text, times, total
from dealclock.engine.payments.in_arrears import PROJECTED
from dealclock.render import words
from dealclock.render.told import Row, Section, rows
from dealclock.render.view import View

_PAYMENT = "payment"
NOT_SAID = (
    "No Registration Default is confirmed, and nothing is said of Additional Interest: neither "
    "that any accrues nor that none does."
)
OF_CONFIRMED = "on the confirmed Registration Defaults alone; nothing is said of any other"


def accrued(view: View) -> str:
    """What accrued in all, to but excluding the day; and how much is recorded as paid.

    What was paid need be no part of it: a payment may be made ahead, and 30/360 counts what accrued
    to today otherwise than in parts cut at the Interest Payment Dates.
    """
    accrual = view.assessment.accrual
    known = accrual.accrued
    unknown = "Indenture not reviewed: " if isinstance(known, Between) else ""
    told = f"{unknown}{words.amount(known)} to but excluding {words.day(accrual.as_of)}"
    paid = total([o.settlement.paid for o in _payments(view) if o.settlement])
    return f"{told}; {words.amount(paid)} recorded as paid" if paid else told


def most(view: View) -> str:
    """What would have accrued under the reading that makes it most, when another one does."""
    accrual = view.assessment.accrual
    totals = [
        (from_text(d.there)[1], d.choice)
        for d in view.assessment.differences
        if (d.instance, d.what) == ("accrual", "total") and d.there != "none"
    ]
    here = from_text(in_text(accrual.accrued))[1]
    found, choice = max(totals, default=(here, ""))
    return f"{words.dollars(found)}, under {choice}" if found > here else ""


def rate(view: View) -> str:
    """The rate in force and what one counted day bears."""
    accrual = view.assessment.accrual
    if not accrual.rate:
        return "nothing accrues now"
    told = f"{words.percent(accrual.rate)} {accrual.per}"
    if accrual.a_day is None:
        return f"{told}, {words.dollars(accrual.a_period or Fraction(0))} a period"
    counted = accrual.day_count if accrual.day_count != UNSET else "day count unset"
    return f"{told}, {words.amount(accrual.a_day)} a day ({counted})"


def next_change(view: View) -> str:
    """The next day the rate changes by itself, and what a day then bears."""
    accrual = view.assessment.accrual
    change = accrual.next_change
    if change is None or not accrual.rate:
        return ""
    when = f"from {words.day(change.on)} if nothing is cured"
    if not change.rate:
        return f"nothing accrues any more {when}: {change.because}"
    more = change.rate / accrual.rate
    if accrual.a_day is None:
        then = f"{words.dollars((accrual.a_period or Fraction(0)) * more)} a period"
    else:
        then = f"{words.amount(times(accrual.a_day, more))} a day"
    return f"{words.rate_of(change)}, {then}, {when}"


def payment_of(o: Obligation) -> str:
    """One payment: its amount and day, the Interest Payment Date it is for, its record date."""
    nominal = date.fromisoformat(o.instance.partition("/")[2])
    details = [f"for {words.day(nominal)}, a closed day"] if nominal != o.due else []
    details += [f"record date {words.day(o.record_date)}"] if o.record_date else []
    told = f"{words.amount(o.money or Fraction(0))} on {words.day(o.due)}"
    return f"{told} ({'; '.join(details)})" if details else told


def paid_in_part(o: Obligation) -> str:
    """What was paid of a payment that still waits, and what is short; "" where nothing was."""
    return o.settlement.note if o.settlement and o.settlement.in_part else ""


def payment_row(view: View) -> tuple[Row, ...]:
    """The next payment as a row that says whether it is projected."""
    waiting = next((o for o in _payments(view) if o.is_open), None)
    if waiting is None:
        return ()
    label = "Payment projected" if is_projected(waiting) else "Payment"
    told = "; ".join(filter(None, (payment_of(waiting), paid_in_part(waiting))))
    return rows((label, told))


def is_projected(o: Obligation) -> bool:
    """Whether a payment's amount assumes that nothing open is cured before its day."""
    return PROJECTED in o.notes


def section(
    view: View, title: str = "Additional Interest", *, with_payment: bool = True
) -> Section:
    """The whole of it as one part of a message, with what was not reviewed."""
    found = rows(
        ("Accrued", accrued(view)),
        ("Most under one other reading", most(view)),
        ("Rate", rate(view)),
        ("Next change", next_change(view)),
    )
    notes = rows(("Note", "; ".join(view.assessment.accrual.notes)))
    paid = payment_row(view) if with_payment else ()
    return Section(rows=(*found, *paid, *notes), title=title)


def segments(view: View) -> Iterator[str]:
    """Each lot at each rate: its days, counted and actual, and its amount."""
    return _each(view.assessment.accrual.segments, view)


def of_payment(o: Obligation, view: View) -> Iterator[str]:
    """How a payment's amount adds up: each lot at each rate, then all of it, rounded once."""
    segments = [s for s in o.segments if s.amount]
    yield from _each(segments, view)
    if len(segments) > 1 and o.amount is not None:
        yield f"in all {words.dollars(o.amount)}, rounded once"


def _each(segments: Iterable[Segment], view: View) -> Iterator[str]:
    lots = {lot.id: lot.name for lot in view.terms.securities}
    convention = view.assessment.accrual.day_count
    for s in segments:
        yield f"{words.day(s.start)} to but excluding {words.day(s.to_exclusive)}: " + _segment(
            s, lots.get(s.lot, s.lot), convention
        )


def grounds(view: View) -> list[Grounds]:
    """What the amounts shown rest on: those accrued, and those paid or to be paid."""
    return [view.assessment.accrual.grounds, *(o.grounds for o in _payments(view))]


def _segment(s: Segment, lot: str, convention: str) -> str:
    days = f"{words.number(s.days_counted, 'day')} counted {convention}, {s.days_actual} actual"
    amount = f"{words.dollars(s.amount)} on {words.dollars(s.principal)} of {lot}"
    if s.note:
        return f"{amount}, {s.note}"
    return f"{amount} at {words.percent(s.rate)}, {days}"


def _payments(view: View) -> Iterator[Obligation]:
    return (o for o in view.assessment.obligations if o.kind == _PAYMENT)
