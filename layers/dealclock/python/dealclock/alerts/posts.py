"""Which alerts of one run go out as one post, and whom a post in the channel mentions.

One post has the alerts of one cause that one person answers for. The cause comes from the engine:
what lapsed, or what happened, and opened the others. What one person must do today is one post,
for all its causes. Alerts stay what they are; only what carries them is shared.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from math import inf

from dealclock.alerts.alert import ENDINGS, Alert
from dealclock.alerts.delivery import Route, routes
from dealclock.alerts.escalation import step_routes
from dealclock.alerts.slots import Slot
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation, UndatedDuty, Window
from dealclock.team.away import present
from dealclock.team.policy import Reason
from dealclock.team.team import Team

_GRAVITY = tuple(Reason)
_NOW = frozenset({Reason.DUE_TODAY, Reason.LAST_CALL})
_TODAY = ""  # in the place of a cause: all that is to be done today
NOON: Slot = "midday"
"""The step of a last call that goes by Slack alone, unless an email goes anyway."""


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


def posts(
    alerts: Iterable[Alert],
    steps: Iterable[tuple[Alert, Route]],
    assessment: Assessment,
    team: Team,
    planned: Iterable[tuple[Alert, Route]] = (),
) -> Iterator[tuple[Route, str, tuple[Alert, ...]]]:
    """The posts of one run: the route, the headline's cause, and the alerts, the headline first.

    Each alert is in one post on each of the team's routes, each step in one on its own. A step
    that mentions a person goes along in the channel's post that its alert would share. `planned`
    are steps that a try or another run has planned: each stays where it is. Noon's last calls go by
    email only along with something else, such as the step to the group.
    """
    alerts, steps = tuple(alerts), tuple(steps)
    found: dict[Route, dict[str, Alert]] = {
        route: {each.id: each for each in alerts} for route in routes(team)
    }
    mentions = {step.id: step for step, route in steps if route.kind == "mention"}
    along = {
        each.id
        for _, together in grouped([*alerts, *mentions.values()], assessment, team)
        if not mentions.keys() >= {each.id for each in together}
        for each in together
    }
    channel = Route("slack", team.channel.id)
    for step, route in steps:
        shared = route.kind == "mention" and step.id in along
        found.setdefault(channel if shared else route, {})[step.id] = step
    for step, route in planned:
        found.setdefault(route, {})[step.id] = step
    for route, there in found.items():
        for cause, together in grouped(there.values(), assessment, team):
            if route.kind != "email" or not all(each.step == NOON for each in together):
                yield route, cause, together


def mentioned(alerts: Sequence[Alert], assessment: Assessment, team: Team) -> tuple[str, ...]:
    """The ids of those whom a post of these alerts mentions in the channel, each once.

    The person who is to act on the headline, and anyone an included step is for.
    """
    found = [_to_act(alerts[0], assessment, team)]
    for each in alerts:
        if each.reason is Reason.ESCALATED:
            party = owed_by(each.instance, assessment)
            found += [r.to for r in step_routes(each.step, party, team, each.day) if r.in_slack]
    return tuple(dict.fromkeys(person for person in found if person))


def _to_act(alert: Alert, assessment: Assessment, team: Team) -> str:
    """The owner, or who is there in the owner's place; "" where there is nothing to do."""
    if alert.reason in ENDINGS or alert.reason is Reason.STATEMENT:
        return ""
    owner, backup = team.owner_of(owed_by(alert.instance, assessment))
    there = (present(team.away, each.id, alert.day) for each in (owner, backup))
    return next((person for person in there if person is not None), owner.id)


def grouped(
    alerts: Iterable[Alert], assessment: Assessment, team: Team
) -> Iterator[tuple[str, tuple[Alert, ...]]]:
    """The posts that alerts of one run on one route make: the headline's cause, and the alerts.

    Together goes what has the same cause and the same owner; and all of that which has something an
    owner must do today. First is the most pressing that still asks for an act. Of one instance that
    is there twice (a last call that is also the step of an escalation) the more pressing comes
    first.
    """
    of_cause: dict[tuple[str, str], list[Alert]] = {}
    for alert in alerts:
        owner, _ = team.owner_of(owed_by(alert.instance, assessment))
        of_cause.setdefault((root_cause(alert, assessment), owner.id), []).append(alert)
    found: dict[tuple[str, str], list[Alert]] = {}
    for (cause, owned_by), together in of_cause.items():
        today = any(map(_is_for_today, together))
        found.setdefault((_TODAY if today else cause, owned_by), []).extend(together)
    for together in found.values():
        first, *rest = sorted(together, key=lambda each: _pressing(each, assessment))
        yield root_cause(first, assessment), (first, *rest)


def _is_for_today(alert: Alert) -> bool:
    """Whether it asks for something that must be done today."""
    past = alert.due is not None and alert.due < alert.day
    return not past and not _NOW.isdisjoint(alert.reasons)


def _pressing(alert: Alert, assessment: Assessment) -> tuple[bool, int, date, float, bool, int]:
    """What is due today comes first, then a default that occurred, then the earliest date and hour.

    News comes before the step of an escalation that is as pressing.
    """
    if _is_for_today(alert):
        rank = 0
    elif alert.kind == "default" and alert.reason is Reason.OPENED:
        rank = 1
    else:
        rank = 2
    part = _part(alert.instance, assessment)
    act_by = part.act_by if isinstance(part, Obligation) else None
    return (
        alert.reason in ENDINGS,
        rank,
        alert.due or date.max,
        act_by.timestamp() if act_by else inf,
        Reason.ESCALATED in alert.reasons,
        _GRAVITY.index(alert.reason),
    )
