"""`/deal ack`, `snooze` and `done`: a person answers for an alert."""

from dataclasses import dataclass

from dealclock.answers.typed_words import (
    TypedWords,
    UnreadableCommandError,
    day,
    name_of,
    no_such_deal,
    one_name,
    parted,
)
from dealclock.days.typed_day import DayWords
from dealclock.desk.respond import Act, ResponseRequest, respond
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.messages import desk_replies
from dealclock.people.people import Action


@dataclass(frozen=True, slots=True)
class ResponseArguments:
    """What is answered for, and until when it is to be quiet."""

    instance: str
    until: DayWords | None = None


def _instance_arguments(typed: TypedWords) -> ResponseArguments:
    name = one_name(typed)
    if name is None:
        raise UnreadableCommandError("Name one, as shown in brackets: ack shelf-filing.")
    return ResponseArguments(name)


def _snooze_arguments(typed: TypedWords) -> ResponseArguments:
    parts = parted(typed, "until")
    names = parts[""]
    if len(names) != 1:
        if names and not typed.named and typed.deal is None:
            raise no_such_deal(names[0], typed.visible)
        raise UnreadableCommandError(
            "Name one and give a date: snooze shelf-filing until tomorrow."
        )
    if "until" not in parts:
        raise UnreadableCommandError(
            "Give a date: snooze OBLIGATION until tomorrow, or until +2bd."
        )
    return ResponseArguments(name_of(names), day(parts["until"], typed, "until"))


def _respond(act: Act, request: DeskRequest) -> Reply:
    arguments: ResponseArguments = request.given
    person = request.person
    if person is None:
        raise UnreadableCommandError("This cannot be done here. Use the command line.")
    days = (request.read(arguments.until),) if arguments.until else ()
    until = days[0].day if days else None
    response_request = ResponseRequest(
        request.deal.meta.id, arguments.instance, act, person.id, until
    )
    result = respond(response_request, request.services, request.user)
    lines = result.follows("/deal record")
    message = desk_replies.render_response(result.code_name, lines, rehearsal=result.rehearsal)
    return Reply(message, about=result.handled.instance, read=days)


ACK = Verb(
    "ack",
    "ack [DEAL] OBLIGATION",
    "you are on it: pauses escalation if you are the owner or backup",
    Scope.DEAL,
    _instance_arguments,
    lambda request: _respond("acknowledge", request),
    action=Action.HANDLE,
    examples=("ack cure-window", "ack payment/2005-07-15"),
)
SNOOZE = Verb(
    "snooze",
    "snooze [DEAL] OBLIGATION until DATE",
    "no alerts before that date, if you are the owner or backup",
    Scope.DEAL,
    _snooze_arguments,
    lambda request: _respond("snooze", request),
    action=Action.HANDLE,
    examples=("snooze payment/2005-07-15 until tomorrow", "snooze payment until +2bd"),
)
DONE = Verb(
    "done",
    "done [DEAL] OBLIGATION",
    "it is done; it stays open until an event is recorded",
    Scope.DEAL,
    _instance_arguments,
    lambda request: _respond("done", request),
    action=Action.HANDLE,
    examples=("done cure-window", "done payment/2005-07-15"),
)
