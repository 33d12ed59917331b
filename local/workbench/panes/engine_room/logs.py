"""What the functions logged recently."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from local.stack import Stack

_STREAMS = 4  # workers of a function, those that wrote last
_LINES = 60  # of each worker
# What Powertools adds to every line, besides what the function logs.
_ALWAYS = frozenset(
    {
        *("level", "location", "message", "timestamp", "service", "cold_start", "function_name"),
        *("function_memory_size", "function_arn", "function_request_id", "xray_trace_id"),
    }
)


@dataclass(frozen=True)
class Line:
    """A line of a log. `level` is the logger's, or "metrics", "run" (how long it took), "raw"."""

    at: datetime
    level: str
    says: str
    details: str


def recent(stack: Stack, function: str) -> Sequence[Line]:
    """The last lines of a function, by its short name, newest first."""
    client, group = stack.client("logs"), f"/dealclock/{stack.name}/{function}"
    streams = client.describe_log_streams(
        logGroupName=group, orderBy="LastEventTime", descending=True, limit=_STREAMS
    )["logStreams"]
    found = [
        line
        for stream in streams
        for event in client.get_log_events(
            logGroupName=group,
            logStreamName=stream["logStreamName"],
            limit=_LINES,
            startFromHead=False,
        )["events"]
        for line in lines(event["timestamp"], event["message"])
    ]
    return sorted(found, key=lambda line: line.at)[::-1]


def lines(timestamp: int, message: str) -> Iterator[Line]:
    """The lines of one event, without empty ones. `timestamp` is in milliseconds."""
    at = datetime.fromtimestamp(timestamp / 1000, UTC)
    for each in message.splitlines():
        if not each.strip() or each.startswith(("START ", "END ")):
            continue
        entry = parse_line(each)
        if "_aws" in entry:
            yield Line(at, "metrics", _metrics(entry), "")
        elif "level" in entry:
            yield Line(at, str(entry["level"]), str(entry.get("message", "")), _details(entry))
        elif each.startswith("REPORT "):
            yield Line(at, "run", _took(each), "")
        else:
            yield Line(at, "raw", each, "")


def parse_line(line: str) -> Mapping[str, Any]:
    """A structured line of a log; empty for a line that the function did not write."""
    try:
        content = json.loads(line)
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}


def _details(entry: Mapping[str, Any]) -> str:
    own = {key: value for key, value in entry.items() if key not in _ALWAYS}
    cold = ["cold start"] if entry.get("cold_start") else []
    return ", ".join([*(f"{key} {value}" for key, value in own.items()), *cold])


def _metrics(entry: Mapping[str, Any]) -> str:
    names = [m["Name"] for group in entry["_aws"]["CloudWatchMetrics"] for m in group["Metrics"]]
    return ", ".join(f"{name} {_added(entry.get(name, 0))}" for name in names)


def _added(value: Any) -> str:
    return f"{sum(value) if isinstance(value, list) else value:g}"


def _took(report: str) -> str:
    parts = (part.strip() for part in report.split("\t"))
    duration = next((part for part in parts if part.startswith("Duration:")), "Duration: unknown")
    return f"took {duration.removeprefix('Duration:').strip()}"
