"""When a notice is deemed given (10(e)), and the two Business Days to notify the Trustee (3(b))."""

from datetime import date

from hypothesis import given as given_that
from hypothesis import strategies as st

from dealclock.engine.conclusions import Obligation
from dealclock.facts.fact import Fact
from tests.suite import examples
from tests.unit.engine.deals import closed_on, filed, on, trustee_notified

ABOUT = "default-ii"


def _notice(as_of: str, *facts: Fact, **readings: str) -> Obligation:
    found = on(as_of, filed("2004-07-13"), *facts, readings=readings).obligation(
        f"trustee-notice/{ABOUT}"
    )
    assert found is not None
    return found


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
