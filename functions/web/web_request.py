"""A Function URL's event as a request: bounded, its host checked, anything odd turned away unread.

The path of a request holds a secret. It is in no log, no metric and no error: only `serve` takes it
apart, and keeps its fingerprint.
"""

import base64
import binascii
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from dealclock.usecases.desk.web.serve import METHODS, Refusal, WebRequest

LONGEST_PATH = 200
LARGEST_BODY = 16_384  # bytes; two texts of 500 characters, however they are written
FORM = "application/x-www-form-urlencoded"


def read_request(event: Mapping[str, Any]) -> WebRequest | Refusal:
    """The request in an event, or what is wrong with it."""
    context = _mapping(event, "requestContext")
    method = str(_mapping(context, "http").get("method", ""))
    headers = {str(k).lower(): str(v) for k, v in _mapping(event, "headers").items()}
    path = event.get("rawPath")
    if method not in METHODS:
        return "method"
    if not headers.get("host") or headers["host"].lower() != str(context.get("domainName")).lower():
        return "host"
    if not isinstance(path, str) or len(path) > LONGEST_PATH or not path.isascii():
        return "path"
    if method != "POST":
        return WebRequest(method, path, headers, {})
    form = _form(event, headers)
    return "body" if form is None else WebRequest(method, path, headers, form)


def _mapping(of: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = of.get(name)
    return found if isinstance(found, Mapping) else {}


def _form(event: Mapping[str, Any], headers: Mapping[str, str]) -> Mapping[str, str] | None:
    """The form in the body; None for what is no form, or too large for this one."""
    if headers.get("content-type", "").partition(";")[0].strip().lower() != FORM:
        return None
    body = event.get("body") or ""
    if not isinstance(body, str) or len(body) > 2 * LARGEST_BODY:
        return None
    try:
        raw = base64.b64decode(body, validate=True) if event.get("isBase64Encoded") else None
        text = body if raw is None else raw.decode("ascii")
        if len(text) > LARGEST_BODY:
            return None
        return dict(parse_qsl(text, strict_parsing=True, max_num_fields=16)) if text else {}
    except (binascii.Error, ValueError):
        return None
