"""The next morning on which a deal will have something to say, if nothing new is recorded."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from dealclock.alerts.alert import Alert, AlertHistory
from dealclock.alerts.plan import plan
from dealclock.days.calendars import Calendar
from dealclock.days.counting import business_days_after
from dealclock.engine.assessment import Assessment
from dealclock.team.policy import Policy

LONGEST_SLEEP = 20  # Business Days; a deal is looked at again at the latest then


@dataclass(frozen=True, slots=True)
class NextWord:
    """The day a deal is to be looked at next, and what it would then say.

    `alerts` are those of the whole day; `digests` says whether somebody would have a digest, asked
    only where there is no alert. With neither the deal has slept as long as it may.
    """

    day: date
    alerts: tuple[Alert, ...] = ()
    digests: bool = False


def next_word(
    today: date,
    said: AlertHistory,
    policy: Policy,
    calendar: Calendar,
    assessed: Callable[[date], Assessment],
    digests: Callable[[Assessment], bool] = lambda _: False,
) -> NextWord:
    """The first Business Day after `today` on which `plan` would return an alert in any slot.

    Or on which somebody has a digest of the deal: `digests` says whether anybody has, on a day.

    `said` is everything said up to and including `today`; `assessed` gives the assessment of a
    later day on the facts known now. At the latest LONGEST_SLEEP Business Days on.
    """
    day = today
    for _ in range(LONGEST_SLEEP):
        day = business_days_after(day, 1, calendar).result
        # The afternoon sends everything an earlier slot of the day has not sent.
        then = assessed(day)
        if alerts := plan(then, policy, said, "afternoon"):
            return NextWord(day, alerts)
        if digests(then):
            return NextWord(day, digests=True)
    return NextWord(day)
