"""Rolling a day to an open one, with the closed days passed over on the way."""

from collections.abc import Iterator
from datetime import date, timedelta

from dealclock.days.calendars import GENERAL_CONSTRUCTION_LAW, Calendar
from dealclock.days.counting import CountedDay
from dealclock.records import record

_ONE = timedelta(days=1)


@record
class Roll:
    """The open day `result` to which `day` rolls, on or after it or on or before it."""

    day: date
    result: date
    _calendar: Calendar

    @property
    def calendar(self) -> str:
        """The name of the calendar it is open in."""
        return self._calendar.name

    @property
    def passed(self) -> tuple[CountedDay, ...]:
        """The closed days passed, `day` first, each with why; none where `day` itself is open."""
        return tuple(self._passed())

    def _passed(self) -> Iterator[CountedDay]:
        day, step = self.day, _ONE if self.day < self.result else -_ONE
        while day != self.result:
            yield CountedDay(day, None, self._calendar.closed_because(day))
            day += step


def rolled_forward(day: date, calendar: Calendar) -> Roll:
    """`day` if it is open, else the next open day after it."""
    return Roll(day, calendar.first_open_on_or_after(day), calendar)


def rolled_back(day: date, calendar: Calendar) -> Roll:
    """`day` if it is open, else the last open day before it."""
    return Roll(day, calendar.last_open_on_or_before(day), calendar)


def rolled(day: date) -> Roll:
    """The day on which a period that ends on `day` may still be met in New York.

    General Construction Law s.25: where a contract's period ends on a Saturday, a Sunday or a
    public holiday (s.24), what it asks for may be done on the next day that is none of these,
    unless the contract means something else. That is for the terms to say: a period counted in
    Business Days never ends on such a day of its own calendar, one counted in days may.
    """
    return rolled_forward(day, GENERAL_CONSTRUCTION_LAW)
