"""Whether a request of Slack's was met before: a retry, or a copy, does nothing a second time."""

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from dealclock.store import Store

KEPT = timedelta(hours=24)  # Slack repeats an event within an hour, and takes no older signature


def first_time(body: Mapping[str, Any], store: Store, now: datetime) -> bool:
    """Whether this is the first time; exactly one of many at once is told so.

    A request is known by its trigger id, an event by its own. What carries neither is no request
    that does anything.
    """
    key = body.get("event_id") or body.get("trigger_id")
    if not isinstance(key, str) or not key:
        return True
    digest = hashlib.sha256(key.encode()).hexdigest()[:32]
    return store.responses.put_key(f"slack-{digest}", now, KEPT)
