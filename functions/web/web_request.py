"""Parse a Function URL or REST API event into a request, with size limits and a check of the host.

The path of a request contains a secret. It is in no log, metric or error: only `serve` parses it,
and keeps only its fingerprint.
"""

import base64
import binascii
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from dealclock.desk.web.serve import METHODS, Refusal, WebRequest

LONGEST_PATH = 200
LARGEST_BODY = 16_384  # bytes; two texts of 500 characters in any encoding
FORM = "application/x-www-form-urlencoded"


def read_request(event: Mapping[str, Any]) -> WebRequest | Refusal:
    """The request in an event, or why it is refused."""
    context = _mapping(event, "requestContext")
    # A REST API's event says method and path by other names, without the stage's own.
    rest = "http" not in context
    method = str(context.get("httpMethod", "") if rest else _mapping(context, "http").get("method"))
    headers = {str(k).lower(): str(v) for k, v in _mapping(event, "headers").items()}
    path = event.get("path" if rest else "rawPath")
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


def _mapping(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = data.get(name)
    return value if isinstance(value, Mapping) else {}


def _form(event: Mapping[str, Any], headers: Mapping[str, str]) -> Mapping[str, str] | None:
    """The form in the body; None if it is not a form or is too large."""
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
