"""`/deal record`: the form by which a fact is recorded, of one kind where that is said."""

from dataclasses import dataclass

from dealclock.access.people import Action
from dealclock.answers.assess import status as answers
from dealclock.facts.kinds import KINDS, menu
from dealclock.store.closings import refuse_closed
from dealclock.usecases.desk.interactions.record_form import form_for
from dealclock.usecases.desk.typed_day import DayWords
from dealclock.usecases.desk.unreadable_command import (
    NotFoundError,
    UnreadableCommandError,
    hint_for,
    shown,
)
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, TypedWords, Verb
from dealclock.usecases.desk.words import day_first


@dataclass(frozen=True, slots=True)
class RecordArguments:
    """The kind of fact and the day it happened, as far as they were typed."""

    kind: str
    when: DayWords | None


def _read(typed: TypedWords) -> RecordArguments:
    words = [w for w in typed.words if w.lower() != "on"]
    for at in range(len(words) + 1):
        when, rest = day_first(words[at:]) if at < len(words) else (None, ())
        if rest:
            continue
        if when is not None or at == len(words):
            return RecordArguments(_kind(" ".join(words[:at])), when)
    return RecordArguments(_kind(" ".join(words)), None)


def _kind(said: str) -> str:
    """The kind meant: by its id, or by words that one id alone has; "" when none was typed."""
    name = "-".join(said.lower().split())
    if not name or (name in KINDS and not KINDS[name].retracts):
        return name
    parts = name.split("-")[:8]
    near = [k for k in KINDS if all(p in k for p in parts) and not KINDS[k].retracts]
    if len(near) == 1:
        return near[0]
    some = f" Possible matches: {', '.join(near[:8])}." if near else hint_for(name, KINDS)
    raise NotFoundError(
        f"No single kind of event matches {shown(said)}.{some} /deal record lists them all."
    )


def _answer(ask: DeskRequest) -> Reply:
    refuse_closed(ask.deal.meta)
    given: RecordArguments = ask.given
    known = {k.id for _, kinds in menu(ask.deal.terms) for k in kinds}
    if given.kind and given.kind not in known:
        raise UnreadableCommandError(
            f"The terms of {ask.deal.meta.code_name} do not use {given.kind}. /deal record "
            "lists the kinds they use."
        )
    read = ask.read(given.when, behind=True) if given.when else None
    view = form_for(ask.deal, ask.now, kind=given.kind, on=read.day if read else None)
    told = answers.render_form_opened(ask.deal.meta.code_name, "record an event")
    return Reply(told, modal=view, read=(read,) if read else ())


VERB = Verb(
    "record",
    "record [KIND] [DATE] [DEAL]",
    "record an event, in a form that first shows what it would change",
    Of.DEAL,
    _read,
    _answer,
    daily=True,
    action=Action.RECORD,
    examples=("record", "record {deal} prospectus-unusable 2005-01-18"),
)
