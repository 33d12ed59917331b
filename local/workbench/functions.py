"""Calling a deployed function by hand, and what it logged while it ran."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dealclock.errors import DealclockError
from local.stack import Stack


class FunctionFailed(DealclockError):
    """A function that was called by hand raised."""


@dataclass(frozen=True)
class Called:
    """What a function answered, and the structured lines it logged."""

    answer: Any
    log: Sequence[Mapping[str, Any]]


def call(stack: Stack, function: str, event: Mapping[str, Any]) -> Called:
    """Call a function by its short name, such as "watchdog". Raises FunctionFailed."""
    told = stack.client("lambda").invoke(
        FunctionName=stack.functions[function],
        Payload=json.dumps(event).encode(),
        LogType="Tail",
    )
    answer = json.loads(told["Payload"].read() or b"null")
    if "FunctionError" in told:
        why = answer.get("errorMessage", answer) if isinstance(answer, dict) else answer
        raise FunctionFailed(f"the function {function} failed: {why}")
    tail = base64.b64decode(told.get("LogResult", "")).decode(errors="replace")
    return Called(answer, [line for line in map(structured, tail.splitlines()) if line])


def structured(line: str) -> Mapping[str, Any]:
    """A line of a log as the function meant it; empty for one that is not the function's own."""
    try:
        told = json.loads(line)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}
