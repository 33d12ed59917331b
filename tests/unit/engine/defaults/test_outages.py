"""The cure window of 3(a)(iii), and what a Suspension Period does to its clock."""

from datetime import date

import pytest

from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import (
    cents,
    effective,
    filed,
    on,
    resumed,
    suspended,
    unusable,
    usable,
)

SHELF = (filed("2004-07-13"), effective("2004-10-20"))
OUT = "cure-window/OUT"
DEFAULT = "default-iii/OUT"


def _on(as_of: str, *facts: Fact, toll: str = "TOLL-RESUME") -> Assessment:
    return on(as_of, *SHELF, *facts, readings={"suspension-in-cure-window": toll})


def _cure(assessment: Assessment) -> Obligation:
    found = assessment.obligation(OUT)
    assert found is not None
    return found


def _broken(day: str) -> Fact:
    return unusable(day, id="OUT")


@pytest.mark.parametrize(
    ("cured", "status", "defaults"),
    [
        ("2004-11-08", "met", 0),  # the same day
        ("2004-11-15", "met", 0),  # Business Day 4
        ("2004-11-16", "met", 0),  # Business Day 5: in time
        ("2004-11-17", "met late", 1),  # Business Day 6
    ],
)
def test_a_cure_on_the_fifth_business_day_is_timely_and_on_the_sixth_is_not(
    cured: str, status: str, defaults: int
) -> None:
    assessment = _on("2004-12-01", _broken("2004-11-08"), usable(cured))
    assert (_cure(assessment).status, len(assessment.defaults)) == (status, defaults)


def test_a_cure_one_day_late_is_a_default_on_which_nothing_accrues() -> None:
    assessment = _on("2004-12-01", _broken("2004-11-08"), usable("2004-11-17"))
    default = assessment.default(DEFAULT)
    assert default is not None
    assert (default.occurred_on, default.accrues_from, default.accrues_to) == (
        date(2004, 11, 16),
        date(2004, 11, 17),
        date(2004, 11, 17),
    )
    assert cents(assessment.accrual.exact) == "0.00"


def test_a_weekend_and_a_holiday_after_the_window_accrue_three_days() -> None:
    assessment = _on("2005-02-01", _broken("2005-01-07"), usable("2005-01-18"))
    assert cents(assessment.accrual.exact) == "1250.00"


def test_the_window_is_shown_from_its_first_day_and_overdue_only_after_its_last() -> None:
    days = ("2004-11-08", "2004-11-15", "2004-11-16", "2004-11-17")
    shown = [_cure(_on(day, _broken("2004-11-08"))) for day in days]
    assert [o.status for o in shown] == ["upcoming", "upcoming", "due today", "missed"]
    assert {o.due for o in shown} == {date(2004, 11, 16)}


def test_a_failure_before_effectiveness_or_after_the_period_opens_no_window() -> None:
    early = on("2004-12-01", *SHELF, unusable("2004-10-19", id="OUT"))
    late = on("2006-12-01", *SHELF, unusable("2006-10-20", id="OUT"))
    last = on("2006-12-01", *SHELF, unusable("2006-10-19", id="OUT"))
    assert (early.obligation(OUT), late.obligation(OUT)) == (None, None)
    assert early.unused_facts == late.unused_facts == ("OUT",)
    assert last.obligation(OUT) is not None


def test_without_effectiveness_there_is_no_duty_to_stay_usable() -> None:
    assert on("2005-01-01", filed("2004-07-13"), _broken("2004-11-08")).obligation(OUT) is None


def test_interest_on_an_open_default_stops_when_the_period_ends() -> None:
    assessment = _on("2006-12-01", _broken("2006-09-01"))
    default = assessment.default(DEFAULT)
    assert default is not None
    assert (default.occurred_on, default.accrues_to, default.done_on) == (
        date(2006, 9, 11),
        date(2006, 10, 20),
        None,
    )
    assert cents(assessment.accrual.exact) == "190000.00"
    assert cents(assessment.accrual.per_diem) == "0.00"


