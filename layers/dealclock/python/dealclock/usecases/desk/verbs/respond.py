"""`/deal ack`, `snooze` and `done`: a person answers for an alert."""

from dataclasses import dataclass

from dealclock.access.people import Action
from dealclock.messages import desk_replies
from dealclock.usecases.desk.respond import Act, ResponseRequest, respond
from dealclock.usecases.desk.typed_day import DayWords
from dealclock.usecases.desk.unreadable_command import UnreadableCommandError, no_such_deal
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, TypedWords, Verb
from dealclock.usecases.desk.words import day, name_of, one_name, parted


@dataclass(frozen=True, slots=True)
class ResponseArguments:
    """What is answered for, and until when it is to be quiet."""

    instance: str
    until: DayWords | None = None


def _one(typed: TypedWords) -> ResponseArguments:
    name = one_name(typed)
    if name is None:
        raise UnreadableCommandError("Name one, as shown in brackets: ack shelf-filing.")
    return ResponseArguments(name)


def _until(typed: TypedWords) -> ResponseArguments:
    parts = parted(typed, "until")
    given = parts[""]
    if len(given) != 1:
        if given and not typed.named and typed.deal is None:
            raise no_such_deal(given[0], typed.visible)
        raise UnreadableCommandError(
            "Name one and give a date: snooze shelf-filing until tomorrow."
        )
    if "until" not in parts:
        raise UnreadableCommandError(
            "Give a date: snooze OBLIGATION until tomorrow, or until +2bd."
        )
    return ResponseArguments(name_of(given), day(parts["until"], typed, "until"))


def _acting(act: Act, ask: DeskRequest) -> Reply:
    given: ResponseArguments = ask.given
    person = ask.deal.team.access.of_slack(ask.user)
    if person is None:
        raise UnreadableCommandError("This cannot be done here. Use the command line.")
    read = (ask.read(given.until),) if given.until else ()
    until = read[0].day if read else None
    asked = ResponseRequest(ask.deal.meta.id, given.instance, act, person.id, until)
    done = respond(asked, ask.services, ask.user)
    lines = done.follows("/deal record")
    told = desk_replies.render_response(done.code_name, lines, rehearsal=done.rehearsal)
    return Reply(told, about=done.handled.instance, read=read)


ACK = Verb(
    "ack",
    "ack [DEAL] OBLIGATION",
    "you are on it: pauses escalation if you are the owner or backup",
    Of.DEAL,
    _one,
    lambda ask: _acting("acknowledge", ask),
    action=Action.HANDLE,
    examples=("ack cure-window", "ack payment/2005-07-15"),
)
SNOOZE = Verb(
    "snooze",
    "snooze [DEAL] OBLIGATION until DATE",
    "no alerts before that date, if you are the owner or backup",
    Of.DEAL,
    _until,
    lambda ask: _acting("snooze", ask),
    action=Action.HANDLE,
    examples=("snooze payment/2005-07-15 until tomorrow", "snooze payment until +2bd"),
)
DONE = Verb(
    "done",
    "done [DEAL] OBLIGATION",
    "it is done; it stays open until an event is recorded",
    Of.DEAL,
    _one,
    lambda ask: _acting("done", ask),
    action=Action.HANDLE,
    examples=("done cure-window", "done payment/2005-07-15"),
)
