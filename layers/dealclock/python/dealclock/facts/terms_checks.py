"""Checks of terms that are well-formed but could not be computed.

A deal that passes must never fail later because a kind of event, a rate or a day is missing. Read
from the unparsed data, so that everything is reported along with what the model refuses.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import get_args

from dealclock.agreement.amendments import after_each_amendment, with_all_amendments
from dealclock.agreement.general.stream import Payments, Stream
from dealclock.agreement.provisions import is_general, model_of
from dealclock.agreement.rules.duties import Contribution, Deadline
from dealclock.agreement.rules.interest import Payment, RateSchedule
from dealclock.agreement.rules.rule import Rule
from dealclock.agreement.rules.suspensions import DayBudget, Outage
from dealclock.days.calendars import FIRST_YEAR, LAST_YEAR
from dealclock.facts.fact import Method
from dealclock.facts.kinds import KINDS, kinds_in, no_such_kind
from dealclock.facts.kinds_in_terms import problems_with_kinds
from dealclock.files import raw
from dealclock.files.patch import PatchError
from dealclock.files.source import MOST_NAMES, Problem, Source, Where, nearest


def not_covered(source: Source, where: Where, day: date) -> Iterator[Problem]:
    """The problem of a day that no holiday table covers; nothing for a covered day."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        years = f"{FIRST_YEAR} to {LAST_YEAR}"
        yield source.problem(where, day, f"give a day the holiday tables cover, {years}")


def unknown(source: Source, where: Where, word: str, what: str, known: Iterable[str]) -> Problem:
    """The problem of an unknown word, with the nearest known one."""
    words = list(known)
    return source.problem(where, word, f"give {what}: {', '.join(words)}.{nearest(word, words)}")


def list_terms_problems(source: Source) -> Iterator[Problem]:
    """Problems: kinds of fact that do not exist or do not fit, duplicate ids, missing rates and
    days; in the original terms and after each amendment.
    """
    yield from problems_with_kinds(
        Source(source.file, with_all_amendments(source.data), source.lines)
    )
    found = list(_wrong(source))
    yield from found
    items = {(p.given, p.allowed) for p in found}
    for place, data in _as_amended(source):
        for p in _wrong(Source(source.file, data, {})):
            if (p.given, p.allowed) not in items:
                items.add((p.given, p.allowed))
                where: Where = ("amendments", place, "changes")
                as_amended = f"as amended, {p.at}: {p.allowed}"
                yield replace(source.problem(where, None, as_amended), given=p.given)


def _as_amended(source: Source) -> Sequence[tuple[int, object]]:
    """The terms after each amendment; none if an amendment does not apply, which is refused
    elsewhere.
    """
    try:
        return list(after_each_amendment(source.data)) if isinstance(source.data, dict) else []
    except PatchError:
        return []


def _wrong(source: Source) -> Iterator[Problem]:
    """The same problems in one version of the terms, but for unknown kinds."""
    yield from _declared_events(source)
    yield from _kinds_that_do_not_fit(source)
    yield from _given_twice(source)
    yield from _rate_schedules(source)
    yield from _streams(source)
    yield from _given_once(source)
    yield from _what_rules_need(source)
    yield from _no_clock_of_a_place(source)
    for name, given in raw.record(source.data, "dates").items():
        if day := raw.day(given):
            yield from not_covered(source, ("dates", str(name)), day)
    for i, lot in enumerate(raw.records(source.data, "securities")):
        if day := raw.day(lot.get("issued")):
            yield from not_covered(source, ("securities", i, "issued"), day)
    methods = get_args(Method)
    for method in map(raw.slug, raw.record(source.data, "deemed_notice")):
        if method is not None and method not in methods:
            yield unknown(source, ("deemed_notice", method), method, "a method", methods)


def _declared_events(source: Source) -> Iterator[Problem]:
    """Problems: declared kinds that hide one of every deal, or are about an unknown kind."""
    known = kinds_in(source.data)
    for name, event in raw.record(source.data, "events").items():
        where: Where = ("events", str(name))
        if name in KINDS:
            instead = "Dealclock has a kind of event of this id; give another, or use that one"
            yield source.problem(where, name, instead)
        for word in raw.items(event, "about"):
            if raw.slug(word) is not None and word not in known:
                yield source.problem((*where, "about"), word, no_such_kind(str(word), known))


def _rate_schedules(source: Source) -> Iterator[Problem]:
    rules = raw.records(source.data, "provisions")
    models = [model_of(rule) for rule in rules]
    schedules = [i for i, model in enumerate(models) if model in (RateSchedule, Stream)]
    # It may be a rule whose type could not be read.
    if any(map(_bears_interest, rules)) and not schedules and None not in models:
        instead = "give one of that type: a payment and a default need its rates"
        yield source.problem(("provisions",), "no rate schedule", instead)


