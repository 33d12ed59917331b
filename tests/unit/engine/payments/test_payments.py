"""Payments of Additional Interest (3(b)): in arrears, on the Interest Payment Dates."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation
from dealclock.facts.fact import Fact
from tests.suite import examples
from tests.unit.engine.deals import (
    by_day_count,
    cents,
    effective,
    fact,
    filed,
    on,
    paid,
    sample_terms,
    unusable,
    usable,
)
from tests.unit.engine.stories import stories

FILED = filed("2004-07-13")


def _payments(assessment: Assessment) -> list[Obligation]:
    return [o for o in assessment.obligations if o.id == "payment"]


def _amounts(assessment: Assessment) -> dict[str, str]:
    return {
        o.instance.removeprefix("payment/"): cents(o.amount or Fraction(0))
        for o in _payments(assessment)
    }


def test_each_interest_payment_date_pays_the_accrual_since_the_one_before() -> None:
    assessment = on("2005-03-01", FILED, effective("2005-02-10"))
    assert _amounts(assessment) == {"2005-01-15": "31666.67", "2005-07-15": "26666.67"}
    assert [o.due.isoformat() for o in _payments(assessment)] == ["2005-01-18", "2005-07-15"]


def test_accrual_that_begins_on_an_interest_payment_date_is_paid_on_the_next_one() -> None:
    """The first date occurring after interest commences to accrue, never the same day."""
    facts = (FILED, effective("2004-10-20"), unusable("2005-01-07"), usable("2005-01-24"))
    assessment = on("2005-02-01", *facts)
    assert [d.accrues_from.isoformat() for d in assessment.defaults] == ["2005-01-15"]
    assert _amounts(assessment) == {"2005-07-15": "3750.00"}  # 9 days


def test_a_default_begun_after_the_record_date_is_paid_at_once_to_the_earlier_holders() -> None:
    facts = (FILED, effective("2004-10-20"), unusable("2004-12-29"), usable("2005-01-10"))
    (payment,) = _payments(on("2005-01-12", *facts))
    assert payment.record_date == date(2005, 1, 1)
    assert payment.amount is not None
    assert cents(payment.amount) == "1666.67"  # January 6 to 10: 4 days


def test_a_record_date_may_be_the_interest_payment_date_itself() -> None:
    indenture = sample_terms().indenture_sheet
    same = indenture.model_copy(update={"record_dates": indenture.interest_payment_dates})
    terms = sample_terms().model_copy(update={"indenture": same})
    (payment,) = _payments(on("2004-12-01", FILED, terms=terms))
    assert payment.record_date == date(2005, 1, 15)


@pytest.mark.parametrize(
    ("as_of", "status"),
    [
        ("2005-01-15", "upcoming"),
        ("2005-01-18", "due today"),
        ("2005-01-19", "missed"),
    ],
)
def test_a_payment_waits_for_the_next_business_day_without_more_interest(
    as_of: str, status: str
) -> None:
    payment = on(as_of, FILED).obligation("payment/2005-01-15")
    assert payment is not None
    assert payment.amount is not None
    assert (payment.due, payment.status, cents(payment.amount)) == (
        date(2005, 1, 18),
        status,
        "31666.67",
    )


@pytest.mark.parametrize(("day", "status"), [("2005-01-18", "met"), ("2005-01-19", "met late")])
def test_a_payment_is_satisfied_by_the_event_that_names_it(day: str, status: str) -> None:
    payment = on("2005-02-01", FILED, paid(day, "2005-01-15")).obligation("payment/2005-01-15")
    assert payment is not None
    assert payment.status == status


def test_a_payment_that_names_another_date_leaves_it_owed_and_is_shown_unused() -> None:
    assessment = on("2005-02-01", FILED, paid("2005-01-18", "2005-01-18"))
    payment = assessment.obligation("payment/2005-01-15")
    assert payment is not None
    assert (payment.status, assessment.unused_facts) == ("missed", ("F2",))


def test_only_a_payment_still_accruing_is_called_projected() -> None:
    def projected(as_of: str, *facts: Fact) -> dict[str, bool]:
        found = _payments(on(as_of, FILED, *facts))
        return {o.instance[-10:]: any("projected" in n for n in o.notes) for o in found}

    assert projected("2005-01-14") == {"2005-01-15": True}
    assert projected("2005-01-15") == {"2005-01-15": False}
    assert projected("2005-01-18") == {"2005-01-15": False, "2005-07-15": True}
    assert projected("2005-01-14", effective("2004-12-06")) == {"2005-01-15": False}


def test_a_payment_depends_only_on_the_defaults_that_accrue_in_it() -> None:
    facts = (
        FILED,
        effective("2004-12-06", basis="hypothetical"),
        fact("default-confirmed", "2004-12-08", about="default-ii", basis="hypothetical"),
        unusable("2005-01-18", id="OUT"),
    )
    first, second = _payments(on("2005-02-01", *facts))
    assert "F3" in first.why.facts
    assert "F3" not in second.why.facts
    assert "OUT" in second.why.facts


def test_a_default_without_accrual_owes_no_payment() -> None:
    assert _payments(on("2005-01-01", FILED, effective("2004-10-29"))) == []


def test_without_a_default_nothing_is_payable() -> None:
    assert _payments(on("2005-01-01", FILED, effective("2004-10-20"))) == []


NOMINAL = [date(y, m, 15) for y in range(2005, 2010) for m in (1, 7)]


@examples(40)
@given(stories(), st.sampled_from(NOMINAL))
def test_by_actual_days_the_payments_to_a_date_are_all_that_has_accrued(
    facts: tuple[Fact, ...], nominal: date
) -> None:
    assessment = on(nominal.isoformat(), *facts, terms=by_day_count("Actual/360"))
    assert sum(o.amount or 0 for o in _payments(assessment)) == assessment.accrual.exact


@examples(40)
@given(stories(), st.sampled_from(NOMINAL))
def test_by_thirty_360_they_are_the_same_unless_a_segment_runs_from_a_30th_to_a_31st(
    facts: tuple[Fact, ...], nominal: date
) -> None:
    assessment = on(nominal.isoformat(), *facts)
    odd = [s for s in assessment.accrual.segments if s.start.day >= 30 and s.to_exclusive.day == 31]
    assume(not odd)
    assert sum(o.amount or 0 for o in _payments(assessment)) == assessment.accrual.exact


def test_a_segment_from_a_30th_to_a_31st_pays_a_day_more_than_it_accrues() -> None:
    """The two rules the worked cases give disagree by a day: the rate's stretch is not cut at
    July 15 (June 30 to July 31 is 30 days), the payments are (15 + 16 = 31)."""
    assessment = on("2007-01-20", FILED, effective("2006-07-31"))
    payments = sum((o.amount or Fraction(0) for o in _payments(assessment)), Fraction(0))
    assert cents(assessment.accrual.exact) == "1041666.67"
    assert cents(payments) == "1046666.67"


def test_a_payment_names_its_future_rate_ladder_before_it_applies() -> None:
    """Not cured by May 26, 2006: 0.25% to the second anniversary, June 30, then the ladder.

    33 days at 0.25% and 15 at 3% of 60 million are 13,750 and 75,000; 48 at 0.25% are 20,000.
    """
    facts = (filed("2004-07-13"), effective("2004-10-01"), unusable("2006-05-20", id="U"))
    amounts = {}
    for ladder in ("CALENDAR-LADDER", "FIRST-90"):
        owed = on("2006-06-20", *facts, readings={"rate-ladder": ladder})
        payment = owed.obligation("payment/2006-07-15")
        assert payment is not None
        assert "rate-ladder" in payment.why.readings
        amounts[ladder] = payment.amount
    assert amounts == {"CALENDAR-LADDER": 88_750, "FIRST-90": 20_000}
