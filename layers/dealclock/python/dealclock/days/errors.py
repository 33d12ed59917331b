"""Errors of dates and counts."""

from dealclock.errors import DealclockError


class DaysError(DealclockError):
    """A date or a count that cannot be computed."""


class OutsideCalendarError(DaysError):
    """A day beyond the years of the holiday tables; never guessed from weekends alone."""
