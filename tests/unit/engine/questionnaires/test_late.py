"""Filings that name late Holders (2(b), 4(d)): ten Business Days, and the limits on them.

Every history begins with the Questionnaire mailed on July 6, 2004, so that what is returned after
August 3 is late. Effectiveness is on October 20 where a filing is post-effective.
"""

from decimal import Decimal
from typing import Any

import pytest

from dealclock.agreement.indenture import MonthDay
from dealclock.agreement.rules.filings import FrequencyLimit, OneIn
from dealclock.agreement.terms import Terms
from dealclock.engine.conclusions import Obligation, Status
from dealclock.facts.fact import Fact
from tests.unit.engine.answering import mailed, returned
from tests.unit.engine.deals import effective, fact, filed, on, sample_terms

ASKED = (mailed("2004-07-06"), filed("2004-07-13"))
EFFECTIVE = (*ASKED, effective("2004-10-20"))


def before_effectiveness(day: str, **more: object) -> Fact:
    return fact("holders-named-pre-effective", day, **more)


def amended(day: str, **more: object) -> Fact:
    return fact("holders-named-by-amendment", day, **more)


def supplemented(day: str, **more: object) -> Fact:
    return fact("holders-named-by-supplement", day, **more)


def _owed(
    as_of: str, *facts: Fact, holder: str = "L", terms: Terms | None = None, **readings: str
) -> Obligation | None:
    assessment = on(as_of, *facts, terms=terms, readings=readings)
    return assessment.obligation(f"late-questionnaire/{holder}")


def _due(
    as_of: str, *facts: Fact, holder: str = "L", terms: Terms | None = None, **readings: str
) -> str | None:
    found = _owed(as_of, *facts, holder=holder, terms=terms, **readings)
    return found.due.isoformat() if found else None


def late(day: str, amount: str = "2500000", holder: str = "alpha", **more: object) -> Fact:
    return returned(day, holder, amount, **{"id": "L", **more})


def naming_by_supplement() -> Terms:
    """The sample's terms where a supplement may name Holders once effective."""
    terms = sample_terms()
    rule = next(terms.all_of(FrequencyLimit))
    stage = rule.once_effective.model_copy(update={"filing": "holders-named-by-supplement"})
    other = rule.model_copy(update={"once_effective": stage})
    rules = tuple(other if p.id == rule.id else p for p in terms.provisions)
    return terms.model_copy(update={"provisions": rules})


def priced(price: str | None) -> Terms:
    """The sample's terms with that conversion price in the Indenture, or without one."""
    terms = sample_terms()
    indenture = terms.indenture_sheet.model_copy(
        update={"conversion_price": price and Decimal(price)}
    )
    return terms.model_copy(update={"indenture": indenture})


@pytest.mark.parametrize(
    ("history", "received", "due"),
    [
        (ASKED, "2004-08-16", "2004-08-30"),
        (EFFECTIVE, "2004-11-15", "2004-11-30"),  # Thanksgiving between
        (EFFECTIVE, "2004-12-27", "2005-01-10"),  # Friday December 31 is a Business Day
        (EFFECTIVE, "2005-03-14", "2005-03-28"),  # and so is Good Friday
    ],
)
def test_a_filing_is_due_ten_business_days_after_a_late_questionnaire(
    history: tuple[Fact, ...], received: str, due: str
) -> None:
    assert _due(received, *history, late(received)) == due


@pytest.mark.parametrize(
    ("reading", "furnish"), [("MINIMUM-PERIOD", "2004-08-25"), ("NTH-DAY", "2004-08-26")]
)
def test_drafts_go_out_in_time_for_two_business_days_of_review(reading: str, furnish: str) -> None:
    found = _owed("2004-08-16", *ASKED, late("2004-08-16"), review_period=reading)
    assert found is not None
    (step,) = [s for s in found.trace if "drafts" in s.says]
    assert step.day is not None
    assert step.day.isoformat() == furnish
    assert "review-period" not in found.grounds.readings


