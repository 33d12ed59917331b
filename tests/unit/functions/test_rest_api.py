"""The same request by a Function URL and by a REST API is read as one, and refused as one.

The shapes: AWS's guides, "Invoking Lambda function URLs" (payload 2.0) and "Lambda proxy
integrations in API Gateway" (the input format of a REST API).
"""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from dealclock.desk.web.serve import WebRequest
from functions.slack.slack_request import answer_challenge, verify_request
from functions.web.web_request import read_request
from tests.unit.functions import test_slack_request as signed
from tests.unit.functions.conftest import CHECKOUT, CONTEXT
from tests.unit.functions.test_slack import Start
from tests.unit.functions.test_slack import signed as fresh

HOST = "a1b2c3d4e5.execute-api.us-east-1.amazonaws.com"


def by_url(method: str, path: str, headers: Mapping[str, str], **more: Any) -> dict[str, Any]:
    low = {name.lower(): value for name, value in headers.items()}
    http = {"method": method, "path": path}
    context = {"domainName": HOST, "http": http}
    return {"rawPath": path, "headers": low, "requestContext": context, **more}


def by_api(method: str, path: str, headers: Mapping[str, str], **more: Any) -> dict[str, Any]:
    many = {name: ["of another proxy", value] for name, value in headers.items()}
    context = {"domainName": HOST, "httpMethod": method, "path": f"/live{path}"}
    return {
        "path": path,
        "httpMethod": method,
        "headers": dict(headers),
        "multiValueHeaders": many,
        "requestContext": context,
        **more,
    }


SECRET = f"/a/{'a' * 52}"
FORM = {"Host": HOST, "Content-Type": "application/x-www-form-urlencoded"}
PRESSED = {"body": "YWN0PWFja25vd2xlZGdl", "isBase64Encoded": True}
ASKED: dict[str, tuple[str, str, Mapping[str, str], Mapping[str, Any]]] = {
    "a page": ("GET", SECRET, {"Host": HOST}, {}),
    "a page, asked of for its head": ("HEAD", SECRET, {"Host": HOST}, {"body": None}),
    "a form": ("POST", SECRET, FORM, PRESSED),
    "a form as text": ("POST", SECRET, FORM, {"body": "act=acknowledge"}),
    "a feed with a query": (
        "GET",
        "/calendar/x.ics",
        {"HOST": HOST},
        {"queryStringParameters": {}},
    ),
    "another method": ("PUT", SECRET, FORM, PRESSED),
    "another host": ("GET", SECRET, {"Host": "evil.example"}, {}),
    "no host": ("GET", SECRET, {}, {}),
    "a long path": ("GET", f"/{'a' * 300}", {"Host": HOST}, {}),
    "no form": ("POST", SECRET, {**FORM, "Content-Type": "text/plain"}, PRESSED),
    "a broken body": ("POST", SECRET, FORM, {**PRESSED, "body": "%%%"}),
}


GOOD = {"a page", "a form", "a form as text", "a feed with a query"}


@pytest.mark.parametrize("case", ASKED)
def test_a_link_is_read_alike(case: str) -> None:
    method, path, headers, more = ASKED[case]
    read = read_request(by_api(method, path, headers, **more))
    assert read == read_request(by_url(method, path, headers, **more))
    assert isinstance(read, WebRequest) == (case.split(",", maxsplit=1)[0] in GOOD)


def test_the_samples_are_the_same_form_by_either_way() -> None:
    url, api = (
        read_request(json.loads((CHECKOUT / "events" / f"web-confirm{way}.json").read_text()))
        for way in ("", "-rest-api")
    )
    assert isinstance(url, WebRequest)
    assert isinstance(api, WebRequest)
    assert (api.method, api.path, api.form) == (url.method, url.path, url.form)


@pytest.mark.parametrize(
    "changes",
    [{}, {"body": None}, {"body": "AA=="}, {"isBase64Encoded": False}, {"headers": {}}],
    ids=str,
)
def test_a_signature_is_checked_alike_over_the_raw_bytes(changes: Mapping[str, Any]) -> None:
    event = {**signed.event("text=\u00fc%20".encode()), **changes}
    headers = event.pop("headers")
    url, api = (
        verify_request(way("POST", "/slack", headers, **event), signed.SECRET, signed.NOW)
        for way in (by_url, by_api)
    )
    if isinstance(url, str):
        assert api == url
        return
    assert isinstance(api, dict)
    assert api["requestContext"]["http"]["method"] == url["requestContext"]["http"]["method"]
    assert (api["headers"], api["body"]) == (url["headers"], url["body"])


def test_slacks_check_of_the_address_is_answered_by_either_way() -> None:
    body = json.dumps({"type": "url_verification", "challenge": "abc123"})
    url, api = (answer_challenge(way("POST", "/slack", {}, body=body)) for way in (by_url, by_api))
    assert url
    assert api == url


def test_a_signed_command_by_the_api_is_answered(function: Start) -> None:
    """The whole function, Bolt included, on the sample."""
    app = function("slack")
    url = fresh("help")
    context = {"httpMethod": "POST", "domainName": HOST}
    api = {**fresh("help"), "requestContext": context, "httpMethod": "POST", "path": "/slack"}
    answers = [app.handler(event, CONTEXT) for event in (url, api)]
    assert [each["statusCode"] for each in answers] == [200, 200]
    assert answers[0]["body"] == answers[1]["body"]
