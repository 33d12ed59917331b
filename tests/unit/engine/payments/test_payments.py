"""Payments of Additional Interest (3(b)): in arrears, on the Interest Payment Dates."""

from datetime import date

from hypothesis import assume, given
from hypothesis import strategies as st

from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation
from dealclock.facts.fact import Fact
from tests.suite import examples
from tests.unit.engine.deals import (
    by_day_count,
    effective,
    fact,
    filed,
    on,
    paid,
    unusable,
)
from tests.unit.engine.stories import stories

FILED = filed("2004-07-13")


def _payments(assessment: Assessment) -> list[Obligation]:
    return [o for o in assessment.obligations if o.id == "payment"]


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