@pytest.mark.parametrize(("received", "is_late"), [("2004-08-03", False), ("2004-08-04", True)])
def test_only_what_is_received_after_the_deadline_is_late(received: str, is_late: bool) -> None:
    assert (_due("2004-08-05", *ASKED, late(received)) is not None) is is_late


@pytest.mark.parametrize(
    ("received", "due"),
    [("2004-07-12", None), ("2004-07-13", None), ("2004-07-14", "2004-07-28")],
)
def test_read_with_4d_any_questionnaire_after_the_first_filing_obliges(
    received: str, due: str | None
) -> None:
    facts = (*ASKED, late(received))
    assert _due("2004-07-20", *facts) is None
    assert _due("2004-07-20", *facts, late_questionnaire="ANY-LATER") == due


def test_a_holder_never_asked_has_no_deadline_to_miss() -> None:
    facts = filed("2004-07-13"), late("2004-11-15")
    assert _due("2004-11-20", *facts) is None
    assert _due("2004-11-20", *facts, late_questionnaire="ANY-LATER") == "2004-11-30"


@pytest.mark.parametrize(
    ("reading", "due"),
    [("POSTPONE", "2004-10-01"), ("RE-RUN", "2004-10-18"), ("EXTINGUISH", None)],
)
def test_one_filing_in_a_fiscal_quarter_is_enough_before_effectiveness(
    reading: str, due: str | None
) -> None:
    facts = (*ASKED, before_effectiveness("2004-08-02"), late("2004-08-16"))
    assert _due("2004-08-20", *facts, limited_filing=reading) == due


def test_the_filing_that_uses_the_quarter_up_is_told() -> None:
    facts = (*ASKED, before_effectiveness("2004-08-02", id="N"), late("2004-08-16"))
    found = _owed("2004-08-20", *facts)
    assert found is not None
    assert found.notes == ("N is the one filing of its fiscal quarter",)
    assert "N" in found.grounds.facts


@pytest.mark.parametrize(
    ("made", "due"),
    [
        ("2004-06-30", "2004-08-30"),  # in the quarter before
        ("2004-07-01", "2004-10-01"),
        ("2004-08-30", "2004-10-01"),  # on the last day itself
        ("2004-08-31", "2004-08-30"),  # too late to excuse what was due
    ],
)
def test_a_filing_excuses_only_in_its_quarter_and_up_to_the_last_day(made: str, due: str) -> None:
    other = before_effectiveness(made, holder="beta")
    facts = sorted((*ASKED, other, late("2004-08-16")), key=lambda f: f.on)
    assert _due("2004-09-10", *facts) == due


def test_a_limit_does_not_excuse_what_is_due_in_the_next_period() -> None:
    facts = (*EFFECTIVE, amended("2004-11-30"), late("2004-12-27", "3000000"))
    assert _due("2004-12-28", *facts) == "2005-01-10"


@pytest.mark.parametrize(
    ("reading", "due"),
    [
        ("FISCAL-HALF", "2005-01-03"),  # December 13 is in the half of the amendment
        ("ROLLING-SIX-MONTHS", "2005-05-02"),  # Nov 1 plus six months is a Sunday
        ("FROM-EFFECTIVENESS", "2005-04-20"),  # October 20 plus six months
    ],
)
def test_a_semi_annual_period_is_read_in_three_ways(reading: str, due: str) -> None:
    facts = (*EFFECTIVE, amended("2004-11-01"), late("2004-11-29"))
    assert _due("2004-12-01", *facts, semi_annual_period=reading) == due


def test_six_months_from_the_last_filing_run_across_the_half_year() -> None:
    facts = (*EFFECTIVE, amended("2004-11-30"), late("2004-12-27"))
    due = _due("2004-12-28", *facts, semi_annual_period="ROLLING-SIX-MONTHS")
    assert due == "2005-05-31"  # May 30, 2005 is Memorial Day


