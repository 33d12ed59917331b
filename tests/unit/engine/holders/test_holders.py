"""Holders: who is paid how much, and that the bar is specific to a Holder (3(a), 3(b))."""

from collections.abc import Mapping
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.engine.assess import examine
from dealclock.engine.look import Look
from dealclock.engine.special.holders.amounts import Holders, HolderView
from dealclock.engine.special.questionnaires.requests import entitlement
from dealclock.errors import DealclockError
from dealclock.facts.fact import Fact
from dealclock.terms.rules.duties import Request
from tests.suite import examples
from tests.unit.engine.answering import mailed, returned
from tests.unit.engine.deals import (
    acquired,
    cents,
    converted,
    effective,
    filed,
    issued,
    log,
    retired,
    sample_terms,
    sold,
    transferred,
)

FILED = filed("2004-07-13")
MAILED = mailed("2004-08-31")


def views(
    as_of: str,
    *facts: Fact,
    answers: Mapping[str, date | None] | None = None,
    requested: bool = True,
    readings: Mapping[str, str] | None = None,
) -> dict[str, HolderView]:
    """Every Holder; with `answers`, the day each one's Questionnaire was delivered, which is due
    September 29 if it was `requested`.
    """
    asked = [MAILED] if answers is not None and requested else []
    forms = [
        returned(day.isoformat(), holder, "1000000")
        for holder, day in (answers or {}).items()
        if day is not None
    ]
    recorded = log(*facts, *asked, *forms)
    given = Look(sample_terms(), recorded, date.fromisoformat(as_of), readings=readings or {})
    context, found = examine(given)
    return {v.holder: v for v in Holders(context, found).views()}


def _dollars(view: HolderView) -> str:
    return cents(view.accrued)


# ---- Who is paid


def test_when_the_terms_ask_for_no_questionnaire_none_is_late_under_any_reading() -> None:
    asks = next(rule for rule in sample_terms().all_of(Request) if rule.entitles_to)
    others = tuple(rule for rule in sample_terms().provisions if rule.id != asks.id)
    terms = sample_terms().model_copy(update={"provisions": others})
    asked = Look(terms, log(FILED), date(2005, 1, 3))
    for choice in ("ENTITLED", "NOT-ENTITLED"):
        context = asked.context({"no-questionnaire-requested": choice})
        right = entitlement("fund-a", date(2005, 1, 3), "3(a)", context)
        assert right.why.steps[-1].text == "entitled: the terms require no Questionnaire"


def test_notes_converted_after_the_record_date_are_paid_to_their_conversion() -> None:
    """Case IP-08: $6,000,000 converted January 5, four days after the record date."""
    facts = (
        FILED,
        effective("2005-02-10"),
        acquired("2004-06-30", "fund-a", "6000000"),
        converted("2005-01-05", "6000000", holder="fund-a"),
    )
    held = views("2005-01-15", *facts)["fund-a"]
    assert [cents(s.amount) for s in held.shares] == ["2750.00"]
    assert held.shares[0].parcels[0].end == date(2005, 1, 5)
    lost = views("2005-01-15", *facts, readings={"converted-notes": "FORFEIT"})["fund-a"]
    assert _dollars(lost) == "0.00"


def test_notes_converted_on_the_payment_date_are_paid_to_it_even_if_conversion_forfeits() -> None:
    """What January 15 makes payable was due that day: $6,000,000, 76 days at 0.25%."""
    facts = (
        FILED,
        effective("2005-02-10"),
        acquired("2004-06-30", "fund-a", "6000000"),
        converted("2005-01-15", "6000000", holder="fund-a"),
    )
    for reading in ("FORFEIT", "ACCRUED-SURVIVES"):
        held = views("2005-01-15", *facts, readings={"converted-notes": reading})["fund-a"]
        assert [cents(s.amount) for s in held.shares] == ["3166.67"]


