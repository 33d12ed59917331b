"""`/deal ack`, `snooze`, `done` and `decline`: a person answers for an alert."""

from dataclasses import dataclass, replace

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
    """What is answered for, until when it is to be quiet, and who is to own it and why."""

    instance: str
    until: DayWords | None = None
    to: str = ""
    why: str = ""


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


def _decline_arguments(typed: TypedWords) -> ResponseArguments:
    given = parted(typed, "because")  # a reason may have any words
    parts = parted(replace(typed, words=given[""]), "to")
    names = parts[""]
    if len(names) != 1:
        if names and not typed.named and typed.deal is None:
            raise no_such_deal(names[0], typed.visible)
        raise UnreadableCommandError("Name one: decline cure-window to ruth because WHY.")
    if () in (parts.get("to"), given.get("because")):
        raise UnreadableCommandError("Give a person after 'to', and a reason after 'because'.")
    to, why = " ".join(parts.get("to", ())), " ".join(given.get("because", ()))
    return ResponseArguments(name_of(names), to=to, why=why)


def _respond(act: Act, request: DeskRequest) -> Reply:
    arguments: ResponseArguments = request.given
    person = request.person
    if person is None:
        raise UnreadableCommandError("This cannot be done here. Use the command line.")
    days = (request.read(arguments.until),) if arguments.until else ()
    until = days[0].day if days else None
    response_request = ResponseRequest(
        request.deal.meta.id,
        arguments.instance,
        act,
        person.id,
        until,
        note=arguments.why,
        to=arguments.to,
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
DECLINE = Verb(
    "decline",
    "decline [DEAL] OBLIGATION [to PERSON] [because WHY]",
    "not yours: hand what you own to the backup or another person",
    Scope.DEAL,
    _decline_arguments,
    lambda request: _respond("decline", request),
    action=Action.HANDLE,
    examples=("decline cure-window", "decline payment/2005-07-15 to ruth because she wires it"),
)
