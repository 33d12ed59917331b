"""Settings of a team that contradict each other, or keep silent about what must be said.

What is overdue is always alerted. But a policy that says nothing before, of a kind that ends in a
default when it is missed, makes the first word the last.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from dealclock.team.escalation_policy import Escalation
from dealclock.team.policy import Policy, ReminderRules

CAN_DEFAULT = ("deadline", "notice", "cure_window", "suspension")
"""What the policy calls the kinds of which a lapse is a default, or costs as much."""


@dataclass(frozen=True, slots=True)
class PolicyContradiction:
    """Where in the team it stands, what was given, and what to give instead."""

    where: tuple[str, ...]
    given: object
    instead: str


def contradictions(policy: Policy, escalation: Escalation) -> Iterator[PolicyContradiction]:
    """Every one there is."""
    if not escalation.critical:
        yield PolicyContradiction(
            ("escalation", "critical"),
            "nothing",
            "give at least one critical kind, or leave critical out for the default. With none, "
            "no alert would escalate or reach the operators",
        )
    leads: list[int] = []
    for kind in type(policy).model_fields:
        speaks = getattr(policy, kind)
        if isinstance(speaks, ReminderRules):
            leads += speaks.remind
            yield from _of_one(kind, speaks)
    if leads and escalation.acknowledged_for > max(leads):
        yield PolicyContradiction(
            ("escalation", "acknowledged_for"),
            escalation.acknowledged_for,
            f"give at most {max(leads)} Business Days, the longest reminder lead; otherwise one "
            "acknowledgment would suppress every reminder",
        )


def silent(policy: Policy) -> tuple[str, ...]:
    """The kinds, as the policy calls them, of which nothing is said before one is missed."""
    kinds = {kind: getattr(policy, kind) for kind in type(policy).model_fields}
    return tuple(
        kind
        for kind, speaks in kinds.items()
        if isinstance(speaks, ReminderRules) and not (_says_before(speaks) or speaks.when_opened)
    )


def _says_before(speaks: ReminderRules) -> bool:
    return bool(speaks.remind) or speaks.every_business_day or speaks.on_last_day


def _of_one(kind: str, speaks: ReminderRules) -> Iterator[PolicyContradiction]:
    where = ("alerts", kind)
    if speaks.last_call and not speaks.on_last_day:
        yield PolicyContradiction(
            (*where, "last_call"),
            speaks.last_call,
            "last_call repeats the due-day alert; give on_last_day: true as well, or leave out "
            "last_call",
        )
    if kind in CAN_DEFAULT and not _says_before(speaks):
        yield PolicyContradiction(
            where,
            "no alert before it is overdue",
            "an item that can become a default needs an earlier alert; give remind, or "
            "on_last_day: true",
        )
    if kind == "default" and not speaks.when_opened:
        yield PolicyContradiction(
            (*where, "when_opened"),
            speaks.when_opened,
            "no alert would report a default; give when_opened: true",
        )
