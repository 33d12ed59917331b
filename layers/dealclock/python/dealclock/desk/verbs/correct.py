"""`/deal correct`: the form to correct a recorded fact or take it back; none is deleted."""

from dealclock.answers import status as answers
from dealclock.answers.typed_words import (
    NOT_FOUND,
    TypedWords,
    UnreadableCommandError,
    hint_for,
    no_such_deal,
    shown,
)
from dealclock.desk.interactions.fields import has_single_delivery
from dealclock.desk.interactions.record_form import form_to_correct
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.facts.corrections import Family, retracts
from dealclock.facts.fact import Fact
from dealclock.people.people import Action
from dealclock.store import StoredDeal
from dealclock.store.closings import refuse_closed


def _read(typed: TypedWords) -> str:
    if not typed.words:
        raise UnreadableCommandError("Name the event: correct FACT, such as correct F3.")
    if len(typed.words) > 1:
        raise no_such_deal(typed.words[-1], typed.visible)
    return typed.words[0].upper()


def _answer(request: DeskRequest) -> Reply:
    refuse_closed(request.deal.meta)
    fact = _latest(request.given, request.deal)
    if not has_single_delivery(fact):
        raise UnreadableCommandError(
            f"{fact.id} was given in more ways than the form can show. Correct it with "
            "`dealclock record` and a file."
        )
    view = form_to_correct(request.deal, fact, request.person, request.now)
    message = answers.render_form_opened(request.deal.meta.code_name, f"correct {fact.id}")
    return Reply(message, modal=view)


def _latest(fact_id: str, deal: StoredDeal) -> Fact:
    """The fact that stands of what is named: the last of its corrections, or the retraction that
    took it back, which can be taken back itself."""
    facts = {f.id: f for f in deal.log.facts}
    if fact_id not in facts:
        raise UnreadableCommandError(
            f"{deal.meta.code_name} has no event {shown(fact_id)}.{hint_for(fact_id, facts)} /deal "
            "history lists its events.",
            NOT_FOUND,
        )
    family = Family.of(fact_id, deal.log.facts)
    if retracts(facts[fact_id]) and fact_id not in family.gone:
        return facts[fact_id]
    return family.stands or family.taker(family.facts[0].id) or facts[fact_id]


VERB = Verb(
    "correct",
    "correct FACT [DEAL]",
    "correct or retract a recorded event, in a form; the original stays on record",
    Scope.DEAL,
    _read,
    _answer,
    action=Action.RECORD,
    examples=("correct F1", "correct {deal} F1"),
)
