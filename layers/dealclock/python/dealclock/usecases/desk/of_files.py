"""The desk's answers over a deal's files alone: the same words, read and answered alike.

No one is asked who they are, nothing is archived, and what only a running stack holds, such as
messages, is refused.
"""

from datetime import date, datetime
from typing import Any, cast

from dealclock.messages.message import Message
from dealclock.store import DirectoryEntry, Meta, Store, StoredDeal
from dealclock.usecases.desk.answer_command import verb_answer
from dealclock.usecases.desk.parse_command import parse_command
from dealclock.usecases.desk.unreadable_command import UnreadableCommandError
from dealclock.usecases.desk.verb import Desk, DeskRequest, Of
from dealclock.usecases.documents.deal_files import DealFiles
from dealclock.usecases.services import Services


def answer_of_files(text: str, files: DealFiles, as_of: date, now: datetime) -> Message:
    """What `/deal TEXT` answers of the files as of a day; raises UnreadableCommandError and
    refusals.
    """
    deal = _stored(files, as_of)
    listed = DirectoryEntry(
        deal.meta.id, deal.meta.code_name, rehearsal=False, people=deal.team.access
    )
    asked = parse_command(text, [listed], listed)
    if asked.verb.of is not Of.NOTHING and not asked.verb.shareable:
        raise UnreadableCommandError(f"{asked.verb.name} needs a running stack. Use it in Slack.")
    store = cast(Store, _NoStack(asked.verb.name))
    desk = Desk(Services(store, lambda: now), of_files=True)
    return verb_answer(
        DeskRequest(asked.verb.name, asked.given, (deal,), (listed,), "", "", desk, now), asked
    )


def _stored(files: DealFiles, as_of: date) -> StoredDeal:
    """The deal as if it stood on a day and no one had acted on or approved anything."""
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
    """Stands where a stack's table would be, and refuses every call."""

    def __init__(self, verb: str) -> None:
        self._verb = verb

    def __getattr__(self, name: str) -> Any:
        raise UnreadableCommandError(
            f"{self._verb} needs data that only a running stack holds. Use it in Slack."
        )
