"""Verify a Function URL or REST API event before Bolt: signed by Slack, recent, and readable.

The address is public, so the signature is checked first, over the raw bytes of the body. Only a
signed body is decoded; its content is parsed later.
"""

import base64
import binascii
import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Literal

# Characters. A submitted form includes its whole view, at most 250,000 bytes before it is encoded
# twice; ours stay below a third of that.
LARGEST_BODY = 500_000
LARGEST_CHALLENGE = 1_000  # bytes of Slack's check of an address
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{1,200}")
MAX_AGE = timedelta(minutes=5)  # as Slack requires, in both directions

RefusalCause = Literal["unsigned", "wrongly signed", "unreadable"]


def _text_response(status: int, body: str) -> dict[str, Any]:
    headers = {"content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff"}
    return {"statusCode": status, "headers": headers, "body": body}


RESPONSES: Mapping[RefusalCause, dict[str, Any]] = {
    "unsigned": _text_response(401, "unauthorized"),
    "wrongly signed": _text_response(401, "unauthorized"),
    "unreadable": _text_response(400, "bad request"),
}
"""Responses without a reason and without any part of the request."""


def verify_request(
    event: Mapping[str, Any], secret: str, now: datetime
) -> dict[str, Any] | RefusalCause:
    """The event for Bolt with its body decoded, or why it is refused. Raises nothing."""
    headers = {str(k).lower(): str(v) for k, v in _mapping(event, "headers").items()}
    body = _bytes(event)
    if body is None:
        return "unsigned"
    if wrong := _wrong_signature(body, headers, secret, now):
        return wrong
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return "unreadable"
    context = _mapping(event, "requestContext")
    # A REST API's event says the method by itself.
    http = _mapping(context, "http") or {"method": context.get("httpMethod")}
    return {
        "requestContext": {"http": http},
        "headers": headers,
        "body": text,
        "isBase64Encoded": False,
    }


def answer_challenge(event: Mapping[str, Any]) -> dict[str, Any] | None:
    """The answer to Slack's check of a new address: its challenge, as text. None for all else.

    The request is not verified, so nothing of it is used but a short word of plain letters.
    """
    body = _bytes(event)
    if body is None or len(body) > LARGEST_CHALLENGE:
        return None
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or data.get("type") != "url_verification":
        return None
    challenge = data.get("challenge")
    if not isinstance(challenge, str) or not _CHALLENGE.fullmatch(challenge):
        return None
    return _text_response(200, challenge)


def _mapping(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = data.get(name)
    return value if isinstance(value, Mapping) else {}


def _bytes(event: Mapping[str, Any]) -> bytes | None:
    """The raw body; None if it is empty, too large or wrongly encoded."""
    body = event.get("body")
    if not isinstance(body, str) or not body or len(body) > LARGEST_BODY:
        return None
    try:
        if event.get("isBase64Encoded"):
            return base64.b64decode(body, validate=True)
        return body.encode()
    except (binascii.Error, ValueError):
        return None


def _wrong_signature(
    body: bytes, headers: Mapping[str, str], secret: str, now: datetime
) -> RefusalCause | None:
    """None if Slack signed these bytes within the last minutes.

    "wrongly signed" is a recent signature by another secret: Slack's own, if the app's secret was
    changed. Scanners send none.
    """
    timestamp = headers.get("x-slack-request-timestamp", "")
    if not timestamp.isascii() or not timestamp.isdigit() or len(timestamp) > 12:
        return "unsigned"
    if abs(now.timestamp() - int(timestamp)) > MAX_AGE.total_seconds():
        return "unsigned"
    base = b":".join((b"v0", timestamp.encode(), body))
    expected = f"v0={hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()}"
    signature = headers.get("x-slack-signature", "")
    if hmac.compare_digest(expected.encode(), signature.encode("utf-8", "replace")):
        return None
    return "wrongly signed" if signature else "unsigned"
