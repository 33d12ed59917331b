"""The assess and deliver functions on their samples: partial failures, and logs without content."""

import json
from collections import deque
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from dealclock.alerts.alert import INVITATION
from dealclock.alerts.outcome import Outcome, Refused, Sent, State
from dealclock.jobs.operate.ping import ping
from dealclock.jobs.queues import CheckDeals, Deliver, SqsQueue, body_of
from dealclock.people.policy import PRESSING, Reason
from dealclock.store import Bundle, DeliveryKey
from dealclock.store import Watch as Remembered
from tests.contract.store import samples
from tests.unit.functions.conftest import CONTEXT, LOADED, Cloud, Log, sample
from tests.unit.jobs.house import Mailbox, Phone, Slack

Start = Callable[[str], ModuleType]
Watch = Callable[[ModuleType], Log]
# A second deal, juniper, was never loaded; the delivery of the sample was never planned.
JUNIPERS, UNPLANNED = (
    "81b5a0d2-5f0e-4c0c-8a5f-6c1f4f1a9b22",
    "c7d9e0a1-3b64-4f5d-b1c8-7a2e9f4d6c33",
)
NUMBER = "+12125550123"
CONTENT = ("Infocrossing", "60,000,000", "Maria", "issuer.example", "Resale shelf", "xoxb", "$")


@pytest.fixture(scope="module")
def assess(function: Start) -> ModuleType:
    return function("assess")


@pytest.fixture(scope="module")
def deliver(function: Start) -> ModuleType:
    return function("deliver")


