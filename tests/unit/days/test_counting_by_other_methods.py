"""Counts of Business Days against QuantLib and against a walk from day to day.

The walk uses only which days are open. Other tests check those against QuantLib and the published
tables; this file checks General Construction Law s.24 with a second implementation.
"""

from datetime import date, timedelta

import pytest
import QuantLib
from hypothesis import given
from hypothesis import strategies as st

from dealclock.days.calendars import (
    FEDERAL_RESERVE,
    FIRST_YEAR,
    GENERAL_CONSTRUCTION_LAW,
    LAST_YEAR,
    Calendar,
)
from dealclock.days.counting import business_days_in
from dealclock.days.edgar import EDGAR
from tests.suite import seeds

ONE = timedelta(days=1)
FIRST, LAST = date(FIRST_YEAR, 1, 1), date(LAST_YEAR, 12, 31)
EVERY_DAY = [FIRST + timedelta(days=n) for n in range((LAST - FIRST).days + 1)]
ANY = st.dates(FIRST, LAST)
INSIDE = st.dates(date(1999, 1, 1), date(2056, 12, 31))
CALENDARS = st.sampled_from([FEDERAL_RESERVE, GENERAL_CONSTRUCTION_LAW, EDGAR])
ORACLE = QuantLib.UnitedStates(QuantLib.UnitedStates.FederalReserve)


def _quantlib_date(day: date) -> QuantLib.Date:
    return QuantLib.Date(day.day, day.month, day.year)


def _quantlib_count(day: date, n: int) -> date:
    result = ORACLE.advance(_quantlib_date(day), n, QuantLib.Days)
    return date(result.year(), result.month(), result.dayOfMonth())


@pytest.mark.parametrize("n", [-250, -40, -20, -2, -1, 1, 2, 5, 10, 20, 40, 250])
def test_counts_from_every_day_of_four_decades_agree_with_quantlib(n: int) -> None:
    start, end = date(2000, 1, 1), date(2039, 12, 31)
    inside = [d for d in EVERY_DAY if start <= d <= end]
    days = [inside[place] for place in seeds(len(inside))]
    assert [d for d in days if FEDERAL_RESERVE.add(d, n) != _quantlib_count(d, n)] == []


@given(INSIDE, st.integers(-1000, 1000).filter(bool))
def test_counts_of_any_length_agree_with_quantlib(day: date, n: int) -> None:
    assert FEDERAL_RESERVE.add(day, n) == _quantlib_count(day, n)


@given(ANY, ANY)
def test_business_days_between_any_two_days_agree_with_quantlib(a: date, b: date) -> None:
    after, to = min(a, b), max(a, b)
    counted = ORACLE.businessDaysBetween(_quantlib_date(after), _quantlib_date(to), False, True)
    assert business_days_in(after, to, FEDERAL_RESERVE) == counted
    assert business_days_in(to, after, FEDERAL_RESERVE) == 0


@given(INSIDE, st.integers(-300, 300), CALENDARS)
def test_a_count_agrees_with_a_walk_from_day_to_day(day: date, n: int, calendar: Calendar) -> None:
    walked, left = day, abs(n)
    while left:
        walked += ONE if n > 0 else -ONE
        left -= calendar.is_open(walked)
    assert calendar.add(day, n) == walked


@given(INSIDE, st.integers(0, 500), CALENDARS)
def test_business_days_between_agree_with_a_walk_from_day_to_day(
    after: date, length: int, calendar: Calendar
) -> None:
    to = after + timedelta(days=length)
    open_days = [k for k in range(1, length + 1) if calendar.is_open(after + timedelta(days=k))]
    assert business_days_in(after, to, calendar) == len(open_days)


@given(ANY, ANY, ANY, CALENDARS)
def test_consecutive_ranges_add_up(a: date, b: date, c: date, calendar: Calendar) -> None:
    first, middle, last = sorted((a, b, c))
    parts = business_days_in(first, middle, calendar) + business_days_in(middle, last, calendar)
    assert business_days_in(first, last, calendar) == parts


def _is_state_holiday_only(day: date) -> bool:
    if day.month == 2:
        return day.day == 12 or (day.day == 13 and day.weekday() == 0)
    return day.month == 11 and day.weekday() == 1 and 2 <= day.day <= 8


def test_state_holidays_agree_with_a_second_implementation_from_1995_to_2060() -> None:
    differences = [
        day
        for day in EVERY_DAY
        if GENERAL_CONSTRUCTION_LAW.is_open(day)
        != (FEDERAL_RESERVE.is_open(day) and not _is_state_holiday_only(day))
    ]
    assert differences == []
