"""The answer to `/deal what-if`: what an event not recorded would change. Records nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dealclock.answers.why import list_instances
from dealclock.desk.verbs.all import VERBS
from dealclock.errors import DealclockError
from dealclock.facts.kinds import menu
from dealclock.messages.message import Message
from dealclock.terms.rules.suspensions import DayBudget
from local.workbench.panes.deal.deal_on_day import DealOnDay, DealPages
from local.workbench.workbench import Workbench

DETAILS = (
    ("about", "About", "the default, payment or obligation it is about"),
    ("for", "For days", "of a suspension"),
    ("holder", "Holder", "by its id"),
    ("lot", "Lot", "of Notes"),
    ("amount", "Dollars", "of principal or money"),
    ("shares", "Shares", "a number"),
)
"""What may follow the kind and the day: the word of the command, its label, what to give."""


def routes(_workbench: Workbench, pages: DealPages) -> Sequence[BaseRoute]:
    """Its address holds the question, so that it can be bookmarked and asked again."""

    def show(request: Request) -> Response:
        look, asked = pages.at(request), request.query_params
        answer, problem = _answered(look, pages, asked)
        budget = next(look.deal.terms.all_of(DayBudget), None)
        return pages.page(
            request,
            look,
            "what_if.html",
            answer=answer,
            refused=problem,
            asked=asked,
            kinds=list(menu(look.deal.terms)),
            chosen=asked.get("kind") or (budget.begins_with if budget else ""),
            details=DETAILS,
            more=any(asked.get(word) for word, _, _ in DETAILS),
            instances=list_instances(look.view.assessment),
        )

    return [Route("/deal/what-if", show)]


def _answered(look: DealOnDay, pages: DealPages, asked: QueryParams) -> tuple[Message | None, str]:
    """The answer, or why there is none; neither before a question is asked."""
    if not asked.get("kind"):
        return None, ""
    try:
        return pages.reply(look, VERBS["what-if"], " ".join(_typed(asked))), ""
    except DealclockError as problem:
        return None, str(problem)


def _typed(asked: QueryParams) -> Iterator[str]:
    """The question as it would be typed after `/deal what-if`."""
    yield asked["kind"]
    yield from ("on", asked.get("on", ""))
    for word, _, _ in DETAILS:
        if given := asked.get(word, "").strip():
            yield from (word, given)
            if word == "for":
                yield "days"
