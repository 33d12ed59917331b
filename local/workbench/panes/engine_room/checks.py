"""Checks of the whole system, run on request: the watchdog and the doctor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dealclock.cli import clock
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.doctor import CheckedStack, examine
from local.workbench.functions import call
from local.workbench.workbench import Workbench


@dataclass(frozen=True)
class WatchdogCheck:
    """What the deployed watchdog answered, when, and whether it checked live deals too."""

    at: datetime
    whole: bool
    found: Sequence[str]
    unchecked: Sequence[str]
    took_up: str


@dataclass(frozen=True)
class DoctorCheck:
    """What the doctor found, and when."""

    at: datetime
    diagnosis: Round


class Checks:
    """The last result of each, None before the first."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self.watched: WatchdogCheck | None = None
        self.examined: DoctorCheck | None = None

    def watch(self, *, whole: bool) -> None:
        """Run the watchdog. Raises DealclockError."""
        event: dict[str, Any] = {} if whole else {"rehearsal": True}
        self.watched = watchdog_check(
            call(self._workbench.local.stack, "watchdog", event).answer, clock.now(), whole=whole
        )

    def examine(self) -> None:
        """Run the doctor, as `dealclock doctor` does."""
        stack = self._workbench.connection
        now = clock.now()
        patient = CheckedStack(stack.store, stack.client, stack.outputs, stack.local)
        self.examined = DoctorCheck(now, examine(patient, now))


_TAKEN_UP = {
    "requeued": "deliveries queued again",
    "escalated": "deals escalating",
    "reassessed": "deals assessed again",
    "digests": "digests planned",
}


def watchdog_check(answer: dict[str, Any], at: datetime, *, whole: bool) -> WatchdogCheck:
    """The watchdog's answer as the page shows it."""
    taken = [f"{words}: {answer[name]}" for name, words in _TAKEN_UP.items() if answer.get(name)]
    return WatchdogCheck(at, whole, answer["found"], answer["unchecked"], "; ".join(taken))
