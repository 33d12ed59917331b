"""What of a Function URL's event may reach Bolt: a signed, fresh, well-formed request.

Bolt checks the signature; what it would answer with an error of its own is refused here first.
"""

import base64
import binascii
from collections.abc import Mapping
from typing import Any

# Characters. A form handed in brings its whole view along, of at most 250,000 bytes before it is
# encoded twice; ours stay below a third of that.
LARGEST_BODY = 500_000
UNAUTHORIZED: dict[str, Any] = {
    "statusCode": 401,
    "headers": {"content-type": "text/plain"},
    "body": "unauthorized",
}


def acceptable(event: Mapping[str, Any]) -> dict[str, Any] | None:
    """The event for Bolt, or None when it cannot be one of Slack's."""
    headers = {str(k).lower(): str(v) for k, v in (event.get("headers") or {}).items()}
    timestamp = headers.get("x-slack-request-timestamp", "")
    if not timestamp.isascii() or not timestamp.isdigit() or len(timestamp) > 12:
        return None
    if not headers.get("x-slack-signature"):
        return None
    body = event.get("body")
    if not isinstance(body, str) or not body or len(body) > LARGEST_BODY:
        return None
    encoded = bool(event.get("isBase64Encoded"))
    if encoded and not _is_text(body):
        return None
    return {**event, "headers": headers, "isBase64Encoded": encoded}


def _is_text(body: str) -> bool:
    """Whether the body can be decoded: Bolt would raise, before it looks at the signature."""
    try:
        base64.b64decode(body).decode()
    except (binascii.Error, ValueError):
        return False
    return True
