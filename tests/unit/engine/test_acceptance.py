"""Acceptance values for the sample deal, with no events and with only the filing."""

from datetime import date

import pytest

from dealclock.engine.assessment import Assessment
from tests.unit.engine.deals import cents, effective, fact, filed, on, percent

SILENCE = fact("nothing-else-happened", "2004-06-30")


def _only_the_filing(as_of: str) -> Assessment:
    return on(as_of, SILENCE, filed("2004-07-13"))


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


def test_on_the_effectiveness_target_date_it_is_due_today_and_nothing_has_defaulted() -> None:
    assessment = _only_the_filing("2004-10-28")
    owed = assessment.obligation("effectiveness")
    assert owed is not None
    assert (owed.status, assessment.defaults) == ("due today", ())


def test_the_day_after_there_is_a_computed_default_with_a_notice_to_the_trustee() -> None:
    assessment = _only_the_filing("2004-10-29")
    (default,) = assessment.defaults
    assert (default.clause, default.conclusion) == ("3(a)(ii)", "computed")
    assert (default.occurred_on, default.accrues_from) == (date(2004, 10, 28), date(2004, 10, 29))
    notice = assessment.obligation("trustee-notice/default-ii")
    assert notice is not None
    assert (notice.due, notice.status) == (date(2004, 11, 1), "upcoming")


def test_on_november_20_the_total_is_8750_at_a_quarter_percent() -> None:
    accrual = _only_the_filing("2004-11-20").accrual
    assert (cents(accrual.exact), percent(accrual.rate)) == ("8750.00", "0.25")
    assert cents(accrual.per_diem) == "416.67"
    (segment,) = accrual.segments
    assert (segment.days_counted, segment.days_actual) == (21, 22)


def test_filed_on_the_deadline_is_satisfied_and_filed_the_day_after_is_a_default() -> None:
    in_time, late = on("2004-07-20", filed("2004-07-15")), on("2004-07-20", filed("2004-07-16"))
    assert [o.status for o in in_time.obligations][:1] == ["met"]
    assert in_time.defaults == ()
    assert [o.status for o in late.obligations][:1] == ["met late"]
    (default,) = late.defaults
    assert (default.occurred_on, default.done_on) == (date(2004, 7, 15), date(2004, 7, 16))
    assert cents(late.accrual.exact) == "0.00"  # cured on the first day that would accrue


@pytest.mark.parametrize(
    ("as_of", "status"),
    [
        ("2004-06-30", "upcoming"),
        ("2004-07-14", "upcoming"),
        ("2004-07-15", "due today"),
        ("2004-07-16", "missed"),
    ],
)
def test_a_deadline_is_overdue_only_after_its_day(as_of: str, status: str) -> None:
    owed = on(as_of).obligation("shelf-filing")
    assert owed is not None
    assert owed.status == status


def test_every_answer_lists_what_is_not_modeled() -> None:
    assert [n.clause for n in on("2004-07-01").not_checked] == ["Indenture"]


def test_under_next_day_a_cure_on_the_free_day_leaves_a_default_that_never_accrues() -> None:
    facts = (filed("2004-07-13"), effective("2004-10-29"))
    assessment = on("2004-11-20", *facts, readings={"default-occurs": "NEXT-DAY"})
    (default,) = assessment.defaults
    assert (default.occurred_on, default.done_on) == (date(2004, 10, 29), date(2004, 10, 29))
    assert default.accrues_from == default.accrues_to == date(2004, 10, 30)
    assert cents(assessment.accrual.exact) == "0.00"
