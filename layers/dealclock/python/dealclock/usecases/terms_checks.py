"""Terms that have the right shape and could yet not be computed.

A deal which passes must never fail later for want of a kind of fact, a rate or a day.
Read from the bare data, so that all of it is found beside whatever the terms' model refuses.
"""

from collections.abc import Iterator, Sequence
from typing import get_args

from dealclock.agreement import bare
from dealclock.agreement.amendments import as_ever
from dealclock.agreement.provisions import model_of
from dealclock.agreement.rules.deadlines import Deadline
from dealclock.agreement.rules.interest import RateSchedule
from dealclock.agreement.rules.periods import Outage
from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.agreement.source import Problem, Source, Where
from dealclock.facts.fact import Method
from dealclock.facts.kinds import KINDS
from dealclock.facts.named import problems_with_kinds
from dealclock.usecases.problems import not_covered, unknown


def wrong_in_terms(source: Source) -> Iterator[Problem]:
    """Kinds of fact that do not exist or do not fit, ids given twice, rates and days missing."""
    yield from problems_with_kinds(Source(source.file, as_ever(source.data), source.lines))
    yield from _kinds_that_do_not_fit(source)
    yield from _given_twice(source)
    yield from _rate_schedules(source)
    for name, given in bare.record(source.data, "dates").items():
        if day := bare.day(given):
            yield from not_covered(source, ("dates", str(name)), day)
    for i, lot in enumerate(bare.records(source.data, "securities")):
        if day := bare.day(lot.get("issued")):
            yield from not_covered(source, ("securities", i, "issued"), day)
    methods = get_args(Method)
    for method in map(bare.slug, bare.record(source.data, "deemed_notice")):
        if method is not None and method not in methods:
            yield unknown(source, ("deemed_notice", method), method, "a method", methods)


def _rate_schedules(source: Source) -> Iterator[Problem]:
    models = [model_of(rule) for rule in bare.records(source.data, "provisions")]
    schedules = [i for i, model in enumerate(models) if model is RateSchedule]
    # A rule whose type could not be read may be the one.
    if models and not schedules and None not in models:
        yield source.problem(("provisions",), "no rate schedule", "give one of that type")
    for i in schedules[1:]:
        yield source.problem(("provisions", i), "a second rate schedule", "give only one")


def _kinds_that_do_not_fit(source: Source) -> Iterator[Problem]:
    """Notices met by a fact that would never say to whom or about what it was given."""
    for i, rule in enumerate(bare.records(source.data, "provisions")):
        for field, needs, of in _NEEDED.get(str(rule.get("type")), ()):
            word = bare.slug(rule.get(field))
            fit = [k.id for k in KINDS.values() if set(needs) <= set(k.needs)]
            if word in KINDS and word not in fit:
                yield source.problem(
                    ("provisions", i, field), word, f"give a kind that says {of}: {', '.join(fit)}"
                )


_TO_WHOM = "to whom it was given"
_ABOUT = "what it is about"
_NEEDED = {
    "notice": (("met_by", ("given", "about"), f"{_TO_WHOM} and about which default"),),
    "payment": (("met_by", ("about",), "what it is about"),),
    "window": (("opened_by", ("given",), _TO_WHOM),),
    "day budget": (
        ("begins_with", ("given",), _TO_WHOM),
        ("extended_by", ("given",), _TO_WHOM),
        ("improper_by", ("about",), "what it is about"),
    ),
    "duty": (("met_by", ("about",), _ABOUT), ("known_by", ("about",), _ABOUT)),
    "lead time": (
        ("before_each", ("target",), "which day it names"),
        ("met_by", ("about",), _ABOUT),
    ),
    "undated duty": (("met_by", ("about",), _ABOUT),),
}


def _given_twice(source: Source) -> Iterator[Problem]:
    lots: list[tuple[Where, object]] = [
        (("securities", i, "id"), lot.get("id"))
        for i, lot in enumerate(bare.records(source.data, "securities"))
    ]
    lapses: list[tuple[Where, object]] = [
        (("provisions", i, "on_lapse", "id"), bare.record(rule, "on_lapse").get("id"))
        for i, rule in enumerate(bare.records(source.data, "provisions"))
        if model_of(rule) in (Deadline, Outage, None)
    ]
    for i, rule in enumerate(bare.records(source.data, "provisions")):
        if model_of(rule) in (DayBudget, None):
            lapses += _overruns(rule, ("provisions", i))
    yield from _repeated(lots, "lot", source)
    yield from _repeated(lapses, "default", source)


def _overruns(rule: bare.Record, where: Where) -> Iterator[tuple[Where, object]]:
    yield (*where, "on_overrun", "id"), bare.record(rule, "on_overrun").get("id")
    for j, limit in enumerate(bare.records(rule, "in_any")):
        overrun = bare.record(limit, "on_overrun")
        yield (*where, "in_any", j, "on_overrun", "id"), overrun.get("id")


def _repeated(
    named: Sequence[tuple[Where, object]], what: str, source: Source
) -> Iterator[Problem]:
    seen: set[str] = set()
    for where, given in named:
        word = bare.slug(given)
        if word is None:
            continue
        if word in seen:
            yield source.problem(where, word, f"give each {what} an id of its own")
        seen.add(word)
