"""The function web on its samples: what it answers, and that a secret is in none of its logs."""

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import ModuleType, SimpleNamespace
from typing import Any

import boto3
import pytest

from dealclock.desk.calendar_feed import make
from dealclock.errors import DealclockError
from dealclock.store.responses import Responses
from tests.own_partitions import own_partitions
from tests.services import services
from tests.unit.desk.web import event, kept_link
from tests.unit.functions.conftest import CONTEXT, REQUEST, Cloud, Log

Start = Callable[[str], ModuleType]
Watch = Callable[[ModuleType], Log]


@pytest.fixture(scope="module")
def app(function: Start) -> Iterator[ModuleType]:
    """The function, under its policy; Lambda's client calls the one that may write deals."""
    web, assess = function("web"), function("assess")
    restricted = own_partitions(web.services.store, "web")
    client: Any = boto3.client

    def invoke(FunctionName: str, Payload: bytes) -> dict[str, Any]:  # noqa: N803 - AWS's names
        assert FunctionName == "assess"
        try:
            answer: dict[str, Any] = {}
            body = assess.handler(json.loads(Payload), CONTEXT)
        except DealclockError as error:
            answer, body = {"FunctionError": "Unhandled"}, {"errorType": type(error).__name__}
        return {**answer, "Payload": io.BytesIO(json.dumps(body).encode())}

    def of(service: str, **given: Any) -> Any:
        return SimpleNamespace(invoke=invoke) if service == "lambda" else client(service, **given)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(boto3, "client", of)
        patched.setattr(web, "services", replace(web.services, store=restricted))
        yield web


def link(cloud: Cloud) -> str:
    # Filed late or not, the Shelf Registration of a deal of 2024 is missed and open for ever.
    until = datetime.now(UTC) + timedelta(days=1)
    return kept_link(cloud.store, until, deal="cedar", instance="effectiveness")


def test_a_link_is_opened_and_confirmed_and_never_logged(
    app: ModuleType, cloud: Cloud, log: Watch
) -> None:
    secret, written = link(cloud), log(app)
    asked = app.handler(event("acknowledge", f"/a/{secret}"), CONTEXT)
    assert (asked["statusCode"], asked["isBase64Encoded"]) == (200, False)
    done = app.handler(event("confirm", f"/a/{secret}"), CONTEXT)
    assert "acknowledged by" in done["body"]
    assert len(cloud.queued(cloud.assess_queue)) == 1
    assert '"message":"answered"' in written.text
    assert secret not in written.text
    assert "Cedar" not in written.text


def test_a_form_that_the_other_function_cannot_carry_out_is_reported_without_the_secret(
    app: ModuleType, cloud: Cloud, log: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret, written = link(cloud), log(app)

    def broken(*_: object) -> None:
        raise ValueError(f"could not write /a/{secret}")

    monkeypatch.setattr(Responses, "respond", broken)
    asked = app.handler(event("confirm", f"/a/{secret}"), CONTEXT)
    assert (asked["statusCode"], REQUEST in asked["body"]) == (500, True)
    assert "the function that writes deals failed (DealclockError)" in written.text
    assert secret not in written.text


def test_a_feed_is_read_and_its_address_never_logged(
    app: ModuleType, cloud: Cloud, log: Watch
) -> None:
    deal = cloud.store.deals.get("cedar")
    assert deal
    web, now, written = "https://web.example/", datetime.now(UTC), log(app)
    url = make(deal.team.people[0], [deal], services(cloud.store, now=now), web, "tests")[0]
    path = url.removeprefix("https://web.example")
    answer = app.handler(event("calendar", path), CONTEXT)
    assert answer["statusCode"] == 200
    assert "SUMMARY:Cedar" in answer["body"]
    assert path[10:62] not in written.text


def test_the_samples_are_links_that_do_not_work(app: ModuleType, log: Watch) -> None:
    written = log(app)
    answers = [
        app.handler(event(name, path), CONTEXT)
        for name, path in (
            ("acknowledge", f"/a/{'a' * 52}"),
            ("confirm", f"/a/{'a' * 52}"),
            ("calendar", f"/calendar/{'a' * 52}.ics"),
        )
    ]
    assert {each["statusCode"] for each in answers} == {404}
    assert len({each["body"] for each in answers}) == 1
    assert '"status":404' in written.text
    assert "RequestFailed" not in written.text
    assert "a" * 52 not in written.text


def test_an_error_is_reported_with_the_request_id_and_without_the_secret(
    app: ModuleType, cloud: Cloud, log: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret, written = link(cloud), log(app)

    def broken(_: str) -> None:
        raise ValueError(f"could not read /a/{secret}")

    monkeypatch.setattr(app.services.store.links, "get", broken)
    answer = app.handler(event("acknowledge", f"/a/{secret}"), CONTEXT)
    assert answer["statusCode"] == 500
    assert REQUEST in answer["body"]
    assert answer["headers"]["cache-control"] == "no-store"
    assert '"RequestFailed":[1.0]' in written.text
    assert secret not in written.text


def test_it_never_logs_an_event_even_when_configured_to(
    function: Start, log: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POWERTOOLS_LOGGER_LOG_EVENT", "true")
    monkeypatch.setenv("POWERTOOLS_LOG_LEVEL", "DEBUG")
    app = function("web")
    written = log(app)
    app.handler(event("acknowledge", f"/a/{'a' * 52}"), CONTEXT)
    assert "answered" in written.text
    assert "a" * 52 not in written.text


@pytest.mark.parametrize("odd", [{}, {"rawPath": None}, {"headers": None, "requestContext": None}])
def test_an_event_that_is_not_a_request_is_refused(app: ModuleType, odd: dict[str, None]) -> None:
    assert app.handler(odd, CONTEXT)["statusCode"] == 405
