"""The restore drill of docs/operations.md: the table in the middle of a morning, in a
new table, and the stack pointed at it. Every alert is sent, and none a second time.
"""

from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta

import pytest

from dealclock.jobs.deliver.deliver import LEASE
from dealclock.store import Claim, DeliveryKey, Store
from dealclock.store.table import Table
from dealclock.store.write import ALWAYS, Delete
from tests.contract.store.conftest import SLOW_ON_MOTO
from tests.contract.store.tables import items_in, put_back
from tests.unit.jobs.house import House

pytestmark = SLOW_ON_MOTO

# The sample's closing, and the mornings of its first reminders.
CLOSING, MIDDLE, AFTER = "2004-06-30", "2004-07-08", ("2004-07-13",)


def restored(new_table: Callable[[], Table], table: Table) -> Store:
    """Every item of the table, as it stands, in a new one: what point-in-time recovery makes."""
    copy = new_table()
    put_back(copy, items_in(table))
    return Store(copy)


def sent_counts(*houses: House) -> Counter[str]:
    """How often each delivery appears in Slack and in the mailboxes."""
    counts: Counter[str] = Counter()
    for house in houses:
        counts.update(post.id for post in house.slack.posts)
        counts.update(mail.id for mail in house.mailbox.mails)
    return counts


def undisturbed(new_table: Callable[[], Table]) -> set[str]:
    """What is sent if nothing happens to the table."""
    house = House(Store(new_table()))
    house.load_rehearsals()
    for day in (CLOSING, MIDDLE, *AFTER):
        house.morning(day)
    return set(sent_counts(house))


def interrupted(store: Store) -> House:
    """A house in the middle of a morning: something sent, something claimed, the rest waiting."""
    house = House(store)
    house.load_rehearsals()
    house.morning(CLOSING)
    for deal in house.rehearsals():
        store.deals.rehearse_to(deal, date.fromisoformat(MIDDLE), house.now, "tests")
    house.sweep(date.fromisoformat(MIDDLE))
    while house.queue.deals:
        house.assess(house.queue.deals.popleft())
    house.deliver_next()
    held = next(m for m in house.queue.deliveries if "-slack-" in m.delivery)
    claim = store.outbox.claim(DeliveryKey(held.deal, held.day, held.delivery), house.now, LEASE)
    assert isinstance(claim, Claim)
    assert len(house.queue.deliveries) > 2
    return house


def go_on(store: Store, before: House) -> House:
    """The stack pointed at another table, its queues emptied, and the sweeps going on."""
    house = House(store, now=before.now + LEASE + timedelta(hours=1))
    for day in (MIDDLE, *AFTER):
        house.morning(day)
        # A delivery claimed when the table was copied is requeued by the watchdog, and then sent.
        house.wait(600)
        house.sweep(date.fromisoformat(day))
        house.deliver_all()
    return house


@pytest.mark.full
def test_after_a_restore_no_alert_is_lost_and_none_is_sent_twice(
    new_table: Callable[[], Table], table: Table, store: Store
) -> None:
    before = interrupted(store)
    copy = restored(new_table, table)
    after = go_on(copy, before)
    counts = sent_counts(before, after)
    assert set(counts) == undisturbed(new_table), "an alert was lost, or a wrong one was sent"
    assert set(counts.values()) == {1}, "an alert was sent twice"
    assert copy.outbox.unfinished(rehearsal=True) == ()


def test_the_drill_detects_an_alert_sent_twice(
    new_table: Callable[[], Table], table: Table, store: Store
) -> None:
    """Its own negative control: restored to a moment before something was sent."""
    house = House(store)
    house.load_rehearsals()
    copy = restored(new_table, table)
    house.morning(CLOSING)
    again = House(copy)
    again.morning(CLOSING)
    assert set(sent_counts(house, again).values()) == {2}


@pytest.mark.full
def test_the_drill_detects_a_copy_that_lost_the_alert_history(
    new_table: Callable[[], Table], table: Table, store: Store
) -> None:
    """Its other negative control: a copy without the deliveries."""
    before = interrupted(store)
    copy = restored(new_table, table)
    for item in items_in(copy.table):
        if item["SK"]["S"].startswith("DELIVERY#"):
            copy.table.write(Delete(item["PK"]["S"], item["SK"]["S"], ALWAYS))
    # Without the alert history everything is sent again as if for the first time.
    assert set(sent_counts(before, go_on(copy, before))) != undisturbed(new_table)
