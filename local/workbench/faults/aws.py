"""Faults of the embedded AWS: a throttled table, and queues that give up sooner."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dealclock.messages import words
from local import emulator, throttle
from local.running import Running
from local.workbench.faults.fault import Choice, Fault

_QUEUES = ("AssessQueueUrl", "DeliveryQueueUrl", "FileQueueUrl")
_HASTE = {"wait": 10, "receives": 3}  # seconds, times
_REFUSED = {"2": "every other call", "0": "every call"}  # by which call is let through
_OWN = ["VisibilityTimeout", "RedrivePolicy"]


class Aws:
    """The faults of the embedded AWS."""

    title = "AWS"

    def __init__(self, local: Running) -> None:
        self._folder = local.run.part(emulator.PART).folder
        self._queues = Hasty(local)

    @property
    def faults(self) -> Sequence[Fault]:
        """Both."""
        share = Choice("through", "Refused", list(_REFUSED.items()))
        return [
            Fault(
                "throttled",
                "The table is throttled",
                "DynamoDB refuses the functions' calls as it does beyond its capacity; this page "
                "and the clock still read it. With every other call refused, the functions retry "
                "and take longer. With every call refused, sweeps fail, and deals are retried or "
                "become dead letters.",
                (share,),
            ),
            Fault(
                "hasty",
                "Queues give up in half a minute",
                f"Not a fault, but it speeds up watching one: a message that failed is retried "
                f"after {_HASTE['wait']} seconds instead of six minutes, and dead after "
                f"{_HASTE['receives']} tries instead of five. Switch it on before the fault.",
            ),
        ]

    def active(self) -> Mapping[str, str]:
        """The faults that are on, with their settings."""
        found = {}
        through = throttle.current(self._folder)
        if through is not None:
            share = _REFUSED.get(str(through), "some calls")
            refused = words.number(throttle.refused_calls(self._folder), "call")
            found["throttled"] = f"{share}; {refused} refused so far"
        if self._queues.are_hasty:
            found["hasty"] = ""
        return found

    def on(self, fault: str, chosen: Mapping[str, str]) -> None:
        """Switch it on."""
        if fault == "throttled":
            throttle.order(self._folder, int(chosen["through"]))
        else:
            self._queues.hurry()

    def off(self, fault: str) -> None:
        """Switch it off."""
        if fault == "throttled":
            throttle.clear(self._folder)
        else:
            self._queues.calm()

    def clear(self) -> None:
        """Switch both off."""
        throttle.clear(self._folder)
        self._queues.calm()


class Hasty:
    """The queues' deployed settings, kept in a file of the stack's state while others apply."""

    def __init__(self, local: Running) -> None:
        self._stack = local.stack
        self._kept: Path = local.run.part(emulator.PART).folder / "patience.json"

    @property
    def are_hasty(self) -> bool:
        """Whether the queues give up sooner than deployed."""
        return self._kept.exists()

    def hurry(self) -> None:
        """Make them give up sooner."""
        if self.are_hasty:
            return
        own = {url: self._attributes(url) for url in self._urls()}
        self._kept.write_text(json.dumps(own), encoding="utf-8")
        for url, attributes in own.items():
            redrive = json.loads(attributes["RedrivePolicy"])
            redrive["maxReceiveCount"] = _HASTE["receives"]
            self._set(url, str(_HASTE["wait"]), json.dumps(redrive))

    def calm(self) -> None:
        """Restore the deployed settings."""
        if not self.are_hasty:
            return
        own: dict[str, dict[str, str]] = json.loads(self._kept.read_text(encoding="utf-8"))
        for url, attributes in own.items():
            self._set(url, attributes["VisibilityTimeout"], attributes["RedrivePolicy"])
        self._kept.unlink()

    def _urls(self) -> Sequence[str]:
        return [self._stack.outputs[name] for name in _QUEUES]

    def _attributes(self, url: str) -> dict[str, str]:
        asked: Any = self._stack.client("sqs").get_queue_attributes(
            QueueUrl=url, AttributeNames=_OWN
        )
        found: dict[str, str] = asked["Attributes"]
        return found

    def _set(self, url: str, wait: str, redrive: str) -> None:
        self._stack.client("sqs").set_queue_attributes(
            QueueUrl=url, Attributes={"VisibilityTimeout": wait, "RedrivePolicy": redrive}
        )
