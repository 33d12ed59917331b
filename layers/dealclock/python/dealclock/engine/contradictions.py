"""Events that cannot all be true, and events on which no conclusion rests, each with why."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import chain

from dealclock.agreement.rules.duties import Deadline
from dealclock.agreement.rules.suspensions import Outage
from dealclock.agreement.terms import Terms
from dealclock.agreement.versions import versions
from dealclock.engine.agreements import EXTENSION
from dealclock.engine.assessment import Contradiction
from dealclock.engine.conclusions import Obligation, UncountedEvent, UndatedDuty, Window
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.interest.lots import beyond_the_lot, issued
from dealclock.engine.money import ZERO, fraction
from dealclock.engine.notices.sale_notices import why_none
from dealclock.engine.orders import open_orders
from dealclock.engine.states.outcome import budgets
from dealclock.errors import EngineError
from dealclock.facts.fact import Fact
from dealclock.facts.index import FactIndex
from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import kinds_of
from dealclock.facts.log import EffectiveFact, FactLog
from dealclock.files.source import Problem, Source

# Facts that cannot all be true: an order of days that nothing could explain.
#
# Only certain contradictions are reported: a missing fact contradicts nothing, and neither does a
# day that is merely unusual or that some reading of the terms would allow.

_INSTEAD = "correct or retract what is wrong, or give the day it happened"


def contradictions(terms: Terms, known: FactIndex) -> Iterator[Contradiction]:
    """Every contradiction among the facts in effect, in the order of the facts."""
    lapses = dict(_first_lapses(terms))
    opened_by = {rule.on_lapse.id: rule.opened_by for rule in terms.all_of(Outage)}
    kinds = kinds_of(terms)
    following = {kind for kind in known.kinds() if kinds[kind].follows}
    under_it = {kind for kind in known.kinds() if kinds[kind].under_it}
    dues = _first_dues(terms) if known.of_kind(EXTENSION) else {}
    yield from _more_than_a_lot(terms, known)
    for seen in known.all:
        if seen.kind in following:
            yield from _before_what_it_follows(seen, kinds[seen.kind], known)
        if seen.about is not None:
            yield from _before_what_it_is_about(seen, kinds[seen.kind], known, lapses, opened_by)
            yield from _extended_to_before(seen, known, dues, lapses)
        about = seen.about is not None and not kinds[seen.kind].names_instance
        if about or seen.kind in under_it:
            yield from _before_the_agreement(seen, terms)


def _more_than_a_lot(terms: Terms, known: FactIndex) -> Iterator[Contradiction]:
    """Contradictions: Notes issued of a lot beyond its principal, under the original or the amended
    terms.
    """
    for lot in terms.securities:
        if isinstance(lot.issued, date) or not (issues := known.of_kind(lot.issued)):
            continue
        most = max(
            (
                each.principal
                for version in versions(terms, date.max, date.max)
                for each in version.terms.securities
                if each.id == lot.id
            ),
            default=lot.principal,
        )
        earlier: list[str] = []
        for seen, amount, left in issued(lot.id, fraction(most), issues):
            if not ZERO < amount <= left:
                says = beyond_the_lot(seen, lot.id, amount, left, fraction(most))
                yield Contradiction(says, (seen.id, *earlier))
            earlier.append(seen.id)


def _before_what_it_follows(
    seen: EffectiveFact, of: FactKind, known: FactIndex
) -> Iterator[Contradiction]:
    """Contradictions: the first fact of a kind that this one must follow is later."""
    for kind in of.follows:
        for first in known.of_kind(kind)[:1]:
            if first.on > seen.on:
                yield _both(seen, first)


def _before_what_it_is_about(
    seen: EffectiveFact,
    of: FactKind,
    known: FactIndex,
    lapses: Mapping[str, date],
    opened_by: Mapping[str, str],
) -> Iterator[Contradiction]:
    """Contradictions: a fact about a default precedes the fact that opened it, or any possible
    lapse.
    """
    if of.about_a != "default" or of.names_instance:
        return
    about = seen.about or ""
    default, _, opened = about.partition("/")
    opening = known.under(opened)
    opens = opening is not None and opening.kind == opened_by.get(default)
    if opening is not None and opens and seen.on < opening.on:
        yield _both(seen, opening)
    elif not opened and default in lapses and seen.on < lapses[default]:
        says = (
            f"{_named(seen)} is about {about}, which cannot have occurred before "
            f"{lapses[default].isoformat()}"
        )
        yield Contradiction(says, (seen.id,))


def _before_the_agreement(seen: EffectiveFact, terms: Terms) -> Iterator[Contradiction]:
    """Contradictions: a fact about a default, payment or filing precedes the agreement."""
    dated = terms.agreement.dated
    if seen.on < dated:
        says = f"{_named(seen)} is before the agreement, dated {dated.isoformat()}"
        yield Contradiction(says, (seen.id,))


def _extended_to_before(
    seen: EffectiveFact, known: FactIndex, dues: Mapping[str, date], lapses: Mapping[str, date]
) -> Iterator[Contradiction]:
    """Contradictions: an extension to a day before the item could be due, or was opened."""
    target, about = seen.fact.target, seen.about or ""
    if seen.kind != EXTENSION or target is None:
        return
    opened = about.partition("/")[2]
    opening = known.under(opened)
    if opening is not None and target < opening.on:
        says = f"{_named(seen)} extends {about} to {target.isoformat()}, before {_named(opening)}"
        yield Contradiction(says, (seen.id, opening.id))
        return
    first = dues.get(about) or lapses.get(opened)
    if first is not None and target < first:
        says = (
            f"{_named(seen)} extends {about} to {target.isoformat()}, which is not due before "
            f"{first.isoformat()}"
        )
        yield Contradiction(says, (seen.id,))


def _both(seen: EffectiveFact, earlier: EffectiveFact) -> Contradiction:
    says = f"{_named(seen)} cannot be before {_named(earlier)}"
    return Contradiction(says, (seen.id, earlier.id))


def _named(seen: EffectiveFact) -> str:
    return f"{seen.id} ({seen.kind}, {seen.on.isoformat()})"


def _first_lapses(terms: Terms) -> Iterator[tuple[str, date]]:
    """The first day on which each deadline's default may occur under any way of counting days."""
    for rule in terms.all_of(Deadline):
        if rule.on_lapse is not None:
            yield rule.on_lapse.id, _first_due(rule, terms)