def test_notes_sold_after_the_record_date_accrue_for_the_record_holder_if_all_notes_do() -> None:
    """76 days at 0.25%: $6,000,000 if all Notes bear, else half of it for 68 days alone."""
    facts = (
        FILED,
        effective("2005-02-10"),
        acquired("2004-06-30", "fund-a", "6000000"),
        sold("2005-01-07", "3000000", holder="fund-a"),
    )
    found = {
        base: cents(views("2005-01-15", *facts, readings={"interest-base": base})["fund-a"].accrued)
        for base in ("ALL-NOTES", "TRS-NOTES")
    }
    assert found == {"ALL-NOTES": "3166.67", "TRS-NOTES": "3000.00"}


def test_notes_converted_before_the_record_date_stay_payable_to_the_holder_who_converted() -> None:
    facts = (
        FILED,
        effective("2005-02-10"),
        acquired("2004-06-30", "fund-a", "6000000"),
        converted("2004-12-15", "6000000", holder="fund-a"),
    )
    assert _dollars(views("2005-01-15", *facts)["fund-a"]) == "1916.67"  # 46 days


def test_sold_and_retired_notes_are_paid_to_the_day_they_go() -> None:
    for gone in (sold, retired):
        facts = (
            FILED,
            acquired("2004-06-30", "fund-a", "6000000"),
            gone("2004-12-15", "6000000", holder="fund-a"),
        )
        assert _dollars(views("2005-01-15", *facts)["fund-a"]) == "1916.67"


# ---- Who is entitled


LATE = (FILED, effective("2004-12-28"), acquired("2004-06-30", "fund-a", "8000000"))


@pytest.mark.parametrize(
    ("choice", "entitled", "dollars"),
    [
        ("BARRED", False, "0.00"),
        ("FROM-DELIVERY", True, "2388.89"),
        ("RESTORED", True, "3277.78"),
    ],
)
def test_a_late_questionnaire_has_three_readings(choice: str, entitled: bool, dollars: str) -> None:
    """Case AI-29."""
    found = views(
        "2004-12-28",
        *LATE,
        answers={"fund-a": date(2004, 11, 15)},
        readings={"late-entitlement": choice},
    )["fund-a"]
    assert (found.entitlement.entitled, _dollars(found)) == (entitled, dollars)
    assert "late-entitlement" in found.why.readings
    assert cents(found.gross) == "3277.78"


def test_the_bar_belongs_to_the_holder_and_not_to_its_notes() -> None:
    facts = (*LATE, transferred("2004-12-01", "fund-a", "fund-b", "3000000"))
    found = views("2004-12-28", *facts, answers={"fund-b": date(2004, 9, 1)})
    assert not found["fund-a"].entitlement.entitled
    assert cents(found["fund-b"].accrued) == "1229.17"  # all 59 days on $3,000,000
    bound = {"request-before-holding": "BINDS-BUYERS"}
    other = views("2004-12-28", *facts, answers={"fund-a": date(2004, 9, 1)}, readings=bound)
    assert cents(other["fund-a"].accrued) == "2048.61"
    assert other["fund-b"].accrued == 0


# ---- What cannot be


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        (transferred("2004-12-01", "fund-a", "fund-b", "8000001", id="BAD"), "more of lot base"),
        (converted("2004-12-01", "8000001", holder="fund-a", id="BAD"), "more of lot base"),
        (acquired("2004-12-01", "fund-b", "52000001", id="BAD"), "is outstanding"),
        (converted("2004-12-01", "52000001", id="BAD"), "whose Notes"),
    ],
)
def test_a_holder_cannot_transfer_more_than_it_has_nor_can_all_hold_more_than_exists(
    fact: Fact, why: str
) -> None:
    with pytest.raises(DealclockError, match=why) as refused:
        views("2004-12-28", *LATE, fact)
    assert "BAD" in str(refused.value)


# ---- What must hold of all


