"""Assessing a deal at once after a change, without waiting for the next slot."""

from datetime import UTC, timedelta

from dealclock.facts.log import end_of
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.limits import CLOCK_ERROR
from dealclock.jobs.queues import AssessDeal
from dealclock.jobs.services import Services

_TICK, _DAY = timedelta(microseconds=1), timedelta(days=1)


def reassess_now(named: str, services: Services) -> None:
    """Queue the deal to be assessed now, after an event was recorded or terms were loaded.

    A live deal as of today on what is known now, including events from a clock ahead of ours. A
    rehearsal as of its own day, on what is known by then and by its last run, even an early one.
    """
    now = services.now()
    deal = services.store.deals.get(named)
    if deal is None:
        return
    known_at, as_of = now, deal_now(deal, now)[0]
    if deal.meta.day is None:
        recorded = (deal.log.recorded_at(f) for f in deal.log.facts)
        known_at = max([now, *(at for at in recorded if at <= now + 2 * CLOCK_ERROR)])
    else:
        begins, ends = end_of(as_of - _DAY, deal.log.zone), end_of(as_of, deal.log.zone)
        recorded = (at for f in deal.log.facts if (at := deal.log.recorded_at(f)) <= ends)
        runs = (run.known_at + _TICK for run in services.store.runs.of_day(named, as_of))
        known_at = max((begins, *recorded, *runs))
    services.assess.send(
        AssessDeal(
            deal=deal.meta.id,
            as_of=as_of,
            known_at=known_at,
            slot="at once",
            # By our own clock: a restarted rehearsal reaches the same days again within minutes.
            sweep=f"at-once-{now.astimezone(UTC):%Y%m%dT%H%M%S%f}",
        )
    )
