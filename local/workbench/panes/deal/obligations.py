"""Everything with a date, and *Why this date?* for each, with the Sections it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dealclock.answers.clause.message import message as describe_section
from dealclock.answers.clause.result import ClauseQuery, list_sections, of_assessment
from dealclock.answers.explain import QUESTION as EXPLAIN
from dealclock.answers.explain.result import ACCRUAL, ExplainResult, is_accrual
from dealclock.engine.conclusions import Default, Obligation, Status, Window
from dealclock.messages import action_time, dates, status_lines, words
from dealclock.messages.message import Message
from dealclock.messages.view import Matter, matter, matters
from dealclock.usecases.desk.verbs.history import VERB as HISTORY
from dealclock.usecases.documents.drafts import drafts
from local.workbench.panes.deal.deal_on_day import DealOnDay, DealPages
from local.workbench.workbench import Workbench

_LOUD = (Status.MISSED, Status.DUE_TODAY, Status.LAST_DAY, Status.OVERRUN)


@dataclass(frozen=True)
class Line:
    """One row of the list; `loud` marks what needs attention first."""

    href: str
    title: str
    clause: str
    when: str
    act_by: str
    status: str
    loud: bool
    owner: str


def routes(_workbench: Workbench, pages: DealPages) -> Sequence[BaseRoute]:
    """The list, and each by its instance; Additional Interest is `accrual`."""

    def show(request: Request) -> Response:
        look = pages.at(request)
        return pages.page(request, look, "obligations.html", tables=list(_tables(look)))

    def one(request: Request) -> Response:
        look, instance = pages.at(request), request.path_params["instance"]
        view = look.view
        m = matter(view, instance)
        if m is None and not (instance == ACCRUAL and is_accrual(ACCRUAL, view.terms)):
            return pages.page(request, look, "none.html", instance=instance, status=404)
        return pages.page(
            request,
            look,
            "obligation.html",
            instance=instance,
            title=m.title if m else "Additional Interest",
            why=EXPLAIN.message(ExplainResult(view.assessment, instance), view),
            sections=list(_sections(m, look)) if m else [],
            draft=drafts(view.assessment, view.terms).get(instance, ""),
            related=list(_related(m, look)) if m else [],
            history=pages.reply(look, HISTORY, instance) if m and look.of_its_own_day else None,
        )

    return [
        Route("/deal/obligations", show),
        Route("/deal/obligations/{instance:path}", one),
    ]


def _tables(look: DealOnDay) -> Iterator[tuple[str, list[Line]]]:
    """Each table with rows, by date: what is open, then what is over."""
    found = sorted(matters(look.view), key=_date)
    for title, over in (("Open", False), ("Over", True)):
        lines = [_line(m, look) for m in found if dates.is_over(m.part) is over]
        if lines:
            yield title, lines


def _date(m: Matter) -> date:
    match m.part:
        case Obligation(due=day) | Window(closes=day) | Default(occurred_on=day):
            return day
        case _:
            return date.max


def _line(m: Matter, look: DealOnDay) -> Line:
    open_default = isinstance(m.part, Default) and m.part.is_open
    return Line(
        href=look.to(f"/deal/obligations/{m.instance}"),
        title=m.title,
        clause=words.clause(m.clause),
        when=words.sentence(dates.describe_dates(m.part)),
        act_by=action_time.describe_act_by(m.part, look.view),
        status=status_lines.describe_status(m, look.view.assessment),
        loud=open_default or getattr(m.part, "status", None) in _LOUD,
        owner=look.view.team.owner_of(m.owed_by)[0].name,
    )


def _sections(m: Matter, look: DealOnDay) -> Iterator[Message]:
    """What the terms say under each Section that the steps rest on, in the order of the steps."""
    view, in_force = look.view, look.in_force()
    known = list_sections(in_force.terms)
    for cited in dict.fromkeys((*(step.clause for step in m.trace), m.clause)):
        if cited in known:
            result = of_assessment(view.assessment, in_force, ClauseQuery(cited))
            yield describe_section(result, view)


def _related(m: Matter, look: DealOnDay) -> Iterator[tuple[str, str]]:
    """The default it lapsed into or the obligation it came from, and what is about the same."""
    about = m.instance.partition("/")[2]
    for other in matters(look.view):
        lapsed = {p.lapsed for p in (m.part, other.part) if isinstance(p, Default)}
        others = other.instance.partition("/")[2]
        if other.instance != m.instance and (
            {m.instance, other.instance} & lapsed
            or (about and about in (other.instance, others))
            or others == m.instance
        ):
            yield look.to(f"/deal/obligations/{other.instance}"), other.title
