"""The last moment at which something can still be done by a due date, and the first.

    due by the agreement Sat Jan 1, 2005
    EDGAR is closed      Sat Jan 1, Fri Dec 31 (New Year's Day)
    last practicable     Thu Dec 30, 2004 at 17:30 in New York

A due date says which civil day is late; a channel says on which days and until what time it works.
Cut-offs are in New York's time of the day in question, standard or daylight: the clocks change on
Sundays before dawn, when no channel works. Two moments are to be compared or subtracted in UTC.
"""

from dataclasses import replace
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from dealclock.days.calendars import NAMES, Calendar, calendar
from dealclock.days.counting import Count, CountedDay, business_days_after, business_days_before
from dealclock.days.edgar import EDGAR
from dealclock.days.errors import DaysError
from dealclock.days.rolls import Roll, rolled_back, rolled_forward
from dealclock.records import record

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
            raise DaysError(f"the hours of {self.name} are New York's; give times without a zone.")
        if self.opens >= self.cut_off:
            raise DaysError(
                f"{self.name} cannot open at {self.opens:%H:%M} and close at "
                f"{self.cut_off:%H:%M}; give an opening before the cut-off."
            )


def working_days(name: str) -> Calendar:
    """The calendar a channel works by; raises DaysError naming those there are."""
    if name == EDGAR.name:
        return EDGAR
    if name not in NAMES:
        raise DaysError(f"no calendar {name!r} for a channel; there are {', '.join(CALENDARS)}.")
    return calendar(name)


@record
class Practicable:
    """A `moment` (in New York) to act by `channel`, for an effect on or before, or after, `day`.

    `roll` leads from `day` to the open day of the effect, `count` from there to the day to act on,
    or, for the first moment, from that day to the effect.
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

    @property
    def utc(self) -> datetime:
        """The moment in UTC, in which moments may be compared and subtracted."""
        return self.moment.astimezone(UTC)


def last_practicable(channel: Channel, due: date) -> Practicable:
    """The last moment to act for an effect on or before `due`, which may be a closed day.

    Raises OutsideCalendar where the channel's table does not reach.
    """
    days = working_days(channel.calendar)
    roll = rolled_back(due, days)
    count = business_days_before(roll.result, channel.lead, days)
    return Practicable(due, _at(count.result, channel.cut_off), channel, roll, count)


def first_practicable(channel: Channel, not_before: date) -> Practicable:
    """The first moment to act on or after `not_before`, which may be a closed day.

    Its effect comes `channel.lead` Business Days later, on `count.result`.
    """
    days = working_days(channel.calendar)
    roll = rolled_forward(not_before, days)
    count = business_days_after(roll.result, channel.lead, days)
    return Practicable(not_before, _at(roll.result, channel.opens), channel, roll, count)


def takes_effect(channel: Channel, moment: datetime) -> date:
    """The day on which something done at `moment` takes effect: a filing's date, a wire's value.

    Done after the cut-off or on a closed day, it counts as done on the next open day. Raises
    DaysError for a moment without a time zone.
    """
    if moment.tzinfo is None:
        raise DaysError(f"{moment} has no time zone; give a moment that says which it is in.")
    local = moment.astimezone(NEW_YORK)
    day, days = local.date(), working_days(channel.calendar)
    if days.is_open(day) and local.time() > channel.cut_off:
        day = days.add(day, 1)
    return days.add(days.first_open_on_or_after(day), channel.lead)


def _at(day: date, hour: time) -> datetime:
    return datetime.combine(day, hour, NEW_YORK)


EDGAR_FILING = Channel(
    "EDGAR filing",
    EDGAR.name,
    opens=time(6),
    cut_off=time(17, 30),
    source="17 CFR 232.12(c) and 232.13(a)(2): a transmission begun by 5:30 p.m. has that date",
)
"""Most filings. A registration statement under Rule 462(b) and a few forms have until 22:00."""

WIRE = Channel(
    "wire",
    "federal-reserve",
    opens=time(9),
    cut_off=time(14),
    source="Fedwire ends for customers' payments at 18:00, since 2021 at 18:45",
    assumed="the bank's own cut-off, commonly from 14:00 to 17:00, is supposed; ask the bank",
)

DTC = Channel(
    "DTC",
    "federal-reserve",
    opens=time(9),
    cut_off=time(14),
    source="DTC allocates on the day what it has received by 15:00, since 2011",
    assumed="an hour is left for the payment to be identified; ask the paying agent",
)

_OFFICE_HOURS = "the addressee's office hours are supposed; ask the addressee"
HAND = Channel("hand", "federal-reserve", time(9), time(17), assumed=_OFFICE_HOURS)
FAX = Channel("fax", "federal-reserve", time(9), time(17), assumed=_OFFICE_HOURS)


def courier(lead: int) -> Channel:
    """A courier whose delivery the terms deem given `lead` Business Days after it was sent."""
    assumed = "the courier's last collection is supposed; ask the courier"
    return replace(HAND, name="courier", lead=lead, assumed=assumed)


def mail(lead: int) -> Channel:
    """Mail that the terms deem given `lead` Business Days after it was posted."""
    assumed = "the post office's last collection is supposed; ask the post office"
    return replace(HAND, name="mail", lead=lead, assumed=assumed)
