"""The days left under the limits on suspended days."""

from datetime import date

from dealclock.days.intervals import Span
from dealclock.engine.grounds import Grounds
from dealclock.records import record


@record
class LimitPlan:
    """One limit on the planned day: days `used` and `left` in its window before the new period.

    `window` and its first day, `since`, are None for the limit on one period's length. This limit
    allows the new period `longest` days; `breaks_on` is the first day beyond it, which is the first
    day itself if nothing is left.
    """

    days: int
    window: Span | None
    since: date | None
    used: int
    left: int
    longest: int
    breaks_on: date


@record
class TimesPlan:
    """The limit on the number of periods in a window, on the planned day: `used` and `left` before
    it.

    `earliest` is the first day, the planned day or later, on which this limit allows a period to
    begin.
    """

    times: int
    window: Span
    since: date
    used: int
    left: int
    earliest: date


@record
class GapPlan:
    """The required gap between two periods: `apart`, in words, after `last`, the last day of the
    one before.

    `last` is None if there is none before. `earliest` is as in `TimesPlan`.
    """

    apart: str
    last: date | None
    earliest: date


@record
class Breaking:
    """The first day beyond a limit of `days`; without a window, the limit on one period's
    length.
    """

    days: int
    window: Span | None
    on: date


@record
class OngoingPeriod:
    """An ongoing period: its last allowed day, and the first day beyond each limit if it continues.

    The last allowed day is before its first day if it was not allowed to begin.
    """

    notice: str
    since: date
    last_allowed: date
    breaks: tuple[Breaking, ...]


@record
class LimitsLeft:
    """The days left under each limit of a day budget on `as_of`, and the first day beyond it from
    then on.

    `extended` are the limits that an extension changes, as extended; empty if the budget has no
    extensions, or if the ongoing period is already extended, so that `limits` are as extended.
    `times` and `gap` give when the next period may begin, assuming that an ongoing one ends on
    `as_of`.
    """

    id: str
    clause: str
    title: str
    limits: tuple[LimitPlan, ...]
    extended: tuple[LimitPlan, ...]
    times: tuple[TimesPlan, ...]
    gap: GapPlan | None
    running: OngoingPeriod | None
    grounds: Grounds

    @property
    def is_drawn_on(self) -> bool:
        """Whether any days or periods are used, or a period is ongoing."""
        used = any(each.used for each in self.limits) or any(each.used for each in self.times)
        return self.running is not None or used
