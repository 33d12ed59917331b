"""What is left of the limits on suspended days."""

from datetime import date

from dealclock.days.intervals import Span
from dealclock.engine.grounds import Grounds
from dealclock.records import record


@record
class LimitPlan:
    """One limit on the planned day: `used` and `left` in its window, before the new period.

    `window` and its first day, `since`, are None for the length of one period. The new period may
    run `longest` days by this limit; `breaks_on` is the first day it would not allow. A limit that
    leaves nothing breaks on the first day itself.
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
    """How often a period may begin in a window, on the planned day: `used` and `left` before it.

    `earliest` is the first day, the planned one or later, on which this limit lets one begin.
    """

    times: int
    window: Span
    since: date
    used: int
    left: int
    earliest: date


@record
class GapPlan:
    """What must lie between two periods: so long, in words, after `last`, that of the one before.

    `last` is None where there is none. `earliest` is as in `TimesPlan`.
    """

    apart: str
    last: date | None
    earliest: date


@record
class Breaking:
    """The first day that a limit of `days` does not allow; without a window, of one's length."""

    days: int
    window: Span | None
    on: date


@record
class OngoingPeriod:
    """A period in force: its last allowed day and the day on which each limit breaks if it goes on.

    The last allowed day lies before it where it was not to begin.
    """

    notice: str
    since: date
    last_allowed: date
    breaks: tuple[Breaking, ...]


@record
class LimitsLeft:
    """What each limit of a day budget leaves on `as_of`, and the day it would break from then on.

    `extended` are those limits that an extension moves, as it would have them; empty where the
    budget knows none or the period that runs is extended already: then `limits` are so. `times`
    and `gap` say when the next may begin, one that runs being taken to end on `as_of`.
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
        """Whether any of it is used up, or a period runs."""
        used = any(each.used for each in self.limits) or any(each.used for each in self.times)
        return self.running is not None or used
