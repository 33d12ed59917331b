"""The last moment to act by a channel so as to meet a due date.

    due by the agreement Sat, Jan 1, 2005
    EDGAR is closed      Sat, Jan 1, Fri, Dec 31 (New Year's Day)
    last practicable     Thu, Dec 30, 2004 at 17:30 in New York

A due date is the last civil day that is in time. A channel has its own open days and hours. Cut-off
times are New York local time, standard or daylight; the clocks change early on Sundays, when no
channel operates.
"""

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from dealclock.days.counting import Count, business_days_before
from dealclock.days.markets import calendar_of
from dealclock.records import record

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


def last_practicable(channel: Channel, due: date) -> Count:
    """The count back to the last day to act so that it takes effect by `due`, which may be closed.

    It starts from the last open day on or before `due`, and passes the channel's lead. Raises
    RefusedError beyond the years of the channel's calendar.
    """
    days = calendar_of(channel.calendar)
    return business_days_before(days.last_open_on_or_before(due), channel.lead, days)


def last_moment(channel: Channel, due: date) -> datetime:
    """The cut-off on the last day to act; raises what `last_practicable` does."""
    return datetime.combine(last_practicable(channel, due).result, channel.cut_off, NEW_YORK)