def _first_due(rule: Deadline, terms: Terms) -> date:
    """The first day a deadline may be due under any way of counting days."""
    return max(
        terms.dates[each.after] + timedelta(days=each.within.count - 1) for each in rule.times
    )


def _first_dues(terms: Terms) -> Mapping[str, date]:
    """The first due day of every deadline, under the version of the terms that gives the
    earliest.
    """
    dues: dict[str, date] = {}
    for version in versions(terms, date.max, date.max):
        for rule in version.terms.all_of(Deadline):
            due = _first_due(rule, version.terms)
            dues[rule.id] = min(due, dues.get(rule.id, due))
    return dues


class ContradictoryFactsError(EngineError):
    """Facts that cannot be recorded because they contradict others; nothing was recorded."""


def new_contradictions(
    terms: Terms, new: Sequence[Fact], before: Sequence[Fact] = ()
) -> Iterator[tuple[Contradiction, Fact]]:
    """Each contradiction caused by the new facts, with the first new fact it rests on.
    Contradictions among the facts recorded `before` are left out.
    """
    zone = terms.agreement.time_zone
    known = _last_known(FactLog((*before, *new), zone))
    old = set(contradictions(terms, FactIndex(_last_known(FactLog(tuple(before), zone)))))
    latest = {seen.id: seen.fact for seen in known}
    for found in contradictions(terms, FactIndex(known)):
        if found not in old:
            ours = [latest[i] for i in found.facts if latest[i] in new] or list(new)
            yield found, ours[0]


def _last_known(log: FactLog) -> tuple[EffectiveFact, ...]:
    """The facts in effect after everything that was recorded."""
    return log.known(date.max, datetime.max.replace(tzinfo=UTC))


def contradicting_facts(source: Source, terms: Terms, facts: Sequence[Fact]) -> Iterator[Problem]:
    """The contradictions within a file of facts, each at the position of the fact that causes
    it.
    """
    places = {fact.id: i for i, fact in enumerate(facts)}
    for found, fact in new_contradictions(terms, facts):
        here = ("facts", places[fact.id], "on")
        yield source.problem(here, fact.on, f"{found.text}; {_INSTEAD}")


def refuse_contradictions(terms: Terms, new: Sequence[Fact], before: Sequence[Fact]) -> None:
    """Raise ContradictoryFactsError for new facts that contradict each other or those recorded
    before.
    """
    found = [each.text for each, _ in new_contradictions(terms, new, before)]
    ours = {fact.id for fact in new}
    zone = terms.agreement.time_zone
    found += [text for each, text in which_order((*before, *new), zone) if each in ours]
    if found:
        raise ContradictoryFactsError(f"nothing was recorded: {'; '.join(found)}; {_INSTEAD}.")


def which_order(facts: Sequence[Fact], zone: str) -> Iterator[tuple[str, str]]:
    """Each lifting, by its id, that does not say which of several open orders it lifted."""
    orders, unnamed = open_orders(FactIndex(_last_known(FactLog(tuple(facts), zone))))
    for each in unnamed:
        ids = ", ".join(order.id for order in orders if order.on <= each.on)
        yield each.fact.id, f"{_named(each)} does not say which order was lifted; give about: {ids}"


def why_unused(
    unused: Iterable[EffectiveFact], context: Context, found: Findings
) -> Iterator[tuple[str, str]]:
    """Why each fact without a conclusion has none, by the fact's id, if known; what is asked counts
    nowhere.
    """
    own = context.apart()
    apart = _not_counted(found)
    apart |= dict(chain.from_iterable(each.unused.items() for each in budgets(own)))
    satisfying = {str(kind) for r in context.terms.provisions if (kind := _met_by(r))}
    for seen in unused:
        why = why_none(seen, own) or apart.get(seen.id, "")
        if not why and seen.about is not None:
            kind = kinds_of(context.terms)[seen.kind]
            event = context.known.under(seen.about.rpartition("/")[2])
            of_event = event is not None and event.kind in kind.about_kinds
            if not of_event and (kind.names_instance or seen.kind in satisfying):
                why = f"it is about {seen.about}, which a {seen.kind} does not satisfy"
        if why:
            yield seen.id, why


def _met_by(rule: object) -> object:
    return getattr(rule, "met_by", None)


def _not_counted(found: Findings) -> dict[str, str]:
    """Why events do not count towards what they would satisfy, by their ids."""
    by: dict[str, list[UncountedEvent]] = {}
    parts: list[Obligation | Window | UndatedDuty] = [
        *found.obligations,
        *found.windows,
        *found.duties,
    ]
    for part in parts:
        for each in part.not_counted:
            by.setdefault(each.fact, []).append(each)
    return {fact: _listed(each) for fact, each in by.items()}


def _listed(apart: list[UncountedEvent]) -> str:
    first, *more = apart
    says = f"for {first.instance} it {first.why}; {first.advice}"
    others = f"; nor does it count for {', '.join(e.instance for e in more)}" if more else ""
    return says + others
