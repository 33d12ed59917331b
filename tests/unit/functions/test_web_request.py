"""A Function URL's event: what is read of one, and what is turned away unread."""

from typing import Any
from urllib.parse import urlencode

import pytest

from dealclock.desk.web.serve import Refusal, WebRequest
from functions.web.web_request import LARGEST_BODY, LONGEST_PATH, read_request
from tests.unit.desk.web import event, with_body, with_method

PATH = f"/a/{'a' * 52}"


def posted(body: bytes, **headers: str) -> dict[str, Any]:
    return with_body(event("confirm", PATH, **headers), body)


def test_header_names_are_in_lower_case_and_only_a_post_has_a_form() -> None:
    opened = event("acknowledge", PATH, X_Odd="Value")
    request = read_request({**opened, "body": "act=note", "isBase64Encoded": False})
    assert isinstance(request, WebRequest)
    assert (request.method, request.path, request.form) == ("GET", PATH, {})
    assert request.headers["x-odd"] == "Value"


@pytest.mark.parametrize("base64", [True, False])
def test_a_form_is_read_in_base64_or_as_it_is(base64: bool) -> None:
    form = {"act": "note", "note": "On its way: 2 & 3"}
    body = urlencode(form)
    plain = {**event("confirm", PATH), "body": body, "isBase64Encoded": False}
    request = read_request(posted(body.encode()) if base64 else plain)
    assert isinstance(request, WebRequest)
    assert request.form == form


@pytest.mark.parametrize(
    ("odd", "wrong"),
    [
        ({}, "method"),
        (with_method(event("acknowledge", PATH), "PUT"), "method"),
        (event("acknowledge", PATH, host="evil.example"), "host"),
        (event("acknowledge", PATH, host=""), "host"),
        (event("acknowledge", "/" + "a" * LONGEST_PATH), "path"),
        (event("acknowledge", "/\u00e9"), "path"),
        (posted(b"act=note", content_type="application/json"), "body"),
        (posted(b"note=" + b"b" * (LARGEST_BODY - 4)), "body"),
        (posted(b"act=note" + b"&a=b" * 16), "body"),
        (posted(b"\xff"), "body"),
        ({**event("confirm", PATH), "body": "%%%", "isBase64Encoded": True}, "body"),
    ],
)
def test_a_malformed_request_is_refused(odd: dict[str, Any], wrong: Refusal) -> None:
    assert read_request(odd) == wrong


def test_the_longest_path_and_the_largest_body_are_read() -> None:
    assert isinstance(read_request(event("acknowledge", "/" + "a" * 199)), WebRequest)
    assert isinstance(read_request(posted(b"note=" + b"b" * (LARGEST_BODY - 5))), WebRequest)
