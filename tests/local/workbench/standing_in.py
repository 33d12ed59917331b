"""The stand-ins of a workbench without its AWS: a played Slack, a folder of mails, some queues."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from dealclock.documents.deal_files import read_deal
from local.demo import SAMPLE
from local.launch import Running
from local.state import Run
from local.world import world
from tests.local.slack.conftest import start

TEAM = read_deal(SAMPLE, SAMPLE / "facts.yaml").team
OWN = {
    "VisibilityTimeout": "360",
    "RedrivePolicy": json.dumps({"deadLetterTargetArn": "arn:dead", "maxReceiveCount": 5}),
}


@dataclass
class Queues:
    """SQS as far as switching a queue's patience needs it."""

    attributes: dict[str, dict[str, str]] = field(default_factory=dict)

    def get_queue_attributes(self, **given: Any) -> dict[str, Any]:
        return {"Attributes": dict(self.attributes.setdefault(given["QueueUrl"], dict(OWN)))}

    def set_queue_attributes(self, **given: Any) -> None:
        self.attributes[given["QueueUrl"]] |= given["Attributes"]


@dataclass
class House:
    """A local stack whose AWS is `queues` alone, and how its played Slack is stopped."""

    local: Running
    queues: Queues
    stop: Callable[[], object]


def house(root: Path) -> House:
    """Start the played Slack over the sample's world, its state in `root`."""
    run = Run(root, "run-1", resumed=False)
    slack, mails = run.part("slack").folder, run.part("mail").folder
    run.part("emulator")
    played = start(slack, run.run_id, world(TEAM, "xoxb-local"))
    queues = Queues()
    urls = {name: f"https://{name}" for name in ("AssessQueueUrl", "DeliveryQueueUrl")}
    stack = SimpleNamespace(
        outputs=urls | {"FileQueueUrl": "https://FileQueueUrl"}, client=lambda _: queues
    )
    local = SimpleNamespace(run=run, stack=stack, slack=played.stand_in, mails=mails)
    return House(cast("Running", local), queues, played.stop)


def stamped(moment: datetime, _now: object) -> str:
    """The time a message carries, where no rehearsal is played."""
    return f"{moment:%b %-d, %H:%M:%S}"
