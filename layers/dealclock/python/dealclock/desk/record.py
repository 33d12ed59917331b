"""Record facts in a running stack, after checking all of them against the deal's terms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dealclock.desk.actor import Actor
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


@dataclass(frozen=True, slots=True)
class NewFacts:
    """Facts of a deal, recorded or still to be, and what they change as of its own day.

    `facts` are all facts of the file; `new` the ids of those that the deal did not have. `before`
    is its assessment without them.
    """

    deal: StoredDeal
    facts: tuple[Fact, ...]
    new: tuple[str, ...]
    before: Assessment
    changes: Changes

    @property
    def known(self) -> tuple[str, ...]:
        """The ids of the facts that the deal had before."""
        return tuple(f.id for f in self.facts if f.id not in self.new)

    @property
    def taken_back(self) -> tuple[str, ...]:
        """What each new retraction retracts, and what is in effect after it."""
        recorded, described = list(self.deal.log.facts), list[str]()
        for fact in (f for f in self.facts if f.id in self.new):
            if description := describe_effect(fact, recorded):
                described.append(description)
            recorded.append(fact)
        return tuple(described)


def record(
    source: Source, name: str, services: Services, by: str, *, dry_run: bool = False
) -> NewFacts:
    """Record the facts of a file and queue an assessment; with `dry_run` only return the changes.

    Idempotent. Raises NotFoundError and what `preview` raises, before anything is recorded.
    """
    previewed = preview(source, find_deal(name, services.store), services)
    return previewed if dry_run else record_in(previewed, services, by)


def preview(
    source: Source, deal: StoredDeal, services: Services, before: Assessment | None = None
) -> NewFacts:
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
    return NewFacts(deal, file.facts, new_ids, before, compare(before, after))


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


def record_in(previewed: NewFacts, services: Services, by: str) -> NewFacts:
    """Record the previewed facts and queue an assessment of the deal.

    If the table fails midway, the first facts stay recorded; recording again adds the rest.
    """
    deal, now = previewed.deal, services.now()
    # One by one, each with its audit entry; never as a load, which would write the terms too.
    deals, kinds = services.store.deals, kinds_of(deal.terms)
    new = tuple(f.id for f in previewed.facts if deals.record_fact(deal.meta.id, f, now, by, kinds))
    # Recorded again too: the first try may have ended before it could ask for this.
    reassess_now(deal.meta.id, services)
    return replace(previewed, new=new)


def source_of(*wanted: Mapping[str, Any]) -> Source:
    """Events of a form or an act as a file, so that each problem of one names its field."""
    return Source.of_data("the form", {"facts": [*map(dict, wanted)]})


def known_from(wanted: Mapping[str, Any], at: Actor) -> Mapping[str, Any]:
    """The event of a rehearsal, recorded as of the end of the rehearsal's day.

    Without recorded_at it would count as recorded on the day it happened, and a correction would
    be known too early. A live deal's event is stamped when it is stored.
    """
    if not at.deal.meta.rehearsal:
        return wanted
    return {**wanted, "recorded_at": deal_now(at.deal, at.now)[1]}
