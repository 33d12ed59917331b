"""Consents are added up as of the record date, and decide whether a waiver is effective."""

from datetime import date
from fractions import Fraction

import pytest

from dealclock.engine.conclusions import ConsentResult
from dealclock.facts.fact import Fact
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.unit.engine.consents.consenting import FILED, WAIVER, agreed, consents
from tests.unit.engine.deals import (
    acquired,
    converted,
    fact,
    issued,
    on,
    sample_terms,
)


def test_a_waiver_without_recorded_consents_is_not_shown_to_be_effective() -> None:
    found = agreed(WAIVER)
    assert (found.outcome, found.binds_all, found.binds) == (ConsentResult.NOT_SHOWN, False, ())
    wording("reason/consents", found.reason)
    assert found.percent is None
    default = on("2004-11-20", FILED, WAIVER).default("default-ii")
    assert default is not None
    assert not default.waived
    wording("reason/consents", default.notes[0], "second")


def test_consents_are_added_up_by_holder_and_bind_all_above_half() -> None:
    found = agreed(consents("fund-a", "20000000"), consents("fund-b", "10000000.01"), WAIVER)
    assert [found.part, found.whole] == [Fraction("30000000.01"), 60_000_000]
    assert (found.outcome, found.binds_all) == (ConsentResult.CARRIES, True)
    assert found.accrued
    assert set(found.why.facts) == {"F2", "F3", "W"}


def test_exactly_half_binds_only_those_who_consented() -> None:
    votes = consents("fund-a", "20000000"), consents("fund-b", "10000000"), WAIVER
    found = agreed(*votes)
    assert [found.outcome, found.percent] == [ConsentResult.DOES_NOT_CARRY, 50]
    assert (found.binds_all, found.binds) == (False, ("fund-a", "fund-b"))
    assert found.why.readings == {"short-of-consent"}
    assert agreed(*votes, **{"short-of-consent": "NOBODY-BOUND"}).binds == ()


def test_the_principal_is_that_of_the_record_date() -> None:
    option = issued("2004-11-12", amount="12000000")
    votes = consents("fund-a", "31000000"), WAIVER, option
    by_day_given = agreed(*votes)
    assert (by_day_given.percent, by_day_given.record_date) == (
        Fraction(3100, 72),
        date(2004, 11, 15),
    )
    record = fact("record-date-set", "2004-11-01", about="W", target="2004-11-11")
    assert agreed(*votes, record).percent == Fraction(3100, 60)
    later = fact("record-date-set", "2004-11-02", about="W", target="2004-11-30")
    found = agreed(*votes, record, later)
    assert (found.outcome, found.percent) == (ConsentResult.NOT_SHOWN, None)
    assert shows(wording("reason/consents", found.reason), "2004-11-30")


def test_an_affiliates_holdings_and_consent_are_left_out() -> None:
    parent = fact("affiliate-holdings", "2004-11-01", holder="parent", amount="10000000")
    votes = consents("fund-a", "26000000"), consents("parent", "10000000"), WAIVER
    assert agreed(*votes).percent == 60
    found = agreed(*votes, parent)
    assert [found.part, found.whole, found.percent] == [26_000_000, 50_000_000, 52]
    assert any("which does not count: an affiliate" in s.text for s in found.why.steps)
    kept = agreed(*votes, parent, **{"affiliate-holdings": "EXCLUDED-FROM-CONSENTS"})
    assert (kept.percent, kept.outcome) == (Fraction(130, 3), ConsentResult.DOES_NOT_CARRY)


def test_a_conversion_without_shares_or_price_leaves_a_waiver_not_shown_to_be_effective() -> None:
    gone = converted("2004-11-01", "30000000", id="CON")
    terms = sample_terms()
    no_price = terms.indenture_sheet.model_copy(update={"conversion_price": None})
    without = terms.model_copy(update={"indenture": no_price})
    votes = consents("fund-a", "16000000"), WAIVER, gone
    assert agreed(*votes).percent == Fraction(80, 3)
    (found,) = on("2004-11-20", FILED, *votes, terms=without).agreed
    assert found.outcome is ConsentResult.NOT_SHOWN
    assert shows(wording("reason/consents", found.reason), "2004-11-01")


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        (
            (consents("fund-a", "31000000", id="A"), consents("fund-a", "31000000", id="B")),
            "A and B are both consents of fund-a",
        ),
        (
            (acquired("2004-07-01", "fund-a", "30000000"), consents("fund-a", "31000000", id="A")),
            "A gives fund-a's consent for more than the $30,000,000.00",
        ),
        (
            (
                consents("fund-a", "31000000", id="A", lot="base"),
                consents("fund-a", "1000000", id="B"),
            ),
            "A and B are both consents of fund-a",
        ),
        ((consents("fund-a", "61000000"),), "$60,000,000.00 of Notes outstanding"),
    ],
)
def test_impossible_consents_prove_nothing(facts: tuple[Fact, ...], why: str) -> None:
    found = agreed(*facts, WAIVER)
    assert found.outcome is ConsentResult.NOT_SHOWN
    assert why in found.reason


def test_a_different_total_stated_by_the_waiver_is_shown_and_does_not_count() -> None:
    stated = fact("waiver", "2004-11-15", id="W", about="default-ii", amount="31000000")
    found = agreed(consents("fund-a", "20000000"), stated)
    assert found.outcome is ConsentResult.DOES_NOT_CARRY
    assert any("total $20,000,000.00, and that total is used" in note for note in found.notes)


def test_a_step_shows_the_conversion_shares_a_holder_consents_for_if_any() -> None:
    notes = consents("fund-a", "20000000", id="C1")
    both = consents("fund-b", "11000000", shares="1000", id="C2")
    items = [step.text for step in agreed(notes, both, WAIVER).why.steps]
    assert shows(wording("reason/consents", items), "$20,000,000.00", "C1")
    assert shows(items, "$11,000,000.00", "1000", "C2")
