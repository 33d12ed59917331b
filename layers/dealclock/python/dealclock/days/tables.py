"""Every day of 1995 to 2060 laid out once, so that each question about Business Days is a look-up.

    position        0    1    2    3    4        the day's place in the table
    closed          Sun  New  -    -    -        why, or None when it is open
    open_before     0    0    0    1    2   3    open days before each place, one place more
    open_days       [2]  [3]  [4]                the open days themselves, in order

So the first open day on or after a place is `open_days[open_before[place]]`, and what is counted
from it lies as many places further on.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import accumulate

from dealclock.records import record

FIRST_YEAR = 1995
LAST_YEAR = 2060
FIRST_ORDINAL = date(FIRST_YEAR, 1, 1).toordinal()
PLACES = date(LAST_YEAR + 1, 1, 1).toordinal() - FIRST_ORDINAL


@record
class DayTable:
    """What the columns of this module's drawing hold."""

    closed: Sequence[str | None]
    open_before: Sequence[int]
    open_days: Sequence[date]


def laid_out(closed_in: Callable[[int], Mapping[date, str]]) -> DayTable:
    """The table of a calendar whose holidays of a year are `closed_in(year)`.

    A holiday on a weekend is named for the weekend: it closes nothing that was not closed.
    """
    closed: list[str | None] = [None] * PLACES
    for year in range(FIRST_YEAR, LAST_YEAR + 2):  # January 1 may close the December before
        for day, name in closed_in(year).items():
            place = day.toordinal() - FIRST_ORDINAL
            if 0 <= place < PLACES:
                closed[place] = name
    for weekday, name in ((5, "Saturday"), (6, "Sunday")):
        first = (weekday - date(FIRST_YEAR, 1, 1).weekday()) % 7
        closed[first::7] = [name] * len(range(first, PLACES, 7))
    open_places = [place for place, name in enumerate(closed) if name is None]
    return DayTable(
        closed=closed,
        open_before=list(accumulate((name is None for name in closed), initial=0)),
        open_days=[date.fromordinal(FIRST_ORDINAL + place) for place in open_places],
    )
