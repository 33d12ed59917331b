"""Which alerts of one run go out as one post: those of one cause that one person answers for.

The cause comes from the engine: what lapsed, or what happened, and opened the others. Equal dates
say nothing. Alerts stay what they are; only what carries them is shared.
"""

from collections.abc import Iterable, Iterator
from datetime import date

from dealclock.alerts.alert import ENDINGS, Alert
from dealclock.alerts.policy import Reason
from dealclock.alerts.team import Team
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation, UndatedDuty, Window

_GRAVITY = tuple(Reason)
_NOW = frozenset({Reason.DUE_TODAY, Reason.LAST_CALL})


def root_cause(alert: Alert, assessment: Assessment) -> str:
    """What an alert comes from in the end: an obligation that lapsed, an event, or itself.

    A notice of a default leads to what lapsed, a step of the rate to the default that accrues.
    """
    if alert.kind == "rate schedule":
        open_ones = [d for d in assessment.defaults if d.is_open]
        first = min(open_ones, key=lambda d: d.accrues_from, default=None)
        return _root(first.instance, assessment) if first else alert.instance
    return _root(alert.instance, assessment)


def _root(instance: str, assessment: Assessment) -> str:
    passed = {instance}
    while (cause := _cause(instance, assessment)) and cause not in passed:
        passed.add(cause)
        instance = cause
    return instance


def _cause(instance: str, assessment: Assessment) -> str:
    if default := assessment.default(instance):
        return default.lapsed
    part = _part(instance, assessment)
    return part.cause if part is not None else ""


def owed_by(instance: str, assessment: Assessment) -> str:
    """The party that answers for an instance; the company for what is not there."""
    if default := assessment.default(instance):
        return owed_by(default.lapsed, assessment)
    part = _part(instance, assessment)
    return part.owed_by if part is not None else "company"


def _part(instance: str, assessment: Assessment) -> Obligation | Window | UndatedDuty | None:
    found = assessment.obligation(instance) or assessment.window(instance)
    return found or next((duty for duty in assessment.duties if duty.instance == instance), None)


def grouped(
    alerts: Iterable[Alert], assessment: Assessment, team: Team
) -> Iterator[tuple[str, tuple[Alert, ...]]]:
    """The posts that alerts of one run on one route make: the cause, and its alerts in order.

    Together goes only what has the same cause and the same owner. First is the most pressing that
    still asks for an act. Of one instance that is there twice (a last call that is also the step of
    an escalation) the more pressing comes first.
    """
    found: dict[tuple[str, str], list[Alert]] = {}
    for alert in alerts:
        owner, _ = team.owner_of(owed_by(alert.instance, assessment))
        found.setdefault((root_cause(alert, assessment), owner.id), []).append(alert)
    for (cause, _), together in found.items():
        yield cause, tuple(sorted(together, key=_pressing))


def _pressing(alert: Alert) -> tuple[bool, int, date, int]:
    """What is due today comes first, then a default that occurred, then what is overdue."""
    if not _NOW.isdisjoint(alert.reasons):
        rank = 0
    elif alert.kind == "default" and alert.reason is Reason.OPENED:
        rank = 1
    elif Reason.MISSED in alert.reasons:
        rank = 2
    else:
        rank = 3
    return (
        alert.reason in ENDINGS,
        rank,
        alert.due or date.max,
        _GRAVITY.index(alert.reason),
    )
