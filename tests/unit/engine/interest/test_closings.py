"""A default of one closing affects the Notes of that closing (3(a), two closings)."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from dealclock.engine.assess import examine
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.engine.special.holders.amounts import Holders, through_the_agent
from dealclock.errors import InvalidError
from dealclock.files.source import parse_file
from dealclock.terms.terms import Terms, read_terms
from tests.unit.engine.deals import SAMPLE, acquired, cents, effective, fact, filed, issued, log, on

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


def test_a_default_of_the_first_closing_accrues_on_its_lot_alone() -> None:
    """Not effective by October 28; from the 29th to January 15 is 76 days by 30/360."""
    found = on(
        "2005-01-15",
        filed("2004-07-13"),
        fact("supplement-filed", "2004-10-29"),
        terms=two_closings(),
    )
    assert [d.instance for d in found.defaults] == ["default-ii"]
    assert by_lot(found) == {"first": "21111.11"}


def test_each_lot_has_the_clock_and_the_rate_of_its_own_defaults() -> None:
    """Day 91 of the first is January 27 and of the second January 29: for two days rates differ."""
    found = on("2005-01-28", filed("2004-07-13"), terms=two_closings())
    assert found.accrual.rate == 1
    assert found.accrual.per_diem == Fraction(40_000_000 * 100 + 20_000_000 * 25, 360 * 10_000)
    assert found.accrual.last_change is not None
    assert found.accrual.next_change is not None
    assert found.accrual.last_change.on == date(2005, 1, 27)
    assert found.accrual.next_change.on == date(2005, 1, 29)


def test_defaults_of_two_closings_are_never_stacked_on_one_note() -> None:
    facts = (filed("2004-07-13"),)
    for choice in ("SINGLE-RATE", "STACKED", "CONTINUOUS-SPELL"):
        readings = {"concurrent-defaults": choice}
        found = on("2005-01-15", *facts, terms=two_closings(), readings=readings)
        assert by_lot(found) == {"first": "21111.11", "second": "10416.67"}, choice


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


def test_a_lot_of_no_closing_accrues_on_every_default() -> None:
    """Issued on a day from which no time runs: as option Notes that share the first clock."""
    third = {"id": "third", "name": "C", "principal": 6000000, "issued": "2004-08-10"}
    found = on("2005-01-15", *SHELF, terms=two_closings(FIRST, SECOND, third))
    assert by_lot(found) == {"second": "10416.67", "third": "3125.00"}


def test_lots_name_their_own_closings() -> None:
    """Both of the first closing, the second lot of its own too: the shelf is for all of them."""
    first = {**FIRST, "closings": ["closing-date"]}
    second = {**SECOND, "closings": ["closing-date", "second-closing"]}
    found = on("2005-01-15", filed("2004-07-13"), terms=two_closings(first, second))
    assert by_lot(found)["first"] == "21111.11"
    assert {d.instance: d.bears_on for d in found.defaults} == {
        "default-ii": None,
        "default-2": ("second",),
    }


def test_a_default_that_counts_from_no_closing_affects_all_unless_it_names_one() -> None:
    """Exchange Act reports within 30 days of another date, for all lots or for the second's."""
    first = {**FIRST, "closings": ["closing-date"]}
    second = {**SECOND, "closings": ["second-closing"]}
    dates = {"closing-date": "2004-06-30", "second-closing": "2004-09-30", "reports": "2004-09-30"}
    for on_lapse, lots in (({}, {"first", "second"}), ({"closing": "second-closing"}, {"second"})):
        terms = two_closings(
            first, second, on_lapse=on_lapse, dates=dates | {"reports": "2004-09-29"}
        )
        rule = next(r for r in terms.provisions if r.id == "filing-2")
        other = rule.model_copy(update={"after": "reports"})
        others = tuple(other if r is rule else r for r in terms.provisions)
        found = on("2005-01-15", *SHELF, terms=terms.model_copy(update={"provisions": others}))
        assert set(by_lot(found)) == lots


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


def test_payments_and_payees_are_those_of_the_lots_of_the_closing() -> None:
    """$10,416.67 on January 15: all of it to the Holder of the second lot, by its CUSIP."""
    facts = log(
        *SHELF,
        acquired("2004-06-30", "fund-a", "40000000", lot="first"),
        acquired("2004-09-30", "fund-b", "20000000", lot="second"),
    )
    context, found = examine(Look(two_closings(), facts, date(2005, 1, 20)))
    (bucket,) = (b for b in found.buckets if b.nominal == date(2005, 1, 15))
    assert {lot: cents(amount) for lot, amount in bucket.by_lot.items()} == {"second": "10416.67"}
    holders = Holders(context, found)
    shares = {
        v.holder: [cents(s.amount) for s in v.shares if s.bucket.nominal == date(2005, 1, 15)]
        for v in holders.views()
    }
    assert shares["fund-b"] == ["10416.67"]
    assert shares["fund-a"] in ([], ["0.00"])
    assert found.ledger is not None
    paid = [
        (t.lots, cents(t.amount)) for t in through_the_agent(bucket, found.ledger, holders, context)
    ]
    assert paid == [(("second",), "10416.67")]


def test_the_agent_pays_all_lots_of_one_cusip_alike() -> None:
    """The depositary knows one CUSIP: 10,416.67 over 60,000,000, though it is of the second lot."""
    lots = ({**FIRST, "cusip": "45664X AA 1"}, {**SECOND, "cusip": "45664X AA 1"})
    context, found = examine(Look(two_closings(*lots), log(*SHELF), date(2005, 1, 20)))
    (bucket,) = (b for b in found.buckets if b.nominal == date(2005, 1, 15))
    assert found.ledger is not None
    holders = Holders(context, found)
    (through,) = through_the_agent(bucket, found.ledger, holders, context)
    assert through.lots == ("first", "second")
    assert through.principal == 60_000_000


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
