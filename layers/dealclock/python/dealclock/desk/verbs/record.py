"""`/deal record`: the form by which a fact is recorded, of one kind where that is said."""

from collections.abc import Mapping
from dataclasses import dataclass

from dealclock.answers import status as answers
from dealclock.answers.typed_words import (
    NOT_FOUND,
    TypedWords,
    UnreadableCommandError,
    day_first,
    hint_for,
    shown,
)
from dealclock.days.typed_day import DayWords
from dealclock.desk.interactions.record_form import form_for
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import kinds_of, menu
from dealclock.people.people import Action
from dealclock.store.closings import refuse_closed


@dataclass(frozen=True, slots=True)
class RecordArguments:
    """The words for the kind of event and the day it happened, as far as they were typed."""

    kind: str
    when: DayWords | None


def _read(typed: TypedWords) -> RecordArguments:
    words = [w for w in typed.words if w.lower() != "on"]
    for start in range(len(words) + 1):
        when, rest = day_first(words[start:]) if start < len(words) else (None, ())
        if rest:
            continue
        if when is not None or start == len(words):
            return RecordArguments(" ".join(words[:start]), when)
    return RecordArguments(" ".join(words), None)


def _kind(typed_words: str, kinds: Mapping[str, FactKind]) -> str:
    """The kind meant: by its id, or by words that one id alone has; "" when none was typed."""
    name = "-".join(typed_words.lower().split())
    if not name or (name in kinds and not kinds[name].retracts):
        return name
    parts = name.split("-")[:8]
    near = [k for k in kinds if all(p in k for p in parts) and not kinds[k].retracts]
    if len(near) == 1:
        return near[0]
    some = f" Possible matches: {', '.join(near[:8])}." if near else hint_for(name, kinds)
    raise UnreadableCommandError(
        f"No single kind of event matches {shown(typed_words)}.{some} /deal record lists them all.",
        NOT_FOUND,
    )


def _answer(request: DeskRequest) -> Reply:
    refuse_closed(request.deal.meta)
    arguments: RecordArguments = request.given
    kind = _kind(arguments.kind, kinds_of(request.deal.terms))
    kinds_used = {k.id for _, kinds in menu(request.deal.terms) for k in kinds}
    if kind and kind not in kinds_used:
        raise UnreadableCommandError(
            f"The terms of {request.deal.meta.code_name} do not use {kind}. /deal record "
            "lists the kinds they use."
        )
    parsed = request.read(arguments.when, behind=True) if arguments.when else None
    view = form_for(
        request.deal,
        request.person,
        request.now,
        kind=kind,
        on=parsed.day if parsed else None,
    )
    message = answers.render_form_opened(request.deal.meta.code_name, "record an event")
    return Reply(message, modal=view, read=(parsed,) if parsed else ())


VERB = Verb(
    "record",
    "record [KIND] [DATE] [DEAL]",
    "record an event, in a form that first shows what it would change",
    Scope.DEAL,
    _read,
    _answer,
    action=Action.RECORD,
    examples=("record", "record {deal} prospectus-unusable 2005-01-18"),
)
