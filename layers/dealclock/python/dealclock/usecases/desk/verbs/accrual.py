"""`/deal accrual`: Additional Interest on a day; and if what is open were cured on a day."""

import re
from dataclasses import dataclass, replace
from datetime import date

from dealclock.answers.assess import status as answers
from dealclock.answers.question import NotAnsweredError
from dealclock.messages import words
from dealclock.messages.view import View
from dealclock.usecases.desk.typed_day import DayWords
from dealclock.usecases.desk.unreadable_command import UnreadableCommandError
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, TypedWords, Verb, suppose_facts
from dealclock.usecases.desk.words import day, day_of, parted


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
    said, together = _READINGS.subn("", " ".join(typed.words))
    typed = replace(typed, words=tuple(said.split()))
    parts = parted(typed, "on", "if")
    if "if" not in parts:
        return AccrualArguments(day_of(parts, "on", typed), together=bool(together))
    if together:
        raise UnreadableCommandError(
            'A supposed cure uses the chosen readings. Leave out "all readings".'
        )
    given = [w for w in parts["if"] if w.lower() not in ("is", "it", "were", "all")]
    if not given or given[0].lower() != "cured":
        raise UnreadableCommandError(
            "Only a cure can be supposed here: accrual if cured 2004-12-06."
        )
    if given[1:2] == ["on"]:
        given = [given[0], *given[2:]]
    return AccrualArguments(day_of(parts, "on", typed), day(given[1:], typed, "cured"))


def _answer(ask: DeskRequest) -> Reply:
    given: AccrualArguments = ask.given
    read = tuple(ask.read(each) for each in (given.on, given.cured) if each is not None)
    if given.cured is None:
        as_of = read[0].day if read else None
        view = ask.view(as_of=as_of, together=given.together)
        told = answers.render_accrual(view, under_all=given.together)
        return Reply(told, as_of=as_of, read=read)
    cured = read[-1].day
    as_of = read[0].day if given.on else cured
    told = answers.render_accrual(_if_cured(ask, as_of, cured), if_cured=cured)
    return Reply(told, as_of=as_of, read=read)


def _if_cured(ask: DeskRequest, as_of: date, cured: date) -> View:
    """The deal as of a day, with a cure of everything open supposed."""
    running = [d for d in ask.view(compare=False).assessment.defaults if d.is_open]
    ids = {d.id for d in running}
    by = dict.fromkeys(d.cured_by for d in ask.deal.terms.defaults() if d.id in ids)
    if not by:
        raise NotAnsweredError("No Registration Default is open, so nothing can be cured.")
    first = max(d.occurred_on for d in running)
    if cured < first:
        raise NotAnsweredError(
            f"The default occurred {words.day(first)}, after {words.day(cured)}. Give a later "
            "cure date."
        )
    return suppose_facts(ask, [{"kind": kind, "on": cured.isoformat()} for kind in by], as_of)


VERB = Verb(
    "accrual",
    "accrual [DEAL] [on DATE] [if cured DATE | under all readings]",
    "Additional Interest: unpaid and payable, accrued, paid, and the rate",
    Of.DEAL,
    _read,
    _answer,
    daily=True,
    shareable=True,
    examples=(
        "accrual",
        "accrual on 2005-01-31 if cured 2005-01-24",
        "accrual under all readings",
    ),
)
