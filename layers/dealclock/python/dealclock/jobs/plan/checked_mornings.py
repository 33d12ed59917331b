"""Which mornings of a reader's live deals were checked, for the weekly line of a digest.

A morning counts if the deal's day is a Business Day. It was checked if the morning's sweep
completed and the deal, if due by then, was assessed that day.
"""

from collections.abc import Sequence
from datetime import date, timedelta

from dealclock.alerts.digest import CheckedMornings
from dealclock.alerts.slots import SCHEDULED
from dealclock.jobs.plan.assess_deal import closed_days
from dealclock.store import Run, Store, StoredDeal

_DAY = timedelta(days=1)


def checked_mornings(
    deals: Sequence[StoredDeal], since: date, today: date, store: Store
) -> CheckedMornings:
    """The mornings after `since`, excluded, up to `today`, included.

    Each deal counts from its first assessment. Today's assessments are up to the caller.
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
            if day not in swept or (day < today and _was_missed(day, runs)):
                missed.add(day)
    return CheckedMornings(len(mornings), tuple(sorted(missed)))


def _runs(deal: str, since: date, today: date, store: Store) -> list[Run]:
    """The runs of the days, back to the last sweep before them, which set the next run."""
    runs = []
    for run in store.runs.before(deal, today + _DAY):
        if run.slot != "escalation":
            runs.append(run)
        if run.slot in SCHEDULED and run.as_of <= since:
            break
    return runs


def _was_missed(day: date, runs: Sequence[Run]) -> bool:
    """Whether the deal was due by that day, and no scheduled run of the day assessed it.

    `runs` has the latest day first: the last scheduled one, and every other run after it, sets how
    long the deal is not due.
    """
    if any(run.as_of == day and run.slot in SCHEDULED for run in runs):
        return False
    not_due_until = []
    for run in runs:
        if run.as_of < day:
            not_due_until.append(max(run.as_of, run.wakes - _DAY))
            if run.slot in SCHEDULED:
                break
    return bool(not_due_until) and day > min(not_due_until)
