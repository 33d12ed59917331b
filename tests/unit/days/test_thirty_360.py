"""30/360 counts worked out by hand: where they differ, and where they are not additive."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.days.day_counts import (
    THIRTY_360,
    THIRTY_360_ELAPSED,
    THIRTY_360_US,
    THIRTY_E_360,
    DayCount,
)

DAYS = st.dates(date(1995, 1, 1), date(2060, 12, 31))
ALL = (THIRTY_360, THIRTY_360_US, THIRTY_E_360, THIRTY_360_ELAPSED)


def _days(convention: DayCount, start: str, end: str) -> int:
    return convention.days(date.fromisoformat(start), date.fromisoformat(end))


@pytest.mark.parametrize(
    ("start", "end", "cents"),
    [
        ("2004-07-16", "2004-08-02", Fraction(708333) + Fraction(1, 3)),  # RD-01: 7,083.33
        ("2004-12-30", "2004-12-31", Fraction(41666) + Fraction(2, 3)),  # AI-22: 416.67
        ("2004-10-29", "2004-11-01", Fraction(125000)),  # EF-02: 1,250.00
    ],
)
def test_elapsed_agrees_with_the_cases_on_60_million_at_a_quarter_percent(
    start: str, end: str, cents: Fraction
) -> None:
    share = THIRTY_360_ELAPSED.year_fraction(date.fromisoformat(start), date.fromisoformat(end))
    assert 6_000_000_000 * Fraction(1, 400) * share == cents


@pytest.mark.parametrize(
    ("convention", "start", "cut", "end", "whole", "parts"),
    [
        (THIRTY_360, "2004-10-30", "2004-11-15", "2004-12-31", 60, 15 + 46),
        (THIRTY_360_US, "2005-02-27", "2005-02-28", "2005-03-15", 18, 1 + 15),
        (THIRTY_360_ELAPSED, "2004-07-16", "2004-08-02", "2004-08-16", 30, 17 + 14),
    ],
    ids=lambda v: v.name if isinstance(v, DayCount) else None,
)
def test_some_conventions_are_not_additive(
    convention: DayCount, start: str, cut: str, end: str, whole: int, parts: int
) -> None:
    assert _days(convention, start, end) == whole
    assert _days(convention, start, cut) + _days(convention, cut, end) == parts


@given(DAYS, st.integers(0, 500), st.sampled_from(ALL))
def test_whole_months_count_30_days_from_the_1st_to_the_27th(
    start: date, months: int, convention: DayCount
) -> None:
    start = start.replace(day=min(start.day, 27))
    years, month = divmod(start.month - 1 + months, 12)
    end = date(start.year + years, month + 1, start.day)
    assert convention.days(start, end) == 30 * months


@given(DAYS, st.integers(0, 1500))
def test_elapsed_agrees_with_a_count_month_by_month(start: date, days: int) -> None:
    end = start + timedelta(days=days)
    counted, reached, n = 0, start, 0
    while True:  # walk to the same day of each next month, or its last
        n += 1
        year, month = divmod(start.month - 1 + n, 12)
        later = date(start.year + year, month + 1, 1)
        after = date(later.year + later.month // 12, later.month % 12 + 1, 1)
        next_start = min(later + timedelta(days=start.day - 1), after - timedelta(days=1))
        if next_start > end:
            break
        counted, reached = counted + 30, next_start
    assert THIRTY_360_ELAPSED.days(start, end) == counted + (end - reached).days


@given(DAYS, st.integers(0, 4000), st.integers(1, 12), st.integers(0, 10))
def test_thirty_360_is_additive_over_the_15th_unless_it_ends_on_a_31st(
    start: date, days: int, month: int, years: int
) -> None:
    cut = date(start.year + years, month, 15)
    end = cut + timedelta(days=days)
    if cut < start:
        return
    whole = THIRTY_360.days(start, end)
    parts = THIRTY_360.days(start, cut) + THIRTY_360.days(cut, end)
    # A start on the 30th or 31st makes an end on the 31st the 30th; the 15th does not.
    assert parts - whole == (1 if start.day >= 30 and end.day == 31 else 0)


@given(DAYS, st.integers(0, 4000))
def test_thirty_360_is_within_two_days_a_month_of_actual_days(start: date, days: int) -> None:
    end = start + timedelta(days=days)
    months = 12 * (end.year - start.year) + end.month - start.month
    assert abs(THIRTY_360.days(start, end) - days) <= 2 + 2 * (months + 1)
