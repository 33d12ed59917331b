"""Counts of Business Days against QuantLib's, and against walking from day to day.

The walk knows only which days are open, which other tests hold against QuantLib, the published
tables and, here, the rule of General Construction Law s.24 said a second time.
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
EACH = st.sampled_from([FEDERAL_RESERVE, GENERAL_CONSTRUCTION_LAW, EDGAR])
ORACLE = QuantLib.UnitedStates(QuantLib.UnitedStates.FederalReserve)


def _there(day: date) -> QuantLib.Date:
    return QuantLib.Date(day.day, day.month, day.year)


def _advanced(day: date, n: int) -> date:
    found = ORACLE.advance(_there(day), n, QuantLib.Days)
    return date(found.year(), found.month(), found.dayOfMonth())


@pytest.mark.parametrize("n", [-250, -40, -20, -2, -1, 1, 2, 5, 10, 20, 40, 250])
def test_counts_from_every_day_of_four_decades_agree_with_quantlib(n: int) -> None:
    start, end = date(2000, 1, 1), date(2039, 12, 31)
    inside = [d for d in EVERY_DAY if start <= d <= end]
    days = [inside[place] for place in seeds(len(inside))]
    assert [d for d in days if FEDERAL_RESERVE.add(d, n) != _advanced(d, n)] == []


@given(INSIDE, st.integers(-1000, 1000).filter(bool))
def test_counts_of_any_length_agree_with_quantlib(day: date, n: int) -> None:
    assert FEDERAL_RESERVE.add(day, n) == _advanced(day, n)


@given(ANY, ANY)
def test_the_business_days_of_any_stretch_are_as_many_as_quantlib_counts(a: date, b: date) -> None:
    after, to = min(a, b), max(a, b)
    counted = ORACLE.businessDaysBetween(_there(after), _there(to), False, True)
    assert business_days_in(after, to, FEDERAL_RESERVE) == counted
    assert business_days_in(to, after, FEDERAL_RESERVE) == 0


@given(INSIDE, st.integers(-300, 300), EACH)
def test_a_count_ends_where_a_walk_from_day_to_day_does(
    day: date, n: int, calendar: Calendar
) -> None:
    walked, left = day, abs(n)
    while left:
        walked += ONE if n > 0 else -ONE
        left -= calendar.is_open(walked)
    assert calendar.add(day, n) == walked


@given(INSIDE, st.integers(0, 500), EACH)
def test_a_stretch_holds_the_open_days_that_a_walk_through_it_meets(
    after: date, length: int, calendar: Calendar
) -> None:
    to = after + timedelta(days=length)
    met = [k for k in range(1, length + 1) if calendar.is_open(after + timedelta(days=k))]
    assert business_days_in(after, to, calendar) == len(met)


@given(ANY, ANY, ANY, EACH)
def test_stretches_that_follow_each_other_add_up(
    a: date, b: date, c: date, calendar: Calendar
) -> None:
    first, middle, last = sorted((a, b, c))
    parts = business_days_in(first, middle, calendar) + business_days_in(middle, last, calendar)
    assert business_days_in(first, last, calendar) == parts


def _only_of_the_state(day: date) -> bool:
    if day.month == 2:
        return day.day == 12 or (day.day == 13 and day.weekday() == 0)
    return day.month == 11 and day.weekday() == 1 and 2 <= day.day <= 8


def test_the_states_own_holidays_are_those_of_a_second_rule_on_every_day_from_1995_to_2060() -> (
    None
):
    differ = [
        day
        for day in EVERY_DAY
        if GENERAL_CONSTRUCTION_LAW.is_open(day)
        != (FEDERAL_RESERVE.is_open(day) and not _only_of_the_state(day))
    ]
    assert differ == []
