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
    filed,
    on,
    paid,
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
