"""The queues and the dead letters."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from dealclock.cli import clock
from dealclock.cli.connection import Connection
from dealclock.cli.redrive import redrive_queues
from dealclock.errors import NotFoundError
from dealclock.jobs.dead_letters import What
from dealclock.jobs.operate.redrive import EVERYTHING, redrive
from dealclock.jobs.queues import AssessDeal, body_of
from local.workbench.panes.engine_room.logs import parse_line

_WAITING = {
    "AssessQueueUrl": "Deals to be assessed",
    "DeliveryQueueUrl": "Deliveries to be sent",
    "FileQueueUrl": "Files to be made",
}
DEAD: Mapping[What, str] = {
    "assess": "Deals that could not be assessed",
    "deliveries": "Deliveries that could not be sent",
    "files": "Files that could not be made",
    "sweeps": "Sweeps that failed or could not start",
    "mails": "Email outcomes that could not be recorded",
}
_DEPTH = "ApproximateNumberOfMessages"
_AT_ONCE = 10  # messages SQS gives in one call


@dataclass(frozen=True)
class Depth:
    """How many messages wait, are being processed or wait for a retry, and are not due yet.

    `what` is the kind of dead letter, None for a queue of work.
    """

    title: str
    waiting: int
    in_flight: int
    delayed: int
    what: What | None = None

    @property
    def total(self) -> int:
        """All of them."""
        return self.waiting + self.in_flight + self.delayed


@dataclass(frozen=True)
class Letter:
    """A dead letter: of which deal, "" where the message names none, and all of it as text."""

    deal: str
    sent: datetime
    body: str


def depths(connection: Connection, client: Any) -> Sequence[Depth]:
    """Every queue of work, then every kind of dead letter; `client` is one of SQS."""
    work = [_depth(client, t, [connection.output(url)]) for url, t in _WAITING.items()]
    dead = redrive_queues(connection).dead
    return [*work, *(_depth(client, title, dead[what], what) for what, title in DEAD.items())]


def _depth(client: Any, title: str, urls: Sequence[str], what: What | None = None) -> Depth:
    names = [f"{_DEPTH}{which}" for which in ("", "NotVisible", "Delayed")]
    attributes = [
        client.get_queue_attributes(QueueUrl=url, AttributeNames=names)["Attributes"]
        for url in urls
    ]
    waiting, in_flight, delayed = (sum(int(each[name]) for each in attributes) for name in names)
    return Depth(title, waiting, in_flight, delayed, what)


def kind_of(name: str) -> What:
    """The kind of dead letter of that name. Raises NotFoundError."""
    for what in EVERYTHING:
        if what == name:
            return what
    raise NotFoundError(f"there are no dead letters {name!r}; there are {', '.join(EVERYTHING)}.")


def letters(connection: Connection, client: Any, what: What) -> Sequence[Letter]:
    """Some of the dead letters of a kind, which stay in their queue."""
    found = []
    for url in redrive_queues(connection).dead[what]:
        got = client.receive_message(
            QueueUrl=url,
            MaxNumberOfMessages=_AT_ONCE,
            VisibilityTimeout=0,  # visible again at once, for a redrive
            MessageSystemAttributeNames=["All"],
        )
        found += [letter(message) for message in got.get("Messages", [])]
    return sorted(found, key=lambda each: each.sent)


def letter(message: Mapping[str, Any]) -> Letter:
    """A message of SQS as the page shows it."""
    body = message["Body"]
    content = parse_line(body)
    event = content.get("requestPayload", content)
    event = event if isinstance(event, dict) else {}
    attributes = message.get("Attributes", {})
    return Letter(
        deal=str(event.get("deal", "")),
        sent=datetime.fromtimestamp(int(attributes.get("SentTimestamp", 0)) / 1000, UTC),
        body=json.dumps(content, indent=2, ensure_ascii=False) if content else body,
    )


def poison(connection: Connection, client: Any) -> None:
    """Queue a deal that does not exist, to watch it become a dead letter."""
    nothing = AssessDeal(
        deal="no-such-deal",
        as_of=date(2004, 6, 30),
        known_at=clock.now(),
        slot="morning",
        sweep="engine-room",
    )
    client.send_message(
        QueueUrl=connection.output("AssessQueueUrl"),
        MessageBody=body_of(nothing),
        MessageGroupId=nothing.deal,
        MessageDeduplicationId=secrets.token_hex(8),
    )


def redrive_all(connection: Connection, what: What) -> Mapping[str, object]:
    """Redrive all dead letters of a kind, as `dealclock redrive` does, and record it."""
    moved, left = redrive(what, redrive_queues(connection), connection.client("sqs"))
    detail = {"what": what, "moved": moved, "left": len(left)}
    connection.store.archive.audit(None, "redrove", connection.by, clock.now(), detail)
    return {**detail, "left": left}
