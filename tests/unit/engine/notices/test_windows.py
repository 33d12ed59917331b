"""Sale Notices (4(e)) and the Effectiveness Period (2(a)(iii))."""

from datetime import date, timedelta

from hypothesis import given as given_that
from hypothesis import strategies as st

from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.days.counting import business_days_in
from dealclock.engine.conclusions import Window
from dealclock.facts.fact import Fact
from tests.suite import examples
from tests.unit.engine.deals import effective, filed, on, sale_notice

SHELF = (filed("2004-07-13"), effective("2004-10-20"))


def _sale(as_of: str, notice: Fact, **readings: str) -> Window | None:
    return on(as_of, *SHELF, notice, readings=readings).window("sale-notice/F3")


@examples(40)
@given_that(st.dates(date(2004, 11, 1), date(2006, 9, 1)))
def test_a_holder_has_three_business_days_to_sell_after_a_notice_on_any_day(
    day: date,
) -> None:
    found = _sale(day.isoformat(), sale_notice(day.isoformat()))
    assert found is not None
    assert business_days_in(day, found.opens, FEDERAL_RESERVE) == 3
    eve = found.opens - timedelta(days=1)
    assert business_days_in(eve, found.closes, FEDERAL_RESERVE) == 3
