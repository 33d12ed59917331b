"""`/deal help`: the twelve commands people use; `help all`: every one; `help COMMAND`: one."""

from collections.abc import Sequence

from dealclock.answers import status as answers
from dealclock.answers.catalog import DESCRIPTIONS, FORMER_NAMES
from dealclock.answers.typed_words import (
    UNKNOWN,
    TypedWords,
    UnreadableCommandError,
    hint_for,
    shown,
)
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.people.people import Action

_ALL = ("all", "more")
_OF_A_NUMBER = "confirm-mobile"  # offered to those who have a number on some team


def help_verb(verbs: Sequence[Verb]) -> Verb:
    """The verb that lists the others, or tells of one of them with its examples."""

    def read(typed: TypedWords) -> str:
        if not typed.words:
            return ""
        known = {v.name for v in (*verbs, verb)}
        for parts in (2, 1):
            word = "-".join(typed.words[:parts]).lower()
            name = FORMER_NAMES.get(word, word)
            if name in (*known, *_ALL):
                return name
        first = typed.words[0]
        raise UnreadableCommandError(
            f"No command is named {shown(first)}.{hint_for(first, known)} /deal help all "
            "lists them all.",
            UNKNOWN,
        )

    def answer(request: DeskRequest) -> Reply:
        outside = bool(request.visible) and all(map(request.is_outside, request.visible))
        person = (each.people.of_slack(request.user) for each in request.visible)
        left_out = set() if any(p and p.mobile for p in person) else {_OF_A_NUMBER}
        left_out |= {v.name for v in verbs if outside and v.inside}
        offered = {v.name: v for v in (*verbs, verb) if v.name not in left_out}
        chosen = offered.get(request.given)
        if chosen is not None:
            deal = request.visible[0].code_name if request.visible else "DEAL"
            examples = [example.format(deal=deal) for example in chosen.examples]
            return Reply(
                answers.render_verb_help(chosen.usage, DESCRIPTIONS[chosen.name], examples)
            )
        if request.given in _ALL or (outside and not request.given):
            return Reply(
                answers.render_help_all((v.usage, DESCRIPTIONS[v.name]) for v in offered.values())
            )
        if request.given:
            raise UnreadableCommandError(f"No command is named {shown(request.given)}.", UNKNOWN)
        return Reply(answers.render_help())

    verb = Verb(
        "help [all | COMMAND]",
        Scope.NOTHING,
        read,
        answer,
        action=Action.CONSULT,
        examples=("help all", "help count"),
    )
    return verb
