"""Requests to the function web, as the samples have them."""

import base64
import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from dealclock.desk.web.response import WebResponse
from dealclock.desk.web.serve import carry_out, serve
from dealclock.jobs.deliver.personal import new_secret
from dealclock.jobs.queues import AssessDeal, WorkQueue
from dealclock.people.links import fingerprint
from dealclock.store import PersonalLink, Store
from functions.web.web_request import read_request
from tests.contract.store import samples
from tests.own_partitions import own_partitions
from tests.services import services

EVENTS = Path(__file__).parents[3] / "events"


def event(name: str, path: str, **headers: str) -> dict[str, Any]:
    """A sample of `events/`, about another path, with more headers."""
    found: dict[str, Any] = json.loads((EVENTS / f"web-{name}.json").read_text())
    found["rawPath"] = found["requestContext"]["http"]["path"] = path
    found["headers"] |= {k.replace("_", "-"): v for k, v in headers.items()}
    return found


def with_method(event: dict[str, Any], method: str) -> dict[str, Any]:
    event["requestContext"]["http"]["method"] = method
    return event


def with_body(event: dict[str, Any], body: bytes) -> dict[str, Any]:
    return {**event, "body": base64.b64encode(body).decode(), "isBase64Encoded": True}


def kept_link(store: Store, until: datetime, **changes: Any) -> str:
    """A link for Maria to acknowledge Granite's effectiveness, written down; its secret."""
    secret = new_secret()
    given = {
        "fingerprint": fingerprint(secret),
        "purpose": "acknowledge",
        "person": "maria",
        "valid_until": until,
        "deal": "granite",
        "instance": "effectiveness",
        "clause": "2(a)(ii)",
        **changes,
    }
    samples.keep_links(store, PersonalLink(**given))
    return secret


def sent(response: WebResponse) -> tuple[int, Mapping[str, str], str]:
    """What anyone who asked is sent of an answer."""
    return response.status, response.all_headers, response.body


def asked(
    event: dict[str, Any], store: Store, queue: WorkQueue[AssessDeal], now: datetime
) -> WebResponse:
    """The answer, by a function that may write its own partitions only; another does the rest."""
    acts = services(store, assess=queue, now=now)
    restricted = own_partitions(store, "web")

    def elsewhere(asked: str) -> str:
        return json.dumps(carry_out(json.loads(asked), acts))

    return serve(read_request(event), services(restricted, now=now, elsewhere=elsewhere))
