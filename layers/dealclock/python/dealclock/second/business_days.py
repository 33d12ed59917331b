"""Business Days by plain rules, read off one day at a time; nothing here is the library's."""

from datetime import date, timedelta
from functools import cache

ONE = timedelta(days=1)
MONDAY, TUESDAY, THURSDAY, SATURDAY, SUNDAY = 0, 1, 3, 5, 6


@cache
def is_business_day(day: date, calendar: str) -> bool:
    """Whether banks are open: `federal-reserve`, or `gcl-24` with the days of that law too."""
    if day.weekday() in (SATURDAY, SUNDAY) or _is_federal_reserve_holiday(day):
        return False
    return calendar == "federal-reserve" or not _is_other_public_holiday(day)


def nth_business_day_after(day: date, n: int, calendar: str) -> date:
    """Day by day: the day counted from is not counted; none after it is that day itself."""
    while n:
        day += ONE
        n -= is_business_day(day, calendar)
    return day


def _is_federal_reserve_holiday(day: date) -> bool:
    fixed = [(1, 1), (7, 4), (11, 11), (12, 25)] + ([(6, 19)] if day.year >= 2022 else [])
    return any(
        (
            _kept_on(day, fixed),
            _is_nth(day, 3, MONDAY, of=1),
            _is_nth(day, 3, MONDAY, of=2),
            day.month == 5 and day.weekday() == MONDAY and (day + 7 * ONE).month == 6,
            _is_nth(day, 1, MONDAY, of=9),
            _is_nth(day, 2, MONDAY, of=10),
            _is_nth(day, 4, THURSDAY, of=11),
        )
    )


def _is_other_public_holiday(day: date) -> bool:
    """Lincoln's Birthday, and the Tuesday after the first Monday of November."""
    election = day.month == 11 and day.weekday() == TUESDAY and 2 <= day.day <= 8
    return election or _kept_on(day, [(2, 12)])


def _kept_on(day: date, fixed: list[tuple[int, int]]) -> bool:
    """On the day itself, or on the Monday after a Sunday; a Saturday's moves nowhere."""
    eve = day - ONE
    return (day.month, day.day) in fixed or (
        eve.weekday() == SUNDAY and (eve.month, eve.day) in fixed
    )


def _is_nth(day: date, n: int, weekday: int, *, of: int) -> bool:
    return day.month == of and day.weekday() == weekday and (day.day - 1) // 7 == n - 1
