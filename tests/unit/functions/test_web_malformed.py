"""Malformed requests at the public address of links and feeds: refused, no error, no alarm."""

import random
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from tests.suite import seeds
from tests.unit.desk.web import event
from tests.unit.functions.conftest import CONTEXT, Log

SECRET = "a" * 52
ODD: list[dict[str, Any]] = [
    {"headers": None},
    {"headers": []},
    {"headers": ["host"]},
    {"headers": {"host": "\ud800"}},
    {"headers": {"HOST": "web.example", "host": "other.example"}},
    {"requestContext": None},
    {"requestContext": "post"},
    {"requestContext": {"http": "POST"}},
    {"requestContext": {"http": {"method": ["POST"]}}},
    {"rawPath": None},
    {"rawPath": ["/a"]},
    {"rawPath": "/a/" + "\u00e9" * 52},
    {"rawPath": "/a/" + "a" * 100_000},
    {"rawPath": "/calendar/" + SECRET + ".ics/../.."},
    {"rawPath": "//a//"},
    {"body": None},
    {"body": 7},
    {"body": "====", "isBase64Encoded": True},
    {"body": "\u00e9", "isBase64Encoded": True},
    {"body": "\ud800", "isBase64Encoded": False},
    {"body": "confirm=yes&" * 100, "isBase64Encoded": False},
    {"body": "&&&", "isBase64Encoded": False},
    {"body": "confirm=%ff%fe&confirm=yes", "isBase64Encoded": False},
    {"body": "[" * 1_000, "isBase64Encoded": False},
    {"isBase64Encoded": "maybe"},
]


@pytest.fixture(scope="module")
def app(function: Callable[[str], ModuleType]) -> ModuleType:
    return function("web")


@pytest.mark.parametrize("changes", ODD)
@pytest.mark.parametrize("name", ["acknowledge", "confirm", "calendar"])
def test_a_malformed_request_is_refused_without_an_error(
    app: ModuleType, log: Callable[[ModuleType], Log], name: str, changes: dict[str, Any]
) -> None:
    written = log(app)
    path = f"/calendar/{SECRET}.ics" if name == "calendar" else f"/a/{SECRET}"
    answer = app.handler({**event(name, path), **changes}, CONTEXT)
    assert answer["statusCode"] in (400, 404, 405)
    assert '"message":"answered"' in written.text
    assert "RequestFailed" not in written.text


def test_combined_malformations_are_refused_too(
    app: ModuleType, log: Callable[[ModuleType], Log]
) -> None:
    written = log(app)
    for seed in seeds(500):
        chance = random.Random(seed)
        whole = event(chance.choice(("acknowledge", "confirm", "calendar")), f"/a/{SECRET}")
        for changes in chance.sample(ODD, 3):
            whole |= changes
        for gone in chance.sample(sorted(whole), chance.randrange(3)):
            del whole[gone]
        assert app.handler(whole, CONTEXT)["statusCode"] in (400, 404, 405), seed
    assert "RequestFailed" not in written.text
