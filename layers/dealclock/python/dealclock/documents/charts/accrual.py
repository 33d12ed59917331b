"""The accrual steps: how Additional Interest grew, its rates, payments and range, as plain data."""

from collections.abc import Iterator
from datetime import date, timedelta

from dealclock.documents.charts.chart import (
    ALT_MOST,
    Chart,
    Group,
    Row,
    Shape,
    cut,
    frame,
    preview,
    unconfirmed,
)
from dealclock.engine.conclusions import Obligation
from dealclock.engine.interest.over_time import OverTime
from dealclock.messages import amounts, words
from dealclock.messages.status_words import status_word
from dealclock.messages.view import View

PAYMENTS_MOST, STEPS_MOST = 6, 8


def accrual_chart(view: View, course: OverTime) -> Chart:
    """The chart of a view, assessed with `together`, and its accrual over time: the rates, of which
    the latest STEPS_MOST are listed, and the latest payments.
    """
    accrual = view.assessment.accrual
    steps, payments = tuple(_steps(view, course)), tuple(_payments(view, course.days[0]))
    title, band = preview(view, words.clause(accrual.clause)), _band(course)
    notes = (
        *(("Rests on a possible default, not confirmed.",) if unconfirmed(view) else ()),
        *accrual.notes,
        *((f"Days are counted {accrual.day_count}.",) if course.chosen else ()),
    )
    change, last = accrual.next_change, course.days[-1]
    figures = f"{amounts.describe_accrued(view)}; {amounts.describe_paid(view)}"
    lines = (
        f"To but excluding {words.day(last)}: {figures}",
        band,
        f"Next {words.rate_of(change)}, {words.day(change.on)}, if nothing is cured"
        if change
        else "",
    )
    return Chart(
        frame=frame(view, words.sentence(accrual.title), notes),
        headline=words.sentence(amounts.describe_unpaid(view)),
        lines=tuple(filter(None, lines)),
        first=course.days[0],
        last=last,
        today=last,
        groups=(Group("Rates", steps), Group("Payments", payments[-PAYMENTS_MOST:])),
        more=_more(len(payments) - PAYMENTS_MOST, len(steps) - STEPS_MOST),
        title=title,
        alt_text=_alt(title, view, steps, payments, course),
        course=course,
        band=band,
    )


def _steps(view: View, course: OverTime) -> Iterator[Row]:
    for start, end, percent in course.rates:
        if percent:
            rate, per = words.percent(percent), view.assessment.accrual.per
            runs = end == view.assessment.as_of
            last = words.day(end - timedelta(days=1))
            until = " until today" if runs else f" through {last}"
            yield Row(rate, f"{rate} {per}, {words.day(start)}{until}", start, end)


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


def _payments(view: View, since: date) -> Iterator[Row]:
    """Each payment with its number, starting with the first that pays part of this accrual."""
    owed = [o for o in view.assessment.obligations if o.kind == "payment" and o.due >= since]
    for number, o in enumerate(sorted(owed, key=lambda o: o.due), start=1):
        stated = o.settlement is None or not o.settlement.not_stated
        amount = f"{words.amount(o.money)}, " if o.money is not None and stated else ""
        day, mark = (o.due, Shape.DUE) if o.done_on is None else (o.done_on, Shape.MET)
        title = f"{words.day(day)}: {amount}{_standing(o)}"
        yield Row(f"P{number}", title, day, mark=mark)


def _standing(o: Obligation) -> str:
    if o.done_on is not None:
        not_stated = o.settlement is not None and o.settlement.not_stated
        return "paid, amount not stated" if not_stated else "paid"
    word = status_word(o)
    return f"{word}, paid in part" if amounts.describe_part_payment(o) else word


def _alt(
    title: str,
    view: View,
    steps: tuple[Row, ...],
    payments: tuple[Row, ...],
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
        days = ", ".join(f"{p.label} {words.day(p.start)}" for p in payments[-PAYMENTS_MOST:])
        said.append(f"Payments marked: {days}.")
    tail = f"With amounts, in words: /deal accrual {code}"
    return f"{cut(' '.join(said), ALT_MOST - len(tail) - 1)} {tail}"
