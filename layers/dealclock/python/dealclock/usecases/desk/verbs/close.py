"""`/deal close`: what is still open; a lead asks to close the deal, a second person confirms."""

from dataclasses import dataclass
from typing import Literal

from dealclock.access.people import Action
from dealclock.answers.closing import message as render
from dealclock.usecases.desk import close
from dealclock.usecases.desk.unreadable_command import (
    UnreadableCommandError,
    hint_for,
    no_such_deal,
    shown,
)
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, TypedWords, Verb
from dealclock.usecases.desk.words import parted

What = Literal["look", "ask", "confirm", "reopen"]
_LONGEST_WHY = 300  # characters
_WORDS = ("because", "confirm", "reopen")


@dataclass(frozen=True, slots=True)
class CloseArguments:
    """What is wanted, with the reason where one is needed."""

    what: What
    why: str = ""


def _read(typed: TypedWords) -> CloseArguments:
    parts = parted(typed, "because")
    word, why = " ".join(parts[""]).lower(), " ".join(parts.get("because", ()))
    if len(why) > _LONGEST_WHY:
        raise UnreadableCommandError(f"Give the reason in at most {_LONGEST_WHY} characters.")
    match word:
        case "" if "because" not in parts:
            return CloseArguments("look")
        case "confirm" if "because" not in parts:
            return CloseArguments("confirm")
        case "" if why:
            return CloseArguments("ask", why)
        case "reopen" if why:
            return CloseArguments("reopen", why)
        case "" | "reopen" | "confirm":
            raise UnreadableCommandError(
                "Give the reason: close because WHY, or close reopen because WHY."
            )
    if not typed.named and typed.deal is None:
        raise no_such_deal(parts[""][0], typed.visible)
    raise UnreadableCommandError(
        f"{shown(word)} is not an option.{hint_for(word, _WORDS)} Type close, close because "
        "WHY, close confirm, or close reopen because WHY."
    )


def _answer(ask: DeskRequest) -> Reply:
    wanted: CloseArguments = ask.given
    if wanted.what == "look":
        return Reply(
            render.render_open_items(ask.view(compare=False), _to_be_sent(ask), _then(ask))
        )
    by = close.ByWhom(ask.services, ask.user)
    name, rehearsal = ask.deal.meta.code_name, ask.deal.meta.rehearsal
    match wanted.what:
        case "ask":
            asked = close.ask_to_close(ask.deal, wanted.why, by)
            who = [render.describe_request(asked), render.list_confirmers(_second(ask, asked.by))]
            told = render.render_open_items(ask.view(compare=False), _to_be_sent(ask), who)
        case "confirm":
            closed = close.confirm(ask.deal, by)
            says = f"closed at the request of {closed.name}, confirmed by {closed.confirmed_name}"
            then = [*render.MEANS, "A lead can reopen it: /deal close reopen because WHY."]
            told = render.render_outcome(name, says, then, rehearsal=rehearsal)
        case _:
            close.reopen(ask.deal, wanted.why, by)
            says = "open again" if ask.deal.meta.closed else "stays open"
            then = ["It is being assessed now. Alerts resume at the next scheduled check."]
            told = render.render_outcome(name, says, then, rehearsal=rehearsal)
    return Reply(told)


def _then(ask: DeskRequest) -> list[str]:
    """What can be done now, by whom."""
    asked = ask.deal.meta.closing
    if asked is None:
        return ["A lead requests closing: /deal close because WHY. A second person confirms."]
    if asked.is_closed:
        return ["A lead can reopen it: /deal close reopen because WHY."]
    back = "To withdraw the request: /deal close reopen because WHY."
    return [render.list_confirmers(_second(ask, asked.by)), back]


def _second(ask: DeskRequest, first: str) -> list[str]:
    people = ask.deal.at(ask.now).team.access
    return [person.name for person in close.second_persons(people, first)]


def _to_be_sent(ask: DeskRequest) -> int:
    return len(ask.services.store.outbox.unsent(ask.deal.meta.id))


VERB = Verb(
    "close",
    "close [DEAL] [because WHY | confirm | reopen because WHY]",
    "what is still open; a lead requests closing, a second person confirms",
    Of.DEAL,
    _read,
    _answer,
    action=Action.APPROVE,
    examples=("close because the Securities were sold", "close"),
)
