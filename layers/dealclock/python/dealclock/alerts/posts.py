"""Which alerts of one run go out as one post: those of one cause that one person answers for.

The cause comes from the engine: what lapsed, or what happened, and opened the others. Equal dates
say nothing. Alerts stay what they are; only what carries them is shared.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from dealclock.alerts.alert import ENDINGS, Alert
from dealclock.alerts.away import present
from dealclock.alerts.delivery import Route, routes
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


def by_route(
    alerts: Iterable[Alert],
    steps: Iterable[tuple[Alert, Route]],
    assessment: Assessment,
    team: Team,
) -> Mapping[Route, Sequence[Alert]]:
    """What one run says on each route: its alerts on all of the team's, each step where it goes.

    A step to the person whom a post of the same run and cause names goes along in that post.
    """
    alerts = tuple(alerts)
    found: dict[Route, list[Alert]] = {route: list(alerts) for route in routes(team)}
    naming = {
        (cause, Route("mention", named(first, assessment, team)))
        for cause, (first, *_) in grouped(alerts, assessment, team)
    }
    channel = Route("slack", team.channel.id)
    for step, route in steps:
        along = (root_cause(step, assessment), route) in naming
        found.setdefault(channel if along else route, []).append(step)
    return found


def named(alert: Alert, assessment: Assessment, team: Team) -> str:
    """The id of the person whom a post under that alert names: who is to act; "" for no one."""
    if alert.reason in ENDINGS or alert.reason is Reason.STATEMENT:
        return ""
    owner, _ = team.owner_of(owed_by(alert.instance, assessment))
    return present(team.away, owner.id, alert.day) or owner.id


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


def _pressing(alert: Alert) -> tuple[bool, int, date, bool, int]:
    """What is due today comes first, then a default that occurred, then the earliest date.

    News comes before the step of an escalation that is as pressing.
    """
    past = alert.due is not None and alert.due < alert.day
    if not past and not _NOW.isdisjoint(alert.reasons):
        rank = 0
    elif alert.kind == "default" and alert.reason is Reason.OPENED:
        rank = 1
    else:
        rank = 2
    return (
        alert.reason in ENDINGS,
        rank,
        alert.due or date.max,
        Reason.ESCALATED in alert.reasons,
        _GRAVITY.index(alert.reason),
    )
