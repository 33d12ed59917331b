"""What the logs contain: that work was done, at whose request, and nothing of any deal."""

from __future__ import annotations

import json
from collections import Counter

from tests.end_to_end.conftest import CONTENT, HARMLESS, leaks
from tests.end_to_end.house import House
from tests.end_to_end.playing import Demo
from tests.end_to_end.test_demo import ALL, WITHDRAWN

# Every key a structured line may have: what Powertools adds, and what a function says of its work.
KEYS = {
    *("level", "location", "message", "timestamp", "service", "cold_start", "function_name"),
    *("function_memory_size", "function_arn", "function_request_id", "xray_trace_id"),
    *("correlation_id", "as_of", "slot", "deals", "queued_again", "planned", "already", "outdated"),
    *("delivery", "day", "state", "message_id", "cause", "event", "noted", "request", "ended"),
    *("what", "status", "check", "says", "repaired", "morning", "seconds"),
    *("compared", "differing"),
}


def test_the_whole_demo_leaves_nothing_of_a_deal_in_any_log(house: House, played: Demo) -> None:
    assert not leaks(house, 0)


def test_the_search_would_find_deal_data(house: House, played: Demo) -> None:
    # The control: of everything the demo showed, every box has something that the search finds.
    boxes = [box for box in played.transcript.split("┌─ Slack") if "not legal advice" in box]
    assert len(boxes) > 80
    assert all(CONTENT.search(HARMLESS.sub("", box)) for box in boxes)


def test_a_line_of_a_function_has_only_known_keys(house: House, played: Demo) -> None:
    for function in house.local.stack.functions:
        lines = [
            json.loads(line)
            for message in house.log_of(function)
            for line in message.splitlines()
            if line.startswith('{"level"')
        ]
        unknown = {key for line in lines for key in line} - KEYS
        assert not unknown, f"{function} logs {unknown}"


def test_the_metrics_have_counts_and_the_service(house: House, played: Demo) -> None:
    assert house.metrics("deliver", 0)["Sent"] >= ALL - WITHDRAWN
    dimensions: Counter[str] = Counter()
    for function in house.local.stack.functions:
        for message in house.log_of(function):
            for line in message.splitlines():
                if '"_aws"' in line:
                    emitted = json.loads(line)
                    [group] = emitted["_aws"]["CloudWatchMetrics"]
                    dimensions.update(name for names in group["Dimensions"] for name in names)
    assert set(dimensions) == {"service"}
