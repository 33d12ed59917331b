"""Two live deals and the watchdog that looks at them."""

from collections.abc import Mapping
from datetime import UTC, date, datetime

from dealclock.jobs.dead_letters import What
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.daily_check import check_part
from dealclock.jobs.operate.watch import CHECKS, watch
from dealclock.jobs.plan.assess_deal import assess_deal
from dealclock.jobs.queues import AssessDeal
from dealclock.store import Store
from tests.services import services
from tests.unit.jobs.house import Queue

# The sample's agreement is dated June 30, 2004; its first deadline is July 15, and the first
# reminder of it speaks ten Business Days before: that very morning of closing.
TODAY = date(2004, 7, 1)  # a Thursday


NOON = datetime(2004, 7, 1, 16, 45, tzinfo=UTC)  # 12:45 in New York


LOADED = datetime(2004, 6, 30, 12, 0, tzinfo=UTC)


def look(
    store: Store,
    now: datetime = NOON,
    queue: Queue | None = None,
    dead: Mapping[What, int] | None = None,
    daily: bool = False,
) -> Round:
    """What the watchdog reports, once what it queues of the daily check is made."""
    queue = queue or Queue()
    given = services(store, assess=queue, deliveries=queue, now=now)
    if not daily:
        Round(given).make("wakes", CHECKS["wakes"])
    while queue.checks:
        check_part(queue.checks.popleft(), given)
    return watch(Round(given, lambda: dead or {}, daily=daily))


def said(watched: Round) -> list[str]:
    assert watched.unchecked == []
    return [finding.text for finding in watched.findings]


# --- Once a day: the wake days and the facts, against the deals -------------------------------


def sleep(store: Store, deal: str, until: date) -> None:
    meta = store.deals.meta(deal)
    assert meta
    assert store.runs.set_wake(meta, until)


def assessed(store: Store, deal: str, known_at: datetime = NOON) -> None:
    """A run of that instant."""
    message = AssessDeal(
        deal=deal, as_of=TODAY, known_at=known_at, slot="at once", sweep="at-once-test"
    )
    assess_deal(message, services(store, deliveries=Queue(), now=NOON))
