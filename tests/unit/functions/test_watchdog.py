"""The watchdog on its sample: heartbeat, counts, and what its log may contain."""

import json
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import pytest

from dealclock.errors import TryAgainError
from tests.unit.functions.conftest import CONTEXT, Cloud, Log, sample

Start = Callable[[str], ModuleType]
Watch = Callable[[ModuleType], Log]


@pytest.fixture(scope="module")
def app(function: Start) -> ModuleType:
    return function("watchdog")


def metrics(log: Log) -> dict[str, list[float]]:
    """The metrics written, by name; of each record also its dimensions."""
    found: dict[str, Any] = {}
    for line in log.text.splitlines():
        if '"_aws"' in line:
            record = json.loads(line)
            (described,) = record["_aws"]["CloudWatchMetrics"]
            assert described["Dimensions"] == [["service"]]
            found |= {m["Name"]: record[m["Name"]] for m in described["Metrics"]}
    return found


def test_a_complete_check_counts_a_heartbeat_and_counts_only_by_check(
    app: ModuleType, log: Watch
) -> None:
    written = log(app)
    answered = app.handler(sample("watchdog.json"), CONTEXT)
    assert answered["unchecked"] == []
    assert set(metrics(written)) == {
        "AlertsUnacknowledged",
        "AssessmentsMissed",
        "DealsEscalating",
        "DealsTakenUp",
        "DealsSilent",
        "DeadLettersWaiting",
        "DeliveriesTakenUp",
        "OldestUnsent",
        "OutcomesUnknown",
        "SweepsMissed",
        "WakesRepaired",
        "WatchCompleted",
    }


def test_findings_are_counted_and_logged(app: ModuleType, cloud: Cloud, log: Watch) -> None:
    urls = [url for urls in app.settings.dead_letters.values() for url in urls]
    for url in urls:
        cloud.sqs.send_message(QueueUrl=url, MessageBody='{"canary": "2f8d"}')
    written = log(app)
    answered = app.handler(sample("watchdog.json"), CONTEXT)
    found = [each for each in answered["found"] if "dead letters" in each]
    assert [each.partition(" will ")[0] for each in found] == [
        "1 message in the dead letters of assess",
        "1 message in the dead letters of deliveries",
        "1 message in the dead letters of files",
        "1 message in the dead letters of mails",
        "2 messages in the dead letters of sweeps",
    ]
    assert metrics(written)["DeadLettersWaiting"] == [5.0]
    assert all(each in written.text for each in found)
    assert "canary" not in written.text
    for url in urls:
        cloud.queued(url)


def test_an_incomplete_check_counts_no_heartbeat(
    app: ModuleType, log: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unavailable(*_: object) -> Mapping[str, int]:
        raise TryAgainError("the queue did not answer")

    monkeypatch.setattr(app, "count_messages", unavailable)
    written = log(app)
    answered = app.handler(sample("watchdog.json"), CONTEXT)
    assert answered["unchecked"][0].startswith("dead letters: TryAgainError")
    assert "WatchCompleted" not in metrics(written)
    assert '"message":"not checked"' in written.text


def test_a_check_of_rehearsals_counts_no_heartbeat(app: ModuleType, log: Watch) -> None:
    written = log(app)
    app.handler({"rehearsal": True}, CONTEXT)
    assert set(metrics(written)) == {"DeliveriesTakenUp"}
