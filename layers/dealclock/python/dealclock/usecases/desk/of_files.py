"""The desk's answers over a deal's files alone: the same words, read and answered alike.

No one is asked who they are, nothing is archived, and what only a running stack holds, such as
messages, is refused.
"""

from datetime import date, datetime
from typing import Any, cast

from dealclock.render.told import Told
from dealclock.store import Listed, Meta, Store, StoredDeal
from dealclock.usecases.deal_files import DealFiles
from dealclock.usecases.desk.answering import told_of
from dealclock.usecases.desk.misunderstood import Misunderstood
from dealclock.usecases.desk.understanding import understand
from dealclock.usecases.desk.verb import Ask, Desk, Of


def answer_of_files(text: str, files: DealFiles, as_of: date, now: datetime) -> Told:
    """What `/deal TEXT` answers of the files as of a day; raises Misunderstood and refusals."""
    deal = _stored(files, as_of)
    listed = Listed(deal.meta.id, deal.meta.code_name, rehearsal=False, people=deal.team.access)
    asked = understand(text, [listed], listed)
    if asked.verb.of is not Of.NOTHING and not asked.verb.shareable:
        raise Misunderstood(f"{asked.verb.name} needs a running stack: ask it in Slack.")
    desk = Desk(cast(Store, _NoStack(asked.verb.name)), of_files=True)
    return told_of(Ask(asked.verb.name, asked.given, (deal,), (listed,), "", "", desk, now), asked)


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
    """Stands where a stack's table would be, and refuses whatever is asked of it."""

    def __init__(self, verb: str) -> None:
        self._verb = verb

    def __getattr__(self, name: str) -> Any:
        raise Misunderstood(f"{self._verb} needs what a running stack holds: ask it in Slack.")
