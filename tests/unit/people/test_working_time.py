"""Minutes that count only in working hours, over nights, weekends, holidays and clock changes."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.people.working_time import WorkingTime

HOURS_ZONE = ZoneInfo("America/New_York")
HOURS = WorkingTime(time(8), time(18), FEDERAL_RESERVE, "America/New_York")


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("since", "minutes", "then"),
    [
        ("2004-10-28T08:00-04:00", 60, "2004-10-28T09:00-04:00"),
        ("2004-10-28T08:00-04:00", 300, "2004-10-28T13:00-04:00"),
        ("2004-10-28T08:00-04:00", 600, "2004-10-28T18:00-04:00"),  # to the very close
        ("2004-10-28T08:00-04:00", 601, "2004-10-29T08:01-04:00"),
        ("2004-10-28T16:00-04:00", 180, "2004-10-29T09:00-04:00"),  # 120 today, 60 tomorrow
        ("2004-10-28T06:00-04:00", 60, "2004-10-28T09:00-04:00"),  # before the opening
        ("2004-10-28T18:00-04:00", 60, "2004-10-29T09:00-04:00"),  # at the close
        ("2004-10-28T23:59-04:00", 60, "2004-10-29T09:00-04:00"),
        # Friday over the weekend on which the clocks go back: 30 minutes, then 30 on Monday.
        ("2004-10-29T17:30-04:00", 60, "2004-11-01T08:30-05:00"),
        # Friday over the weekend on which the clocks go forward.
        ("2004-04-02T17:30-05:00", 60, "2004-04-05T08:30-04:00"),
        ("2004-10-30T12:00-04:00", 60, "2004-11-01T09:00-05:00"),  # a Saturday
        # Wednesday over Veterans Day, Thu, Nov 11.
        ("2004-11-10T17:00-05:00", 120, "2004-11-12T09:00-05:00"),
        # Wednesday over Thanksgiving; the Friday after it is a Business Day.
        ("2004-11-24T17:00-05:00", 120, "2004-11-26T09:00-05:00"),
        # Over New Year: Fri, Dec 31, 2004 is a Business Day, Sat, Jan 1, 2005 moves nothing.
        ("2004-12-31T17:00-05:00", 120, "2005-01-03T09:00-05:00"),
        ("2004-10-28T08:00-04:00", 1500, "2004-11-01T13:00-05:00"),  # two whole days and a half
    ],
)
def test_working_minutes_are_counted_forward(since: str, minutes: int, then: str) -> None:
    assert HOURS.after(instant(since), minutes) == instant(then)


@pytest.mark.parametrize(
    ("since", "then"),
    [
        ("2004-10-28T08:00-04:00", "2004-10-29T08:00-04:00"),
        ("2004-10-28T01:00-04:00", "2004-10-29T08:00-04:00"),
        ("2004-10-29T16:00-04:00", "2004-11-01T08:00-05:00"),
        ("2004-11-10T12:00-05:00", "2004-11-12T08:00-05:00"),
        # 23:30 in New York is the next day in UTC: the day is the deal's.
        ("2004-10-29T03:30+00:00", "2004-10-29T08:00-04:00"),
    ],
)
def test_the_next_morning_is_the_opening_of_the_next_business_day(since: str, then: str) -> None:
    assert HOURS.next_morning(instant(since)) == instant(then)


@pytest.mark.parametrize(
    ("at", "then"),
    [
        ("2004-10-28T08:00-04:00", "2004-10-28T08:00-04:00"),
        ("2004-10-28T07:59-04:00", "2004-10-28T08:00-04:00"),
        ("2004-10-28T18:20-04:00", "2004-10-28T18:20-04:00"),  # late, and still that day
        ("2004-10-29T00:10-04:00", "2004-10-29T08:00-04:00"),
        ("2004-10-30T10:00-04:00", "2004-11-01T08:00-05:00"),
        ("2004-11-11T10:00-05:00", "2004-11-12T08:00-05:00"),
    ],
)
def test_people_are_messaged_from_the_opening_of_a_business_day_until_midnight(
    at: str, then: str
) -> None:
    assert HOURS.next_on(instant(at)) == instant(then)
    assert HOURS.is_on(instant(at)) == (at == then)


def by_the_minute(since: datetime, minutes: int) -> datetime:
    """The same, by walking the clock minute by minute."""
    at = since
    while minutes:
        local = at.astimezone(HOURS_ZONE)
        counts = FEDERAL_RESERVE.is_open(local.date()) and time(8) <= local.time() < time(18)
        at += timedelta(minutes=1)
        minutes -= counts
    return at


@given(
    st.integers(0, 20 * 24 * 60),
    st.integers(1, 900),
    st.sampled_from(["2004-10-25T00:00+00:00", "2004-03-29T00:00+00:00", "2004-12-20T00:00+00:00"]),
)
def test_it_agrees_with_counting_minute_by_minute(start: int, minutes: int, around: str) -> None:
    since = instant(around).astimezone(UTC) + timedelta(minutes=start)
    assert HOURS.after(since, minutes) == by_the_minute(since, minutes)
