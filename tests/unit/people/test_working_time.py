"""Minutes that count only in working hours, over nights, weekends, holidays and clock changes."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.people.working_time import WorkingTime
from tests.tables import table

ROWS = table(__file__, "working_time")
HOURS_ZONE = ZoneInfo("America/New_York")
HOURS = WorkingTime(time(8), time(18), FEDERAL_RESERVE, "America/New_York")


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_working_minutes_are_counted_forward() -> None:
    for row, then in ROWS["working minutes after an instant"].items():
        minutes, _, since = row.partition(" after ")
        assert HOURS.after(instant(since), int(minutes)) == instant(then), row


def test_the_next_morning_is_the_opening_of_the_next_business_day() -> None:
    for since, then in ROWS["the opening of the next Business Day"].items():
        assert HOURS.next_morning(instant(since)) == instant(then), since


def test_people_are_messaged_from_the_opening_of_a_business_day_until_midnight() -> None:
    (rows,) = (ROWS[title] for title in ROWS if title.startswith("when people are messaged"))
    for at, then in rows.items():
        assert HOURS.next_on(instant(at)) == instant(then), at
        assert HOURS.is_on(instant(at)) == (at == then), at


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
