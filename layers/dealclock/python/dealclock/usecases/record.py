"""Recording facts in a running stack: held against the deal's terms first, all of them."""

from dataclasses import dataclass
from datetime import datetime

from dealclock.agreement.source import InvalidFiles, Source
from dealclock.facts.fact import read_facts
from dealclock.store import Store, StoredDeal
from dealclock.store.errors import NoSuchDeal
from dealclock.usecases.cross_checks import wrong_in_facts


@dataclass(frozen=True, slots=True)
class Recorded:
    """The facts newly recorded, and those that were there already, word for word."""

    new: tuple[str, ...]
    known: tuple[str, ...]


def find_deal(named: str, store: Store) -> StoredDeal:
    """The deal with that id or code name; raises NoSuchDeal."""
    listed = (d.id for d in store.directory() if named.lower() in (d.id, d.code_name.lower()))
    deal = store.deal(next(listed, named))
    if deal is None:
        raise NoSuchDeal(f"there is no deal {named!r}; give the id or code name of a loaded one.")
    return deal


def record(source: Source, named: str, store: Store, now: datetime, by: str) -> Recorded:
    """Record the facts of a file. Done twice, the second time records nothing.

    Raises InvalidFiles with every problem before anything is written, NoSuchDeal, FactConflict or
    FactRefused.
    """
    deal = find_deal(named, store)
    file = read_facts(source, deal.log.facts)
    problems = list(wrong_in_facts(file, deal.terms, source, deal.log.facts))
    if problems:
        raise InvalidFiles(problems)
    done = {fact.id: store.record(deal.meta.id, fact, now, by) for fact in file.facts}
    return Recorded(
        tuple(fact for fact, new in done.items() if new),
        tuple(fact for fact, new in done.items() if not new),
    )
