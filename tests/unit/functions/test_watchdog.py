"""The watchdog on its sample: heartbeat, counts, and what its log may contain."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from types import ModuleType
from typing import Any

import pytest

from dealclock.alerts.health_findings import Finding, Severity
from dealclock.errors import TryAgainError
from dealclock.jobs.operate.checks import Round
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


def test_a_complete_check_counts_a_heartbeat_and_nothing_that_is_in_order(
    app: ModuleType, log: Watch
) -> None:
    written = log(app)
    answered = app.handler(sample("watchdog.json"), CONTEXT)
    assert answered["unchecked"] == []
    counted = metrics(written)
    assert counted.pop("WatchCompleted") == [1.0]
    counted.pop("SweepsCompleted")  # 0 or 1, by the hour of the test
    # The sample's events are old.
    assert set(counted) <= {"DealsUnattended"}, "what is in order is not counted"


def test_a_key_that_cannot_be_used_is_counted(
    app: ModuleType, log: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "key_in", lambda *_: "PendingDeletion")
    written = log(app)
    app.handler(sample("watchdog.json"), CONTEXT)
    assert metrics(written)["KeyUnusable"] == [1.0]
    assert "is PendingDeletion" in written.text


@pytest.mark.parametrize("missed", [True, False])
def test_the_heartbeat_of_the_scheduled_checks_says_if_one_was_missed(
    app: ModuleType, log: Watch, monkeypatch: pytest.MonkeyPatch, missed: bool
) -> None:
    def watch(checks: Round) -> Round:
        checks.findings += [Finding("sweeps", Severity.FAILING, "late", "start it")] * missed
        return checks

    monkeypatch.setattr(app, "watch", watch)
    written = log(app)
    app.handler(sample("watchdog.json"), CONTEXT)
    assert metrics(written)["SweepsCompleted"] == [float(not missed)]


def test_findings_are_logged(app: ModuleType, cloud: Cloud, log: Watch) -> None:
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
    assert metrics(written) == {}


def test_a_failed_report_to_the_outside_watch_is_logged_without_its_address(
    app: ModuleType, log: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = "http://127.0.0.1:1/canary-2f8d"
    monkeypatch.setattr(app, "settings", replace(app.settings, outside_watch_url=url))

    def report(_: Round, call: Callable[..., None]) -> None:
        call(date(2024, 10, 28), "complete")

    monkeypatch.setattr(app, "report_morning", report)
    written = log(app)
    answered = app.handler(sample("watchdog.json"), CONTEXT)
    assert answered["unchecked"] == []
    assert metrics(written)["WatchCompleted"] == [1.0]
    assert '"message":"not reported"' in written.text
    assert "canary" not in written.text
