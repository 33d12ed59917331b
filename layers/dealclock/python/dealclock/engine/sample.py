"""A sample timeline: fictional events by which the terms alone give dates, to be proofread.

Each kind of event that opens, begins or moves something happens once: the first 180 days after the
dates of the agreement, the next ones ten days apart, each on a Business Day. The first kind of each
provision comes first, in their order, and last what begins a state with limits, since it lasts to
the end. Nothing happens that only satisfies, ends, excuses or extends something, so that deadlines
pass, defaults occur and amounts accrue.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from itertools import chain, zip_longest
from typing import Any, TypeVar, cast

from dealclock.days.calendars import calendar
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.engine.payments.in_arrears import PAYMENT
from dealclock.facts.corrections import Families
from dealclock.facts.fact import Fact, list_faults
from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import kinds_of
from dealclock.facts.log import FactLog
from dealclock.terms.references import names_in
from dealclock.terms.rules.rule import Rule
from dealclock.terms.spellings import expand
from dealclock.terms.terms import Terms

L = TypeVar("L", bound=Look)

_WAIT, _APART, _AFTER = timedelta(days=180), timedelta(days=10), timedelta(days=200)
_A_YEAR = timedelta(days=366)
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


def opening_kinds(rule: Rule) -> Iterator[str]:
    """The kinds of event that open, begin or move something of a provision, in its order."""
    for where, name, word in names_in(rule.model_dump(), type(rule)):
        keys = {str(key).replace(" ", "_") for key in where}
        if "kind" in name.of and not keys & _NOT_OPENING:
            yield word


def on_sample_timeline(look: L, only: Rule | None = None) -> L:
    """The look on the sample timeline of the terms in force, after all of its events: those of all
    provisions, or only of one and of those that it names.
    """
    terms, days = look.in_force, calendar(look.readings_used["business-day"])
    terms = terms.model_copy(update={"amendments": ()})
    dated = terms.agreement.dated
    first = max(day for day in (dated, *terms.dates.values()) if day <= dated + _A_YEAR) + _WAIT
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

    rounds = zip_longest(*map(opening_kinds, _related(only, terms)))
    opening = dict.fromkeys(k for k in chain.from_iterable(rounds) if k in known)
    limited = {kind for state in terms.limited_states for kind in state.begins}
    in_order = sorted(opening, key=lambda kind: kind in limited)
    in_order = [k for kind in in_order for k in (*known[kind].follows, kind) if k in opening]
    later += happen((known[kind] for kind in dict.fromkeys(in_order)), None)
    sample = _with(sample, facts, first + _APART * len(facts) + _AFTER)
    if later:
        [*happen(iter(later), assess(sample, compare=False))]
        sample = _with(sample, facts, first + _APART * len(facts) + _AFTER)
    return sample


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
        "given": [{"to": party, **sent} for party in terms.parties],
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
    stated = [name for name in kind.may if name in ("shares", "unadjusted", "ratio")]
    needed = {name: details.get(name) for name in (*kind.needs, *stated)}
    if None in needed.values():
        return None
    own = {"id": f"S{len(made) + 1}", "kind": kind.id, "on": on, "basis": "hypothetical"}
    return Fact.model_validate({**own, **needed})


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
