"""When a notice is deemed given (10(e)), and the two Business Days to notify the Trustee (3(b))."""

from datetime import date

import pytest
from hypothesis import given as given_that
from hypothesis import strategies as st

from dealclock.engine.conclusions import Obligation
from dealclock.facts.fact import Fact
from tests.suite import examples
from tests.unit.engine.deals import closed_on, effective, filed, on, trustee_notified

ABOUT = "default-ii"


def _notice(as_of: str, *facts: Fact, **readings: str) -> Obligation:
    found = on(as_of, filed("2004-07-13"), *facts, readings=readings).obligation(
        f"trustee-notice/{ABOUT}"
    )
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("method", "sent", "acknowledged", "given_on", "status"),
    [
        ("hand", "2004-10-29", None, "2004-10-29", "met"),
        ("hand", "2004-10-31", None, "2004-10-31", "met"),  # a Sunday: on any day
        ("hand", "2004-11-01", None, "2004-11-01", "met"),
        ("hand", "2004-11-02", None, "2004-11-02", "met late"),
        ("courier", "2004-10-29", None, "2004-11-01", "met"),
        ("courier", "2004-11-01", None, "2004-11-02", "met late"),
        ("mail", "2004-10-28", None, "2004-11-04", "met late"),
        ("mail", "2004-10-29", None, "2004-11-05", "met late"),
        ("fax", "2004-11-01", "2004-11-01", "2004-11-01", "met"),
        ("fax", "2004-11-01", "2004-11-03", "2004-11-03", "met late"),
        ("telex", "2004-11-01", "2004-11-01", "2004-11-01", "met"),
    ],
)
def test_a_notice_is_given_when_its_method_says_so(
    method: str, sent: str, acknowledged: str | None, given_on: str, status: str
) -> None:
    notice = _notice("2004-11-20", trustee_notified(sent, ABOUT, method, acknowledged=acknowledged))
    assert notice.done_on is not None
    assert (notice.done_on.isoformat(), notice.status) == (given_on, status)


@pytest.mark.parametrize(
    ("method", "why"),
    [
        ("fax", "receipt not acknowledged"),
        ("telex", "receipt not acknowledged"),
        ("e-mail", "not a method the agreement lists"),
    ],
)
def test_a_notice_that_does_not_count_leaves_the_duty_overdue_and_says_why(
    method: str, why: str
) -> None:
    notice = _notice("2004-11-20", trustee_notified("2004-10-29", ABOUT, method))
    assert (notice.done_on, notice.status) == (None, "missed")
    says = f"by {method} to the Trustee: {why}, so not given"
    assert says in [step.text for step in notice.why.steps]
    assert notice.notes == (f"not given to the Trustee: by {method}, {why} (10(e))",)


def test_a_notice_by_hand_counts_even_after_an_email() -> None:
    facts = (
        trustee_notified("2004-10-29", ABOUT, "e-mail"),
        trustee_notified("2004-11-01", ABOUT, "hand"),
    )
    notice = _notice("2004-11-20", *facts)
    assert (notice.done_on, notice.status) == (date(2004, 11, 1), "met")
    assert {"F2", "F3"} <= set(notice.why.facts)


def test_a_notice_about_another_default_does_not_count_for_this_one_and_is_shown_unused() -> None:
    assessment = on("2004-11-20", filed("2004-07-13"), trustee_notified("2004-10-29", "default-i"))
    owed = assessment.obligation(f"trustee-notice/{ABOUT}")
    assert owed is not None
    assert owed.status == "missed"
    assert assessment.unused_facts == ("F2",)


@examples(40)
@given_that(st.dates(date(2003, 1, 1), date(2030, 12, 31)), st.sampled_from(["LAPSE", "NEXT-DAY"]))
def test_mail_sent_after_the_default_can_never_be_given_within_two_business_days(
    occurred: date, reading: str
) -> None:
    """A default fifteen days after any Closing Date; posted on its very day."""
    closing = date.fromordinal(occurred.toordinal() - 15)
    later = date.fromordinal(occurred.toordinal() + 40).isoformat()
    posted = trustee_notified(occurred.isoformat(), "default-i", "mail")
    assessment = on(later, posted, terms=closed_on(closing), readings={"default-occurs": reading})
    notice = assessment.obligation("trustee-notice/default-i")
    assert notice is not None
    assert notice.done_on is not None
    assert (notice.status, notice.done_on > notice.due) == ("met late", True)


def test_the_notice_is_counted_from_the_default_and_skips_closed_days() -> None:
    notice = _notice("2004-10-29")
    count = next(step.count for step in notice.why.steps if step.count)
    assert [(d.day.isoformat(), d.number, d.closed) for d in count.days] == [
        ("2004-10-29", 1, None),
        ("2004-10-30", None, "Saturday"),
        ("2004-10-31", None, "Sunday"),
        ("2004-11-01", 2, None),
    ]


def test_a_default_cured_on_the_first_day_it_would_accrue_has_a_protective_notice() -> None:
    notice = _notice("2004-11-20", effective("2004-10-29"))
    assert notice.notes == ("nothing accrued on this default; the notice is protective",)
    assert _notice("2004-11-20", effective("2004-10-30")).notes == ()
