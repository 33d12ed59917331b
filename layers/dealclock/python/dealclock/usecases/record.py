"""Recording facts in a running stack: held against the deal's terms first, all of them."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from dealclock.agreement.source import InvalidFiles, Source, nearest
from dealclock.engine.comparing.figures import Difference
from dealclock.facts.fact import Fact, read_facts
from dealclock.facts.log import day_of, end_of
from dealclock.store import Bundle, Store, StoredDeal
from dealclock.store.errors import NoSuchDeal
from dealclock.usecases.cross_checks import wrong_in_facts
from dealclock.usecases.load import load, refuse_stamped
from dealclock.usecases.messages import AssessDeal, AssessQueue
from dealclock.usecases.outline import outline

_TICK, _DAY = timedelta(microseconds=1), timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The facts newly recorded, those there already, and each date and amount that moves."""

    code_name: str
    as_of: date
    new: tuple[str, ...]
    known: tuple[str, ...]
    moved: tuple[Difference, ...]


def find_deal(named: str, store: Store) -> StoredDeal:
    """The deal with that id or code name; raises NoSuchDeal with the nearest."""
    listed = store.directory()
    ids = (d.id for d in listed if named.lower() in (d.id, d.code_name.lower()))
    deal = store.deal(next(ids, named))
    if deal is None:
        hint = nearest(named.title(), (d.code_name for d in listed))
        raise NoSuchDeal(
            f"there is no deal {named!r}; give the id or code name of a loaded one.{hint}"
        )
    return deal


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
    file = read_facts(source, deal.log.facts)
    problems = list(wrong_in_facts(source, outline(deal.terms.model_dump()), deal.log.facts))
    if problems:
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
    known = tuple(f.id for f in file.facts if f.id not in new)
    return Recorded(deal.meta.code_name, looked.as_of, new, known, looked.moved)


def look_at_once(named: str, store: Store, queue: AssessQueue, now: datetime) -> None:
    """Queue the deal to be assessed now, because of what was recorded.

    A live deal as of today with what is known now. A rehearsal as of its own day, with what is
    known by then and by its last run, however early that was.
    """
    deal = store.deal(named)
    if deal is None:
        return
    known_at, as_of = now, day_of(now, deal.log.zone)
    if deal.meta.day is not None:
        as_of = deal.meta.day
        begins, ends = end_of(as_of - _DAY, deal.log.zone), end_of(as_of, deal.log.zone)
        told = (at for f in deal.log.facts if (at := deal.log.recorded_at(f)) <= ends)
        runs = (run.known_at + _TICK for run in store.runs_of(named, as_of))
        known_at = max((begins, *told, *runs))
    queue.send(
        AssessDeal(
            deal=deal.meta.id,
            as_of=as_of,
            known_at=known_at,
            slot="at once",
            sweep=f"at-once-{known_at.astimezone(UTC):%Y%m%dT%H%M%S%f}",
        )
    )


def _with(deal: StoredDeal, facts: tuple[Fact, ...]) -> Bundle:
    """The deal as it is, with more facts."""
    return Bundle(deal.meta.id, deal.terms, deal.team, facts, deal.meta.day)
