"""`/deal accrual`: Additional Interest on a day; and if what is open were cured on a day."""

import re
from dataclasses import dataclass, replace
from datetime import date

from dealclock.answers import status as answers
from dealclock.answers.typed_words import TypedWords, UnreadableCommandError, day, day_of, parted
from dealclock.days.typed_day import DayWords
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb, suppose_facts
from dealclock.errors import RefusedError
from dealclock.messages import words
from dealclock.messages.view import View


@dataclass(frozen=True, slots=True)
class AccrualArguments:
    """The day asked about, and the day of a cure that is supposed; or all readings together."""

    on: DayWords | None = None
    cured: DayWords | None = None
    together: bool = False


_READINGS = re.compile(
    r"\b(under |over |in |by )?(all|every|each|any)( the| of the)? readings?\b", re.IGNORECASE
)


def _read(typed: TypedWords) -> AccrualArguments:
    rest, together = _READINGS.subn("", " ".join(typed.words))
    typed = replace(typed, words=tuple(rest.split()))
    parts = parted(typed, "on", "if")
    if "if" not in parts:
        return AccrualArguments(day_of(parts, "on", typed), together=bool(together))
    if together:
        raise UnreadableCommandError(
            'A supposed cure uses the chosen readings. Leave out "all readings".'
        )
    cure_words = [w for w in parts["if"] if w.lower() not in ("is", "it", "were", "all")]
    if not cure_words or cure_words[0].lower() != "cured":
        raise UnreadableCommandError(
            "Only a cure can be supposed here: accrual if cured 2004-12-06."
        )
    if cure_words[1:2] == ["on"]:
        cure_words = [cure_words[0], *cure_words[2:]]
    return AccrualArguments(day_of(parts, "on", typed), day(cure_words[1:], typed, "cured"))


def _answer(request: DeskRequest) -> Reply:
    arguments: AccrualArguments = request.given
    days = tuple(
        request.read(typed_day)
        for typed_day in (arguments.on, arguments.cured)
        if typed_day is not None
    )
    if arguments.cured is None:
        as_of = days[0].day if days else None
        view = request.view(as_of=as_of, together=arguments.together)
        message = answers.render_accrual(view, under_all=arguments.together)
        return Reply(message, as_of=as_of, read=days)
    cured = days[-1].day
    as_of = days[0].day if arguments.on else cured
    message = answers.render_accrual(_if_cured(request, as_of, cured), if_cured=cured)
    return Reply(message, as_of=as_of, read=days)


def _if_cured(request: DeskRequest, as_of: date, cured: date) -> View:
    """The deal as of a day, with a cure of everything open supposed."""
    running = [d for d in request.view(compare=False).assessment.defaults if d.is_open]
    ids = {d.id for d in running}
    kinds = dict.fromkeys(d.cured_by for d in request.deal.terms.defaults() if d.id in ids)
    if not kinds:
        raise RefusedError("No default is open, so nothing can be cured.")
    first = max(d.occurred_on for d in running)
    if cured < first:
        raise RefusedError(
            f"The default occurred {words.day(first)}, after {words.day(cured)}. Give a later "
            "cure date."
        )
    return suppose_facts(
        request, [{"kind": kind, "on": cured.isoformat()} for kind in kinds], as_of
    )


VERB = Verb(
    "accrual",
    "accrual [DEAL] [on DATE] [if cured DATE | under all readings]",
    "Additional Interest: unpaid and payable, accrued, paid, and the rate",
    Scope.DEAL,
    _read,
    _answer,
    shareable=True,
    examples=(
        "accrual",
        "accrual on 2005-01-31 if cured 2005-01-24",
        "accrual under all readings",
    ),
)
