"""The accrual steps: how Additional Interest grew, its rates, payments and range, as plain data."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction

from dealclock.documents.charts.frame import Frame, cut, frame, preview, unconfirmed
from dealclock.engine.conclusions import Obligation
from dealclock.engine.interest.over_time import OverTime
from dealclock.messages import amounts, words
from dealclock.messages.status_words import status_word
from dealclock.messages.view import View

PAYMENTS_MOST, STEPS_MOST = 6, 8
ALT_MOST = 1000


@dataclass(frozen=True, slots=True)
class AccrualStep:
    """One rate from and including `start` to but excluding `end`, with a short and a full text."""

    start: date
    end: date
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class PaymentMark:
    """One payment: its mark, its day, its text; `done` when it was paid."""

    mark: str
    on: date
    text: str
    done: bool


@dataclass(frozen=True, slots=True)
class AccrualChart:
    """The content of the picture. Amounts are exact dollars, to but excluding each day of `days`.

    `chosen` is None while the day count is unset. `headline` gives the amount unpaid on the last
    day, `figures` the amounts accrued and paid by then; `band` describes the shaded range, "" if
    every reading gives the same amount. `listed` are the latest of `steps`. `alt_text` and `title`
    may be shown to anyone.
    """

    frame: Frame
    headline: str
    figures: str
    band: str
    days: tuple[date, ...]
    chosen: tuple[Fraction, ...] | None
    least: tuple[Fraction, ...]
    most: tuple[Fraction, ...]
    steps: tuple[AccrualStep, ...]
    listed: tuple[AccrualStep, ...]
    next_step: str
    payments: tuple[PaymentMark, ...]
    more: str
    title: str
    alt_text: str


def accrual_chart(view: View, course: OverTime) -> AccrualChart:
    """The chart of a view, assessed with `together`, and its accrual over time."""
    accrual = view.assessment.accrual
    steps = tuple(_steps(view, course))
    payments = tuple(_payments(view, course.days[0]))
    left = len(payments) - PAYMENTS_MOST
    title = preview(view, words.clause(accrual.clause))
    notes = (
        *(("Rests on a possible default, not confirmed.",) if unconfirmed(view) else ()),
        *accrual.notes,
        *((f"Days are counted {accrual.day_count}.",) if course.chosen else ()),
    )
    change = accrual.next_change
    return AccrualChart(
        frame=frame(view, words.sentence(view.assessment.accrual.title), notes),
        headline=words.sentence(amounts.describe_unpaid(view)),
        figures=f"{amounts.describe_accrued(view)}; {amounts.describe_paid(view)}",
        band=_band(course),
        days=course.days,
        chosen=course.chosen,
        least=course.least,
        most=course.most,
        steps=steps,
        listed=steps[-STEPS_MOST:],
        next_step=_next(change.on, words.rate_of(change)) if change else "",
        payments=payments[-PAYMENTS_MOST:],
        more=_more(left, len(steps) - STEPS_MOST),
        title=title,
        alt_text=_alt(title, view, steps, payments, course),
    )


def _steps(view: View, course: OverTime) -> Iterator[AccrualStep]:
    for start, end, percent in course.rates:
        if percent:
            rate, per = words.percent(percent), view.assessment.accrual.per
            runs = end == view.assessment.as_of
            last = words.day(end - timedelta(days=1))
            until = " until today" if runs else f" through {last}"
            yield AccrualStep(start, end, rate, f"{rate} {per}, {words.day(start)}{until}")


def _next(on: date, rate: str) -> str:
    return f"Next {rate}, {words.day(on)}, if nothing is cured"


def _more(payments: int, steps: int) -> str:
    """How much was left out of the lists, "" if nothing."""
    left = [
        *([words.number(payments, "earlier payment")] if payments > 0 else []),
        *([words.number(steps, "earlier rate")] if steps > 0 else []),
    ]
    return f"+{words.listed(left)}: see /deal accrual" if left else ""


def _band(course: OverTime) -> str:
    least, most = course.range
    if words.dollars(least) == words.dollars(most):
        return ""
    reach = "" if course.whole else " at least"
    return (
        f"Accrued, all readings (hatched):{reach} {words.dollars(least)} to {words.dollars(most)}"
    )


def _payments(view: View, since: date) -> Iterator[PaymentMark]:
    """Each payment with its number, starting with the first that pays part of this accrual."""
    owed = [o for o in view.assessment.obligations if o.kind == "payment" and o.due >= since]
    for number, o in enumerate(sorted(owed, key=lambda o: o.due), start=1):
        paid = o.done_on is not None
        stated = o.settlement is None or not o.settlement.not_stated
        amount = f"{words.amount(o.money)}, " if o.money is not None and stated else ""
        yield PaymentMark(
            mark=f"P{number}",
            on=o.done_on or o.due,
            text=f"{words.day(o.done_on or o.due)}: {amount}{_standing(o)}",
            done=paid,
        )


def _standing(o: Obligation) -> str:
    if o.done_on is not None:
        not_stated = o.settlement is not None and o.settlement.not_stated
        return "paid, amount not stated" if not_stated else "paid"
    word = status_word(o)
    return f"{word}, paid in part" if amounts.describe_part_payment(o) else word


def _alt(
    title: str,
    view: View,
    steps: tuple[AccrualStep, ...],
    payments: tuple[PaymentMark, ...],
    course: OverTime,
) -> str:
    """The picture in words that anyone may see: Section and dates, no amount and no rate."""
    code = view.team.code_name
    first, last = words.day(course.days[0]), words.day(course.days[-1])
    said = [f"{title}. A line that rises from {first} to {last}"]
    said[0] += ", with a band about it for other readings." if _band(course) else "."
    if steps:
        began = ", ".join(words.day(step.start) for step in steps)
        said.append(f"{words.number(len(steps), 'step')} of its rate, from {began}.")
    if payments:
        days = ", ".join(f"{p.mark} {words.day(p.on)}" for p in payments[-PAYMENTS_MOST:])
        said.append(f"Payments marked: {days}.")
    tail = f"With amounts, in words: /deal accrual {code}"
    return f"{cut(' '.join(said), ALT_MOST - len(tail) - 1)} {tail}"
