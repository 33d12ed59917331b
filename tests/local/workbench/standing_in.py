"""The stand-ins of a workbench without its AWS: a played Slack, a folder of mails, some queues."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from dealclock.documents.deal_files import read_deal
from local.demo import SAMPLE
from local.environments import CHECKOUT
from local.launch import Running
from local.slack.client import StandIn
from local.state import Run
from local.world import world

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
    """A local stack whose AWS is `queues` alone, and the process of its played Slack."""

    local: Running
    queues: Queues
    process: subprocess.Popen[bytes]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(5)


def house(root: Path) -> House:
    """Start the played Slack over the sample's world, its state in `root`."""
    run = Run(root, "run-1", resumed=False)
    slack, mails = run.part("slack").folder, run.part("mail").folder
    run.part("emulator")
    file = slack / "world.json"
    file.write_text(json.dumps(world(TEAM, "xoxb-local")))
    command = [sys.executable, "-m", "local.slack", "--state", str(slack), "--run-id", "run-1"]
    process = subprocess.Popen([*command, "--world", str(file), "--port", "0"], cwd=CHECKOUT)
    queues = Queues()
    urls = {name: f"https://{name}" for name in ("AssessQueueUrl", "DeliveryQueueUrl")}
    stack = SimpleNamespace(
        outputs=urls | {"FileQueueUrl": "https://FileQueueUrl"}, client=lambda _: queues
    )
    local = SimpleNamespace(run=run, stack=stack, slack=StandIn.at(slack), mails=mails)
    return House(cast("Running", local), queues, process)


def stamped(moment: datetime, _now: object) -> str:
    """The time a message carries, where no rehearsal is played."""
    return f"{moment:%b %-d, %H:%M:%S}"
