"""Which mornings of a reader's live deals were checked: what the weekly line of a digest reports.

A morning is one of a day on which a deal is open. It was checked if the morning's sweep completed,
and the deal, where it was to be looked at by then, was assessed that day.
"""

from collections.abc import Sequence
from datetime import date, timedelta

from dealclock.alerts.digest import CheckedMornings
from dealclock.alerts.slots import SCHEDULED
from dealclock.store import Run, Store, StoredDeal
from dealclock.usecases.plan.assess_deal import closed_days

_DAY = timedelta(days=1)


def checked_mornings(
    deals: Sequence[StoredDeal], since: date, today: date, store: Store
) -> CheckedMornings:
    """The mornings after `since`, which is excluded, up to `today`, which is included.

    Of each deal from the first day it was looked at. Today's own assessments are the caller's.
    """
    swept = store.runs.swept_mornings(since, today)
    mornings: set[date] = set()
    missed: set[date] = set()
    for deal in deals:
        runs, days = _runs(deal.meta.id, since, today, store), closed_days(deal)
        for n in range(1, (today - since).days + 1):
            day = since + n * _DAY
            known = day == today or any(run.as_of <= day for run in runs)
            if not known or not days.is_open(day):
                continue
            mornings.add(day)
            if day not in swept or (day < today and _was_passed_over(day, runs)):
                missed.add(day)
    return CheckedMornings(len(mornings), tuple(sorted(missed)))


def _runs(deal: str, since: date, today: date, store: Store) -> list[Run]:
    """The runs of the days, back to the last sweep's before them, which says what came next."""
    found = []
    for run in store.runs.before(deal, today + _DAY):
        if run.slot != "escalation":
            found.append(run)
        if run.slot in SCHEDULED and run.as_of <= since:
            break
    return found


def _was_passed_over(day: date, runs: Sequence[Run]) -> bool:
    """Whether the deal was to be looked at by that day, and no sweep's run of the day did.

    `runs` with the latest day first: the last one by a sweep, and each of another kind after it,
    says how long the deal may sleep.
    """
    if any(run.as_of == day and run.slot in SCHEDULED for run in runs):
        return False
    sleeps = []
    for run in runs:
        if run.as_of < day:
            sleeps.append(max(run.as_of, run.wakes - _DAY))
            if run.slot in SCHEDULED:
                break
    return bool(sleeps) and day > min(sleeps)
