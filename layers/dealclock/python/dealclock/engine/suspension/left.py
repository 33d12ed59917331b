"""What is left of the limits on suspended days."""

from dataclasses import dataclass
from datetime import date

from dealclock.engine.grounds import Grounds


@dataclass(frozen=True, slots=True)
class LimitPlan:
    """One limit on the planned day: `used` and `left` in its window, before the new period.

    `window_days` and the window's first day, `since`, are None for the length of one period. The
    new period may run `longest` days by this limit; `breaks_on` is the first day it would not
    allow. A limit that leaves nothing breaks on the first day itself.
    """

    days: int
    window_days: int | None
    since: date | None
    used: int
    left: int
    longest: int
    breaks_on: date


@dataclass(frozen=True, slots=True)
class Running:
    """A period in force: its last allowed day and the day on which each limit breaks if it goes on.

    `breaks` are (days of the window or None for its own length, the most days, the first day that
    is not allowed).
    """

    notice: str
    since: date
    last_allowed: date
    breaks: tuple[tuple[int | None, int, date], ...]


@dataclass(frozen=True, slots=True)
class LimitsLeft:
    """What each limit of a day budget leaves on `as_of`, and the day it would break from then on.

    `extended` are those limits that an extension moves, as it would have them; empty where the
    budget knows none or the period that runs is extended already: then `limits` are so.
    """

    id: str
    clause: str
    title: str
    limits: tuple[LimitPlan, ...]
    extended: tuple[LimitPlan, ...]
    running: Running | None
    grounds: Grounds

    @property
    def is_drawn_on(self) -> bool:
        """Whether any of it is used up, or a period runs."""
        return self.running is not None or any(each.used for each in self.limits)
