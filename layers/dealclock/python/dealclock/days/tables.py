"""A table of every day from 1995 to 2060, so that each Business Day question is a lookup.

    position        0    1    2    3    4        the day's place in the table
    closed          Sun  New  -    -    -        the reason, or None if it is open
    open_before     0    0    0    1    2   3    open days before each position; one entry more
    open_days       [2]  [3]  [4]                the open days themselves, in order

The first open day on or after a position is `open_days[open_before[position]]`; the nth Business
Day after it is n entries further on.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import accumulate, compress, count

from dealclock.records import record

FIRST_YEAR = 1995
LAST_YEAR = 2060
FIRST_ORDINAL = date(FIRST_YEAR, 1, 1).toordinal()
PLACES = date(LAST_YEAR + 1, 1, 1).toordinal() - FIRST_ORDINAL


@record
class DayTable:
    """The columns drawn in this module's docstring."""

    closed: Sequence[str | None]
    open_before: Sequence[int]
    open_days: Sequence[date]


def build_day_table(holidays_in: Callable[[int], Mapping[date, str]]) -> DayTable:
    """Build the table of a calendar from `holidays_in(year)`.

    A holiday on a weekend is labeled as the weekend: that day is closed anyway.
    """
    closed: list[str | None] = [None] * PLACES
    for year in range(FIRST_YEAR, LAST_YEAR + 2):  # January 1 may close the December before
        for day, name in holidays_in(year).items():
            place = day.toordinal() - FIRST_ORDINAL
            if 0 <= place < PLACES:
                closed[place] = name
    for weekday, name in ((5, "Saturday"), (6, "Sunday")):
        first = (weekday - date(FIRST_YEAR, 1, 1).weekday()) % 7
        closed[first::7] = [name] * len(range(first, PLACES, 7))
    is_open = [name is None for name in closed]
    return DayTable(
        closed=closed,
        open_before=list(accumulate(is_open, initial=0)),
        open_days=list(map(date.fromordinal, compress(count(FIRST_ORDINAL), is_open))),
    )
