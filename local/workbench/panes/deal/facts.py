"""What was recorded, as it was recorded; what was corrected or taken back stays to be seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dealclock.access.approval import approval_of, of_fact
from dealclock.engine.conclusions import Default, Obligation, UndatedDuty, Window
from dealclock.facts.corrections import outcomes, retracts
from dealclock.facts.fact import Fact, NoticeDelivery
from dealclock.facts.kinds import KINDS
from dealclock.messages import words
from dealclock.messages.view import View
from local.workbench.panes.deal.looking import Look, Looks
from local.workbench.workbench import Workbench

_HOW = {"lot": "lot", "holder": "Holder", "to": "to Holder", "about": "about"}
_NUMBERS = {"shares": "shares", "unadjusted": "shares before any adjustment", "ratio": "ratio"}


@dataclass(frozen=True)
class Recorded:
    """A fact in words. `first` is the id first recorded for it, "" where it does not count.
    `by_later` is the id of what corrected it or took it back, "" while it
    counts; `rest_on_it` the dates and amounts that rest on it, by instance with their titles."""

    id: str
    first: str
    on: str
    says: str
    details: tuple[str, ...]
    known: str
    by: str
    basis: str
    evidence: str
    corrects: str
    by_later: str
    taken_back: bool
    retracts: bool
    standing: str
    rest_on_it: tuple[tuple[str, str], ...]


def routes(_workbench: Workbench, looks: Looks) -> Sequence[BaseRoute]:
    """Its address."""

    def show(request: Request) -> Response:
        look = looks.at(request)
        a = look.view.assessment
        said = [words.sentence(each.says) for each in a.contradictions]
        return looks.page(
            request, look, "facts.html", facts=list(recorded(look)), contradictions=said
        )

    return [Route("/deal/facts", show)]


def recorded(look: Look) -> Iterator[Recorded]:
    """Everything known by then, the latest day first."""
    view = look.view
    known = [f for f in view.log.facts if view.log.recorded_at(f) <= look.moment.known_at]
    became, by_id = outcomes(known), {f.id: f for f in known}
    # Conclusions name a fact by the id first recorded, whichever correction counts.
    first = {s.fact.id: s.id for s in view.log.known(look.moment.as_of, look.moment.known_at)}
    for fact in sorted(known, key=lambda f: f.on, reverse=True):
        by = by_id[became[fact.id].by] if fact.id in became else None
        kind = KINDS[fact.kind]
        yield Recorded(
            id=fact.id,
            first=first.get(fact.id, ""),
            on=words.day(fact.on),
            says=kind.says.rstrip("."),
            details=tuple(_details(fact, view)),
            known=words.instant(view.log.recorded_at(fact), view.log.zone),
            by=fact.recorded_by or "the deal's files",
            basis=fact.basis,
            evidence=fact.evidence or "",
            corrects=fact.corrects or "",
            by_later=by.id if by else "",
            taken_back=by is not None and retracts(by),
            retracts=kind.retracts,
            standing=_standing(fact, view, counts=fact.id in first),
            rest_on_it=tuple(_resting(first[fact.id], look)) if fact.id in first else (),
        )


def _details(fact: Fact, view: View) -> Iterator[str]:
    yield from (_given(each, view) for each in fact.given)
    for name, label in _HOW.items():
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
    told = f"to the {view.party(given.to)} by {given.method}, {words.day(given.on)}"
    if given.acknowledged is None:
        return told
    return f"{told}, receipt acknowledged {words.day(given.acknowledged)}"


def _standing(fact: Fact, view: View, *, counts: bool) -> str:
    """What is to be known of a fact that counts: unused, or approved by no second person."""
    if not counts:
        return ""
    found = []
    if fact.id in view.assessment.unused_facts:
        found.append("no conclusion rests on it")
    if KINDS[fact.kind].critical:
        approved = approval_of(of_fact(fact.id), view.approvals or ())
        by = f"approved by {approved.name}" if approved else ""
        found.append(by or "unverified: no second person approved it")
    return "; ".join(found)


def _resting(fact_id: str, look: Look) -> Iterator[tuple[str, str]]:
    a = look.view.assessment
    parts: list[Obligation | Window | Default | UndatedDuty] = [
        *a.obligations,
        *a.windows,
        *a.defaults,
        *a.duties,
    ]
    for part in parts:
        if fact_id in part.grounds.facts:
            yield look.to(f"/deal/obligations/{part.instance}"), part.title
