"""One filing that names late Holders in a fiscal quarter or half, and what counts as one (2(b))."""

from typing import Any

import pytest

from dealclock.terms.indenture import MonthDay
from dealclock.terms.rules.duties import FrequencyLimit, OneIn
from dealclock.terms.terms import Terms
from tests.unit.engine.answering import mailed
from tests.unit.engine.deals import effective, filed, sample_terms
from tests.unit.engine.questionnaires.naming import (
    ASKED,
    EFFECTIVE,
    amended,
    before_effectiveness,
    due_day,
    late,
    owed,
    supplemented,
)


def naming_by_supplement() -> Terms:
    """The sample's terms where a supplement may name Holders once effective."""
    terms = sample_terms()
    rule = next(terms.all_of(FrequencyLimit))
    stage = rule.once_effective.model_copy(update={"filing": "holders-named-by-supplement"})
    other = rule.model_copy(update={"once_effective": stage})
    rules = tuple(other if p.id == rule.id else p for p in terms.provisions)
    return terms.model_copy(update={"provisions": rules})


@pytest.mark.parametrize(
    ("reading", "due"),
    [("POSTPONE", "2004-10-01"), ("RE-RUN", "2004-10-18"), ("EXTINGUISH", None)],
)
def test_one_filing_in_a_fiscal_quarter_is_enough_before_effectiveness(
    reading: str, due: str | None
) -> None:
    facts = (*ASKED, before_effectiveness("2004-08-02"), late("2004-08-16"))
    assert due_day("2004-08-20", *facts, limited_filing=reading) == due


def test_the_filing_that_uses_up_the_quarter_is_named() -> None:
    facts = (*ASKED, before_effectiveness("2004-08-02", id="N"), late("2004-08-16"))
    found = owed("2004-08-20", *facts)
    assert found is not None
    assert found.notes == ("N is the one filing of its fiscal quarter",)
    assert "N" in found.why.facts


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
    assert due_day("2004-09-10", *facts) == due


def test_a_limit_does_not_excuse_what_is_due_in_the_next_period() -> None:
    facts = (*EFFECTIVE, amended("2004-11-30"), late("2004-12-27", "3000000"))
    assert due_day("2004-12-28", *facts) == "2005-01-10"


@pytest.mark.parametrize(
    ("reading", "due"),
    [
        ("FISCAL-HALF", "2005-01-03"),  # December 13 is in the half of the amendment
        ("ROLLING-SIX-MONTHS", "2005-05-02"),  # Nov 1 plus six months is a Sunday
        ("FROM-EFFECTIVENESS", "2005-04-20"),  # October 20 plus six months
    ],
)
def test_a_semi_annual_period_has_three_readings(reading: str, due: str) -> None:
    facts = (*EFFECTIVE, amended("2004-11-01"), late("2004-11-29"))
    assert due_day("2004-12-01", *facts, semi_annual_period=reading) == due


def test_six_months_from_effectiveness_continue_into_later_years() -> None:
    """From April 20 to October 20, 2005; the filing of November 2004 was of those before."""
    before = (*EFFECTIVE, amended("2004-11-01", id="BEFORE"))
    facts = (*before, amended("2005-06-01", id="WITHIN"), late("2005-07-11"))
    found = owed("2005-07-12", *facts, semi_annual_period="FROM-EFFECTIVENESS")
    assert found is not None
    assert found.due.isoformat() == "2005-10-20"
    assert {"BEFORE", "WITHIN"} & set(found.why.facts) == {"WITHIN"}


def test_six_months_from_the_last_filing_run_across_the_half_year() -> None:
    facts = (*EFFECTIVE, amended("2004-11-30"), late("2004-12-27"))
    due = due_day("2004-12-28", *facts, semi_annual_period="ROLLING-SIX-MONTHS")
    assert due == "2005-05-31"  # May 30, 2005 is Memorial Day


@pytest.mark.parametrize(("made", "due"), [("2004-05-30", "2004-11-30"), ("2004-06-01", None)])
def test_six_months_after_the_last_filing_to_the_day_it_no_longer_excuses(
    made: str, due: str | None
) -> None:
    # Effective on May 3; the filing's own last day is November 30.
    early = (mailed("2004-03-01"), filed("2004-04-01"), effective("2004-05-03"), amended(made))
    readings: Any = {"semi_annual_period": "ROLLING-SIX-MONTHS", "limited_filing": "EXTINGUISH"}
    assert due_day("2004-11-16", *early, late("2004-11-15"), **readings) == due


def test_a_supplement_on_the_last_day_itself_uses_up_the_period_under_the_purpose_reading() -> None:
    facts = (*EFFECTIVE, late("2005-02-01"), supplemented("2005-02-15", holder="beta"))
    purposive: Any = {"supplements_limited": "PURPOSIVE"}
    assert due_day("2005-02-16", *facts) == "2005-02-15"
    assert due_day("2005-02-16", *facts, **purposive) == "2005-07-01"


def test_a_fiscal_year_may_begin_in_another_month() -> None:
    terms = sample_terms()
    terms = terms.model_copy(update={"fiscal_year_ends": MonthDay(month=8, day=31)})
    # Its quarters begin on September 1, December 1, March 1 and June 1.
    facts = (*ASKED, before_effectiveness("2004-08-02"), late("2004-08-16"))
    assert due_day("2004-08-20", *facts, terms=terms) == "2004-09-01"


def test_a_limit_before_effectiveness_does_not_count_after_it() -> None:
    facts = (*EFFECTIVE[:2], before_effectiveness("2004-10-04"), effective("2004-10-20"))
    assert due_day("2004-11-16", *facts, late("2004-11-15")) == "2004-11-30"


@pytest.mark.parametrize(
    ("effective_on", "due"), [("2004-10-20", "2004-10-20"), ("2004-10-21", "2005-01-03")]
)
def test_effectiveness_on_the_tenth_business_day_itself_ends_the_quarterly_limit(
    effective_on: str, due: str
) -> None:
    """Received October 5, with Columbus Day between: October 20. The quarter was used up."""
    facts = (*ASKED, before_effectiveness("2004-10-01"), effective(effective_on))
    assert due_day("2004-10-25", *facts, late("2004-10-05")) == due


def test_effectiveness_while_a_filing_is_deferred_is_pointed_out() -> None:
    facts = (*ASKED, before_effectiveness("2004-08-02"), late("2004-08-16"))
    found = owed("2004-09-20", *facts, effective("2004-09-15", id="EFF"))
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
def test_a_supplement_has_no_limit_under_the_literal_reading(reading: str, due: str) -> None:
    terms = naming_by_supplement()
    assert due_day("2005-02-02", *SUPPLEMENT, terms=terms, supplements_limited=reading) == due


@pytest.mark.parametrize(
    ("reading", "due"), [("LITERAL", "2005-02-15"), ("PURPOSIVE", "2005-07-01")]
)
def test_a_supplement_filed_uses_up_the_period_only_under_the_purpose_reading(
    reading: str, due: str
) -> None:
    facts = (*EFFECTIVE, supplemented("2005-01-20"), late("2005-02-01"))
    assert due_day("2005-02-02", *facts, supplements_limited=reading) == due


def test_a_limit_must_count_the_filing_it_limits() -> None:
    with pytest.raises(ValueError, match="give a filing that is listed in counts or by_purpose"):
        OneIn.model_validate(
            {
                "clause": "9",
                "filing": "holders-named-by-supplement",
                "period": "fiscal quarter",
                "counts": ["holders-named-by-amendment"],
            }
        )
