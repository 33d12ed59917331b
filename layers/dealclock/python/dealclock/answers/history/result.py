"""What was recorded, sent and done about one obligation: the result and its computation."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal

from dealclock.access.approval import Approval
from dealclock.agreement.terms import Terms
from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route, State
from dealclock.alerts.responses import AlertResponse
from dealclock.alerts.slots import Slot
from dealclock.answers import encode
from dealclock.answers.encode import Json, Keys
from dealclock.answers.explain.result import OtherInstance, find_instance, list_others
from dealclock.answers.heading import Heading
from dealclock.answers.question import needed, option
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.engine.why import Why
from dealclock.facts.log import EffectiveFact
from dealclock.messages import dates, status_lines
from dealclock.messages.releases import RecordedRelease, list_releases
from dealclock.messages.view import Matter, list_matters
from dealclock.team.policy import Reason

FORMAT = "dealclock-history/1"


@dataclass(frozen=True, slots=True)
class MailReply:
    """A person's written reply to an alert by email; attachments were not kept."""

    at: datetime
    person: str
    text: str
    attachments: int


@dataclass(frozen=True, slots=True)
class SentDelivery:
    """A delivery, the alerts that it showed, and its outcome.

    `cause` is the code of a refusal or withdrawal.
    """

    delivery: Delivery
    alerts: tuple[Alert, ...]
    state: State
    cause: str | None


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    """One obligation by name, and what is stored about it; a deal's files hold none of that.

    `approvals` are second persons' approvals, None for files.
    """

    instance: str = needed("an instance, or an id with only one instance")
    sent: tuple[SentDelivery, ...] = option("deliveries of its alerts", default=())
    responses: tuple[AlertResponse, ...] = option("responses to its alerts", default=())
    replies: tuple[MailReply, ...] = option("written replies by email", default=())
    approvals: tuple[Approval, ...] | None = option("second persons' approvals")


@dataclass(frozen=True, slots=True)
class EventDelivery:
    """One delivery of a notice: to whom, how, and the day it was sent or handed over."""

    to: str
    method: str
    on: date
    acknowledged: date | None


@dataclass(frozen=True, slots=True)
class HistoryEvent:
    """An event that the obligation rests on; `satisfies` if it is of the kind that satisfies it."""

    id: str
    kind: str
    on: date
    recorded_by: str | None
    recorded_at: datetime | None
    evidence: str | None
    given: tuple[EventDelivery, ...]
    amount: Decimal | None
    satisfies: bool


@dataclass(frozen=True, slots=True)
class AlertDelivery:
    """An alert about the obligation on one route: its day, its reasons and its outcome."""

    day: date
    slot: Slot
    planned_at: datetime
    reasons: tuple[Reason, ...]
    route: Route
    state: State
    cause: str | None


@dataclass(frozen=True, slots=True)
class HistoryResult:
    """The instance with its dates and status in words, and its history, the earliest first.

    `others` are the instances by the same id, which are not open.
    """

    heading: Heading
    instance: str
    clause: str
    title: str
    dates: str
    status: str
    why: Why
    events: tuple[HistoryEvent, ...]
    sent: tuple[AlertDelivery, ...]
    responses: tuple[AlertResponse, ...]
    releases: tuple[RecordedRelease, ...]
    replies: tuple[MailReply, ...]
    others: tuple[OtherInstance, ...]


def answer(look: Look, request: HistoryQuery) -> HistoryResult:
    """The events that the instance rests on, and what is stored about it, as known on the day.

    Raises NothingToExplainError for a name that no instance has, or several.
    """
    plain = replace(look, chosen=())
    return of_assessment(assess(plain, compare=False), look, request)


def of_assessment(a: Assessment, look: Look, request: HistoryQuery) -> HistoryResult:
    """The same from the query's assessment, already made."""
    terms, known_at = look.in_force, look.instant
    meant = find_instance(request.instance, look.terms, a)
    m = next(m for m in list_matters(a, terms) if m.instance == meant.instance)
    sent = sorted(_list_alerts(request, m.instance, known_at), key=lambda each: each.planned_at)
    return HistoryResult(
        heading=Heading.of(look),
        instance=m.instance,
        clause=m.clause,
        title=m.title,
        dates=dates.describe_dates(m.part),
        status=status_lines.describe_status(m, a),
        why=m.why,
        events=tuple(_list_events(m, look)),
        sent=tuple(sent),
        responses=tuple(
            each
            for each in request.responses
            if each.instance == m.instance and each.at <= known_at
        ),
        releases=tuple(list_releases(m.instance, look.log, known_at, request.approvals)),
        replies=request.replies,
        others=tuple(list_others(a, terms, meant.others)),
    )


def document(result: HistoryResult) -> Json:
    """The result as JSON."""
    return encode.document(FORMAT, result, _KEYS)


_KEYS: Keys = {
    RecordedRelease: (
        "fact on to=to.role holder=to.holder recorded_by",
        ("approved_by", lambda release: release.approval and release.approval.name),
        ("approved_at", lambda release: release.approval and release.approval.at),
        ("released", lambda release: release.conclusion.model_dump()),
        "withdrawn",
    )
}


def _list_events(m: Matter, look: Look) -> Iterator[HistoryEvent]:
    kinds = _satisfying_kinds(m, look.in_force)
    for each in look.known.all:
        if each.id in m.why.facts:
            yield _event(each, satisfies=each.kind in kinds)


def _satisfying_kinds(m: Matter, terms: Terms) -> set[str | None]:
    provision = m.instance.partition("/")[0]
    return {getattr(rule, "met_by", None) for rule in terms.provisions if rule.id == provision}


def _event(event: EffectiveFact, *, satisfies: bool) -> HistoryEvent:
    fact = event.fact
    return HistoryEvent(
        id=event.id,
        kind=event.kind,
        on=event.on,
        recorded_by=fact.recorded_by,
        recorded_at=fact.recorded_at,
        evidence=fact.evidence,
        given=tuple(
            EventDelivery(each.to, each.method, each.on, each.acknowledged) for each in fact.given
        ),
        amount=fact.amount,
        satisfies=satisfies,
    )


def _list_alerts(
    request: HistoryQuery, instance: str, known_at: datetime
) -> Iterator[AlertDelivery]:
    for each in request.sent:
        delivery = each.delivery
        for alert in each.alerts:
            if alert.instance == instance and delivery.known_at <= known_at:
                yield AlertDelivery(
                    day=alert.day,
                    slot=delivery.slot,
                    planned_at=delivery.known_at,
                    reasons=alert.reasons,
                    route=delivery.route,
                    state=each.state,
                    cause=each.cause,
                )
