"""`/deal help`: the verbs people use daily; `help more`: all of them; `help VERB`: one of them."""

from collections.abc import Sequence

from dealclock.answers import status as answers
from dealclock.answers.typed_words import (
    UNKNOWN,
    TypedWords,
    UnreadableCommandError,
    hint_for,
    shown,
)
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.people.people import Action

MORE = "more"


def help_verb(verbs: Sequence[Verb]) -> Verb:
    """The verb that lists the others, or tells of one of them with its examples."""

    def read(typed: TypedWords) -> str:
        if not typed.words:
            return ""
        name = "-".join(typed.words[:2]).lower()
        known = {v.name for v in (*verbs, verb)}
        for word in (name, typed.words[0].lower()):
            if word in (*known, MORE):
                return word
        first = typed.words[0]
        raise UnreadableCommandError(
            f"No command is named {shown(first)}.{hint_for(first, known)} /deal help more "
            "lists them all.",
            UNKNOWN,
        )

    def answer(request: DeskRequest) -> Reply:
        outside = bool(request.visible) and all(map(request.is_outside, request.visible))
        offered = [v for v in (*verbs, verb) if not (outside and v.inside)]
        chosen = next((v for v in offered if v.name == request.given), None)
        if chosen is None and request.given not in ("", MORE):
            raise UnreadableCommandError(f"No command is named {shown(request.given)}.", UNKNOWN)
        if chosen is not None:
            deal = request.visible[0].code_name if request.visible else "DEAL"
            examples = [example.format(deal=deal) for example in chosen.examples]
            return Reply(answers.render_verb_help(chosen.usage, chosen.summary, examples))
        whole = outside or request.given == MORE
        listed = [(v.usage, v.summary) for v in offered if v.daily or whole]
        return Reply(answers.render_help(listed, whole=whole))

    verb = Verb(
        "help",
        "help [more | COMMAND]",
        "this list, the full list, or one command with examples",
        Scope.NOTHING,
        read,
        answer,
        daily=True,
        action=Action.CONSULT,
        examples=("help more", "help count"),
    )
    return verb
