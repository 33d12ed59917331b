"""The whole stack as the tests of this folder see it: its table, its logs, deals of their own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import count
from typing import Any, TypeVar

from dealclock.alerts.outcome import State
from dealclock.documents.deal_files import DealFiles
from dealclock.jobs.plan.assess_deal import assess_deal
from dealclock.jobs.queues import AssessDeal, Deliver
from dealclock.people.team import Rehearsal, SlackChannel
from dealclock.store import Bundle, DeliveryKey, Store, StoredDelivery
from dealclock.store.delivery import read
from dealclock.store.item import StoredItem
from local.launch import Running
from local.mail import Mail
from local.world import BOT
from tests.services import services

T = TypeVar("T")
FIRST_MORNING = "2004-06-30T08:00:00-04:00"  # the sample's closing: one alert, one post, two mails
NEXT_MORNING = "2004-07-08T08:00:00-04:00"  # five Business Days before the first deadline
_numbers = count(1)


@dataclass
class Collected:
    """A delivery queue that keeps what it is given, so that a test can hand it on as it likes."""

    messages: list[Deliver] = field(default_factory=list)

    def send(self, message: Deliver, delay: int = 0) -> None:
        self.messages.append(message)


@dataclass(frozen=True)
class Trial:
    """A rehearsal for one test alone: its channel and its people's addresses are no one else's."""

    house: House
    bundle: Bundle

    @property
    def id(self) -> str:
        return self.bundle.id

    @property
    def channel(self) -> str:
        return self.bundle.team.channel.id

    def posts(self) -> list[dict[str, Any]]:
        return self.house.local.slack.messages(self.channel)

    def mails(self) -> list[Mail]:
        own = {p.email for p in self.bundle.team.people}
        return [m for m in self.house.local.received() if own & set(m.recipients)]

    def states(self) -> dict[str, State]:
        """The state of each delivery by its route, such as `email:maria`, the latest day's."""
        return {str(d.delivery.route): d.state for d in self.house.deliveries(self.id)}

    def delivery(self, kind: str) -> StoredDelivery:
        """The latest delivery by a kind of route, the first person's for mail."""
        days = [d for d in self.house.deliveries(self.id) if d.delivery.route.kind == kind]
        latest = max(d.delivery.alert.day for d in days)
        return next(d for d in days if d.delivery.alert.day == latest)

    def told_by_now(self, posts: int, mails: int) -> bool:
        return (len(self.posts()), len(self.mails())) == (posts, mails)

    def asked(self, scheduled: str = FIRST_MORNING) -> AssessDeal:
        """What a sweep would queue for it."""
        instant = datetime.fromisoformat(scheduled)
        return AssessDeal(
            deal=self.id, as_of=instant.date(), known_at=instant, slot="morning", sweep="test"
        )

    def planned(self) -> list[Deliver]:
        """The first morning's deliveries, planned in the table and not queued: Slack's first."""
        collected = Collected()
        assess_deal(
            self.asked(), services(self.house.store, deliveries=collected, now=datetime.now(UTC))
        )
        return sorted(collected.messages, key=lambda m: "slack" not in m.delivery)


