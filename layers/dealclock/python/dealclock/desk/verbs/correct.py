"""`/deal correct`: the form to correct a recorded fact or take it back; none is deleted."""

from dealclock.answers.typed_words import (
    NOT_FOUND,
    TypedWords,
    UnreadableCommandError,
    hint_for,
    no_such_deal,
    shown,
)
from dealclock.desk.interactions.record_form import form_of_events, form_to_correct
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.messages import desk_replies
from dealclock.people.people import Action
from dealclock.store.closings import refuse_closed


def _read(typed: TypedWords) -> str:
    if not typed.words:
        return ""
    if len(typed.words) > 1:
        raise no_such_deal(typed.words[-1], typed.visible)
    return typed.words[0].upper()


def _answer(request: DeskRequest) -> Reply:
    refuse_closed(request.deal.meta)
    name, deal, known = request.given, request.deal, [f.id for f in request.deal.log.facts]
    if name and name not in known:
        raise UnreadableCommandError(
            f"{deal.meta.code_name} has no event {shown(name)}.{hint_for(name, known)} /deal "
            "history lists its events.",
            NOT_FOUND,
        )
    at = request.actor
    view = form_to_correct(at, name) if name else form_of_events(at)
    about = f"correct {name or 'an event'}"
    return Reply(desk_replies.render_form_opened(deal.meta.code_name, about), modal=view)


VERB = Verb(
    "correct [FACT] [DEAL]",
    Scope.DEAL,
    _read,
    _answer,
    action=Action.RECORD,
    examples=("correct", "correct {deal} F1"),
)
