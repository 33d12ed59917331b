"""What the readers saw, held against what they should have seen.

Nothing here asks the house what it believes it did: what was visible is told by the far ends, and
what is true by assessing the facts that people recorded.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, TypeAlias

from dealclock.alerts.adverse import adverse_end
from dealclock.alerts.alert import INVITATION, Alert
from dealclock.alerts.delivery import Delivery, Route, routes
from dealclock.alerts.outcome import State
from dealclock.alerts.slots import SCHEDULED, ZONE, instant
from dealclock.alerts.still_true import assessment_day, why_untrue
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.days.counting import business_days_before
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Default, Obligation, Status, Window
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.jobs.deliver.fail_over import TOO_SLOW
from dealclock.jobs.limits import CLOCK_ERROR
from dealclock.messages.message import POSSIBLY_REPEATED
from dealclock.people.acts import Act
from dealclock.people.policy import Reason
from dealclock.store import keys
from dealclock.store.delivery import StoredDelivery, read
from tests.contract.store.samples import rows
from tests.simulation import deal, digests
from tests.simulation.remembering import REMEMBERED

if TYPE_CHECKING:
    from tests.simulation.history import History


OWNER = "email:maria"
"""The owner's and lead's own route, by which they hear of what Slack refused."""


Part: TypeAlias = Obligation | Window | Default
LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Shown:
    """One message as a reader first saw it, and what the worker could know when it began."""

    id: str
    words: str
    at: datetime
    facts: tuple[Fact, ...]
    handled: tuple[Act, ...]
    began: datetime

    @property
    def marked(self) -> bool:
        """Whether it says that it may be a repetition."""
        return POSSIBLY_REPEATED in self.words


@dataclass
class Observer:
    """Watches one history."""

    seen: list[Shown] = field(default_factory=list)
    _history: "History | None" = None
    _facts: tuple[Fact, ...] = ()
    _handled: tuple[Act, ...] = ()
    _began: datetime = LONG_AGO

    def begins(self, history: "History") -> None:
        """A worker takes a message: what is recorded by now it can know."""
        self._history = history
        self._facts = history.recorded
        self._handled = history.handled
        self._began = history.now

    def shown(self, message: str, words: str) -> None:
        """A reader sees a message for the first time."""
        if self._history is not None:
            at = self._history.now
            self.seen.append(Shown(message, words, at, self._facts, self._handled, self._began))


def verdict(history: "History", *, ended: bool = True) -> list[str]:
    """Everything that went wrong for the readers, in words; nothing when all is well.

    What is not said yet is lost only once the history has `ended`.
    """
    planned = {d.delivery.id: d for d in _deliveries(history)}
    wrong = [*_doubled(history, planned), *_untimely(history, planned)]
    wrong += digests.wrong(history, planned)
    if ended:
        wrong += [*history.late, *_lost(history, planned), *_unfinished(planned)]
    return wrong


def late(history: "History") -> Iterator[str]:
    """What came of the facts recorded since the last morning and is not said, though it need not
    wait for a slot: the queues have run empty, and the watchdog has looked again and again.

    Before its first morning a deal waits for it.
    """
    if not history.swept:
        return
    swept = datetime.combine(history.swept[-1], SCHEDULED["morning"], ZONE)
    facts = tuple(f for f in history.recorded if f.recorded_at and f.recorded_at <= swept)
    before = truth(facts, history.today, history.utc, compare=False)
    there = {part.instance for part, _, _ in _owed(before)}
    now = truth(history.recorded, history.today, history.utc, compare=False)
    planned = {d.delivery.id: d for d in _deliveries(history)}
    # Its day passed while it waited: the next slot tells that it was missed.
    past = {
        (alert.instance, str(d.delivery.route))
        for d in planned.values()
        for alert in d.delivery.alerts
        if d.cause == "past" or any((g.alert, g.cause) == (alert.id, "past") for g in d.left_out)
    }
    for part, _, _ in _owed(now):
        if part.instance not in there | _answered_for(history, history.today):
            since = part.accrues_from if isinstance(part, Default) else part.opens
            for route in _untold(history, planned, part, since, frozenset()):
                if (part.instance, str(route)) not in past:
                    yield f"late: {part.instance} since {since} on {route}"


def truth(facts: tuple[Fact, ...], as_of: date, known_at: datetime, *, compare: bool) -> Assessment:
    """The deal as of a day, on what people had recorded by an instant."""
    log = FactLog(facts, ZONE.key)
    chosen = deal.team().chosen
    query = Look(deal.terms(), log, as_of, known_at, chosen)
    return REMEMBERED.assess(query, deal=deal.DEAL, compare=compare)


def _deliveries(history: "History") -> Iterator[StoredDelivery]:
    whose = [deal.DEAL, *(keys.person(p.slack) for p in deal.team().people)]
    for partition in map(keys.of_deal, whose):
        found = map(read, rows(history.true_store, partition, "DELIVERY#", "DELIVERY#~"))
        yield from (each for each in found if not each.delivery.carried_by)


def delays(history: "History") -> Iterator[timedelta]:
    """Of each critical alert how long its first reader waited for it, on any route.

    From the instant at which its run was due; where checks were missed, from the first of them that
    would have sent it.
    """
    policy, first = deal.team().escalation, dict[str, datetime]()
    for shown in history.observer.seen:
        first.setdefault(shown.id, shown.at)
    due: dict[str, datetime] = {}
    seen: dict[str, datetime] = {}
    for stored in _deliveries(history):
        for alert in stored.alerts:
            if Reason.ESCALATED in alert.reasons or not policy.critical_of(
                alert.reasons, alert.kind
            ):
                continue
            missed = (
                instant(each.day, "morning")
                for each in alert.passed
                if policy.critical_of(each.reasons, alert.kind)
            )
            due[alert.id] = min([stored.delivery.known_at, *missed])
            if at := first.get(stored.delivery.id):
                seen[alert.id] = min(at, seen.get(alert.id, at))
    yield from (at - due[alert] for alert, at in seen.items())


def _doubled(history: "History", planned: dict[str, StoredDelivery]) -> Iterator[str]:
    """One message twice, or one thing said twice on one route, unless it says so itself."""
    plain = [s for s in history.observer.seen if not s.marked]
    for message, times in Counter(s.id for s in plain).items():
        if times > 1:
            yield f"doubled: {_name(planned[message].delivery)} was seen {times} times"
    marked = Counter(s.id for s in history.observer.seen if s.marked)
    for message, times in marked.items():
        if times > 1:
            yield f"doubled: {_name(planned[message].delivery)} was repeated {times} times"
    said = Counter(what for s in {s.id for s in plain} for what in _said(planned[s]))
    yield from (f"doubled: {what} as {n} messages" for what, n in said.items() if n > 1)


def _said(stored: StoredDelivery) -> Iterator[str]:
    """What a reader would call the same thing: route, matter, date and reason, on one day.

    Not so what was met, then open again by a correction, and met once more: a new revision.
    """
    for alert in stored.alerts:
        matter = f"{alert.instance} r{alert.revision} {alert.due}"
        yield f"{stored.delivery.route} {matter} {alert.reason} {alert.day} {alert.step}"


def _untimely(history: "History", planned: dict[str, StoredDelivery]) -> Iterator[str]:
    """What was first shown although its reader's team knew better before the worker began."""
    for shown in history.observer.seen:
        stored = planned[shown.id]
        for alert in stored.alerts:
            if alert.reason in (Reason.ROUTE_FAILED, Reason.DIGEST, Reason.ANSWERED):
                continue
            if alert.kind == INVITATION:
                continue  # a late one has the lower sequence; see tests/simulation/calendars.py
            delivery = replace(stored.delivery, alert=alert)
            causes = [_untrue(delivery, shown, clock) for clock in _clocks(shown)]
            if all(causes):
                what, at = _name(delivery), f"{shown.at:%m-%d %H:%M}"
                yield f"untimely: {what}, {causes[0]}, at {at}"


