"""Everything with a date, and one of them step by step beside its clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dealclock.engine.conclusions import Default, Obligation, UndatedDuty, Window
from dealclock.engine.grounds import Step
from dealclock.messages import (
    action_time,
    amounts,
    dates,
    reading,
    status_lines,
    unchecked_sections,
    words,
)
from dealclock.messages.message import MessageRow as Said
from dealclock.messages.message import rows
from dealclock.messages.view import Matter, View, matter, matters
from dealclock.usecases.documents.drafts import drafts
from local.workbench.panes.deal.alerts import about as alerts_about
from local.workbench.panes.deal.clauses import paraphrase
from local.workbench.panes.deal.facts import recorded
from local.workbench.panes.deal.lines import tables
from local.workbench.panes.deal.looking import Look, Looks
from local.workbench.panes.deal.readings import figures_of
from local.workbench.workbench import Workbench


@dataclass(frozen=True)
class Beside:
    """One step of a trace beside its clause: `paraphrase` is "" where it is that of the step above.

    `days` are those it counted or skipped, a line each.
    """

    says: str
    day: str
    days: tuple[str, ...]
    clause: str
    paraphrase: str


def routes(_workbench: Workbench, looks: Looks) -> Sequence[BaseRoute]:
    """The list, and each by its instance."""

    def show(request: Request) -> Response:
        look = looks.at(request)
        return looks.page(request, look, "obligations.html", tables=list(tables(look)))

    def one(request: Request) -> Response:
        look, instance = looks.at(request), request.path_params["instance"]
        found = matter(look.view, instance)
        if found is None:
            return looks.page(request, look, "none.html", instance=instance, status=404)
        view, draft = look.view, drafts(look.view.assessment, look.deal.terms)
        return looks.page(
            request,
            look,
            "obligation.html",
            m=found,
            answer=f"{found.title}, {dates.dates(found.part)}",
            rows=_rows(found, view),
            steps=list(_beside(found.trace, view)),
            act_by_steps=list(_beside(_act_by(found), view)),
            figures=list(figures_of(look.view, instance, look)),
            related=list(_related(found, look)),
            facts=[f for f in recorded(look) if f.first in found.grounds.facts],
            alerts=alerts_about(look, looks, instance),
            draft=draft.get(instance, ""),
        )

    return [
        Route("/deal/obligations", show),
        Route("/deal/obligations/{instance:path}", one),
    ]


def _rows(m: Matter, view: View) -> tuple[Said, ...]:
    """The matter in brief, the most pressing first."""
    part = m.part
    safe = reading.safe(view, part) if isinstance(part, Obligation | Window) else ""
    adds_up = amounts.of_payment(part, view) if isinstance(part, Obligation) else ()
    return rows(
        ("Status", status_lines.status(m, view)),
        ("Date", status_lines.undated(part) if isinstance(part, UndatedDuty) else ""),
        ("Do", "" if dates.is_over(part) else words.sentence(m.action)),
        ("Act by", action_time.by(part, view)),
        ("Drafts", action_time.drafts(part, view)),
        *_methods(part, view),
        ("Adds up", "; ".join(adds_up)),
        ("Safe under every reading", safe),
        ("Owner", view.owner(m.owed_by)),
        ("Note", words.sentence("; ".join(m.notes))),
        ("Not checked", unchecked_sections.beside(view, m.clause)),
    )


def _methods(part: object, view: View) -> Iterator[tuple[str, str]]:
    """Until when notice can be handed over, by each method."""
    if not isinstance(part, Obligation) or not part.is_open:
        return
    for each in part.methods:
        if each.last_day is None:
            yield f"By {each.method}", "no day is left"
            continue
        only = ", if receipt is acknowledged by then" if each.acknowledged else ""
        zone = view.terms.agreement.time_zone
        when = words.instant(each.act_by, zone) if each.act_by else words.day(each.last_day)
        yield f"By {each.method}", f"hand over until {when}{only}"


def _act_by(m: Matter) -> tuple[Step, ...]:
    return m.part.act_by_trace if isinstance(m.part, Obligation) else ()


def _beside(trace: Sequence[Step], view: View) -> Iterator[Beside]:
    before = ""
    for step in trace:
        says = paraphrase(view.terms, step.clause) if step.clause else ""
        yield Beside(
            says=words.sentence(step.says),
            day=words.day(step.day) if step.day else "",
            days=tuple(words.counted(step.count)) if step.count else (),
            clause=words.clause(step.clause) if step.clause else "",
            paraphrase=says if step.clause != before else "",
        )
        before = step.clause


def _related(m: Matter, look: Look) -> Iterator[tuple[str, str]]:
    """What it lapsed into or came from, and what is about it or about the same thing."""
    about = m.instance.partition("/")[2]
    for other in matters(look.view):
        lapsed = {p.lapsed for p in (m.part, other.part) if isinstance(p, Default)}
        beside = other.instance.partition("/")[2]
        if other.instance != m.instance and (
            {m.instance, other.instance} & lapsed
            or (about and about in (other.instance, beside))
            or beside == m.instance
        ):
            yield look.to(f"/deal/obligations/{other.instance}"), other.title
