"""Everything with a date, and *Why this date?* for each, with the Sections it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dealclock.alerts.gravity import rank
from dealclock.answers.section import list_sections, section
from dealclock.answers.why import ACCRUAL, is_accrual, of_instance
from dealclock.desk.verbs.history import VERB as HISTORY
from dealclock.engine.conclusions import Conclusion, Default, Obligation, Status, Window
from dealclock.jobs.documents.drafts import drafts
from dealclock.messages import action_time, dates, status_lines, words
from dealclock.messages.message import Message
from dealclock.messages.status_words import past_word
from dealclock.messages.view import Matter, matter, matters
from local.workbench.panes.deal.deal_on_day import DealOnDay, DealPages
from local.workbench.workbench import Workbench

_MARKS: Mapping[Status, tuple[str, str]] = {
    Status.MISSED: ("overdue", "Overdue"),
    Status.OVERRUN: ("overdue", "Overdue"),
    Status.DUE_TODAY: ("today", "Due today"),
    Status.LAST_DAY: ("today", "Last day"),
}
_RUNS = {
    Conclusion.COMPUTED: "Possible default, running",
    Conclusion.CONFIRMED: "Default, running",
    Conclusion.DISPUTED: "Disputed default, running",
}


@dataclass(frozen=True)
class Mark:
    """What needs attention first, by a color, which is never all, and in words."""

    color: str
    says: str


@dataclass(frozen=True)
class Line:
    """One row of the list; `mark` is on what needs attention first."""

    href: str
    title: str
    clause: str
    when: str
    act_by: str
    status: str
    mark: Mark | None
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
            why=of_instance(view.assessment, instance).say(view),
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
    """Each table with rows: what is open, the gravest first; then what is over."""
    found = sorted(matters(look.view), key=lambda m: rank(m.part))
    for title, over in (("Open", False), ("Over", True)):
        lines = [_line(m, look) for m in found if dates.is_over(m.part) is over]
        if lines:
            yield title, lines


def list_marked(look: DealOnDay) -> list[Line]:
    """What needs attention first, the gravest first."""
    lines = (_line(m, look) for m in sorted(matters(look.view), key=lambda m: rank(m.part)))
    return [line for line in lines if line.mark]


def _mark(part: object) -> Mark | None:
    if isinstance(part, Default):
        return Mark("running", _RUNS[part.conclusion]) if part.is_open else None
    if isinstance(part, Obligation) and part.status is Status.MISSED:
        return Mark("overdue", words.sentence(past_word(part)))
    if isinstance(part, Obligation | Window) and part.status in _MARKS:
        return Mark(*_MARKS[part.status])
    return None


def _line(m: Matter, look: DealOnDay) -> Line:
    mark = _mark(m.part)
    status = status_lines.describe_status(m, look.view.assessment)
    return Line(
        href=look.to(f"/deal/obligations/{m.instance}"),
        title=m.title,
        clause=words.clause(m.clause),
        when=words.sentence(dates.describe_dates(m.part)),
        act_by=action_time.describe_act_by(m.part, look.view),
        status=words.sentence(status.removeprefix(f"{mark.says}: ")) if mark else status,
        mark=mark,
        owner=look.view.team.owner_of(m.owed_by, m.instance)[0].name,
    )


def _sections(m: Matter, look: DealOnDay) -> Iterator[Message]:
    """What the terms say under each Section that the steps rest on, in the order of the steps."""
    view = look.view
    known = list_sections(look.look.in_force)
    for cited in dict.fromkeys((*(step.clause for step in m.why.steps), m.clause)):
        if cited in known:
            yield section(view, cited).say(view)


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
