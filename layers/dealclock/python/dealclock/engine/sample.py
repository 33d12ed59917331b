"""A sample timeline: fictional events by which the terms alone give dates, to be proofread.

Each kind of event that opens, begins or moves something happens once: the first 180 days after the
dates of the agreement, the next ones ten days apart, each on a Business Day. The first kind of each
provision comes first, in their order, and last what begins a state with limits, since it lasts to
the end. Nothing happens that only satisfies, ends, excuses or extends something, so that deadlines
pass, defaults occur and amounts accrue.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from itertools import chain, zip_longest
from typing import Any, TypeVar, cast

from dealclock.days.calendars import calendar
from dealclock.engine.assess import assess, examine
from dealclock.engine.assessment import Assessment
from dealclock.engine.day import Instance, day_of
from dealclock.engine.look import Look
from dealclock.engine.payments.in_arrears import PAYMENT
from dealclock.facts.corrections import Families
from dealclock.facts.fact import Fact, list_faults
from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import kinds_of, what_happened
from dealclock.facts.log import FactLog
from dealclock.terms.day_language import (
    DayAmong,
    DayIf,
    DayPart,
    DayWithin,
    EventDay,
    ItsDay,
    NamedDay,
    parts_of,
    references,
)
from dealclock.terms.general.obligation import ObligationTerms
from dealclock.terms.general.state import StateTerms
from dealclock.terms.references import days_in, names_in
from dealclock.terms.rules.rule import Rule
from dealclock.terms.spellings import expand
from dealclock.terms.terms import Terms

L = TypeVar("L", bound=Look)

_WAIT, _APART, _AFTER = timedelta(days=180), timedelta(days=10), timedelta(days=200)
_A_YEAR = timedelta(days=366)
EARLY = timedelta(days=30)
"""How soon the first event may happen where a later one gives a provision no date."""
_NOT_OPENING = frozenset(
    (
        *("satisfied_by", "satisfied_by_all_of", "met_by", "cured_by", "certified_by", "funded_by"),
        *("confirmed_by", "ends", "ends_with", "ends_early", "early", "until", "stops_with"),
        *("excused_by", "undone_by", "improper_by", "extension", "extended_by", "lengthened_by"),
        *("less", "unless", "needed_for", "if_not_used", "pending_until", "stops", "settled_by"),
        *("exempt", "counts", "by_purpose", "filing", "cancelled_by", "issued_by"),
    )
)
"""Keys whose events only satisfy, end, excuse or extend something, or count toward it."""


def opening_kinds(rule: Rule, terms: Terms) -> Iterator[str]:
    """The kinds of event that open, begin or move something of a provision, in its order, also in
    the Days of the terms that it names; not what is deemed to happen where a right passes unused.
    """
    deemed = {r.if_not_used.deemed for r in terms.obligations.values() if r.if_not_used}
    for where, name, word in names_in(rule.model_dump(), type(rule)):
        keys = {str(key).replace(" ", "_") for key in where}
        if not keys & _NOT_OPENING:
            named = [word] if "kind" in name.of else []
            if "days" in name.of and word in terms.days:
                named = [kind for day in _inside(terms.days[word], terms) for kind in _kinds(day)]
            yield from (kind for kind in named if kind not in deemed)


def _kinds(day: DayPart) -> tuple[str, ...]:
    return day.kinds if isinstance(day, EventDay) else ()


def _inside(day: DayPart, terms: Terms, seen: set[str] | None = None) -> Iterator[DayPart]:
    """A Day and all that it depends on, the Days of the terms that it names once each."""
    seen = set() if seen is None else seen
    yield day
    for part in parts_of(day):
        yield from _inside(part, terms, seen)
    if isinstance(day, NamedDay) and day.name in terms.days and day.name not in seen:
        seen.add(day.name)
        yield from _inside(terms.days[day.name], terms, seen)


def on_sample_timeline(look: L, only: Rule | None = None, wait: timedelta = _WAIT) -> L:
    """The look on the sample timeline of the terms in force, after all of its events: those of all
    provisions, or only of one and of those that it names. `wait` is how long after the dates of the
    agreement the first happens.
    """
    terms, days = look.in_force, calendar(look.readings_used["business-day"])
    terms = terms.model_copy(update={"amendments": ()})
    dated = terms.agreement.dated
    first = max(day for day in (dated, *terms.dates.values()) if day <= dated + _A_YEAR) + wait
    known, facts = kinds_of(terms), list[Fact]()
    later = list[FactKind]()
    sample = replace(look, terms=terms, known_at=None, as_of=first)

    def happen(kinds: Iterator[FactKind], before: Assessment | None) -> Iterator[FactKind]:
        for kind in kinds:
            on = days.first_open_on_or_after(first + _APART * len(facts))
            fact = _event(kind, on, terms, facts, before)
            if fact is None or any(list_faults(fact, Families(facts), known)):
                yield kind
            else:
                facts.append(fact)

    rounds = zip_longest(*(opening_kinds(rule, terms) for rule in _related(only, terms)))
    opening = dict.fromkeys(
        k for kind in chain.from_iterable(rounds) for k in _with_subject(kind, known, only)
    )
    limited = {kind for state in terms.limited_states for kind in state.begins}
    in_order = sorted(opening, key=lambda kind: kind in limited)
    in_order = [k for kind in in_order for k in (*known[kind].follows, kind) if k in opening]
    later += happen((known[kind] for kind in dict.fromkeys(in_order)), None)
    sample = _with(sample, facts, first + _APART * len(facts) + _AFTER)
    if later:
        [*happen(iter(later), assess(sample, compare=False))]
        sample = _with(sample, facts, first + _APART * len(facts) + _AFTER)
    return sample


Course = tuple[str, date | None, L]
"""What is different, in words, with its day; and the look on it."""


def other_courses(sample: L, rule: Rule) -> Iterator[Course[L]]:
    """The sample timeline as it gives a provision another course: without an event on which a Day
    depends, or by which a right is used whose silence matters; with a day that an event names in
    the time that a Day asks about; with its clock stopped once; and with a limited state ended.
    """
    of = expand(rule)
    days = [d for _, day in days_in(of.model_dump(), type(of)) for d in _inside(day, sample.terms)]
    asked = {d.happened for d in days if isinstance(d, DayIf)}
    named = {kind for _, name, kind in names_in(of.model_dump(), type(of)) if "kind" in name.of}
    named |= {kind for day in days for kind in _kinds(day)}
    known_of = [d for d in days if isinstance(d, DayAmong) and d.operator != "latest of"]
    silent = {kind for event in asked for kind in _kinds(event)}
    silent |= {kind for d in known_of for part in _inside(d, sample.terms) for kind in _kinds(part)}
    for right in sample.terms.obligations.values():
        if right.if_not_used and (right.id == rule.id or right.if_not_used.deemed in named):
            silent |= {*right.kinds}
    for kind in dict.fromkeys(fact.kind for fact in sample.log.facts if fact.kind in silent):
        facts = list[Fact]()
        for fact in sample.log.facts:
            gone = {each.id for each in sample.log.facts} - {each.id for each in facts}
            if fact.kind != kind and not gone & {*fact.abouts}:
                facts.append(fact)
        what = f"without: {what_happened(kind, sample.terms)}"
        yield what, None, _with(sample, facts, sample.as_of)
    for event in asked:
        if isinstance(event, DayWithin):
            yield from _within(sample, of, event)
    if isinstance(of, ObligationTerms) and of.stopped_by:
        yield from _once(sample, sample.terms.states[of.stopped_by.state], of)
    if isinstance(of, StateTerms) and of.limits:
        yield from _once(sample, of, None)


def _within(sample: L, rule: Rule, asked: DayWithin) -> Iterator[Course[L]]:
    """The sample with the days that events name, of those on which the time asked about rests, on
    the very day that is asked about.
    """
    context = examine(sample)[0]
    on = day_of(context, asked.day, Instance("")).day
    ends = [day for end in (asked.since, asked.until) if end for day in _inside(end, sample.terms)]
    kinds = {kind for day in ends if isinstance(day, EventDay) and day.target for kind in day.kinds}
    if ItsDay("target") in ends:
        kinds |= {each for each in getattr(rule, "each", ()) if isinstance(each, str)}
    moved = {f.id: f for f in sample.log.facts if f.kind in kinds and on and f.target}
    if on and moved:
        days = calendar(sample.readings_used["business-day"])
        early = days.first_open_on_or_after(on - 5 * _APART)
        facts = [
            f.model_copy(update={"target": on, "on": min(f.on, early)}) if f.id in moved else f
            for f in sample.log.facts
        ]
        yield "if the day named is", on, _with(sample, facts, sample.as_of)


def _once(sample: L, state: StateTerms, stopped: ObligationTerms | None) -> Iterator[Course[L]]:
    """The sample with a state that ends ten days after it began: on its own day, or on the first
    open day after what opens an obligation that it stops.
    """
    known, days = kinds_of(sample.terms), calendar(sample.readings_used["business-day"])
    made = [fact for fact in sample.log.facts if not stopped or fact.kind not in state.begins]
    opened = next((f.on for f in made if stopped and f.kind in stopped.each), None)
    on = next((f.on for f in made if f.kind in state.begins), None)
    for kind in (*(state.begins[:1] if opened else ()), *state.ends[:1]):
        after = opened + timedelta(days=1) if opened and on is None else on and on + _APART
        on = after and days.first_open_on_or_after(after)
        fact = on and _event(known[kind], on, sample.terms, made, None)
        made += [fact] if fact else []
    if on and made[-1].kind in state.ends:
        yield f"with one {state.called} that ends on", on, _with(sample, made, sample.as_of)


def _with_subject(
    kind: str, known: Mapping[str, FactKind], only: Rule | None, level: int = 0
) -> Iterator[str]:
    """A kind of event, after what it must be about where nothing else opens that."""
    if kind in known:
        about = known[kind].about_kinds[:1] if only and level < len(known) else ()
        for each in about:
            yield from _with_subject(each, known, only, level + 1)
        yield kind


def _related(one: Rule | None, terms: Terms) -> Iterator[Rule]:
    """A provision and those that it names, or whose defaults it names; all for None."""
    names = names_in(one.model_dump(), type(one)) if one else ()
    named = {word for _, name, word in names if not name.new}
    for rule in terms.provisions:
        own = {rule.id, *(each.id for each in getattr(expand(rule), "defaults", tuple)())}
        if one is None or rule.id == one.id or named & own:
            yield rule


def _with(sample: L, facts: list[Fact], as_of: date) -> L:
    log = FactLog(tuple(facts), sample.terms.agreement.time_zone)
    return replace(sample, log=log, as_of=as_of)


def _event(
    kind: FactKind, on: date, terms: Terms, made: list[Fact], before: Assessment | None
) -> Fact | None:
    """An event of a kind with the details it needs; None if one of them cannot be given yet."""
    lot = next(iter(terms.securities), None)
    method = next(iter(terms.deemed_notice), "hand")
    sent = {"method": method, "on": on, "acknowledged": on}
    details: Mapping[str, Any] = {
        "given": [{"to": party, **sent} for party in _addressees(kind.id, terms) or terms.parties],
        "about": _about(kind, terms, made, before),
        "lot": lot.id if lot else None,
        "holder": "sample-holder",
        "to": "other-holder",
        "amount": lot.principal if lot else 1_000_000,
        "shares": 100_000,
        "unadjusted": 100_000,
        "ratio": "1.10",
        "target": on + _AFTER,
        "time": "10:00",
    }
    own = kind.id in terms.events
    stated = [name for name in kind.may if own or name in ("shares", "unadjusted", "ratio")]
    needed = {name: details.get(name) for name in (*kind.needs, *stated)}
    if None in (needed[name] for name in kind.needs):
        return None
    needed = {name: value for name, value in needed.items() if value is not None}
    fact = {"id": f"S{len(made) + 1}", "kind": kind.id, "on": on, "basis": "hypothetical"}
    return Fact.model_validate({**fact, **needed})


def _addressees(kind: str, terms: Terms) -> Iterable[str]:
    """The parties to whom the provisions say that an event of a kind is given."""
    found = dict[str, None]()
    for rule in terms.general:
        done = rule.begins if isinstance(rule, StateTerms) else getattr(rule, "kinds", ())
        if kind in done:
            found.update(dict.fromkeys(getattr(rule, "to", ())))
        elif isinstance(rule, ObligationTerms) and kind in rule.each:
            for _, day in days_in(rule.model_dump(), type(rule)):
                found.update((name, None) for what, name in references(day) if what == "party")
    return found


def _about(kind: FactKind, terms: Terms, made: list[Fact], before: Assessment | None) -> str | None:
    """What an event of a kind is about: the last that fits of the events made before it, or the
    first of what they open.
    """
    if kind.about_kinds or kind.about_a == "fact":
        of = [fact.id for fact in made if not kind.about_kinds or fact.kind in kind.about_kinds]
        return of[-1] if of else None
    if before is None:
        return None
    rules = terms.obligations
    items: Mapping[str, Any] = {
        "default": before.defaults,
        "payment": [each for each in before.obligations if each.kind == PAYMENT],
        "suspension": [each for each in before.windows if each.limit_days],
    }
    owed = [o for o in before.obligations if o.id in rules and kind.id in rules[o.id].kinds]
    found = items.get(kind.about_a, owed or before.obligations)
    return cast(str, found[0].instance) if found else None
