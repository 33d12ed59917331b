"""Business-day calendars of New York: the Federal Reserve's, and General Construction Law s.24.

Source: federalreserve.gov/aboutthefed/k8.htm for the Federal Reserve. A holiday on a Sunday
closes the Monday; one on a Saturday closes nothing, so Friday December 31, 2004 is open. The rule
equals the published K.8 tables and is held against an independent implementation for every day
of 1995 to 2060.

The General Construction Law calendar adds the public holidays on which New York banks are
"authorized" to close though the Reserve Bank is open: Lincoln's Birthday (the next day if it is a
Sunday) and every general Election Day. Which of the two an agreement's "Business Day" means is a
reading, never settled here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from dateutil.relativedelta import MO, TH, relativedelta

from dealclock.days.errors import DaysError, OutsideCalendar

FIRST_YEAR = 1995
LAST_YEAR = 2060
_JUNETEENTH_FIRST_CLOSED = 2022


@dataclass(frozen=True, slots=True)
class Calendar:
    """Which civil days are Business Days, within the years the table covers."""

    name: str
    title: str
    _closed_in: Callable[[int], Mapping[date, str]]

    def closed_because(self, day: date) -> str | None:
        """Why `day` is closed ("Saturday", "Thanksgiving Day"), or None when it is open.

        Raises OutsideCalendar for a year the table does not cover.
        """
        if not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise OutsideCalendar(
                f"{day} is outside the {self.title} calendar, which covers {FIRST_YEAR} to "
                f"{LAST_YEAR}; give a date within those years."
            )
        if day.weekday() >= 5:
            return day.strftime("%A")
        return self._closed_in(day.year).get(day)

    def is_open(self, day: date) -> bool:
        """Whether `day` is a Business Day in this calendar."""
        return self.closed_because(day) is None

    def last_open_on_or_before(self, day: date) -> date:
        """The nearest Business Day that is not after `day`."""
        while not self.is_open(day):
            day -= timedelta(days=1)
        return day

    def first_open_on_or_after(self, day: date) -> date:
        """The nearest Business Day that is not before `day`."""
        while not self.is_open(day):
            day += timedelta(days=1)
        return day


def _monday_if_sunday(day: date) -> date:
    return day + timedelta(days=1) if day.weekday() == 6 else day


def _nth(year: int, month: int, weekday: relativedelta) -> date:
    return date(year, month, 1) + weekday


@cache
def _federal_reserve_closed(year: int) -> Mapping[date, str]:
    closed = {
        _monday_if_sunday(date(year, 1, 1)): "New Year's Day",
        _nth(year, 1, relativedelta(weekday=MO(3))): "Martin Luther King Jr. Day",
        _nth(year, 2, relativedelta(weekday=MO(3))): "Washington's Birthday",
        _nth(year, 5, relativedelta(day=31, weekday=MO(-1))): "Memorial Day",
        _monday_if_sunday(date(year, 7, 4)): "Independence Day",
        _nth(year, 9, relativedelta(weekday=MO(1))): "Labor Day",
        _nth(year, 10, relativedelta(weekday=MO(2))): "Columbus Day",
        _monday_if_sunday(date(year, 11, 11)): "Veterans Day",
        _nth(year, 11, relativedelta(weekday=TH(4))): "Thanksgiving Day",
        _monday_if_sunday(date(year, 12, 25)): "Christmas Day",
    }
    if year >= _JUNETEENTH_FIRST_CLOSED:
        closed[_monday_if_sunday(date(year, 6, 19))] = "Juneteenth"
    return closed


@cache
def _general_construction_law_closed(year: int) -> Mapping[date, str]:
    first_monday = _nth(year, 11, relativedelta(weekday=MO(1)))
    return {
        _monday_if_sunday(date(year, 2, 12)): "Lincoln's Birthday",
        first_monday + timedelta(days=1): "Election Day",
        **_federal_reserve_closed(year),
    }


FEDERAL_RESERVE = Calendar("federal-reserve", "Federal Reserve", _federal_reserve_closed)
GENERAL_CONSTRUCTION_LAW = Calendar(
    "gcl-24", "General Construction Law s.24", _general_construction_law_closed
)

_BY_NAME = {c.name: c for c in (FEDERAL_RESERVE, GENERAL_CONSTRUCTION_LAW)}
NAMES = tuple(_BY_NAME)


def calendar(name: str) -> Calendar:
    """The calendar with that name; raises DaysError naming those there are."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise DaysError(f"no calendar {name!r}; there are {', '.join(NAMES)}.") from None
