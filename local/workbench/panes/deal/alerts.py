"""What was said: each alert with its reasons, on which route, how it ended, what people did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import State
from dealclock.alerts.responses import AlertResponse
from dealclock.messages import notices, words
from dealclock.messages.view import View
from dealclock.store import ArchivedMessage as Kept
from dealclock.store import StoredDelivery
from local.workbench.panes.deal.looking import Look, Looks
from local.workbench.workbench import Workbench

_MOST = 40  # alerts on a page

_ENDED = {
    State.PLANNED: "planned: its turn has not come",
    State.CLAIMED: "claimed: being sent",
    State.SENT: "sent",
    State.REFUSED: "refused",
    State.UNKNOWN: "unknown whether it arrived",
    State.WITHDRAWN: "withdrawn, not sent",
}


@dataclass(frozen=True)
class On:
    """An alert on one route: to whom, how it ended and why, what else is to be known."""

    to: str
    state: str
    why: str
    loud: bool
    notes: tuple[str, ...]
    said: tuple[Kept, ...] = ()


@dataclass(frozen=True)
class Said:
    """One alert: when, what, why, on each route, and what people did with it."""

    href: str
    day: str
    slot: str
    title: str
    instance: str
    of: str
    clause: str
    due: str
    reasons: str
    routes: tuple[On, ...]
    acts: tuple[str, ...]


def routes(_workbench: Workbench, looks: Looks) -> Sequence[BaseRoute]:
    """The list, the latest first, and each alert by its id."""

    def show(request: Request) -> Response:
        look = looks.at(request)
        every = _alerts(look, looks)
        skipped = _number(request.query_params.get("skip", ""))
        shown = every[skipped : skipped + _MOST]
        earlier = skipped + _MOST if skipped + _MOST < len(every) else None
        return looks.page(
            request,
            look,
            "alerts.html",
            alerts=[_said(each, look, looks) for each in shown],
            count=len(every),
            first=skipped + 1,
            earlier=earlier,
        )

    def one(request: Request) -> Response:
        look, wanted = looks.at(request), request.path_params["alert"]
        found = next((e for e in _alerts(look, looks) if e[0].delivery.alert.id == wanted), None)
        if found is None:
            return looks.page(request, look, "none.html", instance=wanted, status=404)
        said = _said(found, look, looks, shown=True)
        zone = look.deal.terms.agreement.time_zone
        return looks.page(
            request,
            look,
            "alert.html",
            said=said,
            instant=lambda at: words.instant(at, zone),
        )

    return [Route("/deal/alerts", show), Route("/deal/alerts/{alert}", one)]


def about(look: Look, looks: Looks, instance: str) -> list[Said]:
    """What was said of one instance, the latest first."""
    found = (e for e in _alerts(look, looks) if e[0].delivery.alert.instance == instance)
    return [_said(each, look, looks) for each in found]


def _number(given: str) -> int:
    return int(given) if given.isdecimal() and len(given) < 6 else 0


def _alerts(look: Look, looks: Looks) -> list[list[StoredDelivery]]:
    """The deliveries of each alert planned by then, the latest alert first."""
    found = [
        each
        for each in looks.store.outbox.of_deal(look.deal.meta.id)
        if each.delivery.known_at <= look.moment.known_at
    ]
    # An alert planned again by a later run of its day keeps its id, and its place.
    found.sort(key=lambda each: each.delivery.alert.id)
    alerts = [list(of) for _, of in groupby(found, key=lambda each: each.delivery.alert.id)]
    alerts.sort(key=lambda of: min(each.delivery.known_at for each in of), reverse=True)
    return alerts


def _said(of: Sequence[StoredDelivery], look: Look, looks: Looks, *, shown: bool = False) -> Said:
    first = min(of, key=lambda each: each.delivery.known_at).delivery
    alert, view = first.alert, look.view
    zone = look.deal.terms.agreement.time_zone
    moved = f", moved from {words.day(alert.moved_from)}" if alert.moved_from else ""
    return Said(
        href=look.to(f"/deal/alerts/{alert.id}"),
        day=words.instant(first.known_at, zone),
        slot=first.slot,
        title=alert.title,
        instance=alert.instance,
        of=look.to(f"/deal/obligations/{alert.instance}"),
        clause=words.clause(alert.clause) if alert.clause else "",
        due=f"{words.day(alert.due)}{moved}" if alert.due else "",
        reasons=words.sentence(words.listed(str(r) for r in alert.reasons)),
        routes=tuple(_on(each, view, looks, shown=shown) for each in _in_order(of)),
        acts=tuple(_acts(alert, view, zone)),
    )


def _in_order(of: Iterable[StoredDelivery]) -> list[StoredDelivery]:
    """The channel first, then people."""
    kinds = ("slack", "mention", "dm", "email")
    return sorted(of, key=lambda e: (kinds.index(e.delivery.route.kind), e.delivery.route.to))


def _on(each: StoredDelivery, view: View, looks: Looks, *, shown: bool) -> On:
    state = _ENDED[each.state] + (", for good" if each.settled else "")
    return On(
        to=notices.route_words(each.delivery.route, view),
        state=state,
        why=notices.cause_words(each.cause),
        loud=each.state in (State.REFUSED, State.UNKNOWN),
        notes=tuple(_notes(each)),
        said=looks.store.archive.messages_of(each.key) if shown else (),
    )


def _notes(each: StoredDelivery) -> Iterator[str]:
    if each.delivery.stands_in_for:
        yield f"in the place of {each.delivery.stands_in_for}"
    if each.repeated:
        yield "sent once more, marked as possibly repeated"
    if each.failures:
        yield f"tried {words.number(each.failures, 'time')} without knowing how it ended"
    if each.not_before and not each.is_final:
        asked = each.state is not State.UNKNOWN
        yield "waits, because it was asked to" if asked else "waits, to be looked up"
    if each.shown:
        yield f"brought up to date: {each.shown.rstrip('.')}"


def _acts(alert: Alert, view: View, zone: str) -> Iterator[str]:
    """What people did with it as it was announced, of the day it speaks for or later."""
    for done in view.handled:
        same = (done.instance, done.due, done.revision)
        if same == (alert.instance, alert.due, alert.revision) and _after(done, alert.day):
            until = f" until {words.day(done.until)}" if done.until else ""
            at = words.instant(done.at, zone)
            yield f"{words.sentence(done.action)} by {view.name(done.by)}{until}, {at}"


def _after(done: AlertResponse, day: date) -> bool:
    return done.at.date() >= day
