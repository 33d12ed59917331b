"""The restore drill of docs/operations.md: the table in the middle of a morning, in a
new table, and the stack pointed at it. Every alert is sent, and none a second time.
"""

import re
import shlex
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from typing import Any

import pytest
from moto import mock_aws

from dealclock.jobs.deliver.deliver import LEASE
from dealclock.store import Claim, DeliveryKey, Store
from dealclock.store.dynamodb import DynamoTable
from dealclock.store.table import Table
from dealclock.store.write import ALWAYS, Delete
from tests.contract.imitated import client_of
from tests.contract.store.conftest import SLOW_ON_MOTO
from tests.contract.store.tables import create, items_in, put_back
from tests.docs.pages import page, sections
from tests.end_to_end.as_typed import aws
from tests.unit.jobs.house import House

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


@SLOW_ON_MOTO
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


@SLOW_ON_MOTO
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


@SLOW_ON_MOTO
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


# --- The page's own commands --------------------------------------------------------------------


def commands() -> Iterator[list[str]]:
    """The words of each `aws` command of the drill, in the page's order."""
    text = sections(page("operations.md"), 2)["The restore drill"]
    for block in re.findall(r"^ *```\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            if line.strip().startswith("aws "):
                yield shlex.split(line)


def carried_out(words: list[str], settings: Mapping[str, str]) -> Any:
    """A command, with the variables that the page sets."""
    return aws(
        [re.sub(r"\$(\w+)", lambda name: settings[name[1]], w) for w in words[1:]], client_of
    )


def test_the_commands_of_the_page_restore_a_table_that_a_deployment_can_put_in(
    record_property: Callable[[str, object], None],
) -> None:
    """All but the deployment itself, which test_template_storage.py holds."""
    with mock_aws():
        dynamodb, sqs = client_of("dynamodb"), client_of("sqs")
        table = create(dynamodb, "dealclock-Table-A")
        House(Store(table)).load_rehearsals()
        on = {"PointInTimeRecoveryEnabled": True}
        dynamodb.update_continuous_backups(
            TableName="dealclock-Table-A", PointInTimeRecoverySpecification=on
        )
        queues = {name: sqs.create_queue(QueueName=name)["QueueUrl"] for name in ("a", "d")}
        for url in queues.values():
            sqs.send_message(QueueUrl=url, MessageBody="of the old table")
        settings = {
            "TABLE_NAME": "dealclock-Table-A",
            "DATA_KEY_ARN": client_of("kms").create_key()["KeyMetadata"]["Arn"],
            "ASSESS_QUEUE_URL": queues["a"],
            "DELIVERY_QUEUE_URL": queues["d"],
            "RESTORED": "dealclock-restored",
        }
        began = time.monotonic()
        answers = [(words[2], carried_out(words, settings)) for words in commands()]
        record_property("seconds", time.monotonic() - began)
        assert [name for name, _ in answers] == [
            *("restore-table-to-point-in-time", "wait", "query"),
            *("update-continuous-backups", "update-time-to-live", "update-table"),
            *("purge-queue", "purge-queue"),
        ]
        assert answers[2][1] == [entry.code_name for entry in Store(table).deals.directory()]
        copy = DynamoTable(dynamodb, "dealclock-restored", table._archive)
        assert items_in(copy) == items_in(table)
        made = dynamodb.describe_table(TableName="dealclock-restored")["Table"]
        assert made["DeletionProtectionEnabled"]
        live = dynamodb.describe_time_to_live(TableName="dealclock-restored")
        assert live["TimeToLiveDescription"]["AttributeName"] == "expires_at"
        recovery = dynamodb.describe_continuous_backups(TableName="dealclock-restored")
        described = recovery["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]
        assert described["PointInTimeRecoveryStatus"] == "ENABLED"
        for url in queues.values():
            assert "Messages" not in sqs.receive_message(QueueUrl=url)
