"""A function with missing settings fails at startup, and says what to do."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import pytest

from local.stack import FunctionFailedError
from tests.end_to_end.house import House
from tests.end_to_end.permissions import restart

NOTHING: dict[str, Any] = {}


@contextlib.contextmanager
def secret(house: House, function: str, value: str) -> Iterator[None]:
    """The Slack secret with another value, for a function that starts meanwhile."""
    client = house.local.stack.client("secretsmanager")
    own = client.get_secret_value(SecretId=house.local.stack.secret)["SecretString"]
    client.put_secret_value(SecretId=house.local.stack.secret, SecretString=value)
    restart(house.local.stack, function)
    try:
        yield
    finally:
        client.put_secret_value(SecretId=house.local.stack.secret, SecretString=own)
        restart(house.local.stack, function)


@contextlib.contextmanager
def without_variable(house: House, function: str, variable: str) -> Iterator[None]:
    """A function without one of its environment variables."""
    stack = house.local.stack
    own = stack.environment(function)
    less = {key: value for key, value in own.items() if key != variable}
    assert less != own
    stack.reconfigure(function, less)
    try:
        yield
    finally:
        stack.reconfigure(function, own)


@pytest.mark.parametrize(
    ("function", "value"),
    [
        ("deliver", "{}"),
        ("slack", json.dumps({"signing_secret": "", "bot_token": "xoxb-hush"})),
        ("slack", "hush"),
    ],
    ids=["empty", "half filled", "no JSON"],
)
def test_an_unfilled_secret_says_how_to_fill_it(house: House, function: str, value: str) -> None:
    with secret(house, function, value), pytest.raises(FunctionFailedError) as failed:
        house.local.stack.invoke(function, NOTHING)
    assert "docs/operations.md" in str(failed.value)
    assert "hush" not in str(failed.value)
    assert not [line for _, line in house.logs() if "hush" in line]


@pytest.mark.parametrize(
    ("function", "variable"),
    [
        ("sweep", "DEALCLOCK_ASSESS_QUEUE_URL"),
        ("assess", "DEALCLOCK_TABLE"),
        ("deliver", "DEALCLOCK_EMAIL_TRANSPORT"),
        ("slack", "DEALCLOCK_SLACK_SECRET"),
    ],
)
def test_a_missing_variable_is_named(house: House, function: str, variable: str) -> None:
    with without_variable(house, function, variable), pytest.raises(FunctionFailedError) as failed:
        house.local.stack.invoke(function, NOTHING)
    assert f"this function is not configured: {variable}" in str(failed.value)
