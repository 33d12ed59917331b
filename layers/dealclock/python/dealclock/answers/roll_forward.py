"""What was owed on one day, accrued and paid since, and is owed on another.

Each amount is rounded once from its own exact value. If the rounded amounts do not foot, `rounding`
is the amount to add to opening + accrued - paid to equal closing; otherwise it is 0.00.
"""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Annotated

from dealclock.answers.ask import Answer, answer, rounded
from dealclock.answers.compose import compose, render_notes, terms_used
from dealclock.answers.encode import Json, Keys, dollars, record_json
from dealclock.answers.heading import heading, list_left_out
from dealclock.engine.assess import examine
from dealclock.engine.assessment import Range, ends
from dealclock.engine.comparing.safe import over_all
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.interest.accrual import INDENTURE_NOT_REVIEWED
from dealclock.engine.look import Look
from dealclock.engine.money import in_text
from dealclock.engine.payments.owed import RollForward, RollForwardLine
from dealclock.engine.payments.owed import roll_forward as roll
from dealclock.errors import RefusedError
from dealclock.messages import words
from dealclock.messages.message import Message, Section, rows
from dealclock.messages.status_lines import with_not_computed
from dealclock.messages.view import DealView

_LINES = ("opening", "accrued", "paid", "closing")


def _amount(of: RollForwardLine, line: str) -> Fraction:
    amount: Fraction = getattr(of, line)
    return amount


def _rounding(of: RollForwardLine) -> Decimal:
    """The amount by which the rounded lines do not foot."""
    opening, accrued, paid, closing = (rounded(_amount(of, line)) for line in _LINES)
    return closing - (opening + accrued - paid)


_KEYS: Keys = {RollForwardLine: ("opening accrued paid closing", ("rounding", _rounding))}


@answer(
    keys=_KEYS,
    example="agreements/infocrossing-2004 --as-of 2005-01-01 --from 2004-10-01 --to 2005-01-01",
)
def roll_forward(
    look: Look,
    from_: Annotated[date, "the first day (included)"],
    to: Annotated[date, "the end day (not included)"],
) -> Answer:
    """Additional Interest in all and by lot: opening + accrued - paid = closing, exactly. `closing`
    is a balance, with what was overpaid taken off.

    `lots_rounding` is the rounded total less the sum of the rounded lots. `unpaid` and `ahead` are
    what is unpaid at the end and what was paid beyond what its payment accrued, as in an
    assessment: their difference is closing. `not_stated` are the events that record a payment
    without an amount.

    Both ends are as of their own days, on the events known when it is asked; raises
    RefusedError for days in the wrong order, or an end after the day asked about.
    """
    if not from_ < to:
        raise RefusedError(f"--from {from_} is after --to {to}; give the earlier day first.")
    if to > look.as_of:
        raise RefusedError(f"--to {to} is after --as-of {look.as_of}; give one on or before it.")
    terms, chosen = look.in_force, look.readings_used

    def at(day: date, moved: Mapping[str, str]) -> tuple[Context, Findings]:
        readings = {**look.readings, **moved}
        return examine(Look(look.terms, look.log, day, look.instant, readings))

    @cache
    def under(moved: tuple[tuple[str, str], ...]) -> RollForward:
        return roll(from_, to, at, dict(moved))

    def range_of(line: str) -> Range:
        def ask(moved: Mapping[str, str]) -> tuple[str, frozenset[str]]:
            there = under(tuple(sorted((q, c) for q, c in moved.items() if c != chosen[q])))
            return in_text(_amount(there.in_all, line)), there.why.readings

        return over_all(("roll-forward", line), chosen, ask, terms.all_readings)

    here, left_out, sheet = under(()), list_left_out(look), terms.indenture
    ranges = {line: range_of(line) for line in _LINES}
    names, cusips = terms.base_names, {lot.id: lot.cusip for lot in terms.securities}
    lots = [(lot, names.get(lot, lot), found) for lot, found in here.by_lot.items()]
    assumed = () if sheet is None or sheet.reviewed else (INDENTURE_NOT_REVIEWED,)
    notes = (*here.notes, *assumed)
    body = {
        **heading(look, left_out),
        "from": from_,
        "to": to,
        "day_count": sheet.day_count if sheet else None,
        "in_all": here.in_all,
        **dollars("unpaid", here.unpaid),
        **dollars("ahead", here.ahead),
        "lots": [
            {"lot": lot, "name": name, "cusip": cusips.get(lot), **record_json(found, _KEYS)}
            for lot, name, found in lots
        ],
        "lots_rounding": {line: _lots_rounding(here, line) for line in _LINES},
        "not_stated": here.not_stated,
        "ranges": {line: _range(found) for line, found in ranges.items()},
        "grounds": here.why,
        "notes": notes,
    }

    def say(view: DealView) -> Message:
        by_lot = ((name, _lines(found)) for _, name, found in lots)
        sections = (
            Section(
                title=f"From and including {words.day(from_)} to but excluding {words.day(to)}",
                rows=rows(("In all", _lines(here.in_all)), *by_lot),
            ),
            Section(title="Over all combinations of readings", rows=rows(*_ranges(ranges))),
            render_notes(notes),
        )
        headline = tuple(_headline(here, view, from_, to))
        return compose(
            view,
            with_not_computed(headline, left_out),
            sections,
            (here.why,),
            banners=terms_used(look),
        )

    return Answer(body, say)


def _lots_rounding(found: RollForward, line: str) -> Decimal:
    lots = (rounded(_amount(lot, line)) for lot in found.by_lot.values())
    return rounded(_amount(found.in_all, line)) - sum(lots, Decimal("0.00"))


def _range(found: Range) -> Json:
    """The least and the most of a line over all combinations of the readings it depends on.

    Each `under` is the choices that give it. `whole` is false if there were more combinations than
    could be tried, so that the range may be wider.
    """
    both = ends(found)
    return {
        "least": rounded(Fraction(both.least)),
        "least_under": both.least_under,
        "most": rounded(Fraction(both.most)),
        "most_under": both.most_under,
        "depends_on": found.readings,
        "combinations": found.tried,
        "whole": found.whole,
    }


def _headline(found: RollForward, view: DealView, start: date, to: date) -> Iterator[str]:
    """What is unpaid at the end; what was paid beyond what its payment accrued; and what it adds up
    from.
    """
    lines, end = found.in_all, view.near(to - timedelta(days=1))
    before = words.before_unstated(found.not_stated)
    unpaid = words.dollars(found.unpaid) if words.decimal(found.unpaid) != "0.00" else "nothing"
    yield f"{unpaid} unpaid at the end of {end}{before}"
    if words.decimal(found.ahead) != "0.00":
        yield f"paid {words.dollars(found.ahead)} more than accrued for its payment"
    yield f"{words.dollars(lines.opening)} on {view.near(start)}"
    yield f"{words.dollars(lines.accrued)} accrued since"
    yield f"{words.dollars(lines.paid)} paid"


def _lines(of: RollForwardLine) -> str:
    shown = [f"{line} {words.dollars(_amount(of, line))}" for line in _LINES]
    if rounding := _rounding(of):
        shown.append(f"rounding {words.dollars(rounding)}")
    return ", ".join(shown)


def _ranges(ranges: Mapping[str, Range]) -> Iterator[tuple[str, str]]:
    for line, found in ranges.items():
        both = ends(found)
        least, most = words.dollars(Fraction(both.least)), words.dollars(Fraction(both.most))
        if least != most:
            more = "" if found.whole else "; not every combination was tried"
            yield line.capitalize(), f"{least} to {most}{more}"
