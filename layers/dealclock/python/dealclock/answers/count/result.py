"""The day that a count of days ends on: the result, and what works it out."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from dealclock.agreement.readings.counting import BUSINESS_DAY
from dealclock.answers.deemed.result import DeemedQuery, DeemedResult
from dealclock.answers.deemed.result import answer as when_deemed
from dealclock.answers.heading import Heading
from dealclock.answers.question import needed, option
from dealclock.days.calendars import Calendar, calendar
from dealclock.days.counting import (
    Count,
    business_days_after,
    business_days_before,
    days_after,
    days_before,
)
from dealclock.days.errors import DaysError
from dealclock.engine.query import Query
from dealclock.messages import words


@dataclass(frozen=True, slots=True)
class CountQuery:
    """N days after or before a day, which is not counted; with a method, after the day on
    which a notice sent on that day is deemed given."""

    number: int = needed("how many days")
    start: date = needed("the day to count from, itself not counted")
    business: bool = option("count Business Days (default: calendar days)", default=False)
    back: bool = option("count days before it (default: after it)", default=False)
    method: str | None = option("count from when a notice sent by this method is given")

    @property
    def length(self) -> str:
        """How many days of which sort, in words."""
        if self.business:
            return words.business_days(self.number)
        return words.number(self.number, "calendar day")


@dataclass(frozen=True, slots=True)
class CalendarDifference:
    """The day it comes to under another reading of the Business Day."""

    choice: str
    day: date


@dataclass(frozen=True, slots=True)
class CountResult:
    """A count with each of its days, and the notice whose day it counts from, where one was sent.

    `count` is None where that notice is not given.
    """

    heading: Heading
    length: str
    back: bool
    count: Count | None
    others: tuple[CalendarDifference, ...]
    deemed: DeemedResult | None


def answer(query: Query, asked: CountQuery) -> CountResult:
    """The count by the deal's Business Days, and where other readings of them differ.

    Raises DaysError outside the calendar, and what `deemed` raises.
    """
    given = query.in_force()
    heading, start, notice = Heading.of(given), asked.start, None
    if asked.method:
        notice = when_deemed(query, DeemedQuery(method=(asked.method,), on=asked.start))
        if notice.deemed_given is None:
            return CountResult(heading, asked.length, asked.back, None, (), notice)
        start = notice.deemed_given
    days = calendar(given.readings[BUSINESS_DAY.id])
    count = _count(asked, start, days)
    others = tuple(_others(asked, start, count, days))
    return CountResult(heading, asked.length, asked.back, count, others, notice)


def _count(asked: CountQuery, start: date, days: Calendar) -> Count:
    try:
        if asked.business:
            by = business_days_before if asked.back else business_days_after
            return by(start, asked.number, days)
        return (days_before if asked.back else days_after)(start, asked.number)
    except OverflowError:
        raise DaysError(
            f"{asked.length} from {start} is outside the calendar. Give fewer days."
        ) from None


def _others(
    asked: CountQuery, start: date, here: Count, days: Calendar
) -> Iterator[CalendarDifference]:
    if not asked.business:
        return
    for choice in BUSINESS_DAY.choices:
        if choice != days.name:
            there = _count(asked, start, calendar(choice)).result
            if there != here.result:
                yield CalendarDifference(choice, there)
