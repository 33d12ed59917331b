"""Counting days: the starting day is never counted, and closed days are skipped with a reason."""

from datetime import date, timedelta
from itertools import dropwhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.days.calendars import (
    FEDERAL_RESERVE,
    GENERAL_CONSTRUCTION_LAW,
    NAMES,
    Calendar,
    calendar,
)
from dealclock.days.counting import (
    business_days_after,
    business_days_before,
    business_days_in,
    days_after,
)
from dealclock.days.periods import moved
from dealclock.errors import RefusedError

DAYS = st.dates(date(1996, 1, 1), date(2059, 12, 31))
COUNTS = st.integers(0, 60)


def test_a_count_lists_every_day_with_its_number_or_the_reason_it_is_skipped() -> None:
    count = business_days_after(date(2005, 1, 13), 2, FEDERAL_RESERVE)
    assert [(d.day.isoformat(), d.number, d.closed) for d in count.days] == [
        ("2005-01-14", 1, None),
        ("2005-01-15", None, "Saturday"),
        ("2005-01-16", None, "Sunday"),
        ("2005-01-17", None, "Martin Luther King Jr. Day"),
        ("2005-01-18", 2, None),
    ]
    assert [d.closed for d in count.skipped] == [
        "Saturday",
        "Sunday",
        "Martin Luther King Jr. Day",
    ]
    assert (count.start, count.calendar) == (date(2005, 1, 13), "federal-reserve")


def test_a_backward_count_lists_its_days_from_last_to_first() -> None:
    count = business_days_before(date(2005, 1, 18), 2, FEDERAL_RESERVE)
    assert [(d.day.isoformat(), d.number, d.closed) for d in count.days] == [
        ("2005-01-17", None, "Martin Luther King Jr. Day"),
        ("2005-01-16", None, "Sunday"),
        ("2005-01-15", None, "Saturday"),
        ("2005-01-14", 1, None),
        ("2005-01-13", 2, None),
    ]
    assert [d.day.day for d in count.skipped] == [17, 16, 15]
    assert (count.start, count.result) == (date(2005, 1, 18), date(2005, 1, 13))


def test_a_count_of_zero_or_of_calendar_days_lists_no_days() -> None:
    none = business_days_after(date(2005, 1, 15), 0, FEDERAL_RESERVE)
    assert (none.days, none.skipped, none.calendar) == ((), (), "federal-reserve")
    plain = days_after(date(2005, 1, 13), 5)
    assert (plain.days, plain.skipped, plain.calendar) == ((), (), None)


def test_counts_with_equal_ends_and_calendar_are_equal() -> None:
    count = business_days_after(date(2005, 1, 13), 2, FEDERAL_RESERVE)
    assert count == business_days_after(date(2005, 1, 13), 2, FEDERAL_RESERVE)
    assert count != business_days_after(date(2005, 1, 13), 2, GENERAL_CONSTRUCTION_LAW)
    assert count != business_days_after(date(2005, 1, 13), 3, FEDERAL_RESERVE)
    assert count != business_days_after(date(2005, 1, 12), 3, FEDERAL_RESERVE)
    assert count != days_after(date(2005, 1, 13), 5)
    assert len({count, business_days_after(date(2005, 1, 13), 2, FEDERAL_RESERVE)}) == 1


def test_the_days_of_a_count_are_computed_only_on_demand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Calendar, "closed_because", fail)
    count = business_days_after(date(2005, 1, 13), 2, FEDERAL_RESERVE)
    assert count.result == date(2005, 1, 18)
    with pytest.raises(AssertionError):
        _ = count.days


def test_the_count_ends_a_day_later_in_the_calendar_with_election_day() -> None:
    start = date(2004, 10, 28)
    assert business_days_after(start, 3, FEDERAL_RESERVE).result == date(2004, 11, 2)
    count = business_days_after(start, 3, GENERAL_CONSTRUCTION_LAW)
    assert count.result == date(2004, 11, 3)
    assert [d.closed for d in count.skipped] == ["Saturday", "Sunday", "Election Day"]


@pytest.mark.parametrize(
    ("start", "n", "result"),
    [
        (date(2004, 6, 30), 15, date(2004, 7, 15)),  # June 30 itself not counted
        (date(2004, 6, 30), 120, date(2004, 10, 28)),  # 31 July, 31 August, 30 September, 28
        (date(2004, 2, 28), 1, date(2004, 2, 29)),
        (date(2004, 6, 30), 0, date(2004, 6, 30)),
        (date(2004, 12, 20), 5, date(2004, 12, 25)),  # closed days count too
    ],
)
def test_calendar_days_do_not_roll(start: date, n: int, result: date) -> None:
    assert days_after(start, n).result == result


@pytest.mark.parametrize("count", [business_days_after, business_days_before])
def test_a_negative_count_of_business_days_is_refused(count) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RefusedError, match=r"^cannot count -1 Business Days; give zero or more"):
        count(date(2004, 6, 30), -1, FEDERAL_RESERVE)


def test_a_negative_count_of_days_is_refused() -> None:
    with pytest.raises(RefusedError, match=r"^cannot count -1 days; give zero or more"):
        days_after(date(2004, 6, 30), -1)


def test_a_count_that_leaves_the_table_is_refused_at_either_end() -> None:
    with pytest.raises(RefusedError, match="is outside"):
        business_days_after(date(2060, 12, 30), 2, FEDERAL_RESERVE)
    with pytest.raises(RefusedError, match="is outside"):
        business_days_before(date(1995, 1, 4), 2, FEDERAL_RESERVE)
    assert business_days_after(date(2060, 12, 30), 1, FEDERAL_RESERVE).result == date(2060, 12, 31)
    assert business_days_before(date(1995, 1, 4), 1, FEDERAL_RESERVE).result == date(1995, 1, 3)


