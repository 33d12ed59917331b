"""`/deal explain`: one date or amount, step by step."""

from dataclasses import replace

from dealclock.render import answers, status_lines, why, words
from dealclock.render.message import Message, listed
from dealclock.render.view import Matter, View, matter
from dealclock.usecases.desk.unreadable_command import (
    NotFoundError,
    UnreadableCommandError,
    hint_for,
    shown,
)
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, Verb
from dealclock.usecases.desk.words import LONGEST_NAME, one_name
from dealclock.usecases.questions.explain import ACCRUAL, is_accrual, named, several


def found(view: View, word: str | None) -> tuple[Matter, tuple[str, ...]]:
    """What `word` names, and the others by that id: an instance, or an id with one instance or one
    that is open; raises UnreadableCommandError."""
    known = answers.instances(view)
    if word is None:
        raise UnreadableCommandError(f"Name one: {', '.join(known)}.")
    chosen = named(word, view.assessment)
    matched = matter(view, chosen.instance) if chosen.instance else None
    if matched is not None:
        return matched, chosen.others
    if chosen.others:
        raise UnreadableCommandError(words.sentence(several(word[:LONGEST_NAME], chosen)))
    hint = hint_for(word, known)
    raise NotFoundError(
        f"No obligation is named {shown(word)}.{hint} Type one of: {', '.join(known)}."
    )


def with_others(message: Message, view: View, others: tuple[str, ...], command: str) -> Message:
    """The answer for the one that is open, and after it each other by that id with what to type."""
    if not others:
        return message
    each = (m for m in (matter(view, i) for i in others) if m is not None)
    lines = (f"{m.title}, {status_lines.status(m, view)}: {command} {m.instance}" for m in each)
    section = listed("This is the only one open. The others", lines)
    return replace(message, sections=(*message.sections, section))


def _answer(ask: DeskRequest) -> Reply:
    view = ask.view()
    if ask.given and is_accrual(ask.given, view.terms):
        return Reply(answers.accrual(view), about=ACCRUAL)
    meant, others = found(view, ask.given)
    told = with_others(why.explain(view, meant), view, others, f"/deal {ask.verb}")
    return Reply(told, about=meant.instance)


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