@examples(60)
@given(st.data())
def test_another_holders_event_never_changes_my_amount(data: st.DataObject) -> None:
    days = st.dates(date(2004, 7, 1), date(2005, 3, 1)).map(date.isoformat)
    mine = [FILED, acquired("2004-06-30", "mine", "7000000", id="M1")]
    if data.draw(st.booleans()):
        mine.append(converted(data.draw(days), "1000000", holder="mine", id="M2"))
    theirs = [acquired("2004-06-30", "theirs", "9000000", id="T1")]
    for n in range(data.draw(st.integers(0, 4))):
        day, kind = data.draw(days), data.draw(st.sampled_from(("convert", "sell", "transfer")))
        if kind == "convert":
            theirs.append(converted(day, "1000000", holder="theirs", id=f"T{n + 2}"))
        elif kind == "sell":
            theirs.append(sold(day, "1000000", holder="theirs", id=f"T{n + 2}"))
        else:
            theirs.append(transferred(day, "theirs", "third", "1000000", id=f"T{n + 2}"))
    as_of = data.draw(days)
    alone = views(as_of, *mine).get("mine")
    beside = views(as_of, *mine, *theirs).get("mine")
    assert alone is not None
    assert beside is not None
    assert (alone.accrued, alone.unpaid) == (beside.accrued, beside.unpaid)


# ---- A lot issued in parts


def _in_parts() -> tuple[Fact, ...]:
    """$5,000,000 of the option issued November 15, the other $7,000,000 on December 31."""
    return (
        FILED,
        issued("2004-11-15", lot="option", amount="5000000"),
        issued("2004-12-31", lot="option", amount="7000000"),
        acquired("2004-11-15", "alpha", "5000000", lot="option"),
        acquired("2004-12-31", "beta", "7000000", lot="option"),
    )


def test_notes_that_are_gone_belong_to_the_part_their_holder_has() -> None:
    """Beta's $7,000,000: 15 days to January 15, 12 more and 13 at 1%; then $1,000,000 for 18."""
    gone = converted("2005-02-10", "6000000", holder="beta", lot="option")
    found = views("2005-02-28", *_in_parts(), gone)
    assert {h: _dollars(v) for h, v in found.items()} == {"alpha": "6805.56", "beta": "4340.28"}
    assert next(cents(s.amount) for s in found["beta"].shares) == "729.17"
    assert next(cents(s.amount) for s in found["alpha"].shares) == "2083.33"


def test_a_transfer_moves_the_earliest_part_first() -> None:
    """Alpha has both parts and gives $5,000,000 away: those of November 15 go first."""
    whole = (*_in_parts()[:4], acquired("2004-12-31", "alpha", "7000000", lot="option"))
    found = views(
        "2005-01-01", *whole, transferred("2005-01-01", "alpha", "beta", "5000000", lot="option")
    )
    assert found["beta"].next is not None
    assert [(p.start.isoformat(), int(p.amount)) for p in found["beta"].next.parcels] == [
        ("2004-11-15", 5000000)
    ]


def test_holders_cannot_hold_notes_before_they_are_issued() -> None:
    early = acquired("2004-12-30", "beta", "7000000", lot="option")
    with pytest.raises(DealclockError, match="than is outstanding"):
        views("2005-02-28", *_in_parts()[:4], early)


@pytest.mark.parametrize(
    ("returned_on", "reading", "says"),
    [
        ("2004-09-29", "INCLUSIVE", "entitled: its Questionnaire was delivered in time"),
        ("2004-09-30", "INCLUSIVE", "barred: its Questionnaire was delivered after the deadline"),
        (
            "2004-09-29",
            "STRICTLY-BEFORE",
            "barred: its Questionnaire was delivered not before the deadline",
        ),
    ],
)
def test_a_questionnaire_returned_on_the_deadline_is_not_called_after_it(
    returned_on: str, reading: str, says: str
) -> None:
    facts = (
        FILED,
        mailed("2004-08-31"),
        returned(returned_on, "fund-a"),
        acquired("2004-06-30", "fund-a", "10000000"),
    )
    read = {"entitlement-last-day": reading}
    given = Look(sample_terms(), log(*facts), date(2005, 1, 20), readings=read)
    context, found = examine(given)
    (view,) = Holders(context, found).views()
    assert view.entitlement.why.steps[-1].text == says
