"""`/deal help`: the verbs people use daily; `/deal help more`: all of them."""

from collections.abc import Sequence

from dealclock.render import answers
from dealclock.usecases.desk.verb import Ask, Of, Reply, Typed, Verb


def help_verb(verbs: Sequence[Verb]) -> Verb:
    """The verb that lists the others."""

    def read(typed: Typed) -> bool:
        return any(word.lower() == "more" for word in typed.words)

    def answer(ask: Ask) -> Reply:
        listed = [(v.usage, v.says) for v in (*verbs, verb) if v.daily or ask.given]
        return Reply(answers.help_text(listed, whole=bool(ask.given)))

    verb = Verb("help", "help [more]", "this list, or all of it", Of.NOTHING, read, answer, True)
    return verb
