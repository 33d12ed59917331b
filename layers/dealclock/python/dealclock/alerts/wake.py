"""The next morning on which a deal will have something to send, if nothing new is recorded."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from dealclock.alerts.alert import Alert, AlertHistory
from dealclock.alerts.plan import plan_alerts
from dealclock.days.calendars import Calendar
from dealclock.days.counting import business_days_after
from dealclock.engine.assessment import Assessment
from dealclock.people.policy import Policy

LONGEST_SLEEP = 20  # Business Days; a deal is looked at again at the latest then


@dataclass(frozen=True, slots=True)
class NextWord:
    """The next day to check a deal, and what the check would send.

    `alerts` are those of the whole day; `digests` says whether anyone would have a digest, checked
    only where there is no alert. With neither, the longest interval between checks has passed.
    """

    day: date
    alerts: tuple[Alert, ...] = ()
    digests: bool = False


def find_next_word(
    today: date,
    said: AlertHistory,
    policy: Policy,
    calendar: Calendar,
    assessed: Callable[[date], Assessment],
    digests: Callable[[Assessment], bool] = lambda _: False,
) -> NextWord:
    """The first Business Day after `today` on which `plan_alerts` would return an alert in any
    slot, or on which `digests` says that someone has a digest of the deal.

    `said` is everything sent up to and including `today`; `assessed` gives the assessment of a
    later day on the events known now. At most LONGEST_SLEEP Business Days ahead.
    """
    day = today
    for _ in range(LONGEST_SLEEP):
        day = business_days_after(day, 1, calendar).result
        # The afternoon sends everything that no earlier slot of the day has sent.
        then = assessed(day)
        if alerts := plan_alerts(then, policy, said, "afternoon"):
            return NextWord(day, alerts)
        if digests(then):
            return NextWord(day, digests=True)
    return NextWord(day)
