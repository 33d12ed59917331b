"""A default of one closing affects the Notes of that closing (3(a), two closings)."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from dealclock.engine.assessment import Assessment
from dealclock.errors import InvalidError
from dealclock.files.source import parse_file
from dealclock.terms.terms import Terms, read_terms
from tests.unit.engine.deals import SAMPLE, cents, effective, fact, filed, issued, on

FIRST = {"id": "first", "name": "First Notes", "principal": 40000000, "issued": "2004-06-30"}
SECOND = {"id": "second", "name": "Second Notes", "principal": 20000000, "issued": "2004-09-30"}
ON_LAPSE = {
    "id": "default-2",
    "clause": "3(a)(v)",
    "title": "Not filed for the second closing",
    "cured_by": "supplement-filed",
}
FILING_2 = {
    "id": "filing-2",
    "type": "deadline",
    "clause": "2(a)(iv)",
    "title": "Filing for the second closing",
    "owed_by": "company",
    "action": "File.",
    "after": "second-closing",
    "within": {"count": 30, "unit": "days"},
    "met_by": "supplement-filed",
}


def two_closings(
    *lots: Mapping[str, Any], on_lapse: Mapping[str, Any] | None = None, **more: Any
) -> Terms:
    """The sample with a second closing on September 30, 2004, and a filing due 30 days after it."""
    source = parse_file(SAMPLE / "terms.yaml")
    source.data["securities"] = [dict(lot) for lot in lots or (FIRST, SECOND)]
    source.data["dates"]["second-closing"] = "2004-09-30"
    rule = {**FILING_2, "on_lapse": {**ON_LAPSE, **(on_lapse or {})}}
    source.data["provisions"].append(rule)
    source.data.update(more)
    return read_terms(source)


SHELF = (filed("2004-07-13"), effective("2004-10-20"))


def by_lot(found: Assessment) -> dict[str, str]:
    """What accrued on each lot."""
    lots: dict[str, Fraction] = {}
    for s in found.accrual.segments:
        lots[s.lot] = lots.get(s.lot, Fraction(0)) + s.amount
    return {lot: cents(amount) for lot, amount in lots.items()}


def test_a_default_of_the_second_closing_accrues_on_its_lot_alone() -> None:
    """Due October 30; from the 31st to January 15 is 75 days by 30/360: 20,000,000 at 0.25%."""
    found = on("2005-01-15", *SHELF, terms=two_closings())
    assert [d.occurred_on for d in found.defaults] == [date(2004, 10, 30)]
    assert by_lot(found) == {"second": "10416.67"}
    assert found.accrual.per_diem == Fraction(20_000_000 * 25, 360 * 10_000)
    (default,) = found.defaults
    assert default.bears_on == ("second",)
    says = "of the closing of Thu, Sep 30, 2004, so it applies only to second"
    assert says in default.notes
    assert any(says in step.text for step in found.accrual.why.steps)


@pytest.mark.parametrize("as_of", ["2004-10-31", "2005-01-15", "2005-07-20", "2006-10-01"])
def test_two_closings_are_two_deals_of_one_lot_each_added_up(as_of: str) -> None:
    """The second method: each lot with the provisions of its own closing, as a deal by itself."""
    facts = (filed("2004-08-20"), effective("2005-03-01"), fact("supplement-filed", "2005-02-10"))
    both = on(as_of, *facts, terms=two_closings())
    alone = by_lot(on(as_of, *facts, terms=_without(two_closings(FIRST), "filing-2")))
    second = _without(two_closings(SECOND), "shelf-filing", "effectiveness")
    alone |= by_lot(on(as_of, *facts, terms=second))
    assert by_lot(both) == alone


def _without(terms: Terms, *ids: str) -> Terms:
    rules = tuple(rule for rule in terms.provisions if rule.id not in ids)
    return terms.model_copy(update={"provisions": rules})


def test_a_lot_issued_by_an_event_on_the_day_of_a_closing_belongs_to_that_closing() -> None:
    later = {**SECOND, "issued": "notes-issued"}
    facts = (*SHELF, issued("2004-09-30", lot="second"))
    found = on("2005-01-15", *facts, terms=two_closings(FIRST, later))
    assert by_lot(found) == {"second": "10416.67"}


def test_a_cure_window_may_belong_to_one_closing() -> None:
    source = parse_file(SAMPLE / "terms.yaml")
    source.data["securities"] = [
        {**FIRST, "closings": ["closing-date"]},
        {**SECOND, "closings": ["second-closing"]},
    ]
    source.data["dates"]["second-closing"] = "2004-09-30"
    rules = {rule["id"]: rule for rule in source.data["provisions"]}
    rules["cure-window"]["on_lapse"]["closing"] = "second-closing"
    facts = (*SHELF, fact("prospectus-unusable", "2004-11-08"))
    assert set(by_lot(on("2005-01-15", *facts, terms=read_terms(source)))) == {"second"}


def test_the_option_notes_of_2004_share_the_clock_of_the_closing_date() -> None:
    """Its Closing Date is June 30 for both: a default of it bears on the option from its issue."""
    found = on("2005-01-15", filed("2004-07-13"), issued("2004-09-30"))
    assert set(by_lot(found)) == {"base", "option"}
    assert [d.bears_on for d in found.defaults] == [None]


def test_a_closing_must_be_a_date_and_be_named_by_a_lot() -> None:
    with pytest.raises(InvalidError, match=r"closings.*second-closng"):
        two_closings({**FIRST, "closings": ["second-closng"]})
    with pytest.raises(InvalidError, match="a closing listed for a lot: there is none"):
        two_closings(on_lapse={"closing": "second-closing"})
    with pytest.raises(InvalidError, match="a closing listed for a lot"):
        two_closings(
            {**FIRST, "closings": ["closing-date"]}, on_lapse={"closing": "second-closing"}
        )