def test_two_failures_have_a_window_and_a_default_each() -> None:
    assessment = _on(
        "2005-03-01",
        _broken("2004-11-08"),
        usable("2004-11-30"),
        unusable("2005-01-10", id="AGAIN"),
    )
    assert [d.instance for d in assessment.defaults] == [DEFAULT, "default-iii/AGAIN"]
    again = assessment.default("default-iii/AGAIN")
    assert again is not None
    assert (again.occurred_on, again.done_on) == (date(2005, 1, 18), None)


# ---- Suspensions


def test_a_suspension_from_the_first_day_excuses_the_failure_until_it_ends() -> None:
    facts = (_broken("2004-11-08"), suspended("2004-11-08", id="SUS"))
    during = _on("2004-12-01", *facts)
    assert (_cure(during).status, during.defaults) == ("excused", ())
    ended = (resumed("2004-12-10"), usable("2004-12-10"))
    after = _on("2004-12-20", *facts, *ended)
    assert (_cure(after).status, after.defaults) == ("met", ())
    window = after.window("suspension/SUS")
    assert window is not None
    assert (window.closes, window.days_used) == (date(2004, 12, 22), 32)


@pytest.mark.parametrize(
    ("toll", "due"),
    [
        ("TOLL-RESUME", "2004-12-14"),  # 9, 10, 12 were used; Mon 13 is 4, Tue 14 is 5
        ("TOLL-FRESH", "2004-12-17"),  # Mon 13 to Fri 17
        ("NO-TOLL", "2004-11-16"),
    ],
)
def test_a_suspension_on_business_day_3_leaves_the_window_to_the_reading(
    toll: str, due: str
) -> None:
    facts = (_broken("2004-11-08"), suspended("2004-11-12"), resumed("2004-12-10"))
    cure = _cure(_on("2004-12-13", *facts, toll=toll))
    assert cure.due.isoformat() == due


def test_under_toll_resume_the_remaining_two_days_run_out_and_the_default_occurs() -> None:
    facts = (_broken("2004-11-08"), suspended("2004-11-12"), resumed("2004-12-10"))
    assert _on("2004-12-14", *facts).defaults == ()
    (default,) = _on("2004-12-15", *facts).defaults
    assert default.occurred_on == date(2004, 12, 14)


def test_under_no_toll_the_failure_of_cu_10_is_a_default_and_accrues() -> None:
    facts = (
        _broken("2004-11-08"),
        suspended("2004-11-12"),
        resumed("2004-12-10"),
        usable("2004-12-10"),
    )
    tolled, not_tolled = _on("2004-12-20", *facts), _on("2004-12-20", *facts, toll="NO-TOLL")
    assert (_cure(tolled).status, tolled.defaults) == ("met", ())
    assert [d.occurred_on for d in not_tolled.defaults] == [date(2004, 11, 16)]
    assert cents(not_tolled.accrual.exact) == "9583.33"


@pytest.mark.parametrize(
    ("notice", "excused"),
    [
        ("2004-11-16", True),  # on Business Day 5: the window was still running
        ("2004-11-17", False),  # too late: the default has occurred
    ],
)
def test_only_a_suspension_begun_inside_the_window_stops_its_clock(
    notice: str, excused: bool
) -> None:
    assessment = _on("2004-12-01", _broken("2004-11-08"), suspended(notice))
    assert (_cure(assessment).status == "excused") is excused
    assert (assessment.defaults == ()) is excused


def test_a_mailed_suspension_excuses_only_from_the_day_it_is_deemed_given() -> None:
    """Posted November 9, deemed given November 17: the window ended the day before."""
    assessment = _on("2004-12-01", _broken("2004-11-08"), suspended("2004-11-09", "mail"))
    assert [d.occurred_on for d in assessment.defaults] == [date(2004, 11, 16)]


