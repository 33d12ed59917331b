"""Shares owed on an early exercise as deferred shares vest."""

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import ExerciseTrueUp, SharesOwed
from dealclock.engine.context import Choices, Context
from dealclock.engine.special.true_ups import (
    NO_BASE,
    NOT_RECORDED,
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


def ratio(on: str, of: str) -> Fact:
    """The ratio of the Warrants on a day was computed on it."""
    return fact("ratio-computed", on, about="warrant-true-up", ratio=of, target=on)


def on(as_of: str, *facts: Fact, terms: Terms | None = None, **readings: str) -> Assessment:
    """The letter's assessment."""
    return deals.on(as_of, *facts, terms=terms or letter_terms(), readings=readings)


def exercises(
    *facts: Fact, terms: Terms | None = None, **readings: str
) -> tuple[ExerciseTrueUp, ...]:
    """The exercises of Warrants, long after all of it."""
    return on("2006-01-03", *facts, terms=terms, **readings).true_ups[0].exercises


def rows(*facts: Fact, terms: Terms | None = None, **readings: str) -> list[SharesOwed]:
    """What each vesting adds for the first exercise."""
    return list(exercises(*facts, terms=terms, **readings)[0].owed)


def assuming() -> Terms:
    """The letter with a formula assumed for the Warrants."""
    rule, *others = letter_terms().provisions
    assert isinstance(rule, ShareTrueUp)
    rule = rule.model_copy(update={"assumed_formula": FORMULA})
    return letter_terms().model_copy(update={"provisions": (rule, *others)})


TWO = (
    exercised("2003-06-30"),
    vested("2003-10-01"),
    entitled("2003-10-01", 1_018_000),
    vested("2004-03-01"),
    entitled("2004-03-01", 1_045_000),
)


def test_the_cutoff_may_limit_the_vesting_too() -> None:
    found = rows(*TWO, true_up_cutoff="ALSO-VESTING")
    assert [r.shares for r in found] == [18_000, 0]
    assert found[1].notes[0] == "vested on or after the cut-off, 2004-02-01 (ALSO-VESTING)"


def test_a_holder_who_exercises_after_the_cutoff_bears_the_gap_and_is_shown() -> None:
    facts = (exercised("2004-02-02"), vested("2004-03-01"), entitled("2004-03-01", 1_027_000))
    (row,) = rows(*facts)
    assert row.notes == (
        "exercised on or after the cut-off, 2004-02-01; the agreement is silent on it",
        "the holder bears a gap of 27,000 shares",
    )


def test_each_number_depends_on_exactly_the_readings_that_can_move_it() -> None:
    first, second = rows(*TWO)
    assert first.why.readings == frozenset()
    assert second.why.readings == {"true-up-cutoff", "true-up-deduction"}
    assert first.why.facts == ("EX", "F2", "F3")
    assert set(second.why.facts) == {"EX", "F2", "F3", "F4", "F5"}


def test_other_readings_are_compared_in_shares() -> None:
    found = on("2006-01-03", *TWO).differences
    assert [(d.reading, d.choice, d.instance, d.here, d.there) for d in found] == [
        (
            "true-up-cutoff",
            "ALSO-VESTING",
            "warrant-true-up/EX/F4",
            "27000 shares",
            "0 shares",
        ),
        (
            "true-up-deduction",
            "ORIGINAL-ONLY",
            "warrant-true-up/EX/F4",
            "27000 shares",
            "45000 shares",
        ),
    ]


@pytest.mark.parametrize(("choice", "shares"), [("DOWN", 3456), ("UP", 3457)])
def test_a_fraction_is_dropped_or_rounded_up(choice: str, shares: int) -> None:
    facts = (
        exercised("2003-08-15", 320_000),
        vested("2003-12-31"),
        entitled("2003-12-31", "323456.78"),
    )
    (row,) = rows(*facts, share_fractions=choice)
    assert (row.shares, row.exact) == (shares, Fraction("3456.78"))
    assert row.why.readings == {"share-fractions"}


def test_a_number_is_never_below_zero() -> None:
    facts = (exercised("2003-06-30"), vested("2003-10-01"), entitled("2003-10-01", 999_000))
    (row,) = rows(*facts)
    assert [row.shares, row.gap] == [0, 0]
    assert row.why.steps[-1].text == "999,000 less 1,000,000: 0 shares (below zero: none)"


@pytest.mark.parametrize(("choice", "shares"), [("ALL", 30_000), ("CAMDEN-ONLY", 18_000)])
def test_other_dilutive_issues_count_or_are_left_out(choice: str, shares: int) -> None:
    facts = (
        exercised("2003-06-30"),
        fact("other-adjustment", "2003-09-01", about="EX", shares=12_000),
        vested("2003-10-01"),
        entitled("2003-10-01", 1_030_000),
    )
    (row,) = rows(*facts, true_up_adjustments=choice)
    assert row.shares == shares
    assert row.why.readings == {"true-up-adjustments"}


@pytest.mark.parametrize(("choice", "shares"), [("ALL", 28_393), ("CAMDEN-ONLY", 16_393)])
def test_an_assumed_formula_covers_only_the_vested_warrants(choice: str, shares: int) -> None:
    facts = (
        exercised("2003-02-03"),
        fact("other-adjustment", "2003-08-01", about="EX", shares=12_000),
        vested("2003-09-01", shares=200_000),
    )
    (row,) = rows(*facts, terms=assuming(), true_up_adjustments=choice)
    assert row.shares == shares
    assert "rests on an ASSUMED formula" in row.notes


def test_whole_shares_are_rounded_from_all_so_far() -> None:
    facts = (
        exercised("2003-02-03"),
        vested("2003-09-01", shares=200_000),
        vested("2004-09-01", shares=200_000),
    )
    found = rows(*facts, terms=assuming())
    assert [r.shares for r in found] == [16_393, 15_865]
    assert found[1].why.facts[:3] == ("EX", "F2", "F3")


def test_an_exercise_without_shares_has_none() -> None:
    (found,) = exercises(exercised("2003-06-30", 0), entitled("2003-06-30", 0))
    assert found.brought == 0
    assert found.due_on_exercise == 0


def test_without_notes_in_the_terms_nothing_accrues_and_nothing_is_made_up() -> None:
    found = on("2004-01-02").accrual
    assert found.exact == found.rate == 0
    assert not found.why.hypothetical


def test_without_a_recorded_entitlement_nothing_is_made_up() -> None:
    (row,) = rows(exercised("2003-06-30"), vested("2003-10-01", shares=5))
    assert (row.shares, row.outstanding, row.notes) == (None, None, (NOT_RECORDED,))
    (row,) = rows(exercised("2003-06-30"), vested("2003-10-01"), terms=assuming())
    assert (row.shares, row.notes) == (None, (SHARES_NOT_SAID,))


def test_an_exercise_after_a_vesting_needs_its_unadjusted_number() -> None:
    facts = (vested("2003-05-01"), ratio("2003-05-01", "1.01"))
    later = (vested("2003-10-01"), ratio("2003-10-01", "1.03"))
    (row,) = rows(*facts, exercised("2003-06-30", 1_010_000), *later)
    assert (row.shares, row.notes) == (None, (NO_BASE,))
    known = exercised("2003-06-30", 1_010_000, unadjusted=1_000_000)
    (only,) = exercises(*facts, known, *later)
    assert only.due_on_exercise == 1_010_000
    assert [r.shares for r in only.owed] == [20_000]


def test_a_vesting_after_the_rest_was_canceled_is_marked() -> None:
    facts = (fact("camden-cancelled", "2003-10-01"), vested("2003-12-01"))
    notes = on("2006-01-03", *facts).true_ups[0].notes
    assert "a vesting is recorded after all unvested Warrants were canceled" in notes


def test_a_vesting_on_the_day_of_the_cancellation_is_not_marked() -> None:
    facts = (fact("camden-cancelled", "2003-12-01"), vested("2003-12-01"))
    notes = on("2006-01-03", *facts).true_ups[0].notes
    assert not any("after all unvested Warrants" in note for note in notes)


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


def test_no_event_of_the_letter_is_unused_and_it_accrues_nothing() -> None:
    found = on("2006-01-03", *TWO, fact("camden-cancelled", "2005-01-03"))
    assert found.unused_facts == ()
    assert found.accrual.exact == 0
    assert (found.accrual.clause, found.obligations) == ("", ())


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
