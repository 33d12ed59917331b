"""Recording facts in a running stack: held against the deal's terms first, all of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from dealclock.agreement.source import InvalidFiles, Source
from dealclock.engine.comparing.figures import Difference
from dealclock.facts.fact import Fact
from dealclock.render.taking_back import effect
from dealclock.store import Bundle, Store, StoredDeal
from dealclock.usecases.at_once import look_at_once
from dealclock.usecases.checked_files import check_facts
from dealclock.usecases.finding import find_deal
from dealclock.usecases.load import load, refuse_stamped
from dealclock.usecases.messages import AssessQueue
from dealclock.usecases.outline import outline

__all__ = ["Recorded", "find_deal", "record"]  # who records names the deal


@dataclass(frozen=True, slots=True)
class Recorded:
    """The facts of the file, those newly recorded, those there already, and each date and amount
    that moves.

    `taken_back` says of each retraction what it takes back and what stands after it.
    """

    code_name: str
    as_of: date
    new: tuple[str, ...]
    known: tuple[str, ...]
    moved: tuple[Difference, ...]
    taken_back: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()


def record(
    source: Source,
    named: str,
    store: Store,
    queue: AssessQueue,
    now: datetime,
    by: str,
    *,
    dry_run: bool = False,
) -> Recorded:
    """Record the facts of a file and have the deal assessed at once; with `dry_run` only say what
    would move.

    Done twice, the second time records nothing. Raises InvalidFiles with every problem, NoSuchDeal,
    FactConflict, FactRefused or CannotLoad, each before anything is recorded.
    A table that stops answering half-way leaves the first facts; recording again adds the rest.
    """
    deal = find_deal(named, store)
    known = outline(deal.terms.model_dump())
    file, problems = check_facts(source, known, before=deal.log.facts)
    if problems or file is None:
        raise InvalidFiles(problems)
    if not deal.meta.rehearsal:
        refuse_stamped(file.facts)
    looked = load(_with(deal, file.facts), store, now, by, dry_run=True)
    new = looked.changes.new_facts
    if not dry_run:
        # One by one, each with its audit entry; never as a load, which would write the terms too.
        new = tuple(f.id for f in file.facts if store.record(deal.meta.id, f, now, by))
        # Recorded again too: the first try may have ended before it could ask for this.
        look_at_once(deal.meta.id, store, queue, now)
    before = tuple(f.id for f in file.facts if f.id not in new)
    back = tuple(_taken_back(deal.log.facts, file.facts, new))
    return Recorded(deal.meta.code_name, looked.as_of, new, before, looked.moved, back, file.facts)


def _taken_back(before: Sequence[Fact], facts: Sequence[Fact], new: Sequence[str]) -> Iterator[str]:
    """What each new retraction takes back, and what stands after it."""
    recorded = list(before)
    for fact in (f for f in facts if f.id in new):
        if says := effect(fact, recorded):
            yield says
        recorded.append(fact)


def _with(deal: StoredDeal, facts: tuple[Fact, ...]) -> Bundle:
    """The deal as it is, with more facts."""
    return Bundle(deal.meta.id, deal.terms, deal.team, facts, deal.meta.day)
