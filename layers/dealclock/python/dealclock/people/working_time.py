"""Working time: minutes that count only within working hours of Business Days.

Counted in local time in the deal's zone, so that daylight saving changes, which happen on Sunday
nights, change nothing.
"""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from dealclock.days.calendars import Calendar
from dealclock.records import record

_ONE = timedelta(days=1)


@record
class WorkingTime:
    """The working hours of a deal: from `opens` to `closes` on each Business Day, in `zone`."""

    opens: time
    closes: time
    calendar: Calendar
    zone: str

    def day(self, instant: datetime) -> date:
        """The civil day of an instant."""
        return instant.astimezone(ZoneInfo(self.zone)).date()

    def after(self, instant: datetime, minutes: int) -> datetime:
        """The instant at which N working minutes have passed since `instant`.

        A result at the close of a day is that close, not the next opening.
        """
        local = self._from(instant)
        left = timedelta(minutes=minutes)
        while left > (today := self._at(local.date(), self.closes) - local):
            left -= today
            local = self._at(self._next(local.date()), self.opens)
        return self._instant(local + left)

    def next_morning(self, instant: datetime) -> datetime:
        """The opening of the first Business Day after the civil day of `instant`."""
        return self._instant(self._at(self._next(self.day(instant)), self.opens))

    def is_on(self, instant: datetime) -> bool:
        """Whether messages may be sent to people: from the opening of a Business Day to its
        midnight.
        """
        local = self._local(instant)
        return self.calendar.is_open(local.date()) and local.time() >= self.opens

    def next_on(self, instant: datetime) -> datetime:
        """The first instant from `instant` on at which messages may be sent to people."""
        if self.is_on(instant):
            return instant
        local = self._local(instant)
        day = self.calendar.first_open_on_or_after(local.date())
        return self._instant(self._at(day, self.opens))

    def _from(self, instant: datetime) -> datetime:
        """The local time at which counting starts: within the hours of a Business Day."""
        local = self._local(instant)
        if not self.calendar.is_open(local.date()) or local.time() >= self.closes:
            return self._at(self._next(local.date()), self.opens)
        return max(local, self._at(local.date(), self.opens))

    def _next(self, day: date) -> date:
        return self.calendar.first_open_on_or_after(day + _ONE)

    def _local(self, instant: datetime) -> datetime:
        return instant.astimezone(ZoneInfo(self.zone)).replace(tzinfo=None)

    def _at(self, day: date, hour: time) -> datetime:
        return datetime.combine(day, hour)

    def _instant(self, local: datetime) -> datetime:
        return local.replace(tzinfo=ZoneInfo(self.zone)).astimezone(UTC)