def _clocks(shown: Shown) -> Iterator[datetime]:
    """What the worker's clock may have read as it began, as far as it makes a difference.

    The slowest first; then each instant up to the fastest at which something was recorded.
    """
    began = shown.began.astimezone(UTC)
    yield began - CLOCK_ERROR
    for at in (*(f.recorded_at for f in shown.facts), *(h.at for h in shown.handled)):
        if at and began - CLOCK_ERROR < at <= began + CLOCK_ERROR:
            yield at


def _untrue(delivery: Delivery, shown: Shown, known: datetime) -> str | None:
    """Why it was not to be shown by a worker whose clock read `known`; None where it was."""
    alert, today = delivery.alert, shown.began.astimezone(ZONE).date()
    now = truth(shown.facts, assessment_day(alert, today), known, compare=False)
    if cause := why_untrue(alert, now, today):
        return cause
    return "acknowledged" if _answered(alert, shown, delivery, known) else None


def _answered(alert: Alert, shown: Shown, delivery: Delivery, known: datetime) -> bool:
    """Whether a responsible person acknowledged or snoozed it between planning and now."""
    if alert.reason in _SAID_ANYWAY:
        return False
    answering = deal.team().answering("company", alert.day)
    return any(
        h.subject == alert.instance
        and h.content == str(alert.revision)
        and h.action in ("acknowledged", "snoozed")
        and h.by in answering
        and delivery.known_at < h.at < known
        and (h.until is None or h.until > shown.began.date())
        for h in shown.handled
    )


