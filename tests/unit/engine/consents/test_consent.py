"""Consent by principal: which holdings count, and how much."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from dealclock.engine.look import Look
from dealclock.engine.special.consents import (
    TWO_MAJORITIES,
    Consent,
    Votes,
    consent,
    conversion_shares,
    notes_outstanding,
)
from dealclock.errors import RefusedError
from dealclock.facts.fact import Fact
from dealclock.terms.rules.duties import ConsentThreshold
from tests.unit.engine.deals import converted, fact, issued, log, retired, sample_terms

RULE = next(sample_terms().all_of(ConsentThreshold))
PRICE = Decimal("15.36")
X = {"notes": 48_000_000, "shares": 781_250, "consenting": 20_000_000, "consenting_shares": 781_250}
Y = {"notes": 48_000_000, "shares": 781_250, "consenting": 28_000_000}
"""$12,000,000 of $60,000,000 were converted, at $15.36."""
NOTES_ONLY = {"majority-denominator": "NOTES-ONLY"}
FROM_CONSENTS = {"affiliate-holdings": "EXCLUDED-FROM-CONSENTS"}


def counted(
    votes: Mapping[str, object],
    readings: Mapping[str, str] | None = None,
    rule: ConsentThreshold = RULE,
    price: Decimal | None = PRICE,
) -> Consent:
    """The consent on these votes, in dollars and shares."""
    context = Look(sample_terms(), log(), date(2005, 1, 3), readings=readings or {}).context()
    given = Votes(**{name: Fraction(str(each)) for name, each in votes.items()})
    return consent(rule, given, price, context)


@pytest.mark.parametrize(
    ("consenting", "carries"), [("29999999.99", False), ("30000000", False), ("30000000.01", True)]
)
def test_exactly_half_fails_and_one_cent_more_passes(consenting: str, carries: bool) -> None:
    assert counted({"notes": 60_000_000, "consenting": consenting}).carries is carries


def test_conversion_shares_count_at_the_conversion_price_on_both_sides() -> None:
    x, y = counted(X), counted(Y)
    assert [x.part, x.whole] == [32_000_000, 60_000_000]
    assert x.percent == Fraction(160, 3)
    assert (x.carries, y.carries) == (True, False)
    assert x.why.readings == {"majority-denominator"}


def test_by_notes_alone_two_groups_can_both_be_a_majority() -> None:
    x, y = counted(X, NOTES_ONLY), counted(Y, NOTES_ONLY)
    assert (x.percent, y.percent) == (Fraction(200, 3), Fraction(175, 3))
    assert (x.carries, y.carries) == (True, True)
    assert x.notes == (TWO_MAJORITIES,)


def test_affiliates_holdings_are_left_out_of_both_sides_or_kept_in_the_whole() -> None:
    votes = {"notes": 60_000_000, "affiliates": 10_000_000, "consenting": 26_000_000}
    out, kept = counted(votes), counted(votes, FROM_CONSENTS)
    assert [out.percent, kept.percent] == [52, Fraction(130, 3)]
    assert (out.carries, kept.carries) == (True, False)
    assert out.why.readings == kept.why.readings == {"affiliate-holdings"}
    assert out.why.steps[-2].clause == "10(h)"


def test_a_plain_vote_depends_on_no_reading() -> None:
    assert counted({"notes": 60_000_000, "consenting": 1}).why.readings == frozenset()


@pytest.mark.parametrize(
    ("votes", "why"),
    [
        ({"notes": 10, "consenting": 6, "affiliates": 5}, "\\$10.00 of Notes outstanding"),
        ({"notes": 10, "consenting": 6, "consenting_shares": 1}, "only 0 are outstanding"),
        ({"notes": 0, "consenting": 0}, "no outstanding principal counts"),
    ],
)
def test_inconsistent_votes_are_refused(votes: dict[str, object], why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        counted(votes)


@pytest.mark.parametrize(
    ("change", "price", "votes", "why"),
    [
        ({}, None, {"shares": 1}, "give conversion_price"),
        ({"shares_at_conversion_price": False}, PRICE, {"shares": 1}, "does not count shares"),
        ({"affiliates_clause": None}, PRICE, {"affiliates": 1}, "does not exclude affiliates"),
    ],
)
def test_terms_whose_votes_cannot_be_counted_are_refused(
    change: dict[str, object], price: Decimal | None, votes: dict[str, object], why: str
) -> None:
    rule = RULE.model_copy(update=change)
    with pytest.raises(RefusedError, match=why):
        counted({"notes": 10, "consenting": 6, **votes}, None, rule, price)


def test_outstanding_principal_is_what_was_issued_by_the_record_date() -> None:
    facts = log(issued("2004-07-20", id="OPT"))
    context = Look(sample_terms(), facts, date(2005, 1, 3)).context()
    (before, none), (after, option) = (
        notes_outstanding(context, date(2004, 7, day)) for day in (19, 20)
    )
    assert [before, after] == [60_000_000, 72_000_000]
    assert ([s.id for s in none], [s.id for s in option]) == ([], ["OPT"])


def test_notes_converted_or_retired_by_the_record_date_are_not_outstanding() -> None:
    facts = log(
        converted("2004-12-01", "12000000", shares="781250", id="CON"),
        retired("2004-12-02", "3000000", id="RET"),
    )
    context = Look(sample_terms(), facts, date(2005, 1, 3)).context()
    days = [date(2004, 11, 30), date(2004, 12, 1), date(2004, 12, 2)]
    assert [notes_outstanding(context, d)[0] for d in days] == [60_000_000, 48_000_000, 45_000_000]
    assert [conversion_shares(context, d)[0] for d in days] == [0, 781_250, 781_250]
    assert [s.id for s in notes_outstanding(context, days[2])[1]] == ["CON", "RET"]


def shares_on(day: date, *facts: Fact, price: Decimal | None = PRICE) -> Fraction:
    """The Conversion Shares that count at the end of a day."""
    context = Look(sample_terms(), log(*facts), date(2005, 1, 3)).context()
    return conversion_shares(context, day, price)[0]


SILENT = converted("2004-12-01", "10000000", id="SILENT")


def test_the_steps_say_that_the_shares_were_computed() -> None:
    context = Look(sample_terms(), log(SILENT), date(2005, 1, 3)).context()
    steps = conversion_shares(context, date(2005, 1, 3), PRICE, "1")[2]
    says = "SILENT names no shares: 10000000 dollars at 15.36 a share are about 651,041.67 shares"
    assert [s.text for s in steps] == [says]


def test_a_conversion_that_names_no_shares_is_refused_without_a_price() -> None:
    with pytest.raises(
        RefusedError, match="SILENT converts Notes on 2004-12-01 and names no shares"
    ):
        shares_on(date(2004, 12, 1), SILENT, price=None)
    assert shares_on(date(2004, 11, 30), SILENT, price=None) == 0


def test_more_shares_sold_than_existed_is_refused() -> None:
    sale = fact("shares-sold-under-shelf", "2004-12-10", shares="1", id="SALE")
    with pytest.raises(RefusedError, match="more Conversion Shares were sold"):
        shares_on(date(2004, 12, 10), sale)
