"""The restore drill of docs/operations.md: the table as it stood in the middle of a morning, in a
new table, and the stack pointed at it. Every alert is sent, and none a second time.
"""

from collections import Counter
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from dealclock.store import Claim, DeliveryKey, Store
from dealclock.usecases.deliver import LEASE
from tests.contract.store.conftest import create
from tests.unit.usecases.house import House

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

# The sample's closing, and the mornings of its first reminders.
CLOSING, MIDDLE, AFTER = "2004-06-30", "2004-07-08", ("2004-07-13",)


def restored(client: "DynamoDBClient", table: str) -> Store:
    """Every item of the table, as it stands, in a new one: what point-in-time recovery makes."""
    name = f"restored-{uuid4().hex[:12]}"
    create(client, name)
    for page in client.get_paginator("scan").paginate(TableName=table):
        for item in page["Items"]:
            client.put_item(TableName=name, Item=item)
    return Store(client, name)


def told(*houses: House) -> Counter[str]:
    """How often each delivery was seen, by whoever looks at Slack and at the mailboxes."""
    seen: Counter[str] = Counter()
    for house in houses:
        seen.update(post.id for post in house.slack.posts)
        seen.update(mail.id for mail in house.mailbox.mails)
    return seen


def undisturbed(client: "DynamoDBClient") -> set[str]:
    """What is told when nothing happens to the table."""
    name = f"undisturbed-{uuid4().hex[:12]}"
    create(client, name)
    house = House(Store(client, name))
    house.load_rehearsals()
    for day in (CLOSING, MIDDLE, *AFTER):
        house.morning(day)
    client.delete_table(TableName=name)
    return set(told(house))


def interrupted(store: Store) -> House:
    """A house in the middle of a morning: something sent, something claimed, the rest waiting."""
    house = House(store)
    house.load_rehearsals()
    house.morning(CLOSING)
    for deal in house.rehearsals():
        store.rehearse_to(deal, date.fromisoformat(MIDDLE), house.now, "tests")
    house.sweep(date.fromisoformat(MIDDLE))
    while house.queue.deals:
        house.assess(house.queue.deals.popleft())
    house.deliver_next()
    held = next(m for m in house.queue.deliveries if "-slack-" in m.delivery)
    claim = store.claim(DeliveryKey(held.deal, held.day, held.delivery), house.now, LEASE)
    assert isinstance(claim, Claim)
    assert len(house.queue.deliveries) > 2
    return house


def go_on(store: Store, before: House) -> House:
    """The stack pointed at another table, its queues emptied, and the sweeps going on."""
    house = House(store, now=before.now + LEASE + timedelta(hours=1))
    for day in (MIDDLE, *AFTER):
        house.morning(day)
        # What somebody held as the table was copied is taken up by a look, and then sent.
        house.wait(600)
        house.sweep(date.fromisoformat(day))
        house.deliver_all()
    return house


def test_after_a_restore_no_alert_is_lost_and_none_is_told_twice(
    client: "DynamoDBClient", table: str, store: Store
) -> None:
    before = interrupted(store)
    copy = restored(client, table)
    after = go_on(copy, before)
    seen = told(before, after)
    assert set(seen) == undisturbed(client), "an alert was lost, or one was told that should not be"
    assert set(seen.values()) == {1}, "an alert was told twice"
    assert copy.unfinished(rehearsal=True) == ()


def test_the_drill_sees_an_alert_told_twice(
    client: "DynamoDBClient", table: str, store: Store
) -> None:
    """Its own negative control: restored to a moment before something was sent."""
    house = House(store)
    house.load_rehearsals()
    copy = restored(client, table)
    house.morning(CLOSING)
    again = House(copy)
    again.morning(CLOSING)
    assert set(told(house, again).values()) == {2}


def test_the_drill_sees_a_copy_that_forgot_what_was_told(
    client: "DynamoDBClient", table: str, store: Store
) -> None:
    """Its other negative control: a copy without the deliveries."""
    before = interrupted(store)
    copy = restored(client, table)
    name = copy._table._name
    for page in client.get_paginator("scan").paginate(TableName=name):
        for item in page["Items"]:
            if item["SK"]["S"].startswith("DELIVERY#"):
                _delete(client, name, item)
    # What was told is not remembered, so it is told as if for the first time.
    assert set(told(before, go_on(copy, before))) != undisturbed(client)


def _delete(client: Any, table: str, item: dict[str, Any]) -> None:
    client.delete_item(TableName=table, Key={"PK": item["PK"], "SK": item["SK"]})
