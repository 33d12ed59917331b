"""A roll-forward in words."""

from collections.abc import Iterator
from datetime import timedelta

from dealclock.answers.compose import compose, render_notes, terms_used
from dealclock.answers.roll_forward.result import (
    LINES,
    LotRolledForward,
    RolledForward,
    RollForwardResult,
)
from dealclock.messages import words
from dealclock.messages.message import Message, Section, rows
from dealclock.messages.status_lines import with_not_computed
from dealclock.messages.view import DealView


def message(result: RollForwardResult, view: DealView) -> Message:
    """The lines in all, then by lot, then their ranges over all combinations of readings."""
    start, end = words.day(result.from_), words.day(result.to)
    by_lot = ((lot.name, _lines(lot)) for lot in result.lots)
    sections = (
        Section(
            title=f"From and including {start} to but excluding {end}",
            rows=rows(("In all", _lines(result.in_all)), *by_lot),
        ),
        Section(title="Over all combinations of readings", rows=rows(*_ranges(result))),
        render_notes(result.notes),
    )
    banners = terms_used(result.heading)
    headline = with_not_computed(tuple(_headline(result, view)), result.heading.not_computed)
    return compose(view, headline, sections, (result.why,), banners=banners)


def _headline(result: RollForwardResult, view: DealView) -> Iterator[str]:
    """What is unpaid at the end; what was paid beyond what its payment accrued; and what it adds up
    from.
    """
    roll, end = result.in_all, view.near(result.to - timedelta(days=1))
    before = words.before_unstated(result.not_stated)
    unpaid = words.dollars(result.unpaid) if words.decimal(result.unpaid) != "0.00" else "nothing"
    closing = f"{unpaid} unpaid at the end of {end}{before}"
    yield closing
    if words.decimal(result.ahead) != "0.00":
        yield f"paid {words.dollars(result.ahead)} more than accrued for its payment"
    yield f"{words.dollars(roll.opening)} on {view.near(result.from_)}"
    yield f"{words.dollars(roll.accrued)} accrued since"
    yield f"{words.dollars(roll.paid)} paid"


def _lines(roll: RolledForward | LotRolledForward) -> str:
    amounts = (roll.opening, roll.accrued, roll.paid, roll.closing)
    shown = [f"{line} {words.dollars(amount)}" for line, amount in zip(LINES, amounts, strict=True)]
    if roll.rounding:
        shown.append(f"rounding {words.dollars(roll.rounding)}")
    return ", ".join(shown)


def _ranges(result: RollForwardResult) -> Iterator[tuple[str, str]]:
    for line, each in result.ranges.items():
        if each.least != each.most:
            ends = f"{words.dollars(each.least)} to {words.dollars(each.most)}"
            more = "" if each.whole else "; not every combination was tried"
            yield line.capitalize(), f"{ends}{more}"
