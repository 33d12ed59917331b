"""Days on which the stock exchange is closed though banks are open."""

from datetime import date, timedelta

from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.days.markets import nyse_closed_reason


def test_the_exchange_is_closed_on_some_business_days_of_2004_and_2005() -> None:
    days = (date(2004, 1, 1) + timedelta(days=n) for n in range(731))
    closed = [str(d) for d in days if FEDERAL_RESERVE.is_open(d) and nyse_closed_reason(d)]
    assert closed == ["2004-04-09", "2004-06-11", "2004-12-24", "2005-03-25"]
