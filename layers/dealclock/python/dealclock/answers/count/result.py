"""The day that a count of days ends on: the result and its computation."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from dealclock.agreement.readings import ALL
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
from dealclock.engine.look import Look
from dealclock.messages import words


@dataclass(frozen=True, slots=True)
class CountQuery:
    """N days after or before a day, which is not counted.

    With a method, after the day on which a notice sent on that day is deemed given.
    """

    number: int = needed("how many days")
    start: date = needed("the day to count from, itself not counted")
    business: bool = option("count Business Days (default: calendar days)", default=False)
    back: bool = option("count days before it (default: after it)", default=False)
    method: str | None = option("count from when a notice sent by this method is given")

    @property
    def length(self) -> str:
        """The number and kind of days, in words."""
        if self.business:
            return words.business_days(self.number)
        return words.number(self.number, "calendar day")


@dataclass(frozen=True, slots=True)
class CalendarDifference:
    """The day the count ends on under another reading of the Business Day."""

    choice: str
    day: date


@dataclass(frozen=True, slots=True)
class CountResult:
    """A count with each of its days, and the notice from whose day it counts, if any.

    `count` is None if that notice is not deemed given.
    """

    heading: Heading
    length: str
    back: bool
    count: Count | None
    others: tuple[CalendarDifference, ...]
    deemed: DeemedResult | None


def answer(look: Look, request: CountQuery) -> CountResult:
    """The count in the deal's Business Days, and where other readings of them differ.

    Raises DaysError outside the calendar, and what `deemed` raises.
    """
    heading, notice = Heading.of(look), _notice(look, request)
    start = request.start
    if notice:
        if notice.deemed_given is None:
            return CountResult(heading, request.length, request.back, None, (), notice)
        start = notice.deemed_given
    days = calendar(look.used["business-day"])
    count = _count(request, start, days)
    others = tuple(_list_differences(look, request, count, days))
    return CountResult(heading, request.length, request.back, count, others, notice)


def _notice(look: Look, request: CountQuery) -> DeemedResult | None:
    if not request.method:
        return None
    return when_deemed(look, DeemedQuery(method=(request.method,), on=request.start))


def _count(request: CountQuery, start: date, days: Calendar) -> Count:
    try:
        if request.business:
            by = business_days_before if request.back else business_days_after
            return by(start, request.number, days)
        return (days_before if request.back else days_after)(start, request.number)
    except OverflowError:
        raise DaysError(
            f"{request.length} from {start} is outside the calendar. Give fewer days."
        ) from None


def _list_differences(
    look: Look, request: CountQuery, chosen: Count, days: Calendar
) -> Iterator[CalendarDifference]:
    """The day under each other calendar, by which the notice is counted too."""
    for choice in ALL["business-day"].choices:
        if choice == days.name or not (request.business or request.method):
            continue
        read = replace(look, readings={**look.readings, "business-day": choice})
        notice = _notice(read, request)
        start = notice.deemed_given if notice else request.start
        other = _count(request, start, calendar(choice)).result if start else None
        if other and other != chosen.result:
            yield CalendarDifference(choice, other)
