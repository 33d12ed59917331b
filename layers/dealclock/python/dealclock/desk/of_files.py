"""The desk's answers from a deal's files, without a stack.

No access check, nothing is archived, and verbs that need a running stack, such as messages, are
refused.
"""

from datetime import date, datetime
from typing import Any, cast

from dealclock.answers.typed_words import UnreadableCommandError
from dealclock.desk.answer_command import verb_answer
from dealclock.desk.parse_command import parse_command
from dealclock.desk.verb import NO_DEAL, Desk, DeskRequest
from dealclock.documents.deal_files import DealFiles
from dealclock.jobs.services import Services
from dealclock.messages.message import Message
from dealclock.store import DirectoryEntry, Meta, Store, StoredDeal


def answer_of_files(text: str, files: DealFiles, as_of: date, now: datetime) -> Message:
    """The answer to `/deal TEXT` from the files as of a day.

    Raises UnreadableCommandError and the refusals of the verb.
    """
    deal = _deal_from_files(files, as_of)
    listed = DirectoryEntry(
        deal.meta.id,
        deal.meta.code_name,
        rehearsal=False,
        people=deal.team.access,
        aliases=files.team.aliases,
    )
    command = parse_command(text, [listed], listed).in_own_words(deal.terms)
    if command.verb.scope not in NO_DEAL and not command.verb.shareable:
        raise UnreadableCommandError(f"{command.verb.name} needs a running stack. Use it in Slack.")
    store = cast(Store, _NoStack(command.verb.name))
    desk = Desk(Services(store, lambda: now), of_files=True)
    return verb_answer(
        DeskRequest(command.verb.name, command.given, (deal,), (listed,), "", "", desk, now),
        command,
    )


def _deal_from_files(files: DealFiles, as_of: date) -> StoredDeal:
    """The deal as of a day, without responses or approvals."""
    log = files.log()
    meta = Meta(
        files.terms.id,
        files.team.code_name,
        rehearsal=False,
        day=as_of,
        terms_version=0,
        team_version=0,
        fact_sequence=len(log.facts),
        wake_on=date.min,
    )
    return StoredDeal(meta, files.terms, files.team, log)


class _NoStack:
    """A placeholder for the store that refuses every call."""

    def __init__(self, verb: str) -> None:
        self._verb = verb

    def __getattr__(self, name: str) -> Any:
        raise UnreadableCommandError(
            f"{self._verb} needs data that only a running stack holds. Use it in Slack."
        )
