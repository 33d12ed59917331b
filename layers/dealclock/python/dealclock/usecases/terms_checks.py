"""Terms that have the right shape and could yet not be computed.

A deal which passes must never fail later for want of a kind of fact, a rate or a day.
"""

from collections.abc import Iterator, Sequence
from typing import get_args

from dealclock.agreement.provisions import Deadline, Outage, RateSchedule
from dealclock.agreement.source import Problem, Source, Where
from dealclock.agreement.terms import Terms
from dealclock.facts.fact import Method
from dealclock.facts.kinds import KINDS
from dealclock.facts.named import problems_with_kinds
from dealclock.usecases.problems import not_covered, unknown


def wrong_in_terms(terms: Terms, source: Source) -> Iterator[Problem]:
    """Kinds of fact that do not exist or do not fit, ids given twice, rates and days missing."""
    yield from problems_with_kinds(terms, source)
    yield from _kinds_that_do_not_fit(terms, source)
    yield from _given_twice(terms, source)
    schedules = [i for i, p in enumerate(terms.provisions) if isinstance(p, RateSchedule)]
    if not schedules:
        yield source.problem(("provisions",), "no rate schedule", "give one of that type")
    for i in schedules[1:]:
        yield source.problem(("provisions", i), "a second rate schedule", "give only one")
    for name, day in terms.dates.items():
        yield from not_covered(source, ("dates", name), day)
    for i, lot in enumerate(terms.securities):
        if not isinstance(lot.issued, str):
            yield from not_covered(source, ("securities", i, "issued"), lot.issued)
    methods = get_args(Method)
    for method in terms.deemed_notice:
        if method not in methods:
            yield unknown(source, ("deemed_notice", method), method, "a method", methods)


def _kinds_that_do_not_fit(terms: Terms, source: Source) -> Iterator[Problem]:
    """Notices met by a fact that would never say to whom or about what it was given."""
    for i, rule in enumerate(terms.provisions):
        for field, needs, of in _NEEDED.get(rule.type, ()):
            word = getattr(rule, field)
            fit = [k.id for k in KINDS.values() if all(getattr(k, need) for need in needs)]
            if word in KINDS and word not in fit:
                yield source.problem(
                    ("provisions", i, field), word, f"give a kind that says {of}: {', '.join(fit)}"
                )


_TO_WHOM = "to whom it was given"
_NEEDED = {
    "notice": (("met_by", ("given", "about"), f"{_TO_WHOM} and about which default"),),
    "payment": (("met_by", ("about",), "what it is about"),),
    "window": (("opened_by", ("given",), _TO_WHOM),),
    "day budget": (("begins_with", ("given",), _TO_WHOM),),
}


def _given_twice(terms: Terms, source: Source) -> Iterator[Problem]:
    lots: list[tuple[Where, str]] = [
        (("securities", i, "id"), lot.id) for i, lot in enumerate(terms.securities)
    ]
    lapses: list[tuple[Where, str]] = [
        (("provisions", i, "on_lapse", "id"), rule.on_lapse.id)
        for i, rule in enumerate(terms.provisions)
        if isinstance(rule, Deadline | Outage) and rule.on_lapse
    ]
    yield from _repeated(lots, "lot", source)
    yield from _repeated(lapses, "default", source)


def _repeated(named: Sequence[tuple[Where, str]], what: str, source: Source) -> Iterator[Problem]:
    seen: set[str] = set()
    for where, word in named:
        if word in seen:
            yield source.problem(where, word, f"give each {what} an id of its own")
        seen.add(word)