@pytest.mark.parametrize(
    ("sent", "depends"),
    [
        ("2004-11-09", True),  # in force on November 17; on the 9th, if dispatch is enough
        ("2004-11-16", True),  # on its way on the last day
        ("2004-11-17", False),  # sent when the window was over
        ("2004-10-25", False),  # over before the failure
    ],
)
def test_a_window_that_lapsed_while_a_notice_was_in_transit_depends_on_the_reading_of_its_start(
    sent: str, depends: bool
) -> None:
    ended = [resumed("2004-11-05")] if sent < "2004-11-05" else []
    facts = (_broken("2004-11-08"), suspended(sent, "mail"), *ended)
    found = _on("2004-12-01", *facts)
    (default,) = [d for d in found.defaults if d.instance == DEFAULT]
    assert ("suspension-start" in default.why.readings) is depends
    assert ("suspension-start" in _cure(found).why.readings) is depends


@pytest.mark.parametrize(
    "as_of",
    [
        "2004-11-08",  # on its way today
        "2004-11-16",  # called off on its way
    ],
)
def test_a_notice_in_transit_may_already_be_in_effect(as_of: str) -> None:
    facts = (_broken("2004-11-08"), suspended("2004-11-08", "mail"), resumed("2004-11-10"))
    assert "suspension-start" in _cure(_on(as_of, *facts)).why.readings


def test_a_cure_before_the_suspension_leaves_the_window_unchanged() -> None:
    assessment = _on(
        "2004-12-01", _broken("2004-11-08"), usable("2004-11-10"), suspended("2004-11-12")
    )
    assert (_cure(assessment).status, _cure(assessment).due) == ("met", date(2004, 11, 16))


def test_a_failure_cured_on_the_day_a_suspension_begins_was_excused_from_that_day() -> None:
    """The clock stops on November 10: five Business Days afresh end on the 18th, not the 16th."""
    facts = (_broken("2004-11-08"), usable("2004-11-10"), suspended("2004-11-10"))
    found = _cure(_on("2004-12-01", *facts, toll="TOLL-FRESH"))
    assert (found.status, found.due) == ("met", date(2004, 11, 18))


def test_a_suspension_that_ended_before_the_failure_is_no_excuse() -> None:
    assessment = _on(
        "2004-12-20", suspended("2004-10-25"), resumed("2004-11-01"), _broken("2004-11-08")
    )
    assert [d.occurred_on for d in assessment.defaults] == [date(2004, 11, 16)]


def test_a_suspension_begun_on_the_last_business_day_leaves_none_when_it_ends() -> None:
    facts = (_broken("2004-11-08"), suspended("2004-11-16"), resumed("2004-12-10"))
    assert _cure(_on("2004-12-13", *facts)).due == date(2004, 12, 10)
    assert _cure(_on("2004-12-13", *facts, toll="TOLL-FRESH")).due == date(2004, 12, 17)


def test_a_cure_on_the_day_of_a_new_failure_does_not_cure_the_new_one() -> None:
    facts = (
        filed("2004-07-13"),
        effective("2004-10-01"),
        unusable("2005-02-01"),
        usable("2005-02-03"),
        unusable("2005-02-03"),
    )
    seen = on("2005-02-28", *facts)
    first, second = seen.obligation("cure-window/F3"), seen.obligation("cure-window/F5")
    assert first is not None
    assert second is not None
    assert first.done_on == date(2005, 2, 3)
    assert second.done_on is None
    # Five Business Days after Thu, Feb 3: 4 7 8 9 10.
    assert second.due == date(2005, 2, 10)


@pytest.mark.parametrize(
    ("failed", "excluded", "included"),
    [
        ("2004-11-08", "2004-11-16", "2004-11-15"),  # a Monday; the 11th is Veterans Day
        ("2004-11-06", "2004-11-15", "2004-11-15"),  # a Saturday is no Business Day to count
    ],
)
def test_the_day_of_the_failure_counts_as_the_first_only_under_that_reading_and_if_open(
    failed: str, excluded: str, included: str
) -> None:
    for choice, due in (("EXCLUDED", excluded), ("INCLUDED", included)):
        found = on("2004-11-09", *SHELF, _broken(failed), readings={"trigger-day": choice})
        assert _cure(found).due.isoformat() == due