def _streams(source: Source) -> Iterator[Problem]:
    """Problems: what streams and payments name that is not there, and ceilings of two streams that
    each give way to the other.
    """
    rules = raw.records(source.data, "provisions")
    streams = {rule.get("id"): rule for rule in rules if model_of(rule) in (Stream, RateSchedule)}
    defaults = {
        raw.slug(default.get("id"))
        for rule in rules
        for part in (rule, *raw.records(rule, "in_any"))
        for key in ("on_lapse", "on_overrun", "lapse")
        if (default := raw.record(part, key))
    }
    for i, rule in enumerate(rules):
        ceiling = raw.record(rule, "ceiling")
        named: tuple[tuple[Where, object, str, Iterable[object]], ...] = (
            (("bears",), raw.items(rule, "bears"), "a default", defaults),
            (("of",), raw.items(rule, "of"), "a stream", streams),
            (("ceiling", "with"), raw.items(ceiling, "with"), "another stream", streams),
        )
        if model_of(rule) not in (Stream, Payments):
            continue
        for place, words, what, known in named:
            for word in words if isinstance(words, list | tuple) else ():
                where: Where = ("provisions", i, *place)
                if raw.slug(word) and word not in known:
                    yield unknown(source, where, str(word), what, map(str, known))
                elif "ceiling" in place:
                    other = raw.record(streams.get(word, {}), "ceiling")
                    if word == rule.get("id") or rule.get("id") in raw.items(other, "with"):
                        instead = "two ceilings cut each other; give one, on the one that gives way"
                        yield source.problem(where, word, instead)


_ONLY_ONE: Mapping[str, tuple[type[Rule], str]] = {
    "rate schedule": (RateSchedule, "give only one"),
    "payment": (Payment, "give only one: each would pay all that accrued"),
    "contribution": (
        Contribution,
        "give only one: another's cap would be read by nothing; put its clause in not_modelled",
    ),
}
"""Types of which the engine takes one, with what to give in place of a second."""


def _given_once(source: Source) -> Iterator[Problem]:
    """Problems: second provisions of a type, or for a purpose, where only the first would be
    computed.
    """
    rules = raw.records(source.data, "provisions")
    for name, (kind, instead) in _ONLY_ONE.items():
        places = [i for i, rule in enumerate(rules) if model_of(rule) is kind]
        for i in places[1:]:
            yield source.problem(("provisions", i), f"a second {name}", instead)
    taken: dict[tuple[str, object], object] = {}
    for i, rule in enumerate(rules):
        for field, what in (("decides", "decided"), ("entitles_to", "made to hang on an answer")):
            given = rule.get(field)
            for word in given if isinstance(given, list | tuple) else [given]:
                if raw.slug(word) is None:
                    continue
                first = taken.setdefault((field, word), rule.get("id"))
                if first != rule.get("id"):
                    instead = f"it is {what} by {first} already, which alone would be computed"
                    yield source.problem(("provisions", i, field), word, instead)


def _bears_interest(rule: raw.Record) -> bool:
    """Whether a rule pays Additional Interest, or becomes a default that bears it."""
    return model_of(rule) is Payment or rule.get("on_lapse") is not None


def _what_rules_need(source: Source) -> Iterator[Problem]:
    """Problems: optional parts of the terms that one of the agreement's rules needs."""
    if not isinstance(source.data, dict):
        return
    items: set[str] = set()
    for i, rule in enumerate(raw.records(source.data, "provisions")):
        for part, why in _needs_of(rule):
            key, _, within = part.partition(".")
            there = source.data.get(key)
            if within:
                there = raw.record(source.data, key).get(within)
            if not there and part not in items:
                items.add(part)
                yield source.problem(("provisions", i), f"no {part}", f"give {part}: {why}")


_FIXED = re.compile(r"EST|MST|HST|Etc/GMT[+-]?\d+")


def _no_clock_of_a_place(source: Source) -> Iterator[Problem]:
    """The problem of a time zone with the same offset all year, where a city's zone was meant."""
    zone = raw.record(source.data, "agreement").get("time_zone")
    if isinstance(zone, str) and _FIXED.fullmatch(zone):
        yield source.problem(
            ("agreement", "time_zone"),
            zone,
            "it has no daylight saving time, so days would begin an hour off in summer; give the "
            "zone of a place, such as America/New_York",
        )