@pytest.mark.parametrize(("made", "due"), [("2004-05-30", "2004-11-30"), ("2004-06-01", None)])
def test_six_months_after_the_last_filing_to_the_day_it_no_longer_excuses(
    made: str, due: str | None
) -> None:
    # Effective on May 3; the filing's own last day is November 30.
    early = (mailed("2004-03-01"), filed("2004-04-01"), effective("2004-05-03"), amended(made))
    readings: Any = {"semi_annual_period": "ROLLING-SIX-MONTHS", "limited_filing": "EXTINGUISH"}
    assert _due("2004-11-16", *early, late("2004-11-15"), **readings) == due


def test_exactly_a_million_that_waits_is_crossed_by_the_next_dollar() -> None:
    facts = (
        *EFFECTIVE,
        late("2004-11-01", "1000000", "alpha", id="A"),
        late("2004-11-08", "1", "beta", id="B"),
    )
    assert [_due("2004-11-09", *facts, holder=h) for h in "AB"] == ["2004-11-23", "2004-11-23"]


def test_a_supplement_on_the_last_day_itself_uses_the_period_up_by_its_purpose() -> None:
    facts = (*EFFECTIVE, late("2005-02-01"), supplemented("2005-02-15", holder="beta"))
    purposive: Any = {"supplements_limited": "PURPOSIVE"}
    assert _due("2005-02-16", *facts) == "2005-02-15"
    assert _due("2005-02-16", *facts, **purposive) == "2005-07-01"


def test_a_fiscal_year_may_begin_in_another_month() -> None:
    terms = sample_terms()
    terms = terms.model_copy(update={"fiscal_year_ends": MonthDay(month=8, day=31)})
    # Its quarters begin on September 1, December 1, March 1 and June 1.
    facts = (*ASKED, before_effectiveness("2004-08-02"), late("2004-08-16"))
    assert _due("2004-08-20", *facts, terms=terms) == "2004-09-01"


def test_a_limit_before_effectiveness_does_not_count_after_it() -> None:
    facts = (*EFFECTIVE[:2], before_effectiveness("2004-10-04"), effective("2004-10-20"))
    assert _due("2004-11-16", *facts, late("2004-11-15")) == "2004-11-30"


@pytest.mark.parametrize(
    ("effective_on", "due"), [("2004-10-20", "2004-10-20"), ("2004-10-21", "2005-01-03")]
)
def test_effectiveness_on_the_tenth_business_day_itself_leaves_the_quarter_behind(
    effective_on: str, due: str
) -> None:
    """Received October 5, with Columbus Day between: October 20. The quarter was used up."""
    facts = (*ASKED, before_effectiveness("2004-10-01"), effective(effective_on))
    assert _due("2004-10-25", *facts, late("2004-10-05")) == due


def test_effectiveness_while_a_filing_is_put_off_is_pointed_out() -> None:
    facts = (*ASKED, before_effectiveness("2004-08-02"), late("2004-08-16"))
    found = _owed("2004-09-20", *facts, effective("2004-09-15", id="EFF"))
    assert found is not None
    assert found.notes[1].startswith("EFF came before that day")


SUPPLEMENT = (
    *EFFECTIVE,
    amended("2005-01-20"),
    late("2005-02-01", "3000000"),
)


@pytest.mark.parametrize(
    ("reading", "due"), [("LITERAL", "2005-02-15"), ("PURPOSIVE", "2005-07-01")]
)
def test_a_supplement_is_under_no_limit_by_the_letter(reading: str, due: str) -> None:
    terms = naming_by_supplement()
    assert _due("2005-02-02", *SUPPLEMENT, terms=terms, supplements_limited=reading) == due


@pytest.mark.parametrize(
    ("reading", "due"), [("LITERAL", "2005-02-15"), ("PURPOSIVE", "2005-07-01")]
)
def test_a_supplement_filed_uses_the_period_up_only_by_its_purpose(reading: str, due: str) -> None:
    facts = (*EFFECTIVE, supplemented("2005-01-20"), late("2005-02-01"))
    assert _due("2005-02-02", *facts, supplements_limited=reading) == due


