"""Calls of a deployed function by hand, with what it logged."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dealclock.errors import DealclockError
from local.stack import Stack


@dataclass(frozen=True)
class FunctionResult:
    """What a function answered, and the structured lines it logged."""

    answer: Any
    log: Sequence[Mapping[str, Any]]


def call(stack: Stack, function: str, event: Mapping[str, Any]) -> FunctionResult:
    """Call a function by its short name, such as "watchdog". Raises DealclockError."""
    response = stack.client("lambda").invoke(
        FunctionName=stack.functions[function],
        Payload=json.dumps(event).encode(),
        LogType="Tail",
    )
    answer = json.loads(response["Payload"].read() or b"null")
    if "FunctionError" in response:
        why = answer.get("errorMessage", answer) if isinstance(answer, dict) else answer
        raise DealclockError(f"the function {function} failed: {why}")
    tail = base64.b64decode(response.get("LogResult", "")).decode(errors="replace")
    return FunctionResult(answer, [line for line in map(parse_line, tail.splitlines()) if line])


def parse_line(line: str) -> Mapping[str, Any]:
    """A structured line of a log; empty for a line that the function did not write."""
    try:
        content = json.loads(line)
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}
