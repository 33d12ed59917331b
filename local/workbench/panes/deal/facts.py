"""The events as recorded; one that was corrected or retracted stays, marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dealclock.facts.corrections import outcomes
from dealclock.facts.fact import Fact, NoticeDelivery
from dealclock.facts.kinds import KINDS
from dealclock.messages import words
from dealclock.messages.view import View, matters
from dealclock.messages.why import AWAITED
from dealclock.people.approval import approval_of, of_fact
from local.workbench.panes.deal.deal_on_day import DealOnDay, DealPages
from local.workbench.workbench import Workbench

_NAMES = {"lot": "lot", "holder": "Holder", "to": "to Holder", "about": "about"}
_NUMBERS = {"shares": "shares", "unadjusted": "shares before any adjustment", "ratio": "ratio"}


@dataclass(frozen=True)
class RecordedEvent:
    """An event as its row shows it.

    `outcome` is why it no longer counts, `by_later` the id of the event that caused that, both ""
    while it counts. `status` is who approved it, or what is missing. `rest_on_it` are the addresses
    and titles of the dates and amounts that rest on it.
    """

    id: str
    on: str
    says: str
    details: tuple[str, ...]
    known: str
    by: str
    basis: str
    evidence: str
    corrects: str
    outcome: str
    by_later: str
    retracts: bool
    status: str
    rest_on_it: tuple[tuple[str, str], ...]


def routes(_workbench: Workbench, pages: DealPages) -> Sequence[BaseRoute]:
    """Its address."""

    def show(request: Request) -> Response:
        look = pages.at(request)
        said = [words.sentence(each.text) for each in look.view.assessment.contradictions]
        return pages.page(
            request, look, "facts.html", facts=list(_recorded(look)), contradictions=said
        )

    return [Route("/deal/facts", show)]


def _recorded(look: DealOnDay) -> Iterator[RecordedEvent]:
    """Everything known by then, the latest day first."""
    view = look.view
    known = [f for f in view.log.facts if view.log.recorded_at(f) <= look.look.instant]
    became = outcomes(known)
    # Conclusions name an event by the id first recorded, whichever correction counts.
    first = {s.fact.id: s.id for s in view.log.known(look.look.as_of, look.look.instant)}
    for fact in sorted(known, key=lambda f: f.on, reverse=True):
        after = became.get(fact.id)
        kind = KINDS[fact.kind]
        yield RecordedEvent(
            id=fact.id,
            on=words.day(fact.on),
            says=kind.description.rstrip("."),
            details=tuple(_details(fact, view)),
            known=words.instant(view.log.recorded_at(fact), view.log.zone),
            by=fact.recorded_by or "the deal's files",
            basis=fact.basis,
            evidence=fact.evidence or "",
            corrects=fact.corrects or "",
            outcome=after.text if after else "",
            by_later=after.by if after else "",
            retracts=kind.retracts,
            status=_status(fact, view) if fact.id in first else "",
            rest_on_it=tuple(_resting(first[fact.id], look)) if fact.id in first else (),
        )


def _details(fact: Fact, view: View) -> Iterator[str]:
    yield from (_given(each, view) for each in fact.given)
    for name, label in _NAMES.items():
        if value := getattr(fact, name):
            yield f"{label} {value}"
    if fact.amount is not None:
        yield words.money(str(fact.amount))
    for name, label in _NUMBERS.items():
        if (number := getattr(fact, name)) is not None:
            yield f"{label} {number}"
    if fact.target is not None:
        yield f"names {words.day(fact.target)}"
    if fact.note:
        yield fact.note


def _given(given: NoticeDelivery, view: View) -> str:
    delivered = f"to the {view.party(given.to)} by {given.method}, {words.day(given.on)}"
    if given.acknowledged is None:
        return delivered
    return f"{delivered}, receipt acknowledged {words.day(given.acknowledged)}"


def _status(fact: Fact, view: View) -> str:
    """Why nothing rests on an event that counts; who approved a critical one."""
    a = view.assessment
    found = []
    if fact.id in a.unused_facts:
        found.append(a.unused_because.get(fact.id, "not used in any conclusion"))
    if KINDS[fact.kind].critical:
        approved = approval_of(of_fact(fact.id), view.approvals or ())
        found.append(f"approved by {approved.name}" if approved else AWAITED)
    return "; ".join(found)


def _resting(fact_id: str, look: DealOnDay) -> Iterator[tuple[str, str]]:
    for m in matters(look.view):
        if fact_id in m.why.facts:
            yield look.to(f"/deal/obligations/{m.instance}"), m.title