@pytest.mark.parametrize(("amount", "due"), [("1000000", None), ("1000000.01", "2004-11-30")])
def test_more_than_a_million_is_strict(amount: str, due: str | None) -> None:
    assert _due("2004-11-16", *EFFECTIVE, late("2004-11-15", amount)) == due


TOGETHER = (
    *EFFECTIVE,
    late("2004-11-01", "600000", "alpha", id="A"),
    late("2004-11-08", "500000", "beta", id="B"),
)


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
    assert _due("2004-11-10", *TOGETHER, holder=holder, **readings) == due


def test_until_they_cross_it_nothing_is_owed() -> None:
    assert _due("2004-11-05", *TOGETHER, holder="A") is None


def test_one_received_after_the_crossing_has_a_clock_of_its_own() -> None:
    third = late("2004-11-15", "1000", "gamma", id="C")
    due = {
        holder: _due("2004-11-16", *TOGETHER, third, holder=holder, threshold_clock="FIRST-RECEIPT")
        for holder in "ABC"
    }
    assert due == {"A": "2004-11-16", "B": "2004-11-16", "C": "2004-11-30"}


def test_a_large_questionnaire_takes_small_ones_with_it_but_keeps_its_own_clock() -> None:
    facts = (
        *EFFECTIVE,
        late("2004-11-01", "600000", "alpha", id="A"),
        late("2004-11-15", "3000000", "beta", id="B"),
    )
    for clock, a in (("CROSSING", "2004-11-30"), ("FIRST-RECEIPT", "2004-11-16")):
        assert _due("2004-11-16", *facts, holder="A", threshold_clock=clock) == a
        assert _due("2004-11-16", *facts, holder="B", threshold_clock=clock) == "2004-11-30"


def test_a_clock_that_ran_out_before_anything_was_owed_ends_when_it_came_to_be_owed() -> None:
    facts = (
        *EFFECTIVE,
        late("2004-11-01", "600000", "alpha", id="A"),
        late("2005-02-01", "500000", "beta", id="B"),
    )
    due = _due("2005-02-02", *facts, holder="A", threshold_clock="FIRST-RECEIPT")
    assert due == "2005-02-01"


def test_a_filing_that_names_all_leaves_nothing_to_add_to() -> None:
    facts = (*TOGETHER, amended("2004-11-22"), late("2004-12-01", "900000", "gamma", id="C"))
    found = _owed("2004-12-02", *facts, holder="A")
    assert found is not None
    assert (found.status, str(found.met_on)) == (Status.MET, "2004-11-22")
    assert _due("2004-12-02", *facts, holder="C") is None


def test_who_is_left_out_when_the_filing_was_due_stays_owed_one() -> None:
    facts = (*TOGETHER, amended("2004-11-23", holder="alpha"))
    b = _owed("2004-11-24", *facts, holder="B")
    assert b is not None
    assert b.met_on is None


def test_who_is_left_out_earlier_is_owed_nothing_when_too_few_notes_wait() -> None:
    facts = (*TOGETHER, amended("2004-11-17", holder="alpha"))
    assert _due("2004-11-18", *facts, holder="B") is None
    later = (*facts, late("2004-12-01", "700000", "gamma", id="C"))
    assert _due("2004-12-02", *later, holder="B") == "2005-01-03"  # that half's amendment is made


@pytest.mark.parametrize(
    ("named", "status"),
    [("2004-11-30", Status.MET), ("2004-12-01", Status.MET_LATE), (None, Status.MISSED)],
)
def test_a_filing_that_names_the_holder_meets_the_duty(named: str | None, status: Status) -> None:
    facts = [*EFFECTIVE, late("2004-11-15")]
    facts += [amended(named)] if named else []
    found = _owed("2004-12-02", *facts)
    assert found is not None
    assert (found.due.isoformat(), found.status) == ("2004-11-30", status)


