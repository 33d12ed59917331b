"""`/deal help`: the verbs people use daily; `help more`: all of them; `help VERB`: one of them."""

from collections.abc import Sequence

from dealclock.access.people import Action
from dealclock.answers.assess import status as answers
from dealclock.usecases.desk.unreadable_command import UnknownCommandError, hint_for, shown
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, TypedWords, Verb

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
        raise UnknownCommandError(
            f"No command is named {shown(first)}.{hint_for(first, known)} /deal help more "
            "lists them all."
        )

    def answer(ask: DeskRequest) -> Reply:
        outside = bool(ask.visible) and all(map(ask.is_outside, ask.visible))
        offered = [v for v in (*verbs, verb) if not (outside and v.inside)]
        one = next((v for v in offered if v.name == ask.given), None)
        if one is None and ask.given not in ("", MORE):
            raise UnknownCommandError(f"No command is named {shown(ask.given)}.")
        if one is not None:
            deal = ask.visible[0].code_name if ask.visible else "DEAL"
            examples = [each.format(deal=deal) for each in one.examples]
            return Reply(answers.render_verb_help(one.usage, one.says, examples))
        whole = outside or ask.given == MORE
        listed = [(v.usage, v.says) for v in offered if v.daily or whole]
        return Reply(answers.render_help(listed, whole=whole))

    verb = Verb(
        "help",
        "help [more | COMMAND]",
        "this list, the full list, or one command with examples",
        Of.NOTHING,
        read,
        answer,
        daily=True,
        action=Action.CONSULT,
        examples=("help more", "help count"),
    )
    return verb
