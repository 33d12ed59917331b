"""Rolling back off closed days."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.days.calendars import FEDERAL_RESERVE, NAMES, calendar
from dealclock.days.cutoffs import Roll, roll_back
from dealclock.days.edgar import EDGAR
from dealclock.errors import RefusedError

ONE = timedelta(days=1)
INSIDE = st.dates(date(1995, 2, 1), date(2060, 11, 30))


def _steps(roll: Roll) -> list[tuple[str, str | None]]:
    return [(d.day.isoformat(), d.closed) for d in roll.closed_days]


def test_a_roll_lists_each_closed_day_and_its_reason() -> None:
    back = roll_back(date(2005, 1, 17), FEDERAL_RESERVE)
    assert (back.day, back.calendar) == (date(2005, 1, 17), "federal-reserve")
    assert _steps(back) == [
        ("2005-01-17", "Martin Luther King Jr. Day"),
        ("2005-01-16", "Sunday"),
        ("2005-01-15", "Saturday"),
    ]


def test_an_open_day_does_not_roll() -> None:
    roll = roll_back(date(2004, 9, 28), FEDERAL_RESERVE)
    assert (roll.result, roll.closed_days) == (date(2004, 9, 28), ())


def test_rolls_with_equal_ends_and_calendar_are_equal() -> None:
    saturday = date(2005, 1, 15)
    assert roll_back(saturday, FEDERAL_RESERVE) == roll_back(saturday, FEDERAL_RESERVE)
    assert roll_back(saturday, FEDERAL_RESERVE) != roll_back(saturday, EDGAR)


@pytest.mark.parametrize("day", [date(1994, 12, 31), date(2061, 1, 1)])
def test_a_day_outside_the_table_is_refused(day: date) -> None:
    with pytest.raises(RefusedError, match="is outside"):
        roll_back(day, FEDERAL_RESERVE)


def test_a_roll_out_of_the_table_is_refused() -> None:
    with pytest.raises(RefusedError, match="1994-12-31 is outside"):
        roll_back(date(1995, 1, 2), FEDERAL_RESERVE)


@given(INSIDE, st.sampled_from(NAMES))
def test_every_day_passed_is_closed_and_the_result_is_open(day: date, name: str) -> None:
    in_calendar = calendar(name)
    roll = roll_back(day, in_calendar)
    assert in_calendar.is_open(roll.result)
    assert [d.day for d in roll.closed_days] == [
        day - k * ONE for k in range(len(roll.closed_days))
    ]
    assert day - len(roll.closed_days) * ONE == roll.result
    assert all(d.closed and d.number is None for d in roll.closed_days)
