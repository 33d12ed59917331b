"""The last moment to act by a channel so as to meet a due date.

    due by the agreement Sat, Jan 1, 2005
    EDGAR is closed      Sat, Jan 1, Fri, Dec 31 (New Year's Day)
    last practicable     Thu, Dec 30, 2004 at 17:30 in New York

A due date is the last civil day that is in time. A channel has its own open days and hours. Cut-off
times are New York local time, standard or daylight; the clocks change early on Sundays, when no
channel operates.
"""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from dealclock.days.calendars import Calendar
from dealclock.days.counting import Count, CountedDay, business_days_before
from dealclock.days.markets import calendar_of
from dealclock.records import record

_ONE = timedelta(days=1)


@record
class Roll:
    """A roll from `day` back to the open day `result`, on or before it."""

    day: date
    result: date
    _calendar: Calendar

    @property
    def calendar(self) -> str:
        """The name of the calendar in which `result` is open."""
        return self._calendar.name

    @property
    def closed_days(self) -> tuple[CountedDay, ...]:
        """The closed days passed, `day` first, with the reasons; empty if `day` is open."""
        return tuple(self._walk())

    def _walk(self) -> Iterator[CountedDay]:
        day = self.day
        while day != self.result:
            yield CountedDay(day, None, self._calendar.closed_because(day))
            day -= _ONE


def roll_back(day: date, calendar: Calendar) -> Roll:
    """`day` if it is open, otherwise the last open day before it."""
    return Roll(day, calendar.last_open_on_or_before(day), calendar)


NEW_YORK = ZoneInfo("America/New_York")
_ABBREVIATIONS = frozenset({"dtc", "edgar"})


def channel_label(name: str) -> str:
    """A channel's name for display: abbreviations in capitals, such as EDGAR."""
    return name.upper() if name in _ABBREVIATIONS else name


@record
class Channel:
    """A means of performance: open on the open days of `calendar`, from `opens` to `cut_off`.

    `opens` and `cut_off` are New York times, both included. An act takes effect `lead` Business
    Days of that calendar later. `assumed` states what is an assumption and whom to ask; None if
    `source` confirms everything.
    """

    name: str
    calendar: str
    opens: time
    cut_off: time
    lead: int = 0
    source: str | None = None
    assumed: str | None = None

    @property
    def label(self) -> str:
        """Its name for display: "EDGAR"."""
        return channel_label(self.name)


@record
class LastMoment:
    """The last `moment` (New York time) to act by `channel` so that it takes effect by `day`.

    `roll` goes from `day` to the open day of effect, `count` from there to the day to act.
    """

    day: date
    moment: datetime
    channel: Channel
    roll: Roll
    count: Count


def last_practicable(channel: Channel, due: date) -> LastMoment:
    """The last moment to act so that it takes effect by `due`, which may be a closed day.

    Raises RefusedError beyond the years of the channel's calendar.
    """
    days = calendar_of(channel.calendar)
    roll = roll_back(due, days)
    count = business_days_before(roll.result, channel.lead, days)
    return LastMoment(due, _at(count.result, channel.cut_off), channel, roll, count)


def _at(day: date, hour: time) -> datetime:
    return datetime.combine(day, hour, NEW_YORK)
