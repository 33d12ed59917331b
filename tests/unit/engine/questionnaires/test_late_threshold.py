"""More than $1,000,000 of late Holders together, and shares for notes (2(b))."""

from decimal import Decimal

import pytest

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
