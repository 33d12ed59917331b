"""Rolling off closed days, and the day on which New York lets a period end."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.days.calendars import FEDERAL_RESERVE, GENERAL_CONSTRUCTION_LAW, NAMES, calendar
from dealclock.days.edgar import EDGAR
from dealclock.days.errors import OutsideCalendar
from dealclock.days.rolls import Roll, rolled, rolled_back, rolled_forward

INSIDE = st.dates(date(1995, 2, 1), date(2060, 11, 30))


def _steps(roll: Roll) -> list[tuple[str, str | None]]:
    return [(d.day.isoformat(), d.closed) for d in roll.passed]


@pytest.mark.parametrize(
    ("ends", "may_be_met_on"),
    [
        ("2004-09-28", "2004-09-28"),  # a Tuesday: the 90th day after June 30, 2004
        ("2004-10-30", "2004-11-01"),  # Saturday
        ("2004-10-31", "2004-11-01"),  # Sunday
        ("2004-11-02", "2004-11-03"),  # Election Day, though the Reserve Banks are open
        ("2004-02-12", "2004-02-13"),  # Lincoln's Birthday
        ("2006-02-11", "2006-02-14"),  # Saturday; Lincoln's Birthday is kept on Monday the 13th
        ("2004-12-24", "2004-12-24"),  # no holiday on the Friday before a Saturday
        ("2004-12-25", "2004-12-27"),
        ("2005-01-15", "2005-01-18"),  # over Martin Luther King Jr. Day
        ("2004-04-09", "2004-04-09"),  # Good Friday is no public holiday
        ("2021-06-18", "2021-06-18"),
        ("2022-06-19", "2022-06-21"),  # Juneteenth, a Sunday, is kept on Monday
    ],
)
def test_a_period_that_ends_on_no_working_day_may_be_met_on_the_next(
    ends: str, may_be_met_on: str
) -> None:
    assert rolled(date.fromisoformat(ends)).result.isoformat() == may_be_met_on


def test_a_roll_tells_each_closed_day_it_passed_and_why() -> None:
    on = rolled(date(2005, 1, 15))
    assert _steps(on) == [
        ("2005-01-15", "Saturday"),
        ("2005-01-16", "Sunday"),
        ("2005-01-17", "Martin Luther King Jr. Day"),
    ]
    assert (on.day, on.calendar) == (date(2005, 1, 15), "gcl-24")
    assert _steps(rolled_back(date(2005, 1, 17), FEDERAL_RESERVE)) == [
        ("2005-01-17", "Martin Luther King Jr. Day"),
        ("2005-01-16", "Sunday"),
        ("2005-01-15", "Saturday"),
    ]


def test_an_open_day_does_not_roll() -> None:
    for roll in (
        rolled(date(2004, 9, 28)),
        rolled_back(date(2004, 9, 28), FEDERAL_RESERVE),
        rolled_forward(date(2004, 9, 28), FEDERAL_RESERVE),
    ):
        assert (roll.result, roll.passed) == (date(2004, 9, 28), ())


def test_rolls_are_equal_when_their_ends_and_calendar_are() -> None:
    assert rolled(date(2005, 1, 15)) == rolled_forward(date(2005, 1, 15), GENERAL_CONSTRUCTION_LAW)
    assert rolled(date(2005, 1, 15)) != rolled_forward(date(2005, 1, 15), FEDERAL_RESERVE)


@pytest.mark.parametrize("day", [date(1994, 12, 31), date(2061, 1, 1)])
def test_a_day_outside_the_table_is_refused(day: date) -> None:
    with pytest.raises(OutsideCalendar):
        rolled(day)


def test_a_roll_out_of_the_table_is_refused() -> None:
    with pytest.raises(OutsideCalendar, match="1994-12-31 is outside"):
        rolled_back(date(1995, 1, 2), FEDERAL_RESERVE)
    with pytest.raises(OutsideCalendar, match="2061-01-01 is outside"):
        rolled_forward(date(2060, 12, 31), EDGAR)


@given(INSIDE, st.sampled_from(NAMES))
def test_all_that_is_passed_is_closed_and_leads_to_an_open_day(day: date, name: str) -> None:
    each = calendar(name)
    for roll, step in (
        (rolled_forward(day, each), timedelta(days=1)),
        (rolled_back(day, each), timedelta(days=-1)),
    ):
        assert each.is_open(roll.result)
        assert [d.day for d in roll.passed] == [day + k * step for k in range(len(roll.passed))]
        assert day + len(roll.passed) * step == roll.result
        assert all(d.closed and d.number is None for d in roll.passed)
