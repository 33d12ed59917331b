"""A stack that real releases take over from each other, with deals in flight, on the embedded AWS.

Each plays its days with its own template, functions, packages and command line. All share the
table, the queues, and the Slack and the mail system that count what arrives.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

from dealclock.alerts.outcome import State
from dealclock.alerts.slots import instant
from dealclock.cli.connection import read_connection
from dealclock.documents.deal_files import read_deal
from dealclock.messages.notices import ARITHMETIC
from dealclock.store import Store, StoredDelivery, Verdict
from local import demo
from local.deploy import STACK, deploy
from local.launch import Running, running
from local.world import world
from tests.contract.store.samples import difference
from tests.releases.earlier import TODAY, dealclock, folder
from tests.waiting import eventually

DEALS = ("granite-story", "granite-never")
ALONGSIDE = "alongside"
"""The stack of a second release's workers."""
PAUSED = DEALS[1]
"""The deal whose terms today's release changes so that no earlier one may read them."""

# An obligation in the form that only today's release reads, due on November 5.
_NEWER = """
provisions:
  - id: closing-set
    type: obligation
    clause: 2(a)(i)
    title: Closing set
    owed_by: company
    action: Deliver the closing set.
    opens: closing-date
    due: 128 days after closing-date
    satisfied_by: notes-issued
"""


@dataclass(frozen=True)
class Leg:
    """Days that one release plays, both ends included."""

    release: str
    first: date
    last: date


@dataclass
class Chain:
    """The running stack, and the release that serves."""

    local: Running
    release: str
    played: list[tuple[str, date, date]] = field(default_factory=list)

    @property
    def store(self) -> Store:
        """The table, by today's library."""
        return read_connection(self.local.run.stack_file).store

    def type(self, *words: str) -> str:
        """What the command line of the release that serves prints."""
        return dealclock(self.release, self.local.run.stack_file, *words)

    def deploy(self, release: str) -> None:
        """Let another release take over; nothing is converted, and no queue is emptied."""
        self.release = release
        self.local = self.local.with_template(folder(release) / "template.yaml")

    def play(self, first: date, last: date, deals: Sequence[str] = DEALS) -> None:
        """The days of these rehearsals by the release that serves."""
        self.type("rehearse", *deals, "--from", str(first), "--to", str(last))
        self.played.append((self.release, first, last))

    def load_what_only_today_reads(self, place: Path) -> None:
        """Terms with an obligation in today's form, for one of the deals."""
        own = place / "infocrossing-2004"
        shutil.copytree(folder(TODAY) / "agreements" / "infocrossing-2004", own)
        # Its events as they were loaded: recorded ones are never edited.
        histories = folder(self.played[0][0]) / "agreements" / "infocrossing-2004" / "histories"
        shutil.copytree(histories, own / "histories", dirs_exist_ok=True)
        terms, team = own / "terms.yaml", own / "team.yaml"
        terms.write_text(terms.read_text().replace("\nprovisions:\n", _NEWER, 1))
        before, story, never = team.read_text().partition("  - id: granite-story\n")
        assert story
        team.write_text(before + never[never.index("  - id: granite-never") :])
        self.type("load", str(own), "--rehearsal")

    def deliveries(self) -> list[StoredDelivery]:
        """Every delivery of the deals."""
        return [each for deal in DEALS for each in self.store.outbox.of_deal(deal)]

    def settled(self) -> bool:
        """Whether nothing is left to send."""
        return not self.store.outbox.unfinished(True, 1)

    def notices(self) -> int:
        """The emails to the lead that say that a deal is paused."""
        return sum("Paused" in mail.header("Subject") for mail in self.local.received())

    def dead(self) -> int:
        """The assessments that no one could carry out."""
        answer = self.local.stack.client("sqs").get_queue_attributes(
            QueueUrl=self.local.stack.outputs["AssessDeadLettersUrl"],
            AttributeNames=["ApproximateNumberOfMessages"],
        )
        return int(answer["Attributes"]["ApproximateNumberOfMessages"])

    def alarms_on_dead(self) -> int:
        """How many alarms of the release that serves watch those assessments."""
        queue = self.local.stack.outputs["AssessDeadLettersUrl"].rpartition("/")[2]
        alarms = self.local.stack.client("cloudwatch").describe_alarms()["MetricAlarms"]
        return sum(f"'{queue}'" in str(each) for each in alarms)

    def hurry(self) -> None:
        """Let the queues show what was refused again after two seconds instead of six minutes."""
        for url in self._queues().values():
            self.local.stack.client("sqs").set_queue_attributes(
                QueueUrl=url, Attributes={"VisibilityTimeout": "2"}
            )

    @contextmanager
    def alongside(self, release: str) -> Iterator[None]:
        """Let another release's workers take messages from the same queues, as while aliases move.

        They are deployed as a stack of their own, and get the role and the settings of those that
        serve.
        """
        aws, settings = self.local.aws, self.local.settings
        template = folder(release) / "template.yaml"
        other = deploy(aws.access, aws.folder, settings.parameters(), template, ALONGSIDE)
        client, made = self.local.stack.client("lambda"), []
        for function, url in self._queues().items():
            serving = client.get_function_configuration(
                FunctionName=self.local.stack.functions[function]
            )
            name = other.outputs[f"{function.capitalize()}FunctionName"]
            own = {"Environment": serving["Environment"], "Role": serving["Role"]}
            client.update_function_configuration(FunctionName=name, **own)
            mapping = client.create_event_source_mapping(
                EventSourceArn=self._arn(url),
                FunctionName=name,
                BatchSize=1,
                FunctionResponseTypes=["ReportBatchItemFailures"],
            )
            made.append(mapping["UUID"])
        yield
        for each in made:
            client.delete_event_source_mapping(UUID=each)

    @contextmanager
    def only_beside(self) -> Iterator[None]:
        """Let the serving release take no messages meanwhile."""
        client = self.local.stack.client("lambda")
        own = [
            each["UUID"]
            for url in self._queues().values()
            for each in client.list_event_source_mappings(EventSourceArn=self._arn(url))[
                "EventSourceMappings"
            ]
            if ALONGSIDE not in each["FunctionArn"]
        ]
        for each in own:
            client.update_event_source_mapping(UUID=each, Enabled=False)
        yield
        for each in own:
            client.update_event_source_mapping(UUID=each, Enabled=True)

    def differ(self, deal: str) -> None:
        """Let the second engine have found another date, and the watchdog queue the notices."""
        now = datetime.now(UTC)
        differing = json.dumps([difference("1")])
        verdict = Verdict(now, now.date(), now, agreed=0, differing=differing)
        self.store.verdicts.put(deal, verdict)
        self.local.stack.invoke("watchdog", {})

    def differences_sent(self) -> int:
        """How many notices of such a difference arrived."""
        return sum(
            each.delivery.alert.kind == ARITHMETIC and each.state is State.SENT
            for each in self.deliveries()
        )

    def sweep(self, day: date) -> None:
        """Queue what is due on a morning, and wait for nothing."""
        scheduled = instant(day, "morning").isoformat()
        event = {"scheduled_time": scheduled, "slot": "morning", "rehearsal": True}
        self.local.stack.invoke("sweep", event)

    def refused_beside(self, function: str) -> bool:
        """Whether the other release's function refused something as too new."""
        return any("TooNewError" in line for line in self.log(function, ALONGSIDE))

    def log(self, function: str, stack: str = STACK) -> list[str]:
        """What a function wrote to its log."""
        pages = (
            self.local.stack.client("logs")
            .get_paginator("filter_log_events")
            .paginate(logGroupName=f"/dealclock/{stack}/{function}")
        )
        return [event["message"] for page in pages for event in page["events"]]

    def _queues(self) -> dict[str, str]:
        """The queues whose messages either release may take, by the function that does."""
        stack = self.local.stack
        return {"assess": stack.assess_queue_url, "deliver": stack.delivery_queue_url}

    def _arn(self, url: str) -> str:
        answer = self.local.stack.client("sqs").get_queue_attributes(
            QueueUrl=url, AttributeNames=["QueueArn"]
        )
        return str(answer["Attributes"]["QueueArn"])

    def move(self, deal: str, day: date) -> None:
        """Give a rehearsal its day, without waiting for what is assessed on it."""
        self.store.deals.rehearse_to(deal, day, datetime.now(UTC), "tests")


