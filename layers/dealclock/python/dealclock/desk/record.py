"""Record facts in a running stack, after checking all of them against the deal's terms."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from dealclock.desk.load import as_stored, refuse_stamped
from dealclock.engine.assessment import Assessment
from dealclock.engine.changes import Changes, compare
from dealclock.engine.checked_files import check_facts
from dealclock.engine.contradictions import refuse_contradictions
from dealclock.errors import InvalidError
from dealclock.facts.corrections import Families
from dealclock.facts.cross_checks import list_future_events
from dealclock.facts.fact import Fact
from dealclock.facts.kinds import kinds_of
from dealclock.facts.log import FactLog
from dealclock.facts.names_in_terms import outline
from dealclock.files.source import Source
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.find_deal import find_deal
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.jobs.services import Services
from dealclock.messages.retraction import describe_effect
from dealclock.store import Bundle, Store, StoredDeal
from dealclock.store.closings import refuse_closed
from dealclock.store.facts import check

__all__ = ["RecordPreview", "RecordResult", "find_deal", "preview", "record", "record_in"]


@dataclass(frozen=True, slots=True)
class RecordPreview:
    """A deal as of its own day, without and with facts not yet recorded.

    `facts` are all facts of the file; `new` the ids of those not yet in the deal.
    """

    facts: tuple[Fact, ...]
    new: tuple[str, ...]
    before: Assessment
    after: Assessment
    changes: Changes


@dataclass(frozen=True, slots=True)
class RecordResult:
    """The facts of the file: newly recorded, already known, and their changes as of the deal's day.

    `taken_back` describes each retraction and what is in effect after it.
    """

    code_name: str
    as_of: date
    new: tuple[str, ...]
    known: tuple[str, ...]
    changes: Changes
    taken_back: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()


def record(
    source: Source, name: str, services: Services, by: str, *, dry_run: bool = False
) -> RecordResult:
    """Record the facts of a file and queue an assessment; with `dry_run` only return the changes.

    Idempotent. Raises NotFoundError and what `preview` raises, before anything is recorded.
    """
    deal = find_deal(name, services.store)
    previewed = preview(source, deal, services)
    if not dry_run:
        return record_in(deal, previewed, services, by)
    return _result(deal, previewed, previewed.new)


def preview(
    source: Source, deal: StoredDeal, services: Services, before: Assessment | None = None
) -> RecordPreview:
    """The changes by recording the facts of a file; nothing is recorded.

    `before` is the deal's assessment as of its own day, computed here if not given.

    Raises InvalidError with every problem, or ConflictError.
    """
    now = services.now()
    terms_outline = outline(deal.terms.model_dump())
    file, problems = check_facts(source, terms_outline, before=deal.log.facts)
    as_of, known_at = deal_now(deal, now)
    if not deal.meta.rehearsal:
        problems += list_future_events(source, as_of)
    if problems or file is None:
        raise InvalidError(problems)
    if not deal.meta.rehearsal:
        refuse_stamped(file.facts)
    refuse_closed(deal.meta)
    facts = _new_facts(file.facts, deal, services.store)
    new = [as_stored(f, now, rehearsal=deal.meta.rehearsal) for f in facts]
    refuse_contradictions(deal.terms, new, deal.log.facts)
    with_them = replace(deal, log=FactLog((*deal.log.facts, *new), deal.log.zone))
    if before is None or before.as_of != as_of:
        before = assess_as_of(deal, as_of, known_at, compare=False)
    after = assess_as_of(with_them, as_of, known_at, compare=False)
    new_ids = tuple(f.id for f in new)
    return RecordPreview(file.facts, new_ids, before, after, compare(before, after))


def _new_facts(facts: Sequence[Fact], deal: StoredDeal, store: Store) -> Sequence[Fact]:
    """The facts not yet in the deal; for a known id the store compares the contents."""
    recorded = Families(deal.log.facts)
    if any(fact.id in recorded for fact in facts):
        bundle = Bundle(deal.meta.id, deal.terms, deal.team, tuple(facts), deal.meta.day)
        new = store.deals.changes(bundle).new_facts
        return [fact for fact in facts if fact.id in new]
    for fact in facts:
        check(fact, recorded, kinds_of(deal.terms))
        recorded.add(fact)
    return facts


def record_in(
    deal: StoredDeal, previewed: RecordPreview, services: Services, by: str
) -> RecordResult:
    """Record the previewed facts and queue an assessment of the deal.

    If the table fails midway, the first facts stay recorded; recording again adds the rest.
    """
    now = services.now()
    # One by one, each with its audit entry; never as a load, which would write the terms too.
    deals, kinds = services.store.deals, kinds_of(deal.terms)
    new = tuple(f.id for f in previewed.facts if deals.record_fact(deal.meta.id, f, now, by, kinds))
    # Recorded again too: the first try may have ended before it could ask for this.
    reassess_now(deal.meta.id, services)
    return _result(deal, previewed, new)


def _result(deal: StoredDeal, previewed: RecordPreview, new: tuple[str, ...]) -> RecordResult:
    as_of, facts = previewed.before.as_of, previewed.facts
    known = tuple(f.id for f in facts if f.id not in new)
    retractions = tuple(_describe_retractions(deal.log.facts, facts, new))
    return RecordResult(
        deal.meta.code_name, as_of, new, known, previewed.changes, retractions, facts
    )


def _describe_retractions(
    before: Sequence[Fact], facts: Sequence[Fact], new: Sequence[str]
) -> Iterator[str]:
    """What each new retraction retracts, and what is in effect after it."""
    recorded = list(before)
    for fact in (f for f in facts if f.id in new):
        if description := describe_effect(fact, recorded):
            yield description
        recorded.append(fact)
