"""Answering `/deal`: who asks is checked first, then what was asked is computed and told.

The asker's deals are read the same way whatever was asked, and a deal they may not see is answered
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
from dealclock.alerts.handling import CannotSnooze
from dealclock.days.errors import DaysError
from dealclock.render import answers, paused, plain
from dealclock.render.told import Told
from dealclock.store import Kept, Listed, Rendition, StoredDeal
from dealclock.store.errors import DealClosed, Overtaken, TooNew
from dealclock.usecases.approve import CannotApprove
from dealclock.usecases.close import CannotClose
from dealclock.usecases.desk.misunderstood import Misunderstood
from dealclock.usecases.desk.understanding import Asked, Command, understand
from dealclock.usecases.desk.verb import Ask, Desk, Of, Reply, standing
from dealclock.usecases.gate import asker
from dealclock.usecases.handle import CannotHandle
from dealclock.usecases.questions.question import NotAnswered
from dealclock.usecases.settle import CannotSettle

_REFUSALS = (
    *(DaysError, NotAnswered, CannotHandle, CannotSnooze, CannotApprove, CannotSettle),
    *(CannotClose, DealClosed, Overtaken),
)
"""What a verb may raise with words for whoever asks."""


def answer(command: Command, desk: Desk, now: datetime) -> Told:
    """What the asker is told, and nobody else."""
    store = desk.store
    listed = [each.at(now) for each in store.directory()]
    here = store.deal_of_channel(command.channel)
    who = asker(command.user, desk.services(now), desk.members)
    visible = [deal for deal in listed if who.may(Action.CONSULT, deal)]
    own = next((deal for deal in visible if deal.id == here), None)
    try:
        asked = understand(command.text, visible, own)
    except Misunderstood as error:
        store.audit(_turned_away_from(command, listed, here), "refused", command.user, now)
        told = answers.not_understood(str(error))
        store.keep(_kept(Reply(told), command, (), now), now)
        return told
    of = asked.deal.id if asked.deal else None
    if asked.deal and not who.may(asked.verb.action, asked.deal):
        store.audit(of, f"refused {asked.verb.name}", command.user, now)
        outside = who.audience(asked.deal) == "outside"
        told = answers.not_allowed(asked.verb.name, asked.deal.code_name, outside=outside)
        store.keep(_kept(Reply(told), command, (), now), now)
        return told
    store.audit(of, f"asked {asked.verb.name}", command.user, now)
    allowed = [deal for deal in visible if who.may(asked.verb.action, deal)]
    deals = tuple(_read(asked, desk))
    ask = Ask(
        asked.verb.name,
        asked.given,
        deals,
        tuple(allowed),
        command.user,
        command.channel,
        desk,
        now,
        who,
    )
    try:
        reply = asked.verb.answer(ask)
    except Misunderstood as error:
        reply = Reply(answers.not_understood(str(error)))
    except _REFUSALS as error:
        reply = Reply(answers.cannot(str(error)))
    reply = replace(reply, told=answers.echoed(reply.told, _told_back(reply)))
    if reply.modal is not None and not _opened(reply.modal, command, desk):
        reply = replace(reply, told=answers.not_opened())
    store.keep(_kept(reply, command, deals, now, _about(asked, allowed)), now)
    return reply.told


def told_of(ask: Ask, asked: Asked) -> Told:
    """What a verb answers, with each day as it was read; raises what it refuses."""
    reply: Reply = asked.verb.answer(ask)
    return answers.echoed(reply.told, _told_back(reply))


def apology(request: str, error: Exception | None = None) -> Told:
    """The answer when something unforeseen went wrong; its log names the request.

    Of a deal that only a newer release may read it says so.
    """
    if isinstance(error, TooNew):
        return Told(preview="Dealclock", headline=paused.SORRY)
    return Told(preview="Dealclock", headline=f"Sorry, that did not work. Request {request}.")


def _opened(modal: Mapping[str, Any], command: Command, desk: Desk) -> bool:
    return desk.open is not None and not desk.open(command.trigger, modal)


def _turned_away_from(command: Command, listed: Sequence[Listed], here: str | None) -> str | None:
    """The deal whose archive shows a refused command: the one it names, else its channel's."""
    words = {word.lower() for word in command.text.split()}
    named = (d.id for d in listed if any(name.lower() in words for name in d.names))
    return next(named, here)


def _told_back(reply: Reply) -> Iterator[tuple[str, date, str]]:
    return ((each.typed, each.day, each.rule) for each in reply.read)


def _about(asked: Asked, allowed: Sequence[Listed]) -> tuple[str, ...]:
    """The ids of the deals the answer tells of."""
    match asked.verb.of:
        case Of.NOTHING:
            return ()
        case _:
            return (asked.deal.id,) if asked.deal else tuple(deal.id for deal in allowed)


def _read(asked: Asked, desk: Desk) -> Iterator[StoredDeal]:
    """The deal it is about with its content. Across deals nothing is read here: see `across`."""
    if asked.verb.of is Of.NOTHING or asked.deal is None:
        return
    deal = desk.store.deal(asked.deal.id)
    if deal is not None:
        yield deal


def _kept(
    reply: Reply,
    command: Command,
    deals: Sequence[StoredDeal],
    now: datetime,
    about: tuple[str, ...] = (),
) -> Kept:
    """The answer as it is archived. Of several deals there is no one day and no one version."""
    only = deals[0] if len(deals) == 1 else None
    today, known_at = standing(only, now) if only else (None, now)
    return Kept(
        kind="answer",
        to=command.user,
        deals=about,
        about=reply.about,
        rendition=Rendition(
            text=plain.answer(reply.kept or reply.told),
            terms_version=only.meta.terms_version if only else 0,
            team_version=only.meta.team_version if only else 0,
            engine=__version__,
            as_of=reply.as_of or today,
            known_at=known_at,
        ),
    )