@pytest.fixture
def slack(deliver: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Slack:
    made = Slack()
    monkeypatch.setattr(deliver, "slack", lambda settings, secret, time_left: made)
    # No pause between posts in one channel; the use case tests cover it.
    monkeypatch.setattr(deliver, "slack_gap", lambda _: timedelta(0))
    return made


@pytest.fixture
def mailbox(deliver: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Mailbox:
    made = Mailbox()
    monkeypatch.setattr(deliver, "mail", made)
    return made


def batch_of_two_deals() -> dict[str, Any]:
    """A batch of two messages, cedar and juniper, in case the trigger ever takes more than one."""
    (cedar,) = sample("assess-deal.json")["Records"]
    juniper = {**cedar, "messageId": JUNIPERS, "body": cedar["body"].replace("cedar", "juniper")}
    juniper["attributes"] = {**cedar["attributes"], "MessageGroupId": "juniper"}
    return {"Records": [cedar, juniper]}


def failing(*messages: str) -> dict[str, Any]:
    return {"batchItemFailures": [{"itemIdentifier": message} for message in messages]}


def test_a_part_of_the_daily_check_is_made_from_the_queue_of_deals(
    assess: ModuleType, cloud: Cloud, log: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, now = log(assess), datetime.now(UTC)
    monkeypatch.setattr("dealclock.jobs.operate.daily_check.PART", 1)
    cloud.store.runs.put_watch(Remembered(since=now, progress='["", [], []]'), now)
    (record,) = sample("assess-deal.json")["Records"]
    queue = SqsQueue(lambda: cloud.sqs, cloud.assess_queue)
    queue.send(CheckDeals(after=""))
    parts = 0
    while messages := cloud.queued(cloud.assess_queue):
        assert {m["attributes"]["MessageGroupId"] for m in messages} == {"daily-check"}
        for message in messages:
            parts += 1
            body = {"Records": [{**record, "body": message["body"]}]}
            assert assess.handler(body, CONTEXT) == failing()
    remembered = cloud.store.runs.watch()
    assert remembered is not None
    assert (remembered.progress, parts) == ("", len(cloud.store.deals.directory()))
    assert '"message":"checked"' in written.text
    assert not any(word in written.text for word in CONTENT)


def is_invitation(message: dict[str, Any], cloud: Cloud) -> bool:
    body = json.loads(message["body"])
    key = DeliveryKey(body["deal"], date.fromisoformat(body["day"]), body["delivery"])
    stored = cloud.store.outbox.get(key)
    return stored is not None and stored.delivery.alert.kind == INVITATION


def test_one_deals_failure_returns_only_its_message_and_other_alerts_are_sent(
    assess: ModuleType,
    deliver: ModuleType,
    cloud: Cloud,
    log: Watch,
    slack: Slack,
    mailbox: Mailbox,
) -> None:
    written = log(assess)
    event = batch_of_two_deals()
    assert assess.handler(event, CONTEXT) == failing(JUNIPERS)
    assert '"Failed":[1.0]' in written.text
    planned = cloud.queued(cloud.delivery_queue)
    # The target is due today and the filing was missed; each to the channel and to two people.
    deals = {json.loads(message["body"])["deal"] for message in planned}
    assert deals == {"cedar"}
    # Each person also gets a digest, some minutes later.
    digests = [key for key in cloud.store.outbox.unfinished(False) if key.deal != "cedar"]
    assert sorted(key.deal for key in digests) == ["person:U01MARIA", "person:U01TOM"]
    assert f'"planned":{len(planned) + len(digests)}' in written.text

    # An invitation to a future date is sent separately, here first.
    invited = [message for message in planned if is_invitation(message, cloud)]
    assert deliver.handler({"Records": invited}, CONTEXT) == failing()
    mailbox.mails.clear()
    planned = [message for message in planned if message not in invited]
    written = log(deliver)
    slack.outcomes.append(Refused("is_archived"))
    batch = {"Records": [*planned, *sample("deliver-deliveries.json")["Records"]]}
    assert deliver.handler(batch, CONTEXT) == failing(UNPLANNED)
    # Half of them are about dates already past on the day of sending, so they are not sent.
    assert len(slack.posts) == len(planned) / 3 / 2
    assert len(mailbox.mails) == len(planned) * 2 / 3 / 2
    assert {post.channel for post in slack.posts} == {"C0EXAMPLE1"}
    assert '"Refused":[1.0]' in written.text
    assert '"Failed":[1.0]' in written.text
    # The lead is informed of the refusing channel by email.
    notices = cloud.queued(cloud.delivery_queue)
    assert {json.loads(message["body"])["delivery"][-12:] for message in notices} == {
        "-email-maria"
    }
    assert deliver.handler({"Records": notices}, CONTEXT) == failing()
    assert len(mailbox.mails) == len(planned) * 2 / 3 / 2 + 1
    assert set(cloud.store.outbox.unfinished(False)) == set(digests)

    # The same messages again: nothing is planned or sent.
    event["Records"].pop()
    assert assess.handler(event, CONTEXT) == failing()
    assert cloud.queued(cloud.delivery_queue) == []
    assert deliver.handler({"Records": planned}, CONTEXT) == failing()
    assert len(slack.posts) == len(planned) / 3 / 2


def test_logs_name_deliveries_and_places_but_hold_no_deal_content(
    assess: ModuleType,
    deliver: ModuleType,
    cloud: Cloud,
    log: Watch,
    slack: Slack,
    mailbox: Mailbox,
) -> None:
    event = batch_of_two_deals()
    for record in event["Records"]:
        record["body"] = record["body"].replace("2024-10-28", "2024-10-29")
    written = log(assess)
    assess.handler(event, CONTEXT)
    planned = cloud.queued(cloud.delivery_queue)
    assert planned
    assert '"planned"' in written.text
    assert not [word for word in CONTENT if word in written.text]

    written = log(deliver)
    deliver.handler({"Records": planned}, CONTEXT)
    assert '"state"' in written.text
    assert json.loads(planned[0]["body"])["delivery"] in written.text
    assert not [word for word in CONTENT if word in written.text]
    # The messages themselves do have deal content.
    assert "Resale shelf" in json.dumps([post.blocks for post in slack.posts])


def test_a_batch_is_carried_out_gravest_first_and_what_is_not_begun_goes_back_at_once(
    deliver: ModuleType, cloud: Cloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes ten of the sixty seconds: four are begun, and the last is for another worker."""
    (record,) = sample("deliver-deliveries.json")["Records"][:1]
    body, left, begun = json.loads(record["body"]), [60], list[str]()

    def carried_out(message: Deliver, _: object) -> State:
        begun.append(message.delivery)
        left[0] -= 10
        return State.SENT

    monkeypatch.setattr(deliver, "deliver", carried_out)
    cloud.queued(deliver.settings.delivery_queue_url)  # what other tests have left in it
    records = [
        {**record, "messageId": name, "body": json.dumps({**body, "delivery": name, **rank})}
        for name, rank in {
            "old": {},  # of a release that gave no rank
            "reminder": {"rank": PRESSING.index(Reason.REMINDER)},
            "call": {"rank": PRESSING.index(Reason.LAST_CALL)},
            "missed": {"rank": PRESSING.index(Reason.MISSED)},
            "today": {"rank": PRESSING.index(Reason.DUE_TODAY)},
        }.items()
    ]
    context = SimpleNamespace(
        **{**vars(CONTEXT), "get_remaining_time_in_millis": lambda: left[0] * 1000}
    )
    assert deliver.handler({"Records": records}, context) == failing()
    assert begun == ["missed", "today", "call", "reminder"]
    back = cloud.queued(deliver.settings.delivery_queue_url)
    assert [json.loads(message["body"])["delivery"] for message in back] == ["old"]


@pytest.mark.parametrize(
    ("ends", "returned"),
    [(Sent("sms-1"), False), (Refused("ValidationException"), False), (ValueError(NUMBER), True)],
    ids=["sent", "refused", "failed"],
)
def test_neither_a_number_nor_its_code_is_in_a_log_or_metric(
    deliver: ModuleType,
    cloud: Cloud,
    log: Watch,
    monkeypatch: pytest.MonkeyPatch,
    ends: Outcome | Exception,
    returned: bool,
) -> None:
    phone, written = Phone(outcomes=deque([ends])), log(deliver)
    monkeypatch.setattr(deliver, "sms", phone.send)
    whole = samples.rehearsal(deal="poplar", code_name="Poplar")
    people = tuple(p.model_copy(update={"mobile": NUMBER}) for p in whole.team.people)
    team = whole.team.model_copy(update={"people": people})
    cloud.store.deals.load(Bundle("poplar", whole.terms, team, (), whole.day), LOADED, "tests")
    deal = cloud.store.deals.get("poplar")
    assert deal is not None
    tests = ping(deal, deliver.services, "olga")
    key = next(DeliveryKey.of(test) for test in tests if str(test.route) == "sms:maria")
    (record,) = sample("deliver-deliveries.json")["Records"]
    record["body"] = body_of(Deliver(deal=key.deal, day=key.day, delivery=key.id))
    assert deliver.handler({"Records": [record]}, CONTEXT) == failing(*[UNPLANNED] * returned)
    [(number, text)] = phone.sent
    assert number == NUMBER
    assert not [word for word in (NUMBER[1:], text[-8:]) if word in written.text]
    cloud.queued(cloud.delivery_queue)


@pytest.mark.parametrize("name", ["assess", "deliver"])
def test_a_failing_message_fails_and_its_text_stays_out_of_the_log(
    name: str, assess: ModuleType, deliver: ModuleType, cloud: Cloud, log: Watch
) -> None:
    app = {"assess": assess, "deliver": deliver}[name]
    poisoned = sample({"assess": "assess-deal.json", "deliver": "deliver-deliveries.json"}[name])
    for record in poisoned["Records"]:
        record["body"] = '{"deal": "Infocrossing pays $60,000,000"'
    written = log(app)
    # Each is retried and ends in the dead letters, which have an alarm.
    answer = app.handler(poisoned, CONTEXT)
    failed = [item["itemIdentifier"] for item in answer["batchItemFailures"]]
    assert failed == [record["messageId"] for record in poisoned["Records"]]
    assert "ValidationError" in written.text
    assert poisoned["Records"][0]["messageId"] in written.text
    assert not [word for word in CONTENT if word in written.text]


@pytest.mark.parametrize(
    ("cause", "day"), [("recipient_removed", "2024-10-30"), ("route_removed", "2024-10-31")]
)
def test_a_removal_by_the_team_is_not_counted_as_a_failure(
    cause: str,
    day: str,
    assess: ModuleType,
    deliver: ModuleType,
    cloud: Cloud,
    log: Watch,
    slack: Slack,
    mailbox: Mailbox,
) -> None:
    event = batch_of_two_deals()
    event["Records"].pop()
    for record in event["Records"]:
        record["body"] = record["body"].replace("2024-10-28", day)
    assert assess.handler(event, CONTEXT) == failing()
    planned = cloud.queued(cloud.delivery_queue)
    slack.outcomes.append(Refused(cause))
    written = log(deliver)
    assert deliver.handler({"Records": planned}, CONTEXT) == failing()
    assert f'"cause":"{cause}"' in written.text
    assert '"Refused"' not in written.text