@dataclass(frozen=True)
class House:
    """The running stack, the sample deal, and the table by the library's own access."""

    local: Running
    deal: DealFiles
    store: Store

    def trial(self, *, private: bool = True) -> Trial:
        """A new rehearsal, loaded, whose day is the first morning's, in a channel of its own.

        Nobody of it has a digest, so that a test counts the alerts.
        """
        number = next(_numbers)
        listed, history = self.deal.rehearsals[0]
        own = Rehearsal(
            id=f"trial-{number}",
            code_name=f"Trial-T{number}",
            channel=SlackChannel(id=f"C9TRIAL{number}", name=f"trial-{number}"),
            facts=listed.facts,
        )
        team = self.deal.team.for_rehearsal(own)
        people = [
            p.model_copy(update={"email": f"{p.id}@trial-{number}.example", "digest": "none"})
            for p in team.people
        ]
        team = team.model_copy(update={"people": tuple(people)})
        agreement = self.deal.terms
        day = agreement.agreement.dated
        bundle = Bundle(own.id, agreement, team, history.content.facts, day)
        room = {
            "name": own.channel.name,
            "is_private": private,
            "members": [BOT, *(p.slack for p in people)],
        }
        self.local.slack.change({"channels": {own.channel.id: room}})
        self.store.deals.load(bundle, datetime.now(UTC), "tests")
        return Trial(self, bundle)

    def sweep(self, scheduled: str = FIRST_MORNING) -> dict[str, Any]:
        """Invoke the sweep for rehearsals; its answer."""
        event = {"scheduled_time": scheduled, "slot": "morning", "rehearsal": True}
        answer: dict[str, Any] = self.local.stack.invoke("sweep", event)
        return answer

    def live(self) -> str:
        """The id of a new live deal, which no sweep of these tests is for."""
        number = next(_numbers)
        own = SlackChannel(id=f"C0LIVE{number}", name=f"live-{number}")
        changes = {"code_name": f"Live-L{number}", "channel": own, "rehearsals": ()}
        team = self.deal.team.model_copy(update=changes)
        bundle = Bundle(f"live-{number}", self.deal.terms, team, ())
        self.store.deals.load(bundle, datetime.now(UTC), "tests")
        return bundle.id

    def spoil_terms(self, deal: str) -> str:
        """Write nonsense over a deal's terms; what was there."""
        key = {"PK": {"S": f"DEAL#{deal}"}, "SK": {"S": "TERMS#0001"}}
        table = self.local.stack.table
        there = self._client().get_item(TableName=table, Key=key)["Item"]["content"]["S"]
        self.mend_terms(deal, "{spoilt")
        return str(there)

    def mend_terms(self, deal: str, content: str) -> None:
        """Write a deal's terms by hand."""
        self._client().update_item(
            TableName=self.local.stack.table,
            Key={"PK": {"S": f"DEAL#{deal}"}, "SK": {"S": "TERMS#0001"}},
            UpdateExpression="SET content = :content",
            ExpressionAttributeValues={":content": {"S": content}},
        )

    def out_of_the_wake_index(self, deal: str) -> None:
        """Take a deal out of the wake index, as no code of ours would."""
        self._client().update_item(
            TableName=self.local.stack.table,
            Key={"PK": {"S": f"DEAL#{deal}"}, "SK": {"S": "META"}},
            UpdateExpression="REMOVE GSI1PK, GSI1SK",
        )

    def morning(self, trial: Trial, scheduled: str = FIRST_MORNING) -> None:
        """Move the rehearsal to that day and sweep."""
        day = datetime.fromisoformat(scheduled).date()
        self.store.deals.rehearse_to(trial.id, day, datetime.now(UTC), "tests")
        assert trial.id in self.sweep(scheduled)["queued"]

    def deliveries(self, deal: str, day: date | None = None) -> list[StoredDelivery]:
        """Every delivery of a deal, or of one day, by day and id."""
        prefix = f"DELIVERY#{day or ''}"
        pages = (
            self._client()
            .get_paginator("query")
            .paginate(
                TableName=self.local.stack.table,
                KeyConditionExpression="PK = :pk AND begins_with(SK, :sk)",
                ExpressionAttributeValues={":pk": {"S": f"DEAL#{deal}"}, ":sk": {"S": prefix}},
            )
        )
        return [read(StoredItem(item)) for page in pages for item in page["Items"]]

    def change(self, stored: StoredDelivery, **texts: str) -> None:
        """Write attributes of a delivery's row by hand."""
        self._client().update_item(
            **self._row(stored.key),
            UpdateExpression="SET " + ", ".join(f"#{name} = :{name}" for name in texts),
            ExpressionAttributeNames={f"#{name}": name for name in texts},
            ExpressionAttributeValues={f":{name}": {"S": text} for name, text in texts.items()},
        )

    def free(self, stored: StoredDelivery) -> None:
        """Let the delivery's route be spoken on again at once."""
        key = {"PK": f"DEAL#{stored.key.deal}", "SK": f"ROUTE#{stored.delivery.route}"}
        self._client().delete_item(
            TableName=self.local.stack.table, Key={name: {"S": text} for name, text in key.items()}
        )

    def forget(self, stored: StoredDelivery) -> None:
        """Remove a delivery's row by hand."""
        self._client().delete_item(**self._row(stored.key))

    def stored(self, message: Deliver) -> StoredDelivery:
        """The delivery that a message is about."""
        found = self.store.outbox.get(DeliveryKey(message.deal, message.day, message.delivery))
        assert found
        return found

    def _client(self) -> Any:
        return self.local.stack.client("dynamodb")

    def _row(self, key: DeliveryKey) -> dict[str, Any]:
        keys = {"PK": {"S": f"DEAL#{key.deal}"}, "SK": {"S": f"DELIVERY#{key.day}#{key.id}"}}
        return {"TableName": self.local.stack.table, "Key": keys}

    def queue_delivery(self, message: Deliver) -> None:
        """Put a delivery in its queue."""
        self.local.stack.client("sqs").send_message(
            QueueUrl=self.local.stack.delivery_queue_url, MessageBody=message.model_dump_json()
        )

    def log_of(self, function: str, since: float = 0) -> list[str]:
        """What a function wrote to its log since a moment of `time.time()`."""
        pages = (
            self.local.stack.client("logs")
            .get_paginator("filter_log_events")
            .paginate(
                logGroupName=f"/dealclock/{self.local.stack.name}/{function}",
                startTime=int(since * 1000),
            )
        )
        return [event["message"] for page in pages for event in page["events"]]

    def logs(self, since: float = 0) -> Iterator[tuple[str, str]]:
        """Every line logged, with who logged it: the functions, and the services from the start."""
        for function in self.local.stack.functions:
            for message in self.log_of(function, since):
                yield from ((function, line) for line in message.splitlines())
        for file in sorted(self.local.run.root.glob("*/log")):
            lines = file.read_text(errors="replace").splitlines()
            yield from ((file.parent.name, line) for line in lines)

    def metrics(self, function: str, since: float) -> Counter[str]:
        """The metrics a function emitted since then, added up by name."""
        found: Counter[str] = Counter()
        for message in self.log_of(function, since):
            for line in message.splitlines():
                if '"_aws"' not in line:
                    continue
                emitted = json.loads(line)
                for group in emitted["_aws"]["CloudWatchMetrics"]:
                    for name in (m["Name"] for m in group["Metrics"]):
                        found[name] += int(sum(emitted[name]))
        return found
