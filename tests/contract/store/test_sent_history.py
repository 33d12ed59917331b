"""What a deal has sent: old deliveries are read once more, to be summed up, and then no more."""

from dataclasses import replace
from datetime import date, timedelta

from dealclock.alerts.outcome import Sent
from dealclock.store import Claim, DeliveryKey, SentHistory, Store
from dealclock.store.write import ALWAYS, Delete
from tests.contract.store.samples import LEASE, NOW, delivery
from tests.memory_table import MemoryTable, Units

TODAY = NOW.date()
SEEN = "1"


def send(store: Store, day: date) -> None:
    """Three posts of that day."""
    for number in range(3):
        one = delivery(day, instance=f"item-{number}")
        assert store.outbox.plan(replace(one, known_at=NOW - (TODAY - day)), False, NOW).new
        claim = store.outbox.claim(DeliveryKey.of(one), NOW, LEASE)
        assert isinstance(claim, Claim)
        store.outbox.settle(claim, Sent("1.1"), NOW)


def read(store: Store, seen: str = SEEN) -> tuple[int, int, SentHistory]:
    """How many alerts and posts a run finds."""
    sent = store.outbox.sent("granite")
    alerts, posts = sent.alerts(NOW + timedelta(days=1)), sent.posts(seen)
    return len(alerts), len(posts), sent


def test_years_of_deliveries_cost_a_quiet_run_nothing() -> None:
    table = MemoryTable()
    store, costs = Store(table), []
    for years in (1, 10):
        for week in range(years * 52):
            day = TODAY - timedelta(weeks=week)
            if store.outbox.get(DeliveryKey.of(delivery(day, instance="item-0"))) is None:
                send(store, day)
        _, posts, sent = read(store, "as it was not seen")
        assert posts == years * 52 * 3
        sent.seen = SEEN
        sent.sum_up(TODAY)
        before = Units(**vars(table.used))
        alerts, recent, _ = read(store)
        assert alerts == years * 52 * 3, "none has ended"
        assert recent < 20
        costs.append((table.used - before).read)
        table.write(Delete("DEAL#granite", "SENT", ALWAYS))
    one, ten = costs
    assert ten - one < 10, costs
