"""Weeks, months, quarters, years and hours after a day or a moment, and rolls of a closed day.

The number of months after a day ends on the day of the same number in the last of them, or on that
month's last day if it is shorter (General Construction Law s.30): a month after January 31 is
February 28, and a month after that is March 28.
"""

from calendar import monthrange
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, timedelta

from dealclock.days.calendars import Calendar
from dealclock.errors import RefusedError

_MOST = 100_000
_DAYS = {"days": 1, "weeks": 7}
_MONTHS = {"months": 1, "quarters": 3, "years": 12}


def moved(day: date, n: int, unit: str) -> date:
    """The day that lies `n` days, weeks, months, quarters or years after a day; before it if `n` is
    negative.
    """
    if abs(n) > _MOST:
        raise RefusedError(f"cannot count {n} {unit}; give at most {_MOST}.")
    if unit in _DAYS:
        return day + timedelta(days=n * _DAYS[unit])
    if unit not in _MONTHS:
        raise RefusedError(
            f"cannot count {unit} from day to day; give {', '.join((*_DAYS, *_MONTHS))}."
        )
    months = 12 * day.year + day.month - 1 + n * _MONTHS[unit]
    year, month = divmod(months, 12)
    if not MINYEAR <= year <= MAXYEAR:
        raise RefusedError(f"cannot count {n} {unit} from {day}; give a day nearer to today.")
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def repeated(first: date, n: int, unit: str) -> date:
    """The `n`th repeat of a day, 0 for the day itself: a day that ends its month always does."""
    day = moved(first, n, unit)
    if unit in _MONTHS and first.day == monthrange(first.year, first.month)[1]:
        return day.replace(day=monthrange(day.year, day.month)[1])
    return day


def rolled(day: date, roll: str, calendar: Calendar) -> date:
    """A day moved as its roll says if the calendar is closed on it; the day itself if it is open.

    "modified following" moves it to the next open day, or to the previous one if the next is in
    another month.
    """
    if roll == "none" or calendar.is_open(day):
        return day
    after = calendar.first_open_on_or_after(day)
    if roll == "next" or (roll == "modified following" and after.month == day.month):
        return after
    return calendar.last_open_on_or_before(day)


def hours_from(moment: datetime, n: int) -> datetime:
    """The moment `n` hours after one, before it if `n` is negative, on the clock of its zone.

    Hours are elapsed hours: 48 hours over a change of clocks end an hour earlier or later.
    """
    return (moment.astimezone(UTC) + timedelta(hours=n)).astimezone(moment.tzinfo)
