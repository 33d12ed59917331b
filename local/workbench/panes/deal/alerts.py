"""Every alert with its reasons, the routes it went by, and the archived messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery
from dealclock.alerts.outcome import State
from dealclock.messages import notices, words
from dealclock.messages.message import POSSIBLY_REPEATED
from dealclock.messages.status_words import reason_word
from dealclock.store import ArchivedMessage, StoredDelivery
from local.workbench.panes.deal.deal_on_day import DealOnDay, DealPages
from local.workbench.workbench import Workbench

_MOST = 40  # alerts on a page
_Alert = tuple[Alert, list[StoredDelivery]]


@dataclass(frozen=True)
class AlertDelivery:
    """An alert on one route: to whom, its state and why, notes, and the archived messages."""

    to: str
    state: State
    why: str
    loud: bool
    notes: tuple[str, ...]
    messages: tuple[ArchivedMessage, ...] = ()


@dataclass(frozen=True)
class AlertRow:
    """One alert: when it was planned, what about, why, and each of its deliveries.

    `about` is the address of the page of its instance.
    """

    href: str
    day: str
    slot: str
    title: str
    instance: str
    about: str
    clause: str
    due: str
    reasons: str
    deliveries: tuple[AlertDelivery, ...]


def routes(_workbench: Workbench, pages: DealPages) -> Sequence[BaseRoute]:
    """The list, the latest first, and each alert by its id."""

    def show(request: Request) -> Response:
        look = pages.at(request)
        every = _alerts(look, pages)
        skipped = _number(request.query_params.get("skip", ""))
        shown = every[skipped : skipped + _MOST]
        earlier = skipped + _MOST if skipped + _MOST < len(every) else None
        return pages.page(
            request,
            look,
            "alerts.html",
            alerts=[_row(each, look, pages) for each in shown],
            count=len(every),
            earlier=earlier,
        )

    def one(request: Request) -> Response:
        look, wanted = pages.at(request), request.path_params["alert"]
        found = next((e for e in _alerts(look, pages) if e[0].id == wanted), None)
        if found is None:
            return pages.page(request, look, "none.html", instance=wanted, status=404)
        zone = look.deal.terms.agreement.time_zone
        return pages.page(
            request,
            look,
            "alert.html",
            alert=_row(found, look, pages, with_messages=True),
            instant=lambda at: words.instant(at, zone),
        )

    return [Route("/deal/alerts", show), Route("/deal/alerts/{alert}", one)]


def _number(given: str) -> int:
    return int(given) if given.isdecimal() and len(given) < 6 else 0


def _alerts(look: DealOnDay, pages: DealPages) -> list[_Alert]:
    """Each alert planned by then with its deliveries, the latest alert first.

    A post with several alerts is a delivery of each of them.
    """
    found: dict[str, _Alert] = {}
    for each in pages.store.outbox.of_deal(look.deal.meta.id):
        if each.delivery.known_at <= look.look.instant:
            for alert in each.alerts:
                # An alert planned again by a later run of its day keeps its id, and its place.
                found.setdefault(alert.id, (alert, []))[1].append(each)
    return sorted(found.values(), key=lambda one: _first(one[1]).known_at, reverse=True)


def _first(of: Iterable[StoredDelivery]) -> Delivery:
    return min(of, key=lambda each: each.delivery.known_at).delivery


def _row(
    found: _Alert, look: DealOnDay, pages: DealPages, *, with_messages: bool = False
) -> AlertRow:
    alert, of = found
    first = _first(of)
    zone = look.deal.terms.agreement.time_zone
    moved = f", moved from {words.day(alert.moved_from)}" if alert.moved_from else ""
    return AlertRow(
        href=look.to(f"/deal/alerts/{alert.id}"),
        day=words.instant(first.known_at, zone),
        slot=first.slot,
        title=alert.title,
        instance=alert.instance,
        about=look.to(f"/deal/obligations/{alert.instance}"),
        clause=words.clause(alert.clause) if alert.clause else "",
        due=f"{words.day(alert.due)}{moved}" if alert.due else "",
        reasons=words.sentence(words.listed(map(reason_word, alert.reasons))),
        deliveries=tuple(
            AlertDelivery(
                to=notices.describe_route(each.delivery.route, look.view),
                state=each.state,
                why=notices.describe_cause(each.cause),
                loud=each.state in (State.REFUSED, State.UNKNOWN),
                notes=tuple(_notes(each)),
                messages=pages.store.archive.messages_of(each.key) if with_messages else (),
            )
            for each in _in_order(of)
        ),
    )


def _in_order(of: Iterable[StoredDelivery]) -> list[StoredDelivery]:
    """The channel first, then people."""
    kinds = ("slack", "mention", "dm", "email")
    return sorted(of, key=lambda e: (kinds.index(e.delivery.route.kind), e.delivery.route.to))


def _notes(each: StoredDelivery) -> Iterator[str]:
    if each.delivery.stands_in_for:
        yield f"Used instead of {each.delivery.stands_in_for}."
    if each.repeated:
        yield POSSIBLY_REPEATED
    if each.shown:
        yield f"Updated: {each.shown}"
