"""What of a Function URL's event may reach Bolt: signed by Slack, fresh, and readable.

The address is public, so the signature is checked first, over the bytes of the body as they came.
Only what Slack signed is taken for text; what it says is read behind that.
"""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Literal

# Characters. A form handed in brings its whole view along, of at most 250,000 bytes before it is
# encoded twice; ours stay below a third of that.
LARGEST_BODY = 500_000
FRESH = timedelta(minutes=5)  # as Slack asks, either way

Wrong = Literal["unsigned", "unreadable"]


def _plain(status: int, body: str) -> dict[str, Any]:
    return {"statusCode": status, "headers": {"content-type": "text/plain"}, "body": body}


ANSWERS: Mapping[Wrong, dict[str, Any]] = {
    "unsigned": _plain(401, "unauthorized"),
    "unreadable": _plain(400, "bad request"),
}
"""Without a word about why, and with nothing of what came."""


def verify_request(event: Mapping[str, Any], secret: str, now: datetime) -> dict[str, Any] | Wrong:
    """The event for Bolt, its body decoded; or what is wrong with it. Raises nothing."""
    headers = {str(k).lower(): str(v) for k, v in _mapping(event, "headers").items()}
    body = _bytes(event)
    if body is None or not _is_signed(body, headers, secret, now):
        return "unsigned"
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return "unreadable"
    return {
        "requestContext": {"http": _mapping(_mapping(event, "requestContext"), "http")},
        "headers": headers,
        "body": text,
        "isBase64Encoded": False,
    }


def _mapping(of: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = of.get(name)
    return found if isinstance(found, Mapping) else {}


def _bytes(event: Mapping[str, Any]) -> bytes | None:
    """The body as it came; None for one that is empty, too large, or not what it says it is."""
    body = event.get("body")
    if not isinstance(body, str) or not body or len(body) > LARGEST_BODY:
        return None
    try:
        if event.get("isBase64Encoded"):
            return base64.b64decode(body, validate=True)
        return body.encode()
    except (binascii.Error, ValueError):
        return None


def _is_signed(body: bytes, headers: Mapping[str, str], secret: str, now: datetime) -> bool:
    """Whether Slack signed these bytes within the last minutes."""
    timestamp = headers.get("x-slack-request-timestamp", "")
    if not timestamp.isascii() or not timestamp.isdigit() or len(timestamp) > 12:
        return False
    if abs(now.timestamp() - int(timestamp)) > FRESH.total_seconds():
        return False
    base = b":".join((b"v0", timestamp.encode(), body))
    right = f"v0={hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()}"
    signature = headers.get("x-slack-signature", "")
    return hmac.compare_digest(right.encode(), signature.encode("utf-8", "replace"))
