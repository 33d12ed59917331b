"""Answering `/deal`: who asks is checked first, then what was asked is computed and told.

The asker's deals are read the same way for every question, and a deal they may not see is answered
word for word like one that does not exist. Every command is in the archive before it is answered:
under the deal it was about, also when its asker may not see it, by ids alone. And so is every
answer, word for word, under the deal it tells of.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from dealclock import __version__
from dealclock.access.people import Action
from dealclock.alerts.responses import InvalidSnoozeError
from dealclock.answers.assess import status as answers
from dealclock.answers.question import NotAnsweredError
from dealclock.days.errors import DaysError
from dealclock.engine.money import NoFigure
from dealclock.media import plain
from dealclock.messages import desk_replies
from dealclock.messages.message import Message
from dealclock.store import ArchiveEntry, DirectoryEntry, Rendition, StoredDeal
from dealclock.store.errors import DealClosed, OvertakenError, TooNew
from dealclock.usecases.deal_day import deal_now
from dealclock.usecases.desk.approve import CannotApprove
from dealclock.usecases.desk.change_settings import SettingRefusedError
from dealclock.usecases.desk.close import CannotClose
from dealclock.usecases.desk.parse_command import ParsedCommand, SlashCommand, parse_command
from dealclock.usecases.desk.release import CannotRelease
from dealclock.usecases.desk.respond import ResponseRefusedError
from dealclock.usecases.desk.unreadable_command import UnreadableCommandError
from dealclock.usecases.desk.verb import Desk, DeskRequest, Of, Reply
from dealclock.usecases.gate import Asker, asker

_REFUSALS = (
    *(
        DaysError,
        NotAnsweredError,
        ResponseRefusedError,
        InvalidSnoozeError,
        CannotApprove,
        SettingRefusedError,
    ),
    *(CannotClose, CannotRelease, NoFigure, DealClosed, OvertakenError),
)
"""What a verb may raise with words for the user."""


def answer_command(command: SlashCommand, desk: Desk, now: datetime) -> Message:
    """What the asker is told, and nobody else."""
    store = desk.services.store
    listed = [each.at(now) for each in store.deals.directory()]
    here = store.deals.of_channel(command.channel)
    who = asker(command.user, desk.services.at(now), desk.members)
    visible = [deal for deal in listed if who.may(Action.CONSULT, deal)]
    own = next((deal for deal in visible if deal.id == here), None)
    outside = bool(visible) and not any(who.may(Action.READ, deal) for deal in visible)
    try:
        parsed = parse_command(command.text, visible, own)
    except UnreadableCommandError as error:
        store.archive.audit(_turned_away_from(command, listed, here), "refused", command.user, now)
        message = (
            answers.not_found() if outside else answers.not_understood(error.headline, str(error))
        )
        store.archive.add_message(_kept(Reply(message), command, (), now), now)
        return message
    of = parsed.deal.id if parsed.deal else None
    if refused := _refused(parsed, who, outside=outside):
        store.archive.audit(of, f"refused {parsed.verb.name}", command.user, now)
        store.archive.add_message(_kept(Reply(refused), command, (), now), now)
        return refused
    store.archive.audit(of, f"asked {parsed.verb.name}", command.user, now)
    allowed = [deal for deal in visible if who.may(parsed.verb.action, deal)]
    deals = tuple(_read(parsed, desk))
    ask = DeskRequest(
        parsed.verb.name,
        parsed.given,
        deals,
        tuple(allowed),
        command.user,
        command.channel,
        desk,
        now,
        who,
    )
    try:
        reply = parsed.verb.answer(ask)
    except UnreadableCommandError as error:
        reply = Reply(
            answers.not_found() if outside else answers.not_understood(error.headline, str(error))
        )
    except _REFUSALS as error:
        reply = Reply(answers.cannot(str(error)))
    reply = replace(reply, told=answers.echoed(reply.told, _told_back(reply)))
    if reply.modal is not None and not _opened(reply.modal, command, desk):
        reply = replace(reply, told=answers.not_opened())
    store.archive.add_message(_kept(reply, command, deals, now, _about(parsed, allowed)), now)
    return reply.told


def _refused(parsed: ParsedCommand, who: Asker, *, outside: bool) -> Message | None:
    """What the asker is told who may not ask this; None where they may.

    Of a deal that they see from outside nothing shows whether there is what they asked for.
    """
    if parsed.deal is None:
        return answers.not_found() if outside and parsed.verb.inside else None
    if who.may(parsed.verb.action, parsed.deal):
        return None
    if who.audience(parsed.deal) == "outside":
        return answers.not_found()
    return answers.not_allowed(parsed.verb.name, parsed.deal.code_name)


def verb_answer(ask: DeskRequest, parsed: ParsedCommand) -> Message:
    """What a verb answers, with each day as it was read; raises what it refuses."""
    reply: Reply = parsed.verb.answer(ask)
    return answers.echoed(reply.told, _told_back(reply))


def apology(request: str, error: Exception | None = None) -> Message:
    """The answer when something unforeseen went wrong; its log names the request.

    Of a deal that only a newer release may read it says so.
    """
    return desk_replies.render_apology(request, paused=isinstance(error, TooNew))


def _opened(modal: Mapping[str, Any], command: SlashCommand, desk: Desk) -> bool:
    return desk.open is not None and not desk.open(command.trigger, modal)


def _turned_away_from(
    command: SlashCommand, listed: Sequence[DirectoryEntry], here: str | None
) -> str | None:
    """The deal whose archive shows a refused command: the one it names, else its channel's."""
    words = {word.lower() for word in command.text.split()}
    named = (d.id for d in listed if any(name.lower() in words for name in d.names))
    return next(named, here)


def _told_back(reply: Reply) -> Iterator[tuple[str, date, str]]:
    return ((each.typed, each.day, each.rule) for each in reply.read)


def _about(parsed: ParsedCommand, allowed: Sequence[DirectoryEntry]) -> tuple[str, ...]:
    """The ids of the deals the answer tells of."""
    match parsed.verb.of:
        case Of.NOTHING:
            return ()
        case _:
            return (parsed.deal.id,) if parsed.deal else tuple(deal.id for deal in allowed)


def _read(parsed: ParsedCommand, desk: Desk) -> Iterator[StoredDeal]:
    """The deal it is about with its content. Across deals nothing is read here: see `across`."""
    if parsed.verb.of is Of.NOTHING or parsed.deal is None:
        return
    deal = desk.services.store.deals.get(parsed.deal.id)
    if deal is not None:
        yield deal


def _kept(
    reply: Reply,
    command: SlashCommand,
    deals: Sequence[StoredDeal],
    now: datetime,
    about: tuple[str, ...] = (),
) -> ArchiveEntry:
    """The answer as it is archived. Of several deals there is no one day and no one version."""
    only = deals[0] if len(deals) == 1 else None
    today, known_at = deal_now(only, now) if only else (None, now)
    return ArchiveEntry(
        kind="answer",
        to=command.user,
        deals=about,
        about=reply.about,
        rendition=Rendition(
            text=plain.as_text(reply.kept or reply.told),
            terms_version=only.meta.terms_version if only else 0,
            team_version=only.meta.team_version if only else 0,
            engine=__version__,
            as_of=reply.as_of or today,
            known_at=known_at,
        ),
    )
