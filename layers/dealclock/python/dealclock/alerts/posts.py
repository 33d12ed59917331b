"""Which alerts of one run go out as one post, and whom a post in the channel mentions.

One post has the alerts of one cause that one person answers for. The cause comes from the engine:
what lapsed, or what happened, and opened the others. What one person must do today is one post, for
all its causes. Alerts do not change; only their message is shared.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from dealclock.alerts.alert import ENDINGS, Alert
from dealclock.alerts.delivery import Route, routes
from dealclock.alerts.escalation import step_routes
from dealclock.alerts.gravity import Rank, gravity, rank
from dealclock.alerts.slots import Slot
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation, UndatedDuty, Window
from dealclock.people.away import reachable_person
from dealclock.people.policy import PRESSING, Reason
from dealclock.people.team import Team

_NOW = frozenset({Reason.DUE_TODAY, Reason.LAST_CALL})
_ASKS_NOTHING = ENDINGS | {Reason.STATEMENT}
_TODAY = ""  # used as the cause of everything to be done today
NOON: Slot = "midday"
"""The step of a last call that goes by Slack alone, unless an email goes anyway."""


def root_cause(alert: Alert, assessment: Assessment) -> str:
    """The root cause of an alert: an obligation that lapsed, an event, or its own instance.

    A notice of a default leads to what lapsed, a step of the rate to the accruing default.
    """
    if alert.kind == "rate schedule":
        open_ones = [d for d in assessment.defaults if d.is_open and not d.bears_nothing]
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
    """The party that owes an instance; the company where the assessment does not hold it."""
    if default := assessment.default(instance):
        return owed_by(default.lapsed, assessment)
    part = _part(instance, assessment)
    return part.owed_by if part is not None else "company"


def _part(instance: str, assessment: Assessment) -> Obligation | Window | UndatedDuty | None:
    found = assessment.obligation(instance) or assessment.window(instance)
    return found or next((duty for duty in assessment.duties if duty.instance == instance), None)


def _item(alert: Alert, assessment: Assessment) -> object:
    """What an alert is about; the alert itself where the assessment holds no such instance."""
    part = assessment.default(alert.instance) or _part(alert.instance, assessment)
    return alert if part is None else part


def group_posts(
    alerts: Iterable[Alert],
    steps: Iterable[tuple[Alert, Route]],
    assessment: Assessment,
    team: Team,
    planned: Iterable[tuple[Alert, Route]] = (),
) -> Iterator[tuple[Route, str, tuple[Alert, ...]]]:
    """The posts of one run: the route, the headline's cause, and the alerts, the headline first.

    Each alert is in one post on each of the team's routes, each step in one on its own. A step
    that mentions a person is added to the channel's post that its alert would share. `planned`
    are steps that another run has planned: each keeps its post. Noon's last calls go by email
    only together with something else, such as the step to the group.
    """
    alerts, steps = tuple(alerts), tuple(steps)
    found: dict[Route, dict[str, Alert]] = {
        route: {each.id: each for each in alerts} for route in routes(team)
    }
    mentions = {step.id: step for step, route in steps if route.kind == "mention"}
    along = {
        each.id
        for _, together in group_alerts([*alerts, *mentions.values()], assessment, team)
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
        for cause, together in group_alerts(there.values(), assessment, team):
            if route.kind != "email" or not all(each.step == NOON for each in together):
                yield route, cause, together


def list_mentions(alerts: Sequence[Alert], assessment: Assessment, team: Team) -> tuple[str, ...]:
    """The ids of the people whom a post of these alerts mentions in the channel, each once.

    The person who is to act on the headline, and the person each included step is for.
    """
    found = [_person_to_act(alerts[0], assessment, team)]
    for each in alerts:
        if each.reason is Reason.ESCALATED:
            party = owed_by(each.instance, assessment)
            to = step_routes(each.step, party, each.instance, team, each.day)
            found += [r.to for r in to if r.in_slack]
    return tuple(dict.fromkeys(person for person in found if person))


def _person_to_act(alert: Alert, assessment: Assessment, team: Team) -> str:
    """The owner, or the person present in the owner's place; "" where there is nothing to do."""
    if alert.reason in _ASKS_NOTHING:
        return ""
    party = owed_by(alert.instance, assessment)
    owner, backup = team.owner_of(party, alert.instance, alert.day)
    there = (reachable_person(team.away, each.id, alert.day) for each in (owner, backup))
    return next((person for person in there if person is not None), owner.id)


def group_alerts(
    alerts: Iterable[Alert], assessment: Assessment, team: Team
) -> Iterator[tuple[str, tuple[Alert, ...]]]:
    """The posts that alerts of one run on one route make: the headline's cause, and the alerts.

    Alerts with the same cause and owner are grouped, and so is everything an owner must do
    today, which comes first; the rest follows, the gravest first, then what asks for nothing. Of
    two alerts on one instance (a last call that is also the step of an escalation), the more
    pressing comes first.
    """
    of_cause: dict[tuple[str, str], list[Alert]] = {}
    for alert in alerts:
        owner, _ = team.owner_of(owed_by(alert.instance, assessment), alert.instance)
        of_cause.setdefault((root_cause(alert, assessment), owner.id), []).append(alert)
    found: dict[tuple[str, str], list[Alert]] = {}
    for (cause, owned_by), together in of_cause.items():
        today = any(map(is_for_today, together))
        found.setdefault((_TODAY if today else cause, owned_by), []).extend(together)
    for together in found.values():
        first, *rest = sorted(together, key=lambda each: _urgency(each, assessment))
        yield root_cause(first, assessment), (first, *rest)


def is_for_today(alert: Alert) -> bool:
    """Whether it asks for something that must be done today."""
    past = alert.due is not None and alert.due < alert.day
    return not past and not _NOW.isdisjoint(alert.reasons)


def graver_than_first(alerts: Sequence[Alert], assessment: Assessment) -> Alert | None:
    """The gravest alert of a post that is graver than its first, which must be done today.

    The header then names both, the gravest first; None where the first is the gravest.
    """
    first, *rest = alerts
    if not is_for_today(first):
        return None
    asking = (each for each in rest if each.reason not in _ASKS_NOTHING)
    found = min(asking, key=lambda each: _urgency(each, assessment)[2:], default=first)
    is_graver = gravity(_item(found, assessment)) < gravity(_item(first, assessment))
    return found if is_graver else None


def _urgency(alert: Alert, assessment: Assessment) -> tuple[bool, bool, Rank, date, bool, int]:
    """The sort key: what asks for something first; of that, what must be done today; then the
    gravest. News comes before a step of an escalation of the same rank.
    """
    return (
        alert.reason in _ASKS_NOTHING,
        not is_for_today(alert),
        rank(_item(alert, assessment)),
        alert.due or date.max,
        Reason.ESCALATED in alert.reasons,
        PRESSING.index(alert.reason),
    )
