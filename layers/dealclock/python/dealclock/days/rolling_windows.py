"""Rolling windows: how many days of some periods lie in any so many consecutive days.

A window is named by its last day, which is in it: the window of 90 days on March 31 runs from
January 1 (of a common year) to March 31, both included. A day that lies in two periods counts once.

    ...ppppp........pppp......   p: days of the periods
         [---- window ----]      its count rises or stays inside a period, stays or falls outside

So a count is highest on a period's last day, and what is exceeded is first exceeded inside one.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta

from dealclock.days.errors import DaysError
from dealclock.days.intervals import DayInterval, DaysCovered
from dealclock.records import record

_ONE = timedelta(days=1)


@record
class Limit:
    """At most `days` in any `window_days` consecutive days.

    A cap of 60 consecutive days is `Limit(60, 61)`: no 61 days in a row.
    """

    days: int
    window_days: int

    def __post_init__(self) -> None:
        if not 0 <= self.days < self.window_days:
            raise DaysError(
                f"cannot limit {self.days} days in any {self.window_days}; give a limit of zero "
                "or more and a longer window."
            )


def first_within(periods: Iterable[DayInterval], limit: Limit, not_before: date) -> date:
    """The first day, `not_before` or later, whose window holds no more than `limit` allows."""
    covered, day = DaysCovered.of(periods), not_before
    while (excess := covered.in_window(day, limit.window_days) - limit.days) > 0:
        day += covered.until_lost(day - timedelta(days=limit.window_days - 1), excess)
    return day


def longest_from(periods: Iterable[DayInterval], start: date, limits: Sequence[Limit]) -> int:
    """How many days a new period may run whose first day is `start`; zero if it may not begin.

    It may run so long that no window with a day of it holds more than any of `limits` allows. It
    shares no day with `periods`: zero on a day of one, and it ends where a later one begins.
    Windows without a day of it do not count, whatever they hold.
    """
    covered = DaysCovered.of(periods)
    possible = range(1, _shortest(limits) + 1)
    return bisect_left(
        possible, True, key=lambda n: _next_try(covered, start, n, limits) is not None
    )


def longest_after(periods: Iterable[DayInterval], start: date, limit: Limit) -> int:
    """`longest_from` by one limit, where no day of `periods` is on or after `start`.

    As the new period runs on, the windows of its days only shed days of the others: so it may run
    at least what the window of its next day leaves, and no longer once that is not more.
    """
    covered = DaysCovered.of(periods)
    earlier, runs = covered.before(start), 0
    first = start - timedelta(days=limit.window_days - 1)
    while (left := limit.days - earlier + covered.before(first + timedelta(days=runs))) > runs:
        runs = left
    return runs


def earliest_start(
    periods: Iterable[DayInterval], length: int, limits: Sequence[Limit], not_before: date
) -> date | None:
    """The first day, `not_before` or later, from which a new period may run `length` days.

    May is as in `longest_from`. None if `length` alone is more than one of `limits` allows.
    """
    if length < 1:
        raise DaysError(f"cannot begin a period of {length} days; give one or more.")
    if length > _shortest(limits):
        return None
    covered, start = DaysCovered.of(periods), not_before
    while (later := _next_try(covered, start, length, limits)) is not None:
        start = later
    return start


def _shortest(limits: Sequence[Limit]) -> int:
    if not limits:
        raise DaysError("no limits were given, so no period would end; give at least one.")
    return min(limit.days for limit in limits)


def _next_try(
    covered: DaysCovered, start: date, length: int, limits: Sequence[Limit]
) -> date | None:
    """None if a new period of `length` days may begin on `start`, else a later day to try.

    No day between the two will do: a period that is met is met until it is over, and a window too
    full by three, moved on together with the new period, is so until three days are behind it.
    """
    new = DayInterval(start, start + timedelta(days=length))
    for period in covered.periods:
        if period.start < new.end and start < period.end:
            return period.end
    for limit in limits:
        for last_day in _fullest(covered, new, limit.window_days):
            first_day = last_day - timedelta(days=limit.window_days - 1)
            of_new = (min(new.last, last_day) - max(start, first_day) + _ONE).days
            excess = covered.in_window(last_day, limit.window_days) + of_new - limit.days
            if excess > 0:
                return start + covered.until_lost(first_day, excess)
    return None


def _fullest(covered: DaysCovered, new: DayInterval, window_days: int) -> Iterator[date]:
    """The last days of the windows with a day of `new` among which the fullest is."""
    yield new.last
    latest = new.last + timedelta(days=window_days - 1)
    for period in covered.periods:
        if new.end <= period.start <= latest:
            yield min(period.last, latest)