@pytest.mark.parametrize("n", [-3, -1, 0, 1, 3])
@pytest.mark.parametrize("day", [date(1994, 12, 31), date(2061, 1, 1)])
def test_a_count_from_outside_the_table_is_refused(day: date, n: int) -> None:
    with pytest.raises(RefusedError, match=f"{day} is outside the Federal Reserve calendar"):
        FEDERAL_RESERVE.add(day, n)


@pytest.mark.parametrize(
    ("day", "n", "first_outside"),
    [
        (date(2060, 12, 30), 2, "2061-01-01"),
        (date(2060, 12, 31), 1, "2061-01-01"),
        (date(2000, 1, 1), 100_000, "2061-01-01"),
        (date(1995, 1, 4), -2, "1994-12-31"),
        (date(1995, 1, 1), -1, "1994-12-31"),
        (date(2000, 1, 1), -100_000, "1994-12-31"),
    ],
)
def test_the_error_names_the_first_day_outside_the_table(
    day: date, n: int, first_outside: str
) -> None:
    with pytest.raises(RefusedError, match=f"{first_outside} is outside"):
        FEDERAL_RESERVE.add(day, n)


def test_a_count_can_span_the_whole_table() -> None:
    first, last = date(1995, 1, 1), date(2060, 12, 31)
    n = business_days_in(first, last, FEDERAL_RESERVE)
    assert n == 16_565  # as QuantLib counts them
    assert FEDERAL_RESERVE.add(first, n) == last
    assert FEDERAL_RESERVE.add(last, 1 - n) == date(1995, 1, 3)


@pytest.mark.parametrize(
    ("after", "to"),
    [
        (date(1994, 12, 31), date(1995, 1, 5)),
        (date(2060, 12, 30), date(2061, 1, 1)),
        (date(2061, 1, 1), date(2060, 12, 30)),
    ],
)
def test_counting_between_days_outside_the_table_is_refused(after: date, to: date) -> None:
    with pytest.raises(RefusedError, match="is outside"):
        business_days_in(after, to, FEDERAL_RESERVE)


@pytest.mark.parametrize(
    ("day", "years", "result"),
    [
        (date(2004, 6, 30), 2, date(2006, 6, 30)),
        (date(2008, 2, 29), 2, date(2010, 2, 28)),
        (date(2008, 2, 29), 4, date(2012, 2, 29)),
    ],
)
def test_the_anniversary_of_a_leap_day_in_a_common_year_is_february_28(
    day: date, years: int, result: date
) -> None:
    assert moved(day, years, "years") == result


@given(DAYS, COUNTS, st.sampled_from(NAMES))
def test_a_count_of_n_business_days_contains_n_business_days(
    start: date, n: int, name: str
) -> None:
    count = business_days_after(start, n, calendar(name))
    assert business_days_in(start, count.result, calendar(name)) == n
    assert n == 0 or calendar(name).is_open(count.result)


@given(DAYS, COUNTS, st.sampled_from(NAMES))
def test_counting_forward_and_back_returns_to_the_last_open_day_on_or_before_the_start(
    start: date, n: int, name: str
) -> None:
    days = calendar(name)
    end = business_days_after(start, n, days).result
    back = business_days_before(end, n, days).result
    assert back == (start if n == 0 else days.last_open_on_or_before(start))


@given(DAYS, st.integers(0, 10), COUNTS, st.sampled_from(NAMES))
def test_a_later_start_never_ends_earlier(start: date, later: int, n: int, name: str) -> None:
    earlier_end = business_days_after(start, n, calendar(name)).result
    later_end = business_days_after(start + timedelta(days=later), n, calendar(name)).result
    assert earlier_end <= later_end


@given(DAYS, st.integers(1, 60), st.sampled_from(NAMES))
def test_one_more_business_day_is_the_next_open_day(start: date, n: int, name: str) -> None:
    days = calendar(name)
    end, next_end = (business_days_after(start, k, days).result for k in (n, n + 1))
    assert next_end == days.first_open_on_or_after(end + timedelta(days=1))


@given(DAYS, COUNTS)
def test_the_stricter_calendar_never_ends_earlier(start: date, n: int) -> None:
    federal = business_days_after(start, n, FEDERAL_RESERVE).result
    assert federal <= business_days_after(start, n, GENERAL_CONSTRUCTION_LAW).result


@given(DAYS, COUNTS, st.sampled_from(NAMES))
def test_forward_and_backward_counts_pass_the_same_days(start: date, n: int, name: str) -> None:
    in_calendar = calendar(name)
    forward = business_days_after(start, n, in_calendar)
    back = business_days_before(forward.result + timedelta(days=1), n, in_calendar)
    from_first_open = dropwhile(lambda d: d.closed, forward.days)
    assert [d.day for d in back.days] == [d.day for d in from_first_open][::-1]


@given(DAYS, COUNTS, st.sampled_from(NAMES))
def test_the_days_of_a_count_are_consecutive_and_numbered_in_order(
    start: date, n: int, name: str
) -> None:
    count = business_days_after(start, n, calendar(name))
    passed = (count.result - start).days
    assert [d.day for d in count.days] == [start + timedelta(days=k + 1) for k in range(passed)]
    assert [d.number for d in count.days if d.number] == list(range(1, n + 1))
    assert all((d.number is None) == (d.closed is not None) for d in count.days)
