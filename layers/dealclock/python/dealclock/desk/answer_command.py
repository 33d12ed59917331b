"""Answer `/deal`: check the user's access, then run the verb.

A deal the user may not see gets the same answer as one that does not exist. Every command is
archived before it is answered, under its deal even if the user may not see it, by ids only. Every
answer is archived word for word under the deal it covers.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from dealclock import __version__
from dealclock.answers.typed_words import UnreadableCommandError
from dealclock.desk.parse_command import MOST_WORDS, ParsedCommand, SlashCommand, parse_command
from dealclock.desk.verb import Desk, DeskRequest, Reply, Scope
from dealclock.errors import RefusedError, TooNewError
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.gate import Asker, asker
from dealclock.messages import desk_replies, notices, plain
from dealclock.messages.message import Message
from dealclock.people.people import Action
from dealclock.store import ArchiveEntry, DirectoryEntry, Rendition, Store, StoredDeal
from dealclock.store.table import OvertakenError


def answer_command(command: SlashCommand, desk: Desk, now: datetime) -> Message:
    """The answer to a command, visible to its user only."""
    store = desk.services.store
    listed = [entry.at(now) for entry in store.deals.of_person(command.user, now)]
    channel_deal = store.deals.of_channel(command.channel)
    user = asker(command.user, desk.services.at(now), desk.members)
    visible = [deal for deal in listed if user.may(Action.CONSULT, deal)]
    own_deal = next((deal for deal in visible if deal.id == channel_deal), None)
    outside = bool(visible) and not any(user.may(Action.READ, deal) for deal in visible)
    # For a person outside, before it is known whether what they name exists: the same reads.
    named = _deal_of_refused(command, store, channel_deal) if outside else None
    try:
        parsed = parse_command(command.text, visible, own_deal)
    except UnreadableCommandError as error:
        named = named if outside else _deal_of_refused(command, store, channel_deal)
        store.archive.audit(named, "refused", command.user, now)
        message = (
            desk_replies.render_not_found()
            if outside
            else desk_replies.render_unknown_command(error.headline, str(error))
        )
        store.archive.add_message(_archive_entry(Reply(message), command, (), now), now)
        return message
    deal_id = parsed.deal.id if parsed.deal else None
    if refusal := _refusal(parsed, user, outside=outside):
        store.archive.audit(deal_id, f"refused {parsed.verb.name}", command.user, now)
        store.archive.add_message(_archive_entry(Reply(refusal), command, (), now), now)
        return refusal
    store.archive.audit(deal_id, f"asked {parsed.verb.name}", command.user, now)
    allowed = [deal for deal in visible if user.may(parsed.verb.action, deal)]
    deals = tuple(_deals_of(parsed, desk))
    parsed = parsed.in_own_words(deals[0].terms) if deals else parsed
    request = DeskRequest(
        parsed.verb.name,
        parsed.given,
        deals,
        tuple(allowed),
        command.user,
        command.channel,
        desk,
        now,
        user,
    )
    try:
        reply = parsed.verb.answer(request)
    except UnreadableCommandError as error:
        reply = Reply(
            desk_replies.render_not_found()
            if outside
            else desk_replies.render_unknown_command(error.headline, str(error))
        )
    except (RefusedError, OvertakenError) as error:
        reply = Reply(desk_replies.render_refusal(str(error)))
    reply = replace(reply, message=_with_words_echoed(reply, parsed))
    for deal in deals:
        if kind := store.deals.pausing_item(deal.meta):
            paused = notices.with_pause(reply.message, deal.meta.code_name, kind)
            reply = replace(reply, message=paused)
    if reply.modal is not None and not _opened(reply.modal, command, desk):
        reply = replace(reply, message=desk_replies.render_form_failure())
    store.archive.add_message(
        _archive_entry(reply, command, deals, now, _about(parsed, allowed)), now
    )
    return reply.message


def _refusal(parsed: ParsedCommand, user: Asker, *, outside: bool) -> Message | None:
    """The answer to a user without the right to the verb; None if they have it.

    For a user outside the deal's team it does not show whether the item exists.
    """
    if parsed.deal is None:
        return desk_replies.render_not_found() if outside and parsed.verb.inside else None
    if user.may(parsed.verb.action, parsed.deal):
        return None
    if user.audience(parsed.deal) == "outside":
        return desk_replies.render_not_found()
    return desk_replies.render_not_allowed(parsed.verb.name, parsed.deal.code_name)


def verb_answer(request: DeskRequest, parsed: ParsedCommand) -> Message:
    """A verb's answer, with the typed words as they were understood; raises its refusals."""
    return _with_words_echoed(parsed.verb.answer(request), parsed)


def _with_words_echoed(reply: Reply, parsed: ParsedCommand) -> Message:
    """The answer with each typed date, and words that were no command, as they were read."""
    read = [(each.typed, each.day, each.rule) for each in reply.read]
    message = desk_replies.with_dates_echoed(reply.message, read)
    return desk_replies.with_command_echoed(message, reply.read_as or parsed.read_as)


def apology(request: str, error: Exception | None = None) -> Message:
    """The answer after an unexpected error; the log names the same request id.

    For a deal in a newer release's format it says that the deal is paused.
    """
    if not isinstance(error, TooNewError):
        return desk_replies.render_apology(request)
    paused = notices.line_of_paused(error.kind, of_deal=error.of_deal)
    return desk_replies.render_apology(request, paused)


def _opened(modal: Mapping[str, Any], command: SlashCommand, desk: Desk) -> bool:
    return desk.open is not None and not desk.open(command.trigger, modal)


_LONGEST_NAME = 200  # characters of a word that may be a name


def _deal_of_refused(command: SlashCommand, store: Store, channel_deal: str | None) -> str | None:
    """The deal whose archive shows a refused command: the one it names, else its channel's."""
    words = (word.lower() for word in command.text.split()[:MOST_WORDS])
    named = store.deals.named([word for word in words if len(word) < _LONGEST_NAME])
    return next(iter(named), channel_deal)


def _about(parsed: ParsedCommand, allowed: Sequence[DirectoryEntry]) -> tuple[str, ...]:
    """The ids of the deals the answer covers."""
    match parsed.verb.scope:
        case Scope.NOTHING:
            return ()
        case _:
            return (parsed.deal.id,) if parsed.deal else tuple(deal.id for deal in allowed)


def _deals_of(parsed: ParsedCommand, desk: Desk) -> Iterator[StoredDeal]:
    """The command's deal with its content; none for questions across deals (see `across`)."""
    if parsed.verb.scope is Scope.NOTHING or parsed.deal is None:
        return
    deal = desk.services.store.deals.get(parsed.deal.id)
    if deal is not None:
        yield deal


def _archive_entry(
    reply: Reply,
    command: SlashCommand,
    deals: Sequence[StoredDeal],
    now: datetime,
    about: tuple[str, ...] = (),
) -> ArchiveEntry:
    """The archive entry of the answer; day and versions only if it covers one deal."""
    only = deals[0] if len(deals) == 1 else None
    today, known_at = deal_now(only, now) if only else (None, now)
    return ArchiveEntry(
        kind="answer",
        to=command.user,
        deals=about,
        about=reply.about,
        rendition=Rendition(
            text=plain.as_text(reply.archived or reply.message),
            terms_version=only.meta.terms_version if only else 0,
            team_version=only.meta.team_version if only else 0,
            engine=__version__,
            as_of=reply.as_of or today,
            known_at=known_at,
        ),
    )
