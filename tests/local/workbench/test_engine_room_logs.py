"""A function's log as lines: what it said, what it counted, how long it took."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

from local.stack import Stack
from local.workbench.panes.engine_room.logs import Line, lines, recent

NOON = datetime(2004, 6, 30, 12, tzinfo=UTC)
AT = 1088596800000  # that instant in milliseconds


def read(message: str) -> list[Line]:
    return list(lines(AT, message))


def test_a_line_of_a_function_is_its_words_and_what_it_said_beside_them() -> None:
    line = {
        "level": "INFO",
        "location": "_deliver:62",
        "message": "delivery",
        "timestamp": "2004-06-30 12:00:00,000+0000",
        "service": "dealclock-deliver",
        "cold_start": True,
        "delivery": "d1",
        "state": "sent",
    }
    assert read(json.dumps(line)) == [
        Line(NOON, "INFO", "delivery", "delivery d1, state sent, cold start")
    ]


def test_metrics_are_added_up_by_name() -> None:
    metrics = [{"Name": "DeliverySent"}, {"Name": "OldestUnsent"}]
    emitted = {
        "_aws": {"CloudWatchMetrics": [{"Metrics": metrics}]},
        "DeliverySent": [1.0, 1.0],
        "OldestUnsent": 2.5,
    }
    assert read(json.dumps(emitted)) == [
        Line(NOON, "metrics", "DeliverySent 2, OldestUnsent 2.5", "")
    ]


def test_of_what_lambda_says_itself_only_how_long_it_took_is_kept() -> None:
    said = "START RequestId: 1\nEND RequestId: 1\nREPORT RequestId: 1\tDuration: 12 ms\tMemory: 1"
    assert read(said) == [Line(NOON, "run", "took 12 ms", "")]


def test_a_traceback_is_shown_as_it_is() -> None:
    assert [(line.level, line.says) for line in read("Traceback:\n\n  File x\n{not json")] == [
        ("raw", "Traceback:"),
        ("raw", "  File x"),
        ("raw", "{not json"),
    ]


class Logs:
    """Two workers of one function."""

    def describe_log_streams(self, **given: Any) -> dict[str, Any]:
        assert given["logGroupName"] == "/dealclock/cedar/deliver"
        return {"logStreams": [{"logStreamName": "late"}, {"logStreamName": "early"}]}

    def get_log_events(self, **given: Any) -> dict[str, Any]:
        items = {
            "late": [(AT + 2000, "c"), (AT + 2000, "d")],
            "early": [(AT, "a"), (AT + 1000, "b")],
        }
        events = items[given["logStreamName"]]
        return {"events": [{"timestamp": at, "message": message} for at, message in events]}


def test_the_lines_of_all_workers_are_newest_first() -> None:
    stack = cast("Stack", SimpleNamespace(name="cedar", client=lambda _: Logs()))
    assert [line.says for line in recent(stack, "deliver")] == ["d", "c", "b", "a"]