def test_a_filing_that_names_another_holder_does_not_meet_it() -> None:
    other = late("2004-11-15", holder="beta", id="B")
    facts = (*EFFECTIVE, late("2004-11-15"), other, amended("2004-11-30", holder="beta"))
    found = _owed("2004-12-02", *facts)
    assert found is not None
    assert found.met_on is None


SHARES = late("2005-03-01", "0", shares="200000")


@pytest.mark.parametrize(("reading", "due"), [("ZERO", None), ("DEEMED-PRINCIPAL", "2005-03-15")])
def test_shares_count_for_notes_only_if_read_so(reading: str, due: str | None) -> None:
    facts = (*EFFECTIVE, SHARES)
    assert _due("2005-03-02", *facts, terms=priced("15.36"), threshold_shares=reading) == due


def test_without_a_conversion_price_shares_count_for_nothing() -> None:
    facts = (*EFFECTIVE, SHARES)
    unpriced = priced(None)
    assert _due("2005-03-02", *facts, terms=unpriced, threshold_shares="DEEMED-PRINCIPAL") is None


def test_shares_that_cannot_be_counted_are_pointed_out() -> None:
    mixed = late("2005-03-01", "1500000", shares="200000")
    unpriced = _owed("2005-03-02", *EFFECTIVE, mixed, terms=priced(None))
    assert unpriced is not None
    assert unpriced.notes == (
        "its Conversion Shares can count for nothing: no conversion price is given",
    )
    counted = _owed("2005-03-02", *EFFECTIVE, mixed, terms=priced("15.36"))
    assert counted is not None
    assert counted.notes == ()


def test_a_filing_after_the_one_that_named_the_holder_moves_nothing() -> None:
    facts = (*EFFECTIVE, late("2004-11-15"), supplemented("2004-11-18", holder="alpha"))
    found = _owed("2004-12-02", *facts, amended("2004-11-22", holder="beta"))
    assert found is not None
    assert (found.due.isoformat(), found.status) == ("2004-11-30", Status.MET)


def test_shares_count_for_nothing_without_an_indenture() -> None:
    terms = sample_terms()
    kept = tuple(p for p in terms.provisions if p.type not in ("rate schedule", "payment"))
    bare = terms.model_copy(update={"indenture": None, "provisions": kept})
    filed_only = (*EFFECTIVE, late("2005-03-01", "1500000", shares="200000"))
    found = _owed("2005-03-02", *filed_only, terms=bare, threshold_shares="DEEMED-PRINCIPAL")
    assert found is not None
    assert (found.due.isoformat(), len(found.notes)) == ("2005-03-15", 1)
    assert found.notes[0].endswith("no conversion price is given")


def test_exactly_a_million_of_deemed_principal_is_not_more() -> None:
    facts = (*EFFECTIVE, late("2005-03-01", "0", shares="100000"))
    readings = {"threshold_shares": "DEEMED-PRINCIPAL"}
    assert _due("2005-03-02", *facts, terms=priced("10"), **readings) is None
    assert _due("2005-03-02", *facts, terms=priced("10.01"), **readings) == "2005-03-15"


def test_only_readings_that_can_matter_are_asked() -> None:
    found = _owed("2004-11-16", *EFFECTIVE, late("2004-11-15"))
    assert found is not None
    assert not found.grounds.readings & {
        "late-threshold",
        "threshold-clock",
        "threshold-shares",
        "limited-filing",
        "semi-annual-period",
        "supplements-limited",
    }


def test_a_limit_must_count_the_filing_it_limits() -> None:
    with pytest.raises(ValueError, match="give a filing that stands in counts or by_purpose"):
        OneIn.model_validate(
            {
                "clause": "9",
                "filing": "holders-named-by-supplement",
                "period": "fiscal quarter",
                "counts": ["holders-named-by-amendment"],
            }
        )
