"""Recording facts in a running stack: held against the deal's terms first, all of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from dealclock.engine.assessment import Assessment
from dealclock.engine.changes import Changes, compare
from dealclock.engine.checked_files import check_facts
from dealclock.engine.contradictions import refuse_contradictions
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.facts.names_in_terms import outline
from dealclock.files.source import InvalidFiles, Source
from dealclock.messages.retraction import describe_effect
from dealclock.store import Bundle, Store, StoredDeal
from dealclock.store.closings import refuse_closed
from dealclock.store.facts import check
from dealclock.usecases.deal_day import deal_now
from dealclock.usecases.desk.load import as_kept, refuse_stamped
from dealclock.usecases.find_deal import find_deal
from dealclock.usecases.plan.assess_deal import assess_as_of
from dealclock.usecases.plan.reassess_now import reassess_now
from dealclock.usecases.services import Services

__all__ = ["RecordPreview", "RecordResult", "find_deal", "preview", "record", "record_in"]


@dataclass(frozen=True, slots=True)
class RecordPreview:
    """A deal as it is, and as it would be with facts not yet recorded, on its own day.

    `facts` are all of the file; `new` are those of them, by id, that the deal does not hold yet.
    """

    facts: tuple[Fact, ...]
    new: tuple[str, ...]
    before: Assessment
    after: Assessment
    changes: Changes


@dataclass(frozen=True, slots=True)
class RecordResult:
    """The facts of the file, those newly recorded, those there already, and what they change as of
    the deal's day.

    `taken_back` says of each retraction what it takes back and what stands after it.
    """

    code_name: str
    as_of: date
    new: tuple[str, ...]
    known: tuple[str, ...]
    changes: Changes
    taken_back: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()


def record(
    source: Source, named: str, services: Services, by: str, *, dry_run: bool = False
) -> RecordResult:
    """Record the facts of a file and have the deal assessed at once; with `dry_run` only say what
    would change.

    Done twice, the second time records nothing. Raises NoSuchDeal, and what `preview` raises, each
    before anything is recorded.
    """
    deal = find_deal(named, services.store)
    previewed = preview(source, deal, services)
    if not dry_run:
        return record_in(deal, previewed, services, by)
    return _recorded(deal, previewed, previewed.new)


def preview(
    source: Source, deal: StoredDeal, services: Services, before: Assessment | None = None
) -> RecordPreview:
    """What recording the facts of a file would change; the store is asked of facts there already.

    `before` is the deal's own assessment as of its day, made here where it is not given.

    Raises InvalidFiles with every problem, FactConflict, FactRefused, DealClosed, CannotLoad or
    Contradicted.
    """
    now = services.now()
    known = outline(deal.terms.model_dump())
    file, problems = check_facts(source, known, before=deal.log.facts)
    if problems or file is None:
        raise InvalidFiles(problems)
    if not deal.meta.rehearsal:
        refuse_stamped(file.facts)
    refuse_closed(deal.meta)
    facts = _new(file.facts, deal, services.store)
    new = [as_kept(f, now, rehearsal=deal.meta.rehearsal) for f in facts]
    refuse_contradictions(deal.terms, new, deal.log.facts)
    as_of, known_at = deal_now(deal, now)
    with_them = replace(deal, log=FactLog((*deal.log.facts, *new), deal.log.zone))
    if before is None or before.as_of != as_of:
        before = assess_as_of(deal, as_of, known_at, compare=False)
    after = assess_as_of(with_them, as_of, known_at, compare=False)
    new_ids = tuple(f.id for f in new)
    return RecordPreview(file.facts, new_ids, before, after, compare(before, after))


def _new(facts: Sequence[Fact], deal: StoredDeal, store: Store) -> Sequence[Fact]:
    """Those the deal does not hold; of one under an id it holds, the store knows what was given."""
    recorded = {fact.id: fact for fact in deal.log.facts}
    if any(fact.id in recorded for fact in facts):
        given = Bundle(deal.meta.id, deal.terms, deal.team, tuple(facts), deal.meta.day)
        new = store.deals.changes(given).new_facts
        return [fact for fact in facts if fact.id in new]
    for fact in facts:
        check(fact, recorded)
        recorded[fact.id] = fact
    return facts


def record_in(
    deal: StoredDeal, previewed: RecordPreview, services: Services, by: str
) -> RecordResult:
    """Record what was previewed, and have the deal assessed at once.

    A table that stops answering half-way leaves the first facts; recording again adds the rest.
    """
    now = services.now()
    # One by one, each with its audit entry; never as a load, which would write the terms too.
    new = tuple(
        f.id for f in previewed.facts if services.store.deals.record_fact(deal.meta.id, f, now, by)
    )
    # Recorded again too: the first try may have ended before it could ask for this.
    reassess_now(deal.meta.id, services)
    return _recorded(deal, previewed, new)


def _recorded(deal: StoredDeal, previewed: RecordPreview, new: tuple[str, ...]) -> RecordResult:
    as_of, facts = previewed.before.as_of, previewed.facts
    known = tuple(f.id for f in facts if f.id not in new)
    back = tuple(_taken_back(deal.log.facts, facts, new))
    return RecordResult(deal.meta.code_name, as_of, new, known, previewed.changes, back, facts)


def _taken_back(before: Sequence[Fact], facts: Sequence[Fact], new: Sequence[str]) -> Iterator[str]:
    """What each new retraction takes back, and what stands after it."""
    recorded = list(before)
    for fact in (f for f in facts if f.id in new):
        if says := describe_effect(fact, recorded):
            yield says
        recorded.append(fact)
