"""`/deal explain`: one date or amount, step by step."""

from dealclock.render import answers
from dealclock.render.view import Matter, View, matter
from dealclock.usecases.desk.misunderstood import Misunderstood, hint_for, shown
from dealclock.usecases.desk.verb import Ask, Of, Reply, Verb
from dealclock.usecases.desk.words import one_name
from dealclock.usecases.questions.explain import ACCRUAL, is_accrual


def found(view: View, word: str | None) -> Matter:
    """What `word` names: an instance, or an id with one instance only; raises Misunderstood."""
    known = answers.instances(view)
    if word is None:
        raise Misunderstood(f"Say which one: {', '.join(known)}.")
    named = [i for i in known if i == word] or [i for i in known if i.startswith(f"{word}/")]
    matched = matter(view, named[0]) if len(named) == 1 else None
    if matched is not None:
        return matched
    if named:
        raise Misunderstood(f"There are several {shown(word)}; say which: {', '.join(named)}.")
    hint = hint_for(word, known)
    raise Misunderstood(f"There is no {shown(word)} here.{hint} Try: {', '.join(known)}.")


def _answer(ask: Ask) -> Reply:
    view = ask.view()
    if ask.given and is_accrual(ask.given, view.terms):
        return Reply(answers.accrual(view), about=ACCRUAL)
    return Reply(answers.explain(view, found(view, ask.given)), about=ask.given or "")


VERB = Verb(
    "explain",
    "explain [DEAL] OBLIGATION",
    "one date or amount, step by step",
    Of.DEAL,
    one_name,
    _answer,
    shareable=True,
    examples=("explain cure-window", "explain accrual", "explain default-ii"),
)