_SAID_ANYWAY = frozenset(
    {
        Reason.MISSED,
        Reason.DUE_TODAY,
        Reason.LAST_CALL,
        Reason.MOVED,
        Reason.CONFIRMED,
        Reason.RESOLVED,
        Reason.CLOSED,
        Reason.CAUGHT_UP,
        Reason.STATEMENT,
        Reason.RATE_STEP,
    }
)


def _lost(history: "History", planned: dict[str, StoredDelivery]) -> Iterator[str]:
    """What is true today, should have been said by now, and was not seen on some route."""
    last = history.swept[-1]
    known = datetime.combine(last, time(8), ZONE).astimezone(UTC)
    facts = tuple(f for f in history.recorded if f.recorded_at and f.recorded_at <= known)
    now = truth(facts, last, known, compare=True)
    for part, since, reasons in _owed(now):
        if part.instance in _answered_for(history, last):
            continue
        for route in _untold(history, planned, part, since, reasons):
            yield f"lost: {part.instance} {'/'.join(reasons)} since {since} on {route}"
    yield from _ends_untold(history, planned, now)
    by_the_end = truth(history.recorded, last, history.utc, compare=True)
    yield from digests.untold(history, planned, now, by_the_end)


def _ends_untold(
    history: "History", planned: dict[str, StoredDelivery], now: Assessment
) -> Iterator[str]:
    """What was met, where those who had heard of it last heard of no end, or of one on another day.

    Only where every route was open all the time: its replacement is checked above.
    """
    slow = any(stored.cause == TOO_SLOW for stored in planned.values())
    if slow or history.slack.refused or history.post.gone:
        return
    last: dict[tuple[str, str], Alert] = {}
    for stored in sorted((planned[s.id] for s in history.observer.seen), key=_planned_at):
        delivery = stored.delivery
        route = delivery.stands_in_for or str(delivery.route)
        if route.startswith(("slack:", "email:")):
            for alert in stored.alerts:
                # The step of an escalation asks again; one that comes too late is untimely.
                if alert.reason is not Reason.ESCALATED:
                    last[route, alert.instance] = alert
    met = {o.instance: o.done_on for o in now.obligations if o.kind in ("deadline", "notice")}
    for (route, instance), alert in last.items():
        day = met.get(instance)
        if day is not None and alert.ended_on != day:
            yield f"lost: {instance} met {day}, told last {alert.ended_on} on {route}"


def _planned_at(stored: StoredDelivery) -> datetime:
    return stored.delivery.known_at


