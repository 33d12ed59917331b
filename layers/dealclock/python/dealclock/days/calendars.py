"""Business-day calendars of New York: the Federal Reserve's, and General Construction Law s.24.

Source: federalreserve.gov/aboutthefed/k8.htm for the Federal Reserve. A holiday on a Sunday
closes the Monday; one on a Saturday closes nothing, so Friday December 31, 2004 is open. The rule
equals the published K.8 tables and is tested against an independent implementation for every
day from 1995 to 2060.

The General Construction Law calendar adds the public holidays on which New York banks are
"authorized" to close though the Reserve Bank is open. Which of the two an agreement's "Business
Day" means is an interpretation (a reading), never decided here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property, lru_cache

from dealclock.days import holidays, tables
from dealclock.days.tables import FIRST_ORDINAL, PLACES, DayTable, build_day_table
from dealclock.errors import RefusedError

FIRST_YEAR = tables.FIRST_YEAR
LAST_YEAR = tables.LAST_YEAR
_DAY_BEFORE_TABLE = date(FIRST_YEAR, 1, 1) - timedelta(days=1)
_DAY_AFTER_TABLE = date(LAST_YEAR + 1, 1, 1)


@dataclass(frozen=True, eq=False)
class Calendar:
    """Which civil days are Business Days, within the years the table covers.

    Every method raises RefusedError if it needs a day beyond those years. The table is
    built on first use, in a few milliseconds, and cached. There is one instance of each calendar.
    """

    name: str
    title: str
    _holidays_in: Callable[[int], Mapping[date, str]]

    @cached_property
    def _table(self) -> DayTable:
        return build_day_table(self._holidays_in)

    def holidays(self, year: int) -> Mapping[date, str]:
        """The closed days that are no Saturday or Sunday only, with their reasons."""
        return self._holidays_in(year)

    def closed_because(self, day: date) -> str | None:
        """Why `day` is closed ("Saturday", "Thanksgiving Day"), or None when it is open."""
        return self._table.closed[self._place(day)]

    def is_open(self, day: date) -> bool:
        """Whether `day` is a Business Day in this calendar."""
        return self._table.closed[self._place(day)] is None

    def last_open_on_or_before(self, day: date) -> date:
        """The nearest Business Day that is not after `day`."""
        return self._open_day(self._table.open_before[self._place(day) + 1] - 1)

    def first_open_on_or_after(self, day: date) -> date:
        """The nearest Business Day that is not before `day`."""
        return self._open_day(self._table.open_before[self._place(day)])

    def add(self, day: date, n: int) -> date:
        """The `n`th Business Day after `day`, or before it if `n` is negative; `day` for zero.

        `day` itself is never counted, open or closed (General Construction Law s.20).
        """
        place = day.toordinal() - FIRST_ORDINAL  # inlined: the most frequent call by far
        if not 0 <= place < PLACES:
            raise self._outside_error(day)
        if n == 0:
            return day
        table = self._table
        open_before = table.open_before
        k = open_before[place + 1] + n - 1 if n > 0 else open_before[place] + n
        return table.open_days[k] if 0 <= k < len(table.open_days) else self._open_day(k)

    def between(self, after: date, to: date) -> int:
        """The number of Business Days after `after` through `to`; 0 if `to` is earlier."""
        open_before = self._table.open_before
        return max(0, open_before[self._place(to) + 1] - open_before[self._place(after) + 1])

    def _place(self, day: date) -> int:
        place = day.toordinal() - FIRST_ORDINAL
        if not 0 <= place < PLACES:
            raise self._outside_error(day)
        return place

    def _open_day(self, k: int) -> date:
        if k < 0:  # Python would count a negative index from the end
            raise self._outside_error(_DAY_BEFORE_TABLE)
        try:
            return self._table.open_days[k]
        except IndexError:
            raise self._outside_error(_DAY_AFTER_TABLE) from None

    def _outside_error(self, day: date) -> RefusedError:
        return RefusedError(
            f"{day} is outside the {self.title} calendar, which covers {FIRST_YEAR} to "
            f"{LAST_YEAR}; give a date within those years."
        )


@dataclass(frozen=True, eq=False)
class ListedCalendar(Calendar):
    """A calendar that is known for some years only, since its closed days are listed by hand.

    Every method raises RefusedError if it needs a day of another year.
    """

    years: tuple[int, int] = (FIRST_YEAR, LAST_YEAR)

    def add(self, day: date, n: int) -> date:
        """The `n`th Business Day after `day`, or before it if `n` is negative; `day` for zero."""
        self._place(day)
        return self._listed(super().add(day, n))

    def _place(self, day: date) -> int:
        return super()._place(self._listed(day))

    def _open_day(self, k: int) -> date:
        return self._listed(super()._open_day(k))

    def _listed(self, day: date) -> date:
        first, last = self.years
        if not first <= day.year <= last:
            raise RefusedError(
                f"{day} is outside the calendar {self.name}, which the terms list for the years "
                f"{first} to {last}; under calendars, add the closed days of {day.year} to "
                f"{self.name} and {day.year} to its years."
            )
        return day


@lru_cache(maxsize=64)
def listed(
    name: str,
    of: tuple[Calendar, ...],
    closed: tuple[tuple[date, str], ...],
    years: tuple[int, int],
) -> Calendar:
    """The calendar of the days that are open in all of some calendars, but for those listed."""

    def holidays_in(year: int) -> Mapping[date, str]:
        found = {day: why for each in of for day, why in each.holidays(year).items()}
        return found | {day: why for day, why in closed if day.year == year}

    return ListedCalendar(name, name, holidays_in, years)


FEDERAL_RESERVE = Calendar("federal-reserve", "Federal Reserve", holidays.federal_reserve)
GENERAL_CONSTRUCTION_LAW = Calendar(
    "gcl-24", "General Construction Law s.24", holidays.general_construction_law
)

_BY_NAME = {c.name: c for c in (FEDERAL_RESERVE, GENERAL_CONSTRUCTION_LAW)}
NAMES = tuple(_BY_NAME)
"""The calendars that "Business Day" may mean."""


def calendar(name: str) -> Calendar:
    """The calendar with that name; raises RefusedError that lists the valid names."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise RefusedError(f"no calendar {name!r}; give one of {', '.join(NAMES)}.") from None
