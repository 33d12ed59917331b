"""`/deal close`: what is still open; a lead asks to close the deal, a second person confirms."""

from dataclasses import dataclass
from typing import Literal

from dealclock.answers.closing import message as render
from dealclock.answers.typed_words import (
    TypedWords,
    UnreadableCommandError,
    hint_for,
    no_such_deal,
    parted,
    shown,
)
from dealclock.desk import close
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.people.people import Action

CloseStep = Literal["look", "ask", "confirm", "reopen"]
_LONGEST_REASON = 300  # characters
_WORDS = ("because", "confirm", "reopen")


@dataclass(frozen=True, slots=True)
class CloseArguments:
    """What is wanted, with the reason where one is needed."""

    what: CloseStep
    why: str = ""


def _read(typed: TypedWords) -> CloseArguments:
    parts = parted(typed, "because")
    option, reason = " ".join(parts[""]).lower(), " ".join(parts.get("because", ()))
    if len(reason) > _LONGEST_REASON:
        raise UnreadableCommandError(f"Give the reason in at most {_LONGEST_REASON} characters.")
    match option:
        case "" if "because" not in parts:
            return CloseArguments("look")
        case "confirm" if "because" not in parts:
            return CloseArguments("confirm")
        case "" if reason:
            return CloseArguments("ask", reason)
        case "reopen" if reason:
            return CloseArguments("reopen", reason)
        case "" | "reopen" | "confirm":
            raise UnreadableCommandError(
                "Give the reason: close because WHY, or close reopen because WHY."
            )
    if not typed.named and typed.deal is None:
        raise no_such_deal(parts[""][0], typed.visible)
    raise UnreadableCommandError(
        f"{shown(option)} is not an option.{hint_for(option, _WORDS)} Type close, close because "
        "WHY, close confirm, or close reopen because WHY."
    )


def _answer(request: DeskRequest) -> Reply:
    wanted: CloseArguments = request.given
    if wanted.what == "look":
        return Reply(
            render.render_open_items(
                request.view(compare=False), _to_be_sent(request), _next_steps(request)
            )
        )
    actor = close.Actor(request.services, request.user)
    name, rehearsal = request.deal.meta.code_name, request.deal.meta.rehearsal
    match wanted.what:
        case "ask":
            closing_request = close.request_close(request.deal, wanted.why, actor)
            next_lines = [
                render.describe_request(closing_request),
                render.list_confirmers(_confirming_names(request, closing_request.by)),
            ]
            message = render.render_open_items(
                request.view(compare=False), _to_be_sent(request), next_lines
            )
        case "confirm":
            closed = close.confirm(request.deal, actor)
            outcome = (
                f"closed at the request of {closed.name}, confirmed by {closed.confirmed_name}"
            )
            next_lines = [*render.MEANS, "A lead can reopen it: /deal close reopen because WHY."]
            message = render.render_outcome(name, outcome, next_lines, rehearsal=rehearsal)
        case _:
            close.reopen(request.deal, wanted.why, actor)
            outcome = "open again" if request.deal.meta.closed else "stays open"
            next_lines = ["It is being assessed now. Alerts resume at the next scheduled check."]
            message = render.render_outcome(name, outcome, next_lines, rehearsal=rehearsal)
    return Reply(message)


def _next_steps(request: DeskRequest) -> list[str]:
    """What can be done now, by whom."""
    closing = request.deal.meta.closing
    if closing is None:
        return ["A lead requests closing: /deal close because WHY. A second person confirms."]
    if closing.is_closed:
        return ["A lead can reopen it: /deal close reopen because WHY."]
    withdraw = "To withdraw the request: /deal close reopen because WHY."
    return [render.list_confirmers(_confirming_names(request, closing.by)), withdraw]


def _confirming_names(request: DeskRequest, first: str) -> list[str]:
    people = request.deal.at(request.now).team.access
    return [person.name for person in close.second_persons(people, first)]


def _to_be_sent(request: DeskRequest) -> int:
    return len(request.services.store.outbox.unsent(request.deal.meta.id))


VERB = Verb(
    "close",
    "close [DEAL] [because WHY | confirm | reopen because WHY]",
    "what is still open; a lead requests closing, a second person confirms",
    Scope.DEAL,
    _read,
    _answer,
    action=Action.APPROVE,
    examples=("close because the Securities were sold", "close"),
)
