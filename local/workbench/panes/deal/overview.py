"""The first page: where the deal stands, why it is quiet, pictures, interest, days left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dealclock.answers.assess import status as answers
from dealclock.answers.suspension.limits import lines
from dealclock.engine.conclusions import Status
from dealclock.engine.interest.accrued import Segment
from dealclock.messages import amounts, approvals, unchecked_sections, words
from dealclock.messages.message import Message
from dealclock.messages.message import MessageRow as Said
from dealclock.messages.view import View
from local.workbench.panes.deal.lines import Line, of_default, of_obligation, of_window
from local.workbench.panes.deal.looking import Look, Looks, answer_of
from local.workbench.panes.deal.pictures import pictures
from local.workbench.quiet import quiet
from local.workbench.why_quiet import why_quiet
from local.workbench.workbench import Workbench


@dataclass(frozen=True)
class Bore:
    """One lot at one rate, in words: from and including `start` to but excluding `end`."""

    start: str
    end: str
    rate: str
    days: str
    amount: str
    lot: str


def routes(workbench: Workbench, looks: Looks) -> Sequence[BaseRoute]:
    """Its address."""

    def show(request: Request) -> Response:
        look = looks.at(request)
        view = look.view
        # While it plays, both would be over before they are looked at, and slow it down.
        still = workbench.play.now().until is None
        why = _why(look, looks) if still and look.of_its_own_day else None
        return looks.page(
            request,
            look,
            "overview.html",
            answer=words.sentence(answers.glance(view)),
            marks=_marks(view),
            why=why,
            why_answer=words.sentence(answer_of(why)) if why else "",
            pictures=list(pictures(look)) if still else [],
            stands=list(_stands(look)),
            interest=amounts.section(view) if view.assessment.accrual.clause else None,
            payments=[
                of_obligation(o, look) for o in view.assessment.obligations if o.kind == "payment"
            ],
            bore=[_bore(each, view) for each in view.assessment.accrual.segments],
            day_count=view.assessment.accrual.day_count,
            budgets=[(b, list(lines(b))) for b in view.assessment.budgets if b.is_drawn_on],
            footnotes=view.footnotes(),
        )

    return [Route("/deal", show)]


def _why(look: Look, looks: Looks) -> Message:
    """Why nothing is happening; asked of the deal's own day alone."""
    return quiet(look.view, why_quiet(look.deal, look.view.assessment, looks.store))


def _marks(view: View) -> list[Said]:
    """What the whole rests on that is not certain, under a short word for each."""
    a = view.assessment
    grounds = [o.grounds for o in a.obligations] + [w.grounds for w in a.windows]
    grounds += [d.grounds for d in a.defaults]
    said = [each.partition(": ") for each in view.banners(grounds)]
    found = [Said(word, rest) for word, _, rest in said if word != "REHEARSAL"]
    found += [Said("CONTRADICTION", words.sentence(each.says)) for each in a.contradictions]
    waits = [each for each in approvals.lines(view) if "(fact:" not in each]
    found += [Said("UNVERIFIED", f"{each}: no second person approved it") for each in waits]
    found += [Said("NOT CHECKED", each) for each in unchecked_sections.lines(a.not_checked)]
    return found


def _stands(look: Look) -> Iterator[Line]:
    """What waits to be done or runs: the missed first, then by day; then what accrues."""
    a = look.view.assessment
    waiting = [o for o in a.obligations if o.is_open]
    waiting.sort(key=lambda o: (o.status is not Status.MISSED, o.due))
    yield from (of_obligation(o, look) for o in waiting)
    running = (w for w in a.windows if w.ended_on is None and w.status is not Status.CLOSED)
    yield from (of_window(w, look) for w in sorted(running, key=lambda w: w.closes))
    yield from (of_default(d, look) for d in a.defaults if d.is_open)


def _bore(s: Segment, view: View) -> Bore:
    lots = {lot.id: lot.name for lot in view.terms.securities}
    return Bore(
        words.day(s.start),
        words.day(s.to_exclusive),
        words.percent(s.rate),
        f"{s.days_counted} counted, {s.days_actual} actual",
        words.dollars(s.amount),
        f"{words.dollars(s.principal)} of {lots.get(s.lot, s.lot)}"
        + (f", {s.note}" if s.note else ""),
    )
