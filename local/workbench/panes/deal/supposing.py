"""What a fact not recorded would move, asked and answered as in Slack. Nothing is recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.answers.assess import status as answers
from dealclock.errors import DealclockError
from dealclock.facts.kinds import menu
from dealclock.messages import words
from dealclock.messages.message import Message
from dealclock.usecases.desk.verb import Desk, DeskRequest, TypedWords
from dealclock.usecases.desk.verbs.what_if import VERB
from dealclock.usecases.services import Services
from local.workbench.panes.deal.looking import Look, Looks, answer_of
from local.workbench.workbench import Workbench

DETAILS = (
    ("about", "About", "the default, payment or obligation it is about"),
    ("for", "For days", "of a suspension"),
    ("holder", "Holder", "by its id"),
    ("lot", "Lot", "of Notes"),
    ("amount", "Dollars", "of principal or money"),
    ("shares", "Shares", "a number"),
)
"""What may be said beside the kind and the day: the word of the command, its label, what it is."""


def routes(_workbench: Workbench, looks: Looks) -> Sequence[BaseRoute]:
    """Its address: the question is in it, so that it can be kept and asked again."""

    def show(request: Request) -> Response:
        look, asked = looks.at(request), request.query_params
        told, problem = _answered(look, looks, asked)
        budget = next(look.deal.terms.all_of(DayBudget), None)
        return looks.page(
            request,
            look,
            "what_if.html",
            told=told,
            told_answer=words.sentence(answer_of(told)) if told else "",
            refused=problem,
            asked=asked,
            kinds=list(menu(look.deal.terms)),
            chosen=asked.get("kind") or (budget.begins_with if budget else ""),
            details=DETAILS,
            more=any(asked.get(word) for word, _, _ in DETAILS),
            instances=answers.instances(look.view),
        )

    return [Route("/deal/what-if", show)]


def _answered(look: Look, looks: Looks, asked: QueryParams) -> tuple[Message | None, str]:
    """The answer, or why there is none; neither where nothing was asked."""
    if not asked.get("kind"):
        return None, ""
    listed = tuple(d for d in looks.store.deals.directory() if d.id == look.deal.meta.id)
    typed = TypedWords(tuple(_typed(asked)), listed[0] if listed else None, True, listed)
    now = datetime.now(UTC)
    desk = Desk(Services(looks.store, lambda: now))
    try:
        given = VERB.read(typed)
        ask = DeskRequest(VERB.name, given, (look.deal,), listed, "", "", desk, now)
        return VERB.answer(ask).told, ""
    except DealclockError as problem:
        return None, str(problem)


def _typed(asked: QueryParams) -> Iterator[str]:
    """The question as it would be typed after `/deal what-if`."""
    yield asked["kind"]
    yield from ("on", *asked.get("on", "").split())
    for word, _, _ in DETAILS:
        if said := asked.get(word, "").split():
            yield from (word, *said)
            if word == "for":
                yield "days"