@contextmanager
def begun(root: Path, release: str) -> Iterator[Chain]:
    """The stack as a release deploys it first, with the deals loaded by its own command line."""
    deal = read_deal(demo.SAMPLE, demo.SAMPLE / "facts.yaml")
    template = folder(release) / "template.yaml"
    with running(world(deal.team, "xoxb-local"), root, template) as local:
        chain = Chain(local, release)
        chain.type("load", "agreements/infocrossing-2004", "--rehearsal")
        yield chain


def arrived(chain: Chain) -> Counter[str]:
    """How often each delivery of the deals arrived, by its id, in Slack and by email."""
    found: Counter[str] = Counter()
    for channel in ("C02STORY", "C03NEVER"):
        for post in chain.local.slack.messages(channel):
            found[post["metadata"]["event_payload"]["id"]] += 1
    for mail in chain.local.received():
        found[mail.header("Message-ID").strip("<>").partition("@")[0]] += 1
    return found


def faults(chain: Chain) -> list[str]:
    """What was lost or doubled, by the message log of Slack and of the mail system."""
    eventually(chain.settled)
    log, found = arrived(chain), []
    for each in chain.deliveries():
        alert, times = each.delivery.alert, log[each.delivery.id]
        wanted = 1 if each.state is State.SENT else 0
        final = each.state in (State.SENT, State.CARRIED, State.WITHDRAWN)
        shown = each.delivery.route.kind in ("slack", "email")
        if not final or (shown and times != wanted):
            found.append(f"{alert.deal} {alert.day} {alert.instance}: {each.state}, {times} times")
    return found
