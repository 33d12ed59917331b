"""More than $1,000,000 of late Holders together, and shares for notes (2(b))."""

from decimal import Decimal
from typing import Any

import pytest

from dealclock.engine.conclusions import Status
from dealclock.terms.terms import Terms
from tests.unit.engine.deals import sample_terms
from tests.unit.engine.questionnaires.naming import EFFECTIVE, amended, due_day, late, owed

TOGETHER = (
    *EFFECTIVE,
    late("2004-11-01", "600000", "alpha", id="A"),
    late("2004-11-08", "500000", "beta", id="B"),
)

SHARES = late("2005-03-01", "0", shares="200000")


def priced(price: str | None) -> Terms:
    """The sample's terms with that conversion price in the Indenture, or without one."""
    terms = sample_terms()
    indenture = terms.indenture_sheet.model_copy(
        update={"conversion_price": price and Decimal(price)}
    )
    return terms.model_copy(update={"indenture": indenture})


@pytest.mark.parametrize(("amount", "due"), [("1000000", None), ("1000000.01", "2004-11-30")])
def test_more_than_a_million_is_strict(amount: str, due: str | None) -> None:
    assert due_day("2004-11-16", *EFFECTIVE, late("2004-11-15", amount)) == due


def test_exactly_a_million_waiting_is_exceeded_by_the_next_dollar() -> None:
    facts = (
        *EFFECTIVE,
        late("2004-11-01", "1000000", "alpha", id="A"),
        late("2004-11-08", "1", "beta", id="B"),
    )
    assert [due_day("2004-11-09", *facts, holder=h) for h in "AB"] == ["2004-11-23", "2004-11-23"]


@pytest.mark.parametrize("holder", ["A", "B"])
@pytest.mark.parametrize(
    ("readings", "due"),
    [
        ({}, "2004-11-23"),
        ({"threshold_clock": "FIRST-RECEIPT"}, "2004-11-16"),
        ({"late_threshold": "PER-HOLDER"}, None),
    ],
)
def test_two_questionnaires_cross_the_threshold_together(
    holder: str, readings: Any, due: str | None
) -> None:
    assert due_day("2004-11-10", *TOGETHER, holder=holder, **readings) == due


def test_until_the_threshold_is_crossed_nothing_is_owed() -> None:
    assert due_day("2004-11-05", *TOGETHER, holder="A") is None


def test_one_received_after_the_crossing_has_its_own_clock() -> None:
    third = late("2004-11-15", "1000", "gamma", id="C")
    due = {
        holder: due_day(
            "2004-11-16", *TOGETHER, third, holder=holder, threshold_clock="FIRST-RECEIPT"
        )
        for holder in "ABC"
    }
    assert due == {"A": "2004-11-16", "B": "2004-11-16", "C": "2004-11-30"}


def test_a_large_questionnaire_includes_small_ones_but_keeps_its_own_clock() -> None:
    facts = (
        *EFFECTIVE,
        late("2004-11-01", "600000", "alpha", id="A"),
        late("2004-11-15", "3000000", "beta", id="B"),
    )
    for clock, a in (("CROSSING", "2004-11-30"), ("FIRST-RECEIPT", "2004-11-16")):
        assert due_day("2004-11-16", *facts, holder="A", threshold_clock=clock) == a
        assert due_day("2004-11-16", *facts, holder="B", threshold_clock=clock) == "2004-11-30"


def test_a_clock_that_expired_before_a_filing_was_owed_ends_when_it_came_to_be_owed() -> None:
    facts = (
        *EFFECTIVE,
        late("2004-11-01", "600000", "alpha", id="A"),
        late("2005-02-01", "500000", "beta", id="B"),
    )
    due = due_day("2005-02-02", *facts, holder="A", threshold_clock="FIRST-RECEIPT")
    assert due == "2005-02-01"


def test_a_filing_that_names_all_leaves_nothing_to_add() -> None:
    facts = (*TOGETHER, amended("2004-11-22"), late("2004-12-01", "900000", "gamma", id="C"))
    found = owed("2004-12-02", *facts, holder="A")
    assert found is not None
    assert (found.status, str(found.done_on)) == (Status.MET, "2004-11-22")
    assert due_day("2004-12-02", *facts, holder="C") is None


def test_a_holder_left_out_when_the_filing_was_due_is_still_owed_one() -> None:
    facts = (*TOGETHER, amended("2004-11-23", holder="alpha"))
    b = owed("2004-11-24", *facts, holder="B")
    assert b is not None
    assert b.done_on is None


def test_a_holder_left_out_earlier_is_owed_nothing_when_too_few_notes_wait() -> None:
    facts = (*TOGETHER, amended("2004-11-17", holder="alpha"))
    assert due_day("2004-11-18", *facts, holder="B") is None
    later = (*facts, late("2004-12-01", "700000", "gamma", id="C"))
    assert (
        due_day("2004-12-02", *later, holder="B") == "2005-01-03"
    )  # that half's amendment is made


@pytest.mark.parametrize(("reading", "due"), [("ZERO", None), ("DEEMED-PRINCIPAL", "2005-03-15")])
def test_shares_count_as_notes_only_under_that_reading(reading: str, due: str | None) -> None:
    facts = (*EFFECTIVE, SHARES)
    assert due_day("2005-03-02", *facts, terms=priced("15.36"), threshold_shares=reading) == due


def test_without_a_conversion_price_shares_count_for_nothing() -> None:
    facts = (*EFFECTIVE, SHARES)
    unpriced = priced(None)
    assert (
        due_day("2005-03-02", *facts, terms=unpriced, threshold_shares="DEEMED-PRINCIPAL") is None
    )


def test_shares_that_cannot_be_counted_are_pointed_out() -> None:
    mixed = late("2005-03-01", "1500000", shares="200000")
    unpriced = owed("2005-03-02", *EFFECTIVE, mixed, terms=priced(None))
    assert unpriced is not None
    assert unpriced.notes == (
        "its Conversion Shares cannot be counted: no conversion price is given",
    )
    counted = owed("2005-03-02", *EFFECTIVE, mixed, terms=priced("15.36"))
    assert counted is not None
    assert counted.notes == ()


def test_shares_count_for_nothing_without_an_indenture() -> None:
    terms = sample_terms()
    kept = tuple(p for p in terms.provisions if p.type not in ("rate schedule", "payment"))
    bare = terms.model_copy(update={"indenture": None, "provisions": kept})
    filed_only = (*EFFECTIVE, late("2005-03-01", "1500000", shares="200000"))
    found = owed("2005-03-02", *filed_only, terms=bare, threshold_shares="DEEMED-PRINCIPAL")
    assert found is not None
    assert (found.due.isoformat(), len(found.notes)) == ("2005-03-15", 1)
    assert found.notes[0].endswith("no conversion price is given")


def test_exactly_a_million_of_deemed_principal_is_not_more() -> None:
    facts = (*EFFECTIVE, late("2005-03-01", "0", shares="100000"))
    readings = {"threshold_shares": "DEEMED-PRINCIPAL"}
    assert due_day("2005-03-02", *facts, terms=priced("10"), **readings) is None
    assert due_day("2005-03-02", *facts, terms=priced("10.01"), **readings) == "2005-03-15"
