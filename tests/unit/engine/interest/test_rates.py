"""The rate ladder of 3(a), and a second method for the amounts: the rate of each single day."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from dealclock.engine.assess import examine
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Default
from dealclock.engine.context import Context
from dealclock.engine.interest.rates import DefaultRun, StreamRates, bearing, rate_on
from dealclock.engine.look import Look
from dealclock.engine.money import fraction
from dealclock.facts.fact import Fact
from tests.suite import examples
from tests.unit.engine.deals import (
    amended,
    by_day_count,
    log,
    on,
    sample_terms,
)
from tests.unit.engine.stories import day, stories

ONE = timedelta(days=1)


@examples(40)
@given(
    st.lists(st.integers(100, 1600), max_size=3, unique=True).map(sorted),
    st.lists(st.tuples(st.integers(1, 40), st.integers(1, 40)), min_size=3, max_size=3),
    st.sampled_from(["FROM-AMENDMENT", "AS-IT-OCCURRED"]),
    stories(),
    st.integers(130, 1700),
)
def test_accrual_at_amended_rates_is_the_sum_of_every_days_rate(
    offsets: list[int],
    tiers: list[tuple[int, int]],
    choice: str,
    facts: tuple[Fact, ...],
    offset: int,
) -> None:
    """Two tiers given in quarters of a percent, without anniversaries; by actual days."""
    amended_on = [date.fromisoformat(day(n)) for n in offsets]
    new = [{"on": each, "to": _flat(*tiers[n])} for n, each in enumerate(amended_on)]
    terms = by_day_count("Actual/360", amended(*new))
    found = on(day(offset), *facts, terms=terms, readings={"amended-rates": choice})
    options = [f.on for f in facts if f.kind == "notes-issued"]
    issued_on = zip(terms.securities, [date(2004, 6, 30), *options], strict=False)
    owed = Fraction(0)
    for lot, since in issued_on:
        for n in range((found.as_of - since).days):
            each = since + n * ONE
            running = [d for d in found.defaults if _open(each, d)]
            rates = [_rate(each, d, amended_on, tiers, choice) for d in running]
            owed += fraction(lot.principal) * max(rates, default=0) / 36000
    assert found.accrual.exact == owed


def _flat(low: int, high: int) -> dict[str, Any]:
    by_age = [{"from_day": 1, "rate": low / 4}, {"from_day": 31, "rate": high / 4}]
    away = {"by_anniversary": None, "then_add_each_anniversary": None}
    return {"additional-interest": {"by_age": by_age, **away}}


def _open(day: date, default: Default) -> bool:
    over = default.stops_on is not None and default.stops_on <= day
    return default.accrues_from <= day and not over


def _rate(
    day: date,
    default: Default,
    amended_on: list[date],
    tiers: list[tuple[int, int]],
    choice: str,
) -> Fraction:
    """The rate of one default on one day, in percent."""
    governing = default.occurred_on if choice == "AS-IT-OCCURRED" else day
    place = sum(each <= governing for each in amended_on)
    age = (day - default.accrues_from).days + 1
    if place:
        return Fraction(tiers[place - 1][age > 30], 4)
    if day >= date(2006, 6, 30):
        return Fraction(3 + 2 * (day.year - 2006 - (day < date(day.year, 6, 30))))
    return Fraction(1) if age > 90 else Fraction(1, 4)


# ---- The second method, written without the engine's: every day has a rate, and the days add up.

ANNIVERSARIES = [date(2004 + n, 6, 30) for n in range(2, 60)]


def _rate_of(accrues_from: date, day: date) -> Fraction:
    passed = sum(1 for each in ANNIVERSARIES if each <= day)
    if passed:
        return Fraction(3 + 2 * (passed - 1), 100)
    return Fraction(25, 10_000) if (day - accrues_from).days < 90 else Fraction(1, 100)


def _day_by_day(assessment: Assessment, option_from: date | None) -> Fraction:
    total, day = Fraction(0), date(2004, 6, 30)
    while day < assessment.as_of:
        rates = [
            _rate_of(d.accrues_from, day)
            for d in assessment.defaults
            if d.accrues_from <= day and (d.accrues_to is None or day < d.accrues_to)
        ]
        principal = 60_000_000 + (12_000_000 if option_from and option_from <= day else 0)
        total += principal * max(rates, default=Fraction(0)) / 360
        day += ONE
    return total


@examples(40)
@given(stories(), st.integers(1, 2500))
def test_by_actual_days_the_accrual_is_the_sum_of_the_rates_of_every_day(
    facts: tuple[Fact, ...], offset: int
) -> None:
    assessment = on(day(offset), *facts, terms=by_day_count("Actual/360"))
    option = next((f.on for f in facts if f.kind == "notes-issued"), None)
    assert assessment.accrual.exact == _day_by_day(assessment, option)


@examples(40)
@given(stories(), st.integers(1, 1500))
def test_the_segments_of_a_lot_follow_each_other_without_overlap(
    facts: tuple[Fact, ...], offset: int
) -> None:
    segments = on(day(offset), *facts).accrual.segments
    for lot in ("base", "option"):
        own = [s for s in segments if s.lot == lot]
        assert all(s.start < s.to_exclusive and s.rate > 0 for s in own)
        assert all(a.to_exclusive <= b.start for a, b in pairwise(own))
        assert all(a.rate != b.rate or a.to_exclusive < b.start for a, b in pairwise(own))


@examples(25)
@given(stories(), st.integers(1, 1500))
def test_the_next_change_of_rate_is_the_first_day_with_another(
    facts: tuple[Fact, ...], offset: int
) -> None:
    assessment = on(day(offset), *facts)
    change = assessment.accrual.next_change
    if change is None:
        assert assessment.accrual.rate == 0
        return
    context, of = _bearing(assessment.defaults)
    each, steps = assessment.as_of, []
    while each < change.on:
        steps.append(rate_on(context, of, each))
        each += ONE
    assert set(steps) == {assessment.accrual.rate}
    assert rate_on(context, of, change.on) == change.rate != assessment.accrual.rate


def _bearing(
    defaults: Sequence[Default], readings: Mapping[str, str] | None = None
) -> tuple[Context, StreamRates]:
    """The rates of some defaults by the sample's schedule."""
    context, _ = examine(Look(sample_terms(), log(), date(2005, 2, 1), None, readings or {}))
    runs = tuple(map(DefaultRun.of, defaults))
    return context, bearing(context, context.terms.streams[0], runs)
