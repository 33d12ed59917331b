"""The last moment at which something can still be done by a due date.

    due by the agreement Sat, Jan 1, 2005
    EDGAR is closed      Sat, Jan 1, Fri, Dec 31 (New Year's Day)
    last practicable     Thu, Dec 30, 2004 at 17:30 in New York

A due date says which civil day is late; a channel says on which days and until what time it works.
Cut-offs are in New York's time of the day in question, standard or daylight: the clocks change on
Sundays before dawn, when no channel works.
"""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from dealclock.days.calendars import NAMES, Calendar, calendar
from dealclock.days.counting import Count, CountedDay, business_days_before
from dealclock.days.edgar import EDGAR
from dealclock.days.errors import DaysError
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


NEW_YORK = ZoneInfo("America/New_York")
CALENDARS = (*NAMES, EDGAR.name)
"""The calendars that a channel may work by."""
_ABBREVIATED = frozenset({"dtc", "edgar"})


def spoken_channel(name: str) -> str:
    """The name of a channel as people write it: an abbreviation in capitals."""
    return name.upper() if name in _ABBREVIATED else name


@record
class Channel:
    """A way of doing what is due: on the open days of `calendar`, from `opens` to `cut_off`.

    `opens` and `cut_off` are times in New York, both still in time. What is done on a day takes
    effect `lead` Business Days of that calendar later. `assumed` says what of this is not known
    but supposed, and whom to ask; None where `source` settles it.
    """

    name: str
    calendar: str
    opens: time
    cut_off: time
    lead: int = 0
    source: str | None = None
    assumed: str | None = None

    @property
    def spoken(self) -> str:
        """Its name as people write it: "EDGAR"."""
        return spoken_channel(self.name)

    def __post_init__(self) -> None:
        working_days(self.calendar)
        if self.lead < 0:
            raise DaysError(
                f"{self.name} cannot take effect {self.lead} Business Days later; give a lead of "
                "zero or more."
            )
        if self.opens.tzinfo or self.cut_off.tzinfo:
            raise DaysError(f"{self.name} uses New York times; give times without a time zone.")
        if self.opens >= self.cut_off:
            raise DaysError(
                f"{self.name} cannot open at {self.opens:%H:%M} and close at "
                f"{self.cut_off:%H:%M}; give an opening time before the cut-off."
            )


def working_days(name: str) -> Calendar:
    """The calendar a channel works by; raises DaysError naming those there are."""
    if name == EDGAR.name:
        return EDGAR
    if name not in NAMES:
        raise DaysError(f"no calendar {name!r} for a channel; give one of {', '.join(CALENDARS)}.")
    return calendar(name)


@record
class Practicable:
    """The last `moment` (in New York) to act by `channel` for an effect on or before `day`.

    `roll` leads from `day` to the open day of the effect, `count` from there to the day to act on.
    """

    day: date
    moment: datetime
    channel: Channel
    roll: Roll
    count: Count

    @property
    def passed(self) -> tuple[CountedDay, ...]:
        """Every day passed over with its number or why it is closed, in the order passed."""
        return (*self.roll.passed, *self.count.days)


def last_practicable(channel: Channel, due: date) -> Practicable:
    """The last moment to act for an effect on or before `due`, which may be a closed day.

    Raises OutsideCalendar where the channel's table does not reach.
    """
    days = working_days(channel.calendar)
    roll = rolled_back(due, days)
    count = business_days_before(roll.result, channel.lead, days)
    return Practicable(due, _at(count.result, channel.cut_off), channel, roll, count)


def _at(day: date, hour: time) -> datetime:
    return datetime.combine(day, hour, NEW_YORK)
