"""The files function on its sample: one message at a time, and nothing of a deal in its log."""

import json
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from dealclock.jobs.documents.make_file import FileResult
from dealclock.jobs.queues import MakeFile
from tests.unit.functions.conftest import CONTEXT, Log, sample

Start = Callable[[str], ModuleType]
Watch = Callable[[ModuleType], Log]
NOTHING_FAILED: dict[str, Any] = {"batchItemFailures": []}


@pytest.fixture(scope="module")
def app(function: Start) -> ModuleType:
    return function("files")


@pytest.mark.parametrize("ended", list(FileResult))
def test_however_a_request_ends_it_is_counted_and_does_not_come_again(
    app: ModuleType, log: Watch, monkeypatch: pytest.MonkeyPatch, ended: FileResult
) -> None:
    asked: list[MakeFile] = []

    def make(message: MakeFile, _: object) -> FileResult:
        asked.append(message)
        return ended

    monkeypatch.setattr(app, "make_file", make)
    written = log(app)
    assert app.handler(sample("files-timeline.json"), CONTEXT) == NOTHING_FAILED
    (message,) = asked
    assert message.kind == "timeline"
    assert message.request in written.text
    assert f'"ended":"{ended}"' in written.text
    assert ('"Refused":[1.0]' in written.text) is (ended is FileResult.REFUSED)
    assert "cedar" not in written.text
    assert "timeline" not in written.text


def test_a_failed_message_is_retried_and_its_text_stays_out_of_the_log(
    app: ModuleType, log: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(*_: object) -> FileResult:
        raise RuntimeError("$31,666.67 of Infocrossing")

    monkeypatch.setattr(app, "make_file", make)
    written = log(app)
    event = sample("files-timeline.json")
    failed = [{"itemIdentifier": event["Records"][0]["messageId"]}]
    assert app.handler(event, CONTEXT) == {"batchItemFailures": failed}
    assert '"Failed":[1.0]' in written.text
    assert "31,666" not in written.text


def test_a_failing_message_is_retried_until_the_dead_letters(app: ModuleType, log: Watch) -> None:
    written = log(app)
    event = sample("files-timeline.json")
    event["Records"][0]["body"] = json.dumps({"kind": "timeline", "deal": "canary-2f8d"})
    answer = app.handler(event, CONTEXT)
    assert len(answer["batchItemFailures"]) == 1
    assert "canary-2f8d" not in written.text
