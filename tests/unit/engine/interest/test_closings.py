"""A default of one closing affects the Notes of that closing (3(a), two closings)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from dealclock.engine.assessment import Assessment
from dealclock.errors import InvalidError
from dealclock.files.source import parse_file
from dealclock.terms.terms import Terms, read_terms
from tests.unit.engine.deals import SAMPLE, cents, effective, fact, filed, on

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


def by_lot(found: Assessment) -> dict[str, str]:
    """What accrued on each lot."""
    lots: dict[str, Fraction] = {}
    for s in found.accrual.segments:
        lots[s.lot] = lots.get(s.lot, Fraction(0)) + s.amount
    return {lot: cents(amount) for lot, amount in lots.items()}


@pytest.mark.full
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


def test_a_closing_must_be_a_date_and_be_named_by_a_lot() -> None:
    with pytest.raises(InvalidError, match=r"closings.*second-closng"):
        two_closings({**FIRST, "closings": ["second-closng"]})
    with pytest.raises(InvalidError, match="a closing listed for a lot: there is none"):
        two_closings(on_lapse={"closing": "second-closing"})
    with pytest.raises(InvalidError, match="a closing listed for a lot"):
        two_closings(
            {**FIRST, "closings": ["closing-date"]}, on_lapse={"closing": "second-closing"}
        )
