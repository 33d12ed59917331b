"""Everything with a date, and one of them step by step beside its clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dealclock.engine.conclusions import Default, Obligation, Status, UndatedDuty, Window
from dealclock.engine.grounds import Step
from dealclock.render import acting, dated, gaps, reading, shares, standing, words
from dealclock.render.desk.clause import paraphrase
from dealclock.render.told import Row as Said
from dealclock.render.told import rows
from dealclock.render.view import Matter, View, matter, matters
from dealclock.usecases.drafts import drafts
from local.workbench.panes.deal.alerts import about as alerts_about
from local.workbench.panes.deal.facts import recorded
from local.workbench.panes.deal.looking import Look, Looks
from local.workbench.panes.deal.readings import figures_of
from local.workbench.workbench import Workbench

_LOUD = (Status.MISSED, Status.DUE_TODAY, Status.LAST_DAY, Status.OVERRUN)


@dataclass(frozen=True)
class Line:
    """One thing with a date in a table: `loud` is what wants attention before all else."""

    href: str
    instance: str
    title: str
    clause: str
    when: str
    act_by: str
    status: str
    loud: bool
    owner: str
    note: str = ""


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
        return looks.page(request, look, "obligations.html", tables=list(_tables(look)))

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
            answer=f"{found.title}, {dated.dates(found.part)}",
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


def of_obligation(o: Obligation, look: Look) -> Line:
    """An obligation: when it is due or was met, until when it can be acted upon."""
    view = look.view
    due = words.due(o)
    closed = view.closed_day(o.due) if o.is_open else ""
    amount = f"{words.amount(o.money)}" if o.money is not None else ""
    safe = f"safe under every reading: {s}" if o.is_open and (s := reading.safe(view, o)) else ""
    return Line(
        look.to(f"/deal/obligations/{o.instance}"),
        o.instance,
        o.title,
        words.clause(o.clause),
        due,
        acting.by(o, view),
        f"{o.status}, {words.day(o.met_on)}" if o.met_on else str(o.status),
        o.status in _LOUD,
        view.team.owner_of(o.owed_by)[0].name,
        "; ".join(each for each in (amount, closed and f"due on {closed}", safe) if each),
    )


def of_window(w: Window, look: Look) -> Line:
    """A window: its first and last day, how much of it is used."""
    view = look.view
    used = ""
    if w.limit_days is not None and w.days_used is not None:
        used = f"{w.days_used} of {words.number(w.limit_days, 'day')} used"
    safe = "" if w.status is Status.CLOSED else reading.safe(view, w)
    over = f", from {words.day(w.ended_on)}" if w.ended_on else ""
    return Line(
        look.to(f"/deal/obligations/{w.instance}"),
        w.instance,
        w.title,
        words.clause(w.clause),
        f"{words.day(w.opens)} to {words.day(w.closes)}",
        "",
        f"{w.status}{over}",
        w.status in _LOUD,
        view.team.owner_of(w.owed_by)[0].name,
        "; ".join(e for e in (used, safe and f"safe under every reading: {safe}") if e),
    )


def of_default(d: Default, look: Look) -> Line:
    """A default: when it occurred, whether it is computed, confirmed or disputed."""
    lapsed = look.view.assessment.obligation(d.lapsed)
    ends = f" to but excluding {words.day(d.accrues_to)}" if d.accrues_to else ", runs on"
    return Line(
        look.to(f"/deal/obligations/{d.instance}"),
        d.instance,
        d.title,
        words.clause(d.clause),
        f"occurred {words.day(d.occurred_on)}",
        "",
        standing.conclusion(d),
        d.is_open,
        look.view.team.owner_of(lapsed.owed_by if lapsed else "company")[0].name,
        f"accrues from {words.day(d.accrues_from)}{ends}",
    )


def _of_duty(d: UndatedDuty, look: Look) -> Line:
    target = f"team target {words.day(d.target)}, no term" if d.target else ""
    return Line(
        look.to(f"/deal/obligations/{d.instance}"),
        d.instance,
        d.title,
        words.clause(d.clause),
        f"no date: {d.standard!r}",
        "",
        standing.of_duty(d).partition(";")[0],
        False,
        look.view.team.owner_of(d.owed_by)[0].name,
        target,
    )


def _tables(look: Look) -> Iterator[tuple[str, list[Line]]]:
    """Each table that holds something, under its heading; what waits before what is over."""
    a = look.view.assessment
    owed = sorted(a.obligations, key=lambda o: (o.due, o.instance))
    windows = sorted(a.windows, key=lambda w: (w.opens, w.instance))
    found = (
        ("Waiting", [of_obligation(o, look) for o in owed if o.is_open]),
        ("Windows", [of_window(w, look) for w in windows]),
        ("Registration Defaults", [of_default(d, look) for d in a.defaults]),
        ("Met or excused", [of_obligation(o, look) for o in owed if not o.is_open]),
        ("Duties without a date", [_of_duty(d, look) for d in a.duties]),
        ("Shares", list(_shares(look))),
    )
    return ((title, lines) for title, lines in found if lines)


def _shares(look: Look) -> Iterator[Line]:
    for each in look.view.assessment.true_ups:
        for row in each.owed:
            owner = look.view.team.owner_of(row.owed_by)[0].name
            href = look.to(f"/deal/obligations/{row.instance}")
            when = f"vested {words.day(row.vested_on)}"
            where = words.clause(row.clause)
            at = (row.instance, row.title, where, when, "")
            yield Line(href, *at, shares.standing(row), False, owner, shares.number(row))


def _rows(m: Matter, view: View) -> tuple[Said, ...]:
    """The matter in brief, the most pressing first."""
    part = m.part
    safe = reading.safe(view, part) if isinstance(part, Obligation | Window) else ""
    return rows(
        ("Status", standing.status(m, view)),
        ("Date", standing.undated(part) if isinstance(part, UndatedDuty) else ""),
        ("About", standing.about(m, view)),
        ("Do", "" if dated.is_over(part) else words.sentence(m.action)),
        ("Act by", acting.by(part, view)),
        *_methods(part, view),
        ("Safe under every reading", safe),
        ("Owner", view.owner(m.owed_by)),
        ("Note", words.sentence("; ".join(m.notes))),
        ("Not checked", gaps.beside(view, m.clause)),
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
