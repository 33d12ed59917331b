"""Acceptance values for the sample deal, with no events and with only the filing."""

from tests.unit.engine.deals import cents, on


def test_with_no_events_both_deadlines_are_on_the_dates_of_the_agreement() -> None:
    assessment = on("2004-07-01")
    due = {o.instance: (o.due.isoformat(), o.status) for o in assessment.obligations}
    assert due == {
        "shelf-filing": ("2004-07-15", "upcoming"),
        "effectiveness": ("2004-10-28", "upcoming"),
        # Ten Business Days of review before July 15 would begin before the agreement did.
        "shelf-review/shelf-filing": ("2004-06-29", "excused"),
        "cusip-numbers": ("2004-10-28", "upcoming"),
        "indenture-qualification": ("2004-10-28", "upcoming"),
    }
    assert (assessment.defaults, assessment.windows) == ((), ())
    assert {d.reading for d in assessment.differences} == {"review-period"}
    assert cents(assessment.accrual.exact) == "0.00"
