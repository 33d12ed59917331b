"""The escalation of a critical alert that no one acknowledges: to whom, and after how long."""

from datetime import time
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from dealclock.files.source import Model, few, nearest
from dealclock.people.policy import FIELDS, Reason

StepName = Literal["owner", "backup", "group", "lead"]
NEXT_MORNING: Literal["next morning"] = "next morning"
KINDS = tuple(FIELDS)
"""Everything an alert can be about."""


def _kind(given: str) -> str:
    if given not in KINDS:
        raise ValueError(f"allowed: {few(KINDS, given)}.{nearest(given, KINDS)}")
    return given


class WorkingHours(Model):
    """The hours of a Business Day, in the deal's zone, in which waiting time counts."""

    opens: time = time(8)
    closes: time = time(18)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if not self.opens < self.closes:
            raise ValueError(f"give a time after opens, {self.opens:%H:%M}")
        return self


class Critical(Model):
    """Alerts that require a response: those with a reason, about some kinds, or about any if
    left out."""

    reason: Literal[
        "missed",
        "due today",
        "last call",
        "moved",
        "opened",
        "snooze ended",
        "closing",
        "reminder",
        "payment step",
    ]
    kinds: tuple[Annotated[str, AfterValidator(_kind)], ...] = ()

    def is_met_by(self, reason: Reason, kind: str) -> bool:
        """Whether an alert with that reason about something of that kind is one of these."""
        return reason == self.reason and (not self.kinds or kind in self.kinds)


class StepAfter(Model):
    """One step: its recipient, after N working minutes or on the next morning.

    `owner`, `backup` and `lead` are mentioned in the thread of the alert; `group` is an email to
    everyone on the deal who receives email.
    """

    to: StepName
    after: Annotated[int, Field(ge=1, le=14_400)] | Literal["next morning"]


class Escalation(Model):
    """How long a response holds, and the escalation of critical alerts without one.

    `acknowledged_for` is in Business Days. `steps` go in the order given, each once. The owner
    has none by default: each critical post mentions the owner. Four hours after 08:00 is noon,
    when the step to the backup and the group's email are sent along with the last call.
    """

    acknowledged_for: Annotated[int, Field(ge=1, le=20)] = 2
    working_hours: WorkingHours = WorkingHours()
    critical: tuple[Critical, ...] = (
        Critical(reason="missed"),
        Critical(
            reason="due today",
            kinds=(
                "deadline",
                "obligation",
                "notice",
                "duty",
                "frequency limit",
                "window before",
                "outage with cure",
                "day budget",
                "state",
                "payment",
                "payment step",
            ),
        ),
        Critical(reason="last call"),
        Critical(reason="opened", kinds=("notice", "outage with cure", "default")),
        Critical(reason="moved", kinds=("notice", "outage with cure")),
    )
    steps: tuple[StepAfter, ...] = (
        StepAfter(to="backup", after=240),
        StepAfter(to="group", after=240),
        StepAfter(to="lead", after=NEXT_MORNING),
    )

    def critical_of(self, reasons: tuple[Reason, ...], kind: str) -> Reason | None:
        """The gravest of an alert's reasons that makes it critical, if any does."""
        met = (r for r in reasons if any(c.is_met_by(r, kind) for c in self.critical))
        return next(met, None)

    @model_validator(mode="after")
    def _steps_in_order(self) -> Self:
        names = [step.to for step in self.steps]
        if len(set(names)) < len(names):
            raise ValueError("give owner, backup, group and lead at most one step each")
        minutes = [step.after for step in self.steps]
        for before, after in pairwise(minutes):
            late = before == NEXT_MORNING
            if late or (isinstance(before, int) and isinstance(after, int) and after < before):
                raise ValueError(
                    f"give no step an earlier time than the one before it; {after} follows {before}"
                )
        return self
