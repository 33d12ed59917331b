"""Events that cannot all be true, and events on which no conclusion rests, each with why."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import chain

from dealclock.engine.assessment import Contradiction
from dealclock.engine.conclusions import EXTENSION, Obligation, UncountedEvent, UndatedDuty, Window
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.interest.lots import beyond_the_lot, issued
from dealclock.engine.money import ZERO, fraction
from dealclock.engine.notices.sale_notices import why_none
from dealclock.engine.states.outcome import budgets
from dealclock.errors import ConflictError, Problem
from dealclock.facts.fact import Fact
from dealclock.facts.index import FactIndex
from dealclock.facts.kinds import kinds_of
from dealclock.facts.log import EffectiveFact, FactLog
from dealclock.facts.vocabulary import LIFTED, ORDERS
from dealclock.files.source import Source, few
from dealclock.terms.day_language import (
    ByReading,
    DayAmong,
    DayPart,
    FixedDay,
    NamedDay,
    PeriodDay,
    parts_of,
)
from dealclock.terms.terms import Terms
from dealclock.terms.versions import versions

# Orders against the shelf that no lifting has lifted.


def open_orders(
    known: FactIndex,
) -> tuple[Sequence[EffectiveFact], Sequence[EffectiveFact]]:
    """The orders no lifting has lifted, and the liftings that may be of more than one of them.

    A lifting on or after the day of an order lifts the one it is about, or the only one open; of
    several open ones it lifts one, and no one knows which. One dated before an order never lifts
    it.
    """
    orders = sorted((s for kind in ORDERS for s in known.of_kind(kind)), key=known.place)
    liftings, unnamed = known.of_kind(LIFTED), list[EffectiveFact]()
    named = [(named_in(each.about), each.on) for each in liftings]
    left = [o for o in orders if not any(of == o.id and on >= o.on for of, on in named)]
    for each in (s for s in liftings if s.about is None):
        candidates = [o for o in left if o.on <= each.on]
        if len(candidates) == 1:
            left.remove(candidates[0])
        elif candidates:
            unnamed.append(each)
    return left, unnamed


def named_in(about: str | None) -> str:
    """The event that an `about` names, by its id or within an instance; "" for none."""
    return (about or "").rpartition("/")[2]


# Facts that cannot all be true: an order of days that nothing could explain.
#
# Only certain contradictions are reported: a missing fact contradicts nothing, and neither does a
# day that is merely unusual or that some reading of the terms would allow.

_INSTEAD = "correct or retract what is wrong, or give the day it happened"


def contradictions(terms: Terms, known: FactIndex) -> Iterator[Contradiction]:
    """Every contradiction among the facts in effect, in the order of the facts."""
    yield from _more_than_a_lot(terms, known)
    kinds, dated = kinds_of(terms), terms.agreement.dated
    firsts = _first_days(terms) if any(seen.about for seen in known.all) else {}
    opened_by = {rule.lapse.id: rule.each for rule in terms.obligations.values() if rule.lapse}
    for seen in known.all:
        of = kinds[seen.kind]
        for kind in of.follows:
            earlier = next(iter(known.of_kind(kind)), seen)
            if seen.on < earlier.on:
                yield _both(seen, earlier)
        for about in seen.abouts:
            if of.about_a == "default" and not of.names_instance:
                yield from _before_its_default(seen, about, known, firsts, opened_by)
            if seen.kind == EXTENSION and seen.fact.target is not None:
                yield from _extends_too_early(seen, about, seen.fact.target, known, firsts)
        if seen.on < dated and (of.under_it or (seen.abouts and not of.names_instance)):
            yield _alone(seen, f"is before the agreement, dated {dated.isoformat()}")


def _before_its_default(
    seen: EffectiveFact,
    about: str,
    known: FactIndex,
    firsts: Mapping[str, date],
    opened_by: Mapping[str, Sequence[object]],
) -> Iterator[Contradiction]:
    """The contradiction of an event about a default before it can have occurred."""
    name, _, opened = about.partition("/")
    opening, first = known.under(opened) if opened else None, firsts.get(name)
    if opening is not None and opening.kind in opened_by.get(name, ()):
        if seen.on < opening.on:
            yield _both(seen, opening)
    elif not opened and first is not None and seen.on < first:
        says = f"is about {about}, which cannot have occurred before {first.isoformat()}"
        yield _alone(seen, says)


def _extends_too_early(
    seen: EffectiveFact, about: str, target: date, known: FactIndex, firsts: Mapping[str, date]
) -> Iterator[Contradiction]:
    """The contradiction of an extension to a day before what it extends can first be due."""
    opened = about.partition("/")[2]
    opening = known.under(opened) if opened else None
    first = firsts.get(about) or firsts.get(opened)
    says = f"extends {about} to {target.isoformat()}"
    if opening is not None and target < opening.on:
        says = f"{_named(seen)} {says}, before {_named(opening)}"
        yield Contradiction(says, (seen.id, opening.id))
    elif first is not None and target < first:
        yield _alone(seen, f"{says}, which is not due before {first.isoformat()}")


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


def _both(seen: EffectiveFact, earlier: EffectiveFact) -> Contradiction:
    says = f"{_named(seen)} cannot be before {_named(earlier)}"
    return Contradiction(says, (seen.id, earlier.id))


def _alone(seen: EffectiveFact, says: str) -> Contradiction:
    return Contradiction(f"{_named(seen)} {says}", (seen.id,))


def _named(seen: EffectiveFact) -> str:
    return f"{seen.id} ({seen.kind}, {seen.on.isoformat()})"


def _first_days(terms: Terms) -> Mapping[str, date]:
    """The first day on which each item may be due, and its default occur, under any version of the
    terms and any way of counting; without what only events make due.
    """
    firsts: dict[str, date] = {}
    for version in versions(terms, date.max, date.max):
        for rule in version.terms.obligations.values():
            due = _first_day(rule.due, version.terms.dates)
            for name in (rule.id, *([rule.lapse.id] if rule.lapse else [])):
                if due is not None:
                    firsts[name] = min(due, firsts.get(name, due))
    return firsts


def _first_day(day: DayPart | None, dates: Mapping[str, date]) -> date | None:
    """The first day on which a Day may fall under any way of counting; None if it may fall on any.

    The day that starts a period may be its first day, and a last day may be rolled, but never to an
    earlier one unless the period says so.
    """
    match day:
        case FixedDay():
            return day.day
        case NamedDay():
            return dates.get(day.name)
        case PeriodDay(before=False, period=period) if period.unit != "hours" and period.roll in (
            None,
            "none",
            "next",
        ):
            base = _first_day(day.base, dates)
            return base and base + timedelta(days=period.count - 1)
        case DayAmong() | ByReading():
            found = [_first_day(each, dates) for each in parts_of(day)]
            known = [each for each in found if each is not None]
            if isinstance(day, DayAmong) and day.operator == "latest of":
                return max(known, default=None)
            return min(known) if known and len(known) == len(found) else None
    return None


def new_contradictions(
    terms: Terms, new: Sequence[Fact], before: Sequence[Fact] = ()
) -> Iterator[tuple[Contradiction, Fact]]:
    """Each contradiction caused by the new facts, with the first new fact it rests on.
    Contradictions among the facts recorded `before` are left out.
    """
    known = _last_known((*before, *new), terms)
    old = set(contradictions(terms, _last_known(before, terms)))
    latest = {seen.id: seen.fact for seen in known.all}
    for found in contradictions(terms, known):
        if found not in old:
            ours = [latest[i] for i in found.facts if latest[i] in new] or list(new)
            yield found, ours[0]


def _last_known(facts: Sequence[Fact], terms: Terms) -> FactIndex:
    """The facts in effect after everything that was recorded."""
    log = FactLog(tuple(facts), terms.agreement.time_zone)
    return FactIndex(log.known(date.max, datetime.max.replace(tzinfo=UTC)))


def contradicting_facts(source: Source, terms: Terms, facts: Sequence[Fact]) -> Iterator[Problem]:
    """The contradictions within a file of facts, each at the position of the fact that causes
    it.
    """
    places = {fact.id: i for i, fact in enumerate(facts)}
    for found, fact in new_contradictions(terms, facts):
        here = ("facts", places[fact.id], "on")
        yield source.problem(here, fact.on, f"{found.text}; {_INSTEAD}")


def refuse_contradictions(terms: Terms, new: Sequence[Fact], before: Sequence[Fact]) -> None:
    """Raise ConflictError for new facts that contradict each other or those recorded
    before.
    """
    found = [each.text for each, _ in new_contradictions(terms, new, before)]
    ours = {fact.id for fact in new}
    found += [text for each, text in which_order((*before, *new), terms) if each in ours]
    if found:
        raise ConflictError(f"nothing was recorded: {few(found, apart='; ')}; {_INSTEAD}.")


def which_order(facts: Sequence[Fact], terms: Terms) -> Iterator[tuple[str, str]]:
    """Each lifting, by its id, that does not say which of several open orders it lifted."""
    orders, unnamed = open_orders(_last_known(facts, terms))
    for each in unnamed:
        ids = few(order.id for order in orders if order.on <= each.on)
        yield each.fact.id, f"{_named(each)} does not say which order was lifted; give about: {ids}"


def why_unused(
    unused: Sequence[EffectiveFact], context: Context, found: Findings
) -> Iterator[tuple[str, str]]:
    """Why each fact without a conclusion has none, by the fact's id, if known; what is asked counts
    nowhere.
    """
    if not unused:
        return
    own = context.apart()
    apart = _not_counted(found)
    apart |= dict(chain.from_iterable(each.unused.items() for each in budgets(own)))
    satisfying = {getattr(rule, "met_by", None) for rule in context.terms.provisions}
    for seen in unused:
        why = why_none(seen, own) or apart.get(seen.id, "")
        if not why and seen.abouts:
            kind = kinds_of(context.terms)[seen.kind]
            events = [context.known.under(each.rpartition("/")[2]) for each in seen.abouts]
            of_event = any(each and each.kind in kind.about_kinds for each in events)
            if not of_event and (kind.names_instance or seen.kind in satisfying):
                why = (
                    f"it is about {' and '.join(seen.abouts)}, which a {seen.kind} does not satisfy"
                )
        if why:
            yield seen.id, why


def _not_counted(found: Findings) -> dict[str, str]:
    """Why events do not count towards what they would satisfy, by their ids."""
    by: dict[str, list[UncountedEvent]] = {}
    parts: list[Obligation | Window | UndatedDuty]
    parts = [*found.obligations, *found.windows, *found.duties]
    for part in parts:
        for each in part.not_counted:
            by.setdefault(each.fact, []).append(each)
    return {fact: _listed(each) for fact, each in by.items()}


def _listed(apart: list[UncountedEvent]) -> str:
    first, *more = apart
    says = f"for {first.instance} it {first.why}; {first.advice}"
    others = f"; nor does it count for {few(e.instance for e in more)}" if more else ""
    return says + others