def _answered_for(history: "History", day: date) -> set[str]:
    """What somebody who answers for it has answered: they know of it."""
    answering = deal.team().answering("company", day)
    return {h.subject for h in history.handled if h.by in answering and h.action != "seen"}


def _untold(
    history: "History",
    planned: dict[str, StoredDelivery],
    part: Part,
    since: date,
    reasons: frozenset[Reason],
) -> Iterator[Route]:
    """The routes on which nobody saw it, and which did not refuse it with another in their place.

    Slack refuses where it was shut out of the workspace, and is too slow where it throttles for
    long: then the owner has it by mail. A mail comes back where its reader has left: then the
    reader has it in Slack, if that can be.
    """
    seen = [planned[s] for s in {s.id for s in history.observer.seen}]
    slow = [s for s in planned.values() if s.cause == TOO_SLOW]
    refused = [*slow, *(s for s in planned.values() if s.state is State.REFUSED)]

    def among(stored: Iterable[StoredDelivery], route: str) -> bool:
        return any(_tells(s, route, part, since, reasons) for s in stored)

    for route in routes(deal.team()):
        if among(seen, str(route)):
            continue
        if route.in_slack:
            instead = bool(history.slack.refused or slow) and among(seen, OWNER)
        else:
            own = f"dm:{route.to}"
            shut_out = bool(history.slack.refused or slow) and among(refused, own)
            instead = bool(history.post.gone) and (among(seen, own) or shut_out)
        if not (instead and among(refused, str(route))):
            yield route


def _tells(
    stored: StoredDelivery,
    route: str,
    part: Part,
    since: date,
    reasons: frozenset[Reason],
) -> bool:
    """Whether that message reported it, on that route or instead of it, on that day or later."""
    delivery = stored.delivery
    due = {Obligation: "due", Window: "closes"}.get(type(part))
    day = getattr(part, due) if due else None
    return route in (str(delivery.route), delivery.stands_in_for) and any(
        alert.instance == part.instance
        and (due is None or alert.due == day)
        and alert.day >= since
        and (not reasons or bool(reasons & set(alert.reasons)))
        for alert in stored.alerts
    )


def _owed(
    now: Assessment,
) -> Iterator[tuple[Part, date, frozenset[Reason]]]:
    """What must have been said by now: the matter, since which day, by one of which reasons.

    Worked out from the leads that the policy promises, apart from the planning.
    """
    for o in now.obligations:
        speaks = deal.team().alerts.for_kind(o.kind)
        if o.status is Status.MISSED and o.kind in ("deadline", "notice"):
            yield o, o.due, frozenset({Reason.MISSED, Reason.CAUGHT_UP, Reason.SNOOZE_ENDED})
        elif o.is_open and o.status is not Status.MISSED:
            if since := _latest_lead(adverse_end(o), speaks.remind, now.as_of):
                yield o, max(since, date.min), frozenset()
            elif speaks.when_opened:
                yield o, o.opens, frozenset()
    for w in now.windows:
        speaks = deal.team().alerts.for_kind(w.kind)
        running = w.done_on is None and w.status is not Status.OVERRUN
        if running and speaks.when_opened and w.opens <= now.as_of:
            yield w, w.opens, frozenset()
    for d in now.defaults:
        if d.is_open and d.accrues_from <= now.as_of:
            yield d, d.accrues_from, frozenset()


def _latest_lead(due: date, leads: tuple[int, ...], today: date) -> date | None:
    last = FEDERAL_RESERVE.last_open_on_or_before(due)
    days = [business_days_before(last, n, FEDERAL_RESERVE).result for n in leads]
    return max((d for d in [*days, last] if d <= today), default=None)


def _unfinished(planned: dict[str, StoredDelivery]) -> Iterator[str]:
    for stored in planned.values():
        if not stored.state.is_final and not stored.settled:
            yield f"unfinished: {_name(stored.delivery)} is {stored.state}"


def _name(delivery: Delivery) -> str:
    a = delivery.alert
    return f"{a.instance} {a.reason} {a.day:%m-%d} {a.step} r{a.revision} on {delivery.route}"
