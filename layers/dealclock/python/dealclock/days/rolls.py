"""Rolling a day back to an open one, with the closed days passed over on the way."""

from collections.abc import Iterator
from datetime import date, timedelta

from dealclock.days.calendars import Calendar
from dealclock.days.counting import CountedDay
from dealclock.records import record

_ONE = timedelta(days=1)


@record
class Roll:
    """The open day `result` to which `day` rolls, on or before it."""

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
        day = self.day
        while day != self.result:
            yield CountedDay(day, None, self._calendar.closed_because(day))
            day -= _ONE


def rolled_back(day: date, calendar: Calendar) -> Roll:
    """`day` if it is open, else the last open day before it."""
    return Roll(day, calendar.last_open_on_or_before(day), calendar)
