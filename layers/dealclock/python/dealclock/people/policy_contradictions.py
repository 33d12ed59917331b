"""Settings of a team that contradict each other, or leave out a necessary alert.

Overdue items are always alerted. But a policy without any earlier alert, for a kind that becomes
a default when missed, makes the first alert the last one.
"""

from collections.abc import Iterator

from dealclock.people.escalation_policy import Escalation
from dealclock.people.policy import Policy, ReminderRules
from dealclock.records import record

CAN_DEFAULT = ("deadline", "notice", "cure_window", "suspension")
"""What the policy calls the kinds of which a lapse is a default, or costs as much."""


@record
class PolicyContradiction:
    """Where in the team it is, what was given, and what to give instead."""

    where: tuple[str, ...]
    given: object
    instead: str


def contradictions(policy: Policy, escalation: Escalation) -> Iterator[PolicyContradiction]:
    """Every contradiction in the policy and the escalation."""
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


def kinds_without_warning(policy: Policy) -> tuple[str, ...]:
    """The kinds, as the policy calls them, with no alert before one is overdue."""
    kinds = {kind: getattr(policy, kind) for kind in type(policy).model_fields}
    return tuple(
        kind
        for kind, speaks in kinds.items()
        if isinstance(speaks, ReminderRules) and not (_alerts_before(speaks) or speaks.when_opened)
    )


def _alerts_before(speaks: ReminderRules) -> bool:
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
    if kind in CAN_DEFAULT and not _alerts_before(speaks):
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
