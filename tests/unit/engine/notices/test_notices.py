"""When a notice is deemed given (10(e)), and the two Business Days to notify the Trustee (3(b))."""

from datetime import date

from hypothesis import given as given_that
from hypothesis import strategies as st

from tests.suite import examples
from tests.unit.engine.deals import closed_on, on, trustee_notified


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
