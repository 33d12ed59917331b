"""Half-open intervals of days, and the union of several."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.days.intervals import DayInterval, DaysCovered, union
from dealclock.errors import RefusedError

FIRST = date(2005, 1, 3)


def _days(offset: int, length: int) -> DayInterval:
    start = FIRST + timedelta(days=offset)
    return DayInterval(start, start + timedelta(days=length))


def test_an_interval_includes_its_start_and_excludes_its_end() -> None:
    interval = DayInterval(date(2005, 1, 3), date(2005, 2, 17))
    assert (interval.days, interval.last) == (45, date(2005, 2, 16))


def test_an_interval_may_have_one_day_or_none() -> None:
    assert DayInterval(FIRST, date(2005, 1, 4)).days == 1
    assert DayInterval(FIRST, FIRST).days == 0


def test_an_interval_that_ends_before_it_starts_is_refused() -> None:
    with pytest.raises(RefusedError) as refused:
        DayInterval(date(2005, 1, 4), FIRST)
    assert str(refused.value) == (
        "an interval cannot run from 2005-01-04 back to 2005-01-03; give the earlier day first."
    )


@pytest.mark.parametrize(
    ("intervals", "united"),
    [
        ([(10, 5), (0, 5)], [(0, 5), (10, 5)]),  # sorted
        ([(0, 5), (5, 5)], [(0, 10)]),  # adjacent intervals join
        ([(0, 5), (6, 5)], [(0, 5), (6, 5)]),  # a day between keeps them apart
        ([(0, 10), (2, 3)], [(0, 10)]),  # nested
        ([(0, 5), (3, 5)], [(0, 8)]),
        ([(0, 0), (7, 0)], []),  # empty intervals
        ([(0, 5), (2, 0)], [(0, 5)]),
    ],
)
def test_a_union_has_the_fewest_disjoint_intervals(
    intervals: list[tuple[int, int]], united: list[tuple[int, int]]
) -> None:
    assert union(_days(*g) for g in intervals) == tuple(_days(*u) for u in united)


@given(st.lists(st.builds(_days, st.integers(0, 60), st.integers(0, 12)), max_size=8))
def test_a_union_has_the_same_days_with_a_gap_between_any_two(intervals: list[DayInterval]) -> None:
    def days(some: list[DayInterval]) -> list[date]:
        return [i.start + timedelta(days=k) for i in some for k in range(i.days)]

    united = list(union(intervals))
    assert days(united) == sorted(set(days(intervals)))
    assert all(a.end < b.start for a, b in pairwise(united))


def test_the_days_covered_before_a_day_are_counted_once() -> None:
    assert DaysCovered([_days(0, 5)]).before(FIRST + timedelta(days=3)) == 3
    assert DaysCovered([_days(10, 5), _days(0, 5)]).before(FIRST + timedelta(days=12)) == 7
