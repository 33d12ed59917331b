"""How the Effectiveness Period ends (2(a)(iii)): anniversary, sales, or retirement."""

from datetime import date

import pytest

from dealclock.facts.fact import Fact
from dealclock.terms.rules.suspensions import ProtectedPeriod
from tests.unit.engine.deals import effective, fact, filed, issued, on, sample_terms

SHELF = (filed("2004-07-13"), effective("2004-10-20"))


def end(as_of: str, *facts: Fact, **readings: str) -> tuple[str | None, date | None]:
    found = on(as_of, *SHELF, *facts, readings=readings).window("effectiveness-period")
    assert found is not None
    return found.limb, found.done_on


def left(kind: str, when: str, dollars: int, lot: str = "base", **more: object) -> Fact:
    return fact(kind, when, lot=lot, amount=dollars, **more)


@pytest.mark.parametrize(
    ("years", "which"),
    [(1, "first"), (2, "second"), (9, "ninth"), (10, "10th"), (11, "11th"), (21, "21st")],
)
def test_the_anniversary_that_ends_it_is_named(years: int, which: str) -> None:
    terms = sample_terms()
    rules = [
        r.model_copy(update={"ends_on_anniversary": years}) if isinstance(r, ProtectedPeriod) else r
        for r in terms.provisions
    ]
    longer = terms.model_copy(update={"provisions": tuple(rules)})
    found = on("2005-01-01", *SHELF, terms=longer).window("effectiveness-period")
    assert found is not None
    assert any(f"on the {which} anniversary" in step.text for step in found.why.steps)


def test_it_ends_when_the_last_note_is_retired() -> None:
    half = left("notes-retired", "2005-07-01", 30_000_000)
    rest = left("notes-retired", "2005-08-01", 30_000_000)
    assert end("2005-09-01", half) == ("x", None)
    assert end("2005-09-01", half, rest) == ("z", date(2005, 8, 1))


def test_it_ends_when_the_last_note_is_sold_under_the_shelf() -> None:
    retired = left("notes-retired", "2005-07-01", 30_000_000)
    sold = left("notes-sold-under-shelf", "2005-08-01", 30_000_000)
    assert end("2005-09-01", retired, sold) == ("y", date(2005, 8, 1))


def test_option_notes_that_were_issued_must_be_gone_too() -> None:
    gone = left("notes-retired", "2005-08-01", 60_000_000)
    option = left("notes-retired", "2005-08-15", 12_000_000, "option")
    assert end("2005-09-01", issued("2004-07-20"), gone) == ("x", None)
    assert end("2005-09-01", issued("2004-07-20"), gone, option) == ("z", date(2005, 8, 15))


def test_after_a_partial_exercise_of_the_option_only_that_part_must_be_gone() -> None:
    some = issued("2004-07-20", amount="5000000")
    base = left("notes-retired", "2005-08-01", 60_000_000)
    most = left("notes-retired", "2005-08-15", 4_000_000, "option")
    rest = left("notes-retired", "2005-08-22", 1_000_000, "option")
    assert end("2005-09-01", some, base, most) == ("x", None)
    assert end("2005-09-01", some, base, most, rest) == ("z", date(2005, 8, 22))


def test_after_an_option_exercised_in_two_parts_both_must_be_gone() -> None:
    first, second = issued("2004-07-20", amount="5000000"), issued("2004-12-31", amount="7000000")
    base = left("notes-retired", "2005-08-01", 60_000_000)
    most = left("notes-retired", "2005-08-15", 5_000_000, "option")
    rest = left("notes-retired", "2005-08-22", 7_000_000, "option")
    assert end("2005-09-01", first, second, base, most) == ("x", None)
    assert end("2005-09-01", first, second, base, most, rest) == ("z", date(2005, 8, 22))


@pytest.mark.parametrize("shares", [3_906_250, None])
def test_conversion_shares_take_the_place_of_the_notes_unless_only_notes_count(
    shares: int | None,
) -> None:
    converted = left("notes-converted", "2005-08-01", 60_000_000, shares=shares)
    assert end("2005-09-01", converted) == ("x", None)
    literal = end("2005-09-01", converted, ceased_outstanding="NOTES-ONLY")
    assert literal == ("z", date(2005, 8, 1))


def test_one_conversion_share_is_enough_to_continue() -> None:
    converted = left("notes-converted", "2005-08-01", 60_000_000, shares=1)
    assert end("2005-09-01", converted) == ("x", None)


def test_the_sale_of_the_last_conversion_share_ends_it() -> None:
    converted = left("notes-converted", "2005-08-01", 60_000_000, shares=3_906_250)
    some = fact("shares-sold-under-shelf", "2005-10-03", shares=3_000_000)
    rest = fact("shares-sold-under-shelf", "2006-01-09", shares=906_250)
    assert end("2006-02-01", converted, some) == ("x", None)
    assert end("2006-02-01", converted, some, rest) == ("y", date(2006, 1, 9))


def test_a_reading_of_a_limb_is_used_only_when_it_can_matter() -> None:
    found = on("2005-09-01", *SHELF).window("effectiveness-period")
    assert found is not None
    assert found.why.readings == {"last-protected-day"}