def _needs_of(rule: raw.Record) -> Iterator[tuple[str, str]]:
    """The parts that a rule needs, each with the reason."""
    model = model_of(rule)
    if model is RateSchedule:
        yield "securities", "a rate schedule needs the Notes it accrues on"
        yield "indenture", "a rate schedule needs a day count"
    if model is Stream and not rule.get("base"):
        yield "securities", "a stream without a base accrues on the Notes; give it a base, or these"
    if model is Stream and not any(
        map(rule.get, ("for each", "for_each", "day count", "day_count"))
    ):
        yield "indenture", "a rate a year needs a day count; give the stream one, or this"
    if model is Payment:
        yield "clauses.interest_payment_dates", "a payment falls on them"
    to = model.model_fields.get("to") if model is not None else None
    if to is not None and (to.is_required() or rule.get("to")):
        yield "deemed_notice", "a notice counts as given by its method"
        if is_general(rule):
            return
        yield "clauses.deemed_notice", "a notice counts as given by that clause"


def _kinds_that_do_not_fit(source: Source) -> Iterator[Problem]:
    """Problems: notices satisfied by a kind of fact that never states to whom or about what it was
    given.
    """
    kinds = kinds_in(source.data)
    for i, rule in enumerate(raw.records(source.data, "provisions")):
        for field, needs, of in _NEEDED.get(str(rule.get("type")), ()):
            word = raw.slug(rule.get(field))
            fit = [k.id for k in kinds.values() if set(needs) <= set(k.needs)]
            if word in kinds and word not in fit:
                which = f": {', '.join(fit)}" if len(fit) <= MOST_NAMES else "; see docs/terms.md"
                yield source.problem(
                    ("provisions", i, field), word, f"give a kind that says {of}{which}"
                )


_TO_WHOM = "to whom it was given"
_ABOUT = "what it is about"
_NEEDED = {
    "notice": (("met_by", ("given", "about"), f"{_TO_WHOM} and about which default"),),
    "payment": tuple(
        (field, ("about",), "what it is about")
        for field in ("met_by", "certified_by", "funded_by", "confirmed_by")
    ),
    "window": (("opened_by", ("given",), _TO_WHOM),),
    "window before": (("before_intended", ("target",), "which day it names"),),
    "request": (
        ("leaves_time_before", ("target",), "which day it names"),
        ("met_by", ("holder",), "which Holder it is of"),
    ),
    "share true-up": (
        ("exercised_by", ("holder", "shares"), "who exercised and how many shares were issued"),
        ("issued_by", ("about", "shares"), "on which exercise and how many shares were issued"),
    ),
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
    "stop": (("opened_by", ("given",), _TO_WHOM),),
}


def _given_twice(source: Source) -> Iterator[Problem]:
    lots: list[tuple[Where, object]] = [
        (("securities", i, "id"), lot.get("id"))
        for i, lot in enumerate(raw.records(source.data, "securities"))
    ]
    lapses: list[tuple[Where, object]] = [
        (("provisions", i, "on_lapse", "id"), raw.record(rule, "on_lapse").get("id"))
        for i, rule in enumerate(raw.records(source.data, "provisions"))
        if model_of(rule) in (Deadline, Outage, None)
    ]
    lapses += [
        (("provisions", i, "lapse", "id"), raw.record(rule, "lapse").get("id"))
        for i, rule in enumerate(raw.records(source.data, "provisions"))
        if is_general(rule)
    ]
    for i, rule in enumerate(raw.records(source.data, "provisions")):
        if model_of(rule) in (DayBudget, None):
            lapses += _overruns(rule, ("provisions", i))
        for n, limit in enumerate(raw.records(rule, "limits")):
            where = ("provisions", i, "limits", n, "lapse", "id")
            lapses.append((where, raw.record(limit, "lapse").get("id")))
    yield from _repeated(lots, "lot", source)
    yield from _repeated(lapses, "default", source)


def _overruns(rule: raw.Record, where: Where) -> Iterator[tuple[Where, object]]:
    yield (*where, "on_overrun", "id"), raw.record(rule, "on_overrun").get("id")
    for j, limit in enumerate(raw.records(rule, "in_any")):
        overrun = raw.record(limit, "on_overrun")
        yield (*where, "in_any", j, "on_overrun", "id"), overrun.get("id")


def _repeated(
    named: Sequence[tuple[Where, object]], what: str, source: Source
) -> Iterator[Problem]:
    seen: set[str] = set()
    for where, given in named:
        word = raw.slug(given)
        if word is None:
            continue
        if word in seen:
            yield source.problem(where, word, f"give each {what} an id of its own")
        seen.add(word)
