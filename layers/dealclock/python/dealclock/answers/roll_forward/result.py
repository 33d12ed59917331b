"""What was owed on one day, accrued and paid since, and is owed on another: the result and its
computation.

Each amount is rounded once from its own exact value. If the rounded amounts do not foot, `rounding`
is the amount to add to opening + accrued - paid to equal closing; otherwise it is 0.00.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Literal

from dealclock.agreement.terms import Terms
from dealclock.answers.heading import Heading
from dealclock.answers.question import NotAnsweredError, needed, rounded
from dealclock.engine.assess import examine
from dealclock.engine.comparing.figures import Range
from dealclock.engine.comparing.quantities import ends
from dealclock.engine.comparing.safe import over_all
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.in_force import in_force
from dealclock.engine.interest.accrual import INDENTURE_NOT_REVIEWED
from dealclock.engine.money import in_text
from dealclock.engine.payments.roll_forward import RollForward, RollForwardLine, roll_forward
from dealclock.engine.query import Query
from dealclock.engine.why import Why

Line = Literal["opening", "accrued", "paid", "closing"]
LINES: tuple[Line, ...] = ("opening", "accrued", "paid", "closing")


@dataclass(frozen=True, slots=True)
class RollForwardQuery:
    """From the start of one day to the start of another."""

    from_: date = needed("the first day (included)")
    to: date = needed("the end day (not included)")


@dataclass(frozen=True, slots=True)
class RolledForward:
    """Additional Interest on all Notes: opening + accrued - paid = closing, exactly. `closing` is a
    balance, with what was overpaid taken off.
    """

    opening: Fraction
    accrued: Fraction
    paid: Fraction
    closing: Fraction
    rounding: Decimal


@dataclass(frozen=True, slots=True)
class LotRolledForward:
    """The same for one lot."""

    lot: str
    name: str
    cusip: str | None
    opening: Fraction
    accrued: Fraction
    paid: Fraction
    closing: Fraction
    rounding: Decimal


@dataclass(frozen=True, slots=True)
class AmountRange:
    """The least and the most of a line over all combinations of the readings it depends on.

    Each `under` is the choices that give it. `whole` is false if there were more combinations than
    could be tried, so that the range may be wider.
    """

    least: Decimal
    least_under: Mapping[str, str]
    most: Decimal
    most_under: Mapping[str, str]
    depends_on: tuple[str, ...]
    combinations: int
    whole: bool

    @classmethod
    def of(cls, found: Range) -> "AmountRange":
        """The ends of the range that the engine computed."""
        both = ends(found)
        return cls(
            least=rounded(Fraction(both.least)),
            least_under=both.least_under,
            most=rounded(Fraction(both.most)),
            most_under=both.most_under,
            depends_on=found.readings,
            combinations=found.tried,
            whole=found.whole,
        )


@dataclass(frozen=True, slots=True)
class RollForwardResult:
    """A roll-forward in all and by lot. `lots_rounding` is the rounded total less the sum of the
    rounded lots. `unpaid` and `ahead` are what is unpaid at the end and what was paid beyond what
    its payment accrued, as in an assessment: their difference is closing. `not_stated` are the
    events that record a payment without an amount.
    """

    heading: Heading
    from_: date
    to: date
    day_count: str | None
    in_all: RolledForward
    unpaid: Fraction
    ahead: Fraction
    lots: tuple[LotRolledForward, ...]
    lots_rounding: Mapping[Line, Decimal]
    not_stated: tuple[str, ...]
    ranges: Mapping[Line, AmountRange]
    why: Why
    notes: tuple[str, ...]


def answer(query: Query, request: RollForwardQuery) -> RollForwardResult:
    """Both ends as of their own days, on the events known when it is asked; raises NotAnsweredError
    for days in the wrong order, or an end after the day asked about.
    """
    start, end = request.from_, request.to
    if not start < end:
        raise NotAnsweredError(f"--from {start} is after --to {end}; give the earlier day first.")
    if end > query.as_of:
        raise NotAnsweredError(
            f"--to {end} is after --as-of {query.as_of}; give one on or before it."
        )
    given = query.in_force()
    terms, chosen = given.terms, given.readings

    def look(day: date, moved: Mapping[str, str]) -> tuple[Context, Findings]:
        readings = {**query.readings, **moved}
        return examine(in_force(query.terms, query.log, day, given.known_at, readings))

    @cache
    def under(moved: tuple[tuple[str, str], ...]) -> RollForward:
        return roll_forward(start, end, look, dict(moved))

    def range_of(line: Line) -> AmountRange:
        def ask(moved: Mapping[str, str]) -> tuple[str, frozenset[str]]:
            there = under(tuple(sorted((q, c) for q, c in moved.items() if c != chosen[q])))
            return in_text(_amount(there.in_all, line)), there.why.readings

        return AmountRange.of(over_all(("roll-forward", line), chosen, ask, terms.all_readings))

    here = under(())
    return RollForwardResult(
        heading=Heading.of(given, agreements=True),
        from_=start,
        to=end,
        day_count=terms.indenture.day_count if terms.indenture else None,
        in_all=RolledForward(*_amounts(here.in_all)),
        unpaid=here.unpaid,
        ahead=here.ahead,
        lots=_lots(here, terms),
        lots_rounding={line: _lots_rounding(here, line) for line in LINES},
        not_stated=here.not_stated,
        ranges={line: range_of(line) for line in LINES},
        why=here.why,
        notes=(*here.notes, *_notes(terms)),
    )


def _lots(found: RollForward, terms: Terms) -> tuple[LotRolledForward, ...]:
    names = terms.base_names
    cusips = {lot.id: lot.cusip for lot in terms.securities}
    return tuple(
        LotRolledForward(lot, names.get(lot, lot), cusips.get(lot), *_amounts(roll))
        for lot, roll in found.by_lot.items()
    )


def _amounts(roll: RollForwardLine) -> tuple[Fraction, Fraction, Fraction, Fraction, Decimal]:
    """The four lines, and the amount by which their rounded amounts do not foot."""
    opening, accrued, paid, closing = (rounded(_amount(roll, line)) for line in LINES)
    difference = closing - (opening + accrued - paid)
    return roll.opening, roll.accrued, roll.paid, roll.closing, difference


def _lots_rounding(found: RollForward, line: Line) -> Decimal:
    lots = (rounded(_amount(roll, line)) for roll in found.by_lot.values())
    return rounded(_amount(found.in_all, line)) - sum(lots, Decimal("0.00"))


def _amount(roll: RollForwardLine, line: Line) -> Fraction:
    amount: Fraction = getattr(roll, line)
    return amount


def _notes(terms: Terms) -> tuple[str, ...]:
    sheet = terms.indenture
    return () if sheet is None or sheet.reviewed else (INDENTURE_NOT_REVIEWED,)
