"""Days on which the stock exchange is closed though banks are open."""

from datetime import date, timedelta

import pytest

from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.days.markets import nyse_closed_reason


@pytest.mark.parametrize(
    ("day", "why"),
    [
        ("2005-03-25", "Good Friday"),
        ("2008-03-21", "Good Friday"),
        ("2004-12-24", "Christmas Day"),  # December 25 was a Saturday
        ("2004-12-31", None),  # January 1 was a Saturday, observed on no other day
        ("2006-01-02", "New Year's Day"),
        ("2015-07-03", "Independence Day"),
        ("2004-06-11", "mourning for President Reagan"),
        ("2001-09-10", None),
        ("2001-09-11", "September 11 attacks"),
        ("2001-09-14", "September 11 attacks"),
        ("2001-09-17", None),
        ("2007-01-02", "mourning for President Ford"),
        ("2012-10-29", "Hurricane Sandy"),
        ("2012-10-30", "Hurricane Sandy"),
        ("2018-12-05", "mourning for President Bush"),
        ("2025-01-09", "mourning for President Carter"),
        ("2004-11-11", None),  # Veterans Day: banks are closed, the exchange is open
        ("2004-10-11", None),  # Columbus Day
        ("2021-06-18", None),
        ("2022-06-20", "Juneteenth"),
        ("2004-11-06", "Saturday"),
        ("1997-01-20", None),
        ("1998-01-19", "Martin Luther King Jr. Day"),
    ],
)
def test_the_exchange_closes_by_its_own_rule(day: str, why: str | None) -> None:
    assert nyse_closed_reason(date.fromisoformat(day)) == why


def test_the_exchange_is_closed_on_some_business_days_of_2004_and_2005() -> None:
    days = (date(2004, 1, 1) + timedelta(days=n) for n in range(731))
    closed = [str(d) for d in days if FEDERAL_RESERVE.is_open(d) and nyse_closed_reason(d)]
    assert closed == ["2004-04-09", "2004-06-11", "2004-12-24", "2005-03-25"]
