"""Shares owed on an early exercise as deferred shares vest."""

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import ExerciseTrueUp
from dealclock.engine.context import Choices, Context
from dealclock.engine.special.true_ups import (
    SHARES_NOT_SAID,
    adjusted,
    factor,
    vestings,
)
from dealclock.facts.fact import Fact
from dealclock.facts.index import FactIndex
from dealclock.facts.log import end_of
from dealclock.terms.readings import choose
from dealclock.terms.rules.duties import AssumedFormula, ShareTrueUp
from dealclock.terms.terms import Terms
from tests.unit.engine import deals
from tests.unit.engine.deals import fact, letter_terms

FORMULA = AssumedFormula(
    method="broad-based weighted average",
    why="Article IV is not at hand",
    outstanding_before=Decimal(6_000_000),
    exercise_price=Decimal(6),
    issue_price=Decimal(3),
)


def exercised(on: str, shares: int = 1_000_000, **more: object) -> Fact:
    """Warrants were exercised; EX unless an id is said."""
    return fact("warrants-exercised", on, holder="a", shares=shares, **{"id": "EX", **more})


def vested(on: str, **more: object) -> Fact:
    """Camden Warrants vested."""
    return fact("camden-vested", on, **more)


def entitled(on: str, shares: object, about: str = "EX") -> Fact:
    """What the exercise would have brought on a day was computed on it."""
    return fact("entitlement-computed", on, about=about, shares=shares, target=on)


def on(as_of: str, *facts: Fact, terms: Terms | None = None, **readings: str) -> Assessment:
    """The letter's assessment."""
    return deals.on(as_of, *facts, terms=terms or letter_terms(), readings=readings)


def exercises(
    *facts: Fact, terms: Terms | None = None, **readings: str
) -> tuple[ExerciseTrueUp, ...]:
    """The exercises of Warrants, long after all of it."""
    return on("2006-01-03", *facts, terms=terms, **readings).true_ups[0].exercises


def test_shares_of_all_vestings_up_to_a_day_add_up_and_each_gives_its_own_number() -> None:
    days = [date(2003, 10, n) for n in (1, 2, 3, 4)]
    known = (vested("2003-10-01", shares=100), vested("2003-10-02", shares=50))
    silent = (vested("2003-10-03"), vested("2003-10-04", shares=7))
    rule = next(letter_terms().all_of(ShareTrueUp))
    assumed = rule.model_copy(update={"assumed_formula": FORMULA})
    facts = deals.log(*known, *silent).known(days[-1], end_of(days[-1], deals.ZONE))
    context = Context(letter_terms(), FactIndex(facts), days[-1], Choices(choose({})))
    assert vestings(context, rule) == days
    found = [adjusted(Fraction(1), assumed, day, context) for day in days]
    known_shares = [factor(FORMULA, Fraction(100)), factor(FORMULA, Fraction(150))]
    assert [each.shares for each in found] == [*known_shares, None, None]
    assert [each.why_not for each in found] == ["", "", SHARES_NOT_SAID, SHARES_NOT_SAID]


@given(
    st.lists(st.integers(0, 10_000_000), min_size=1, max_size=12).map(sorted),
    st.sampled_from(["DOWN", "UP"]),
)
def test_the_shares_owed_add_up_to_the_last_entitlement(hundredths: list[int], choice: str) -> None:
    """However many vestings there were, each rounded, the whole is rounded once."""
    entitlements = [Fraction(1_000_000) + Fraction(h, 100) for h in hundredths]
    facts = [exercised("2003-01-02")]
    for n, shares in enumerate(entitlements):
        day = (date(2003, 2, 3) + timedelta(days=40 * n)).isoformat()
        facts += [vested(day), entitled(day, str(Decimal(shares.numerator) / shares.denominator))]
    (only,) = exercises(*facts, share_fractions=choice)
    last = entitlements[-1] - 1_000_000
    assert only.total == (last.__floor__() if choice == "DOWN" else last.__ceil__())
    assert all(row.shares is not None and row.shares >= 0 for row in only.owed)
