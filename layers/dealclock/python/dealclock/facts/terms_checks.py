"""Checks of terms that are well-formed but could not be computed.

A deal that passes must never fail later because a kind of event, a rate or a day is missing. Each
provision is read by itself, so that everything is reported along with those that are refused.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, get_args

from dealclock.days.calendars import FIRST_YEAR, LAST_YEAR
from dealclock.errors import Problem
from dealclock.facts.fact import Method
from dealclock.facts.kinds import KINDS, kinds_in, no_such_kind, unknown_kinds
from dealclock.files import raw
from dealclock.files.source import MOST_NAMES, Source, Where
from dealclock.terms.amendments import with_all_amendments
from dealclock.terms.general.obligation import Excess, ObligationTerms
from dealclock.terms.general.state import StateTerms
from dealclock.terms.general.stream import Payments, Stream
from dealclock.terms.references import names_in, unknown
from dealclock.terms.rules.duties import Contribution, FrequencyLimit
from dealclock.terms.rules.interest import Payment, RateSchedule
from dealclock.terms.rules.rule import Rule, as_list
from dealclock.terms.spellings import GENERAL, read_rule
from dealclock.terms.terms import Terms, problems_as_amended

Rules = Sequence[Rule | None]
"""The provisions as they are spelled; None for one that is refused."""


def not_covered(source: Source, where: Where, day: date) -> Iterator[Problem]:
    """The problem of a day that no holiday table covers; nothing for a covered day."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        years = f"{FIRST_YEAR} to {LAST_YEAR}"
        yield source.problem(where, day, f"give a day the holiday tables cover, {years}")


def list_terms_problems(source: Source) -> Iterator[Problem]:
    """Problems: kinds of event that do not exist or do not fit, missing rates and days; in the
    original terms and after each amendment.
    """
    every = replace(source, data=with_all_amendments(source.data))
    for at, word in unknown_kinds(every.data):
        yield every.problem(at, word, no_such_kind(word, kinds_in(every.data)))
    found = list(_wrong(source))
    yield from found
    items = {(p.given, p.allowed) for p in found}
    for p in problems_as_amended(source, lambda version: _wrong(replace(version, lines={}))):
        said = (p.given, p.allowed.partition(": ")[2])
        if said not in items:
            items.add(said)
            yield p


def _wrong(source: Source) -> Iterator[Problem]:
    """The same problems in one version of the terms, but for unknown kinds."""
    for name in raw.record(source.data, "events"):
        if name in KINDS:
            instead = "Dealclock has a kind of event of this id; give another, or use that one"
            yield source.problem(("events", str(name)), name, instead)
    yield from _kinds_that_do_not_fit(source)
    rules = [read_rule(rule) for rule in raw.records(source.data, "provisions")]
    for check in (
        _rate_schedules,
        _ceilings,
        _of_states,
        _ceilings_in_a_period,
        _details_that_are_missing,
        _given_once,
        _what_rules_need,
    ):
        yield from check(source, rules)
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


def _rate_schedules(source: Source, rules: Rules) -> Iterator[Problem]:
    # It may be a rule whose type could not be read.
    rates = any(rule is None or isinstance(rule, RateSchedule) for rule in rules)
    if any(map(_bears_interest, rules)) and not rates:
        instead = "give one of that type: a payment and a default need its rates"
        yield source.problem(("provisions",), "no rate schedule", instead)


def _streams(rules: Rules) -> Iterator[tuple[Where, Stream]]:
    for i, rule in enumerate(rules):
        if isinstance(rule, Stream):
            yield ("provisions", i), rule


def _ceilings(source: Source, rules: Rules) -> Iterator[Problem]:
    """Problems: ceilings of two streams that each give way to the other; a highest rate together
    with a stream that stops at a most in all.
    """
    below = {rule.id: rule.ceiling.with_ for _, rule in _streams(rules) if rule.ceiling}
    of_rate = {rule.id for _, rule in _streams(rules) if rule.ceiling and rule.ceiling.of_rate}
    stopping = {rule.id for _, rule in _streams(rules) if rule.most_in_all is not None}
    for here, rule in _streams(rules):
        for n, word in enumerate(below.get(rule.id, ())):
            if word == rule.id or rule.id in below.get(word, ()):
                instead = "two ceilings cut each other; give one, on the one that gives way"
                yield source.problem((*here, "ceiling", "with", n), word, instead)
            elif rule.id in of_rate and word in stopping:
                instead = (
                    "its rate is not counted as zero once it has borne its most in all; give the "
                    "ceiling in all or in any period, or leave out its most in all"
                )
                yield source.problem((*here, "ceiling", "with", n), word, instead)


def _of_states(source: Source, rules: Rules) -> Iterator[Problem]:
    """Problems: streams that accrue with a status of Holders, of whom no lot is known; excesses of
    states without limits.
    """
    states = [rule for rule in rules if isinstance(rule, StateTerms)]
    unlimited = {each.id for each in states if not (each.limits or each.apart)}
    of_holders = {each.id for each in states if each.of == "holder"}
    for i, rule in enumerate(rules):
        for each in rule.each if isinstance(rule, ObligationTerms) else ():
            if isinstance(each, Excess) and each.excess_of in unlimited:
                says = "it has no limits, so it has no excess; give it limits"
                yield source.problem(("provisions", i, "each"), each.excess_of, says)
    for here, stream in _streams(rules):
        words = [(("on days", n, "state"), days.state) for n, days in enumerate(stream.on_days)]
        lots: Where = ("base", "lots")
        for where, word in (*words, (lots, stream.base and stream.base.lots)):
            if word in of_holders:
                instead = "give a status of lots; for one Holder, a default that affects its holder"
                yield source.problem((*here, *where), word, instead)


def _ceilings_in_a_period(source: Source, rules: Rules) -> Iterator[Problem]:
    """Problems: streams under a ceiling on what falls due that no payments pay, or
    that are under two.
    """
    paid = [rule.of for rule in rules if isinstance(rule, Payments)]
    under: dict[str, Where] = {}
    for here, rule in _streams(rules):
        ceiling = rule.ceiling
        if ceiling is None or ceiling.of_rate:
            continue
        where = (*here, "ceiling", "in any" if ceiling.in_any else "in all")
        for name in (rule.id, *ceiling.with_):
            if None not in rules and not any(not of or name in of for of in paid):
                instead = "nothing says when it falls due; give payments of it"
                yield source.problem(where, name, instead)
            if under.setdefault(name, here) != here:
                instead = "it is under another ceiling on what falls due already; give it one"
                yield source.problem(where, name, instead)


def _asked_by_amounts(
    i: int, rule: Rule | None
) -> Iterator[tuple[Where, str | None, Sequence[str]]]:
    """What an amount owed takes from events: its place, the kind, and the details that serve; None
    for the kind where no event opens the obligation.
    """
    if not isinstance(rule, ObligationTerms) or rule.amount is None:
        return
    for part in ("of", "less"):
        for n, each in enumerate(getattr(rule.amount, part)):
            at: Where = ("provisions", i, "amount", part, n)
            for word in each.events:
                yield (*at, "events"), word, ("amount", "shares") if each.price else ("amount",)
            if each.its is not None:
                for word in rule.each or (None,):
                    yield (*at, "its"), word if isinstance(word, str) else None, (each.its,)


def _details_that_are_missing(source: Source, rules: Rules) -> Iterator[Problem]:
    """Problems: kinds of event that do not state what a base or a default takes from them."""
    sums = ("amount", "shares")
    asked: list[tuple[Where, str | None, Sequence[str]]] = []
    opened: dict[str, Sequence[str | None]] = {}
    owing: dict[str, Sequence[str]] = {}
    for i, rule in enumerate(rules):
        if isinstance(rule, ObligationTerms) and rule.lapse:
            owing |= {rule.lapse.id: rule.kinds} if rule.amount else {}
            opened[rule.lapse.id] = [each for each in rule.each if isinstance(each, str)] or [None]
            if rule.lapse.affects:
                where: Where = ("provisions", i, "each")
                asked += [(where, word, ("holder",)) for word in opened[rule.lapse.id]]
        asked += _asked_by_amounts(i, rule)
    for here, stream in _streams(rules):
        base = stream.base
        if base is None:
            continue
        asked += [((*here, "base", "more"), word, sums) for word in base.more]
        asked += [((*here, "base", "less"), word, sums) for word in base.less]
        bears = stream.bears or opened
        if base.its == "unpaid":
            for each in (each for each in opened if each in bears and each not in owing):
                instead = f"give {each}'s obligation an amount, of which some is unpaid"
                yield source.problem((*here, "base", "its"), base.its, instead)
            paid = (kind for each, kinds in owing.items() if each in bears for kind in kinds)
            asked += [((*here, "base", "its"), kind, ("about",)) for kind in paid]
            continue
        words = (word for default in opened if default in bears for word in opened[default])
        asked += [((*here, "base", "its"), word, (base.its,)) for word in words if base.its]
    kinds = kinds_in(source.data)
    for where, word, details in asked:
        kind = kinds.get(word or "")
        if word is None:
            instead = "an obligation that no event opens has no base of its own; give an amount"
            yield source.problem(where, details[0], instead)
        elif kind is not None and not any(map(kind.states, details)):
            instead = f"give a kind of event with the field {' or '.join(details)}"
            yield source.problem(where, word, instead)


_ONLY_ONE: Mapping[str, tuple[type[Rule], str]] = {
    "rate schedule": (RateSchedule, "give only one"),
    "payment": (Payment, "give only one: each would pay all that accrued"),
    "contribution": (
        Contribution,
        "give only one: a second cap would not be used; put its Section in not computed",
    ),
}
"""Types of which the engine takes one, with what to give in place of a second."""


def _given_once(source: Source, rules: Rules) -> Iterator[Problem]:
    """Problems: second provisions of a type, or for a purpose, where only the first would be
    computed.
    """
    for name, (kind, instead) in _ONLY_ONE.items():
        places = [i for i, rule in enumerate(rules) if type(rule) is kind]
        for i in places[1:]:
            yield source.problem(("provisions", i), f"a second {name}", instead)
    taken: dict[tuple[str, str], str] = {}
    for i, rule in ((i, rule) for i, rule in enumerate(rules) if rule):
        for field, what in (("decides", "decided"), ("entitles_to", "made to hang on an answer")):
            words: Any = as_list(getattr(rule, field, None))
            for word in words or ():
                first = taken.setdefault((field, word), rule.id)
                if first != rule.id:
                    instead = f"it is {what} by {first} already, which alone would be computed"
                    yield source.problem(("provisions", i, field), word, instead)


def _bears_interest(rule: Rule | None) -> bool:
    """Whether a rule pays Additional Interest, or becomes a default that bears it."""
    spelled = type(rule) not in GENERAL and getattr(rule, "on_lapse", None)
    return type(rule) is Payment or bool(spelled)


def _what_rules_need(source: Source, rules: Rules) -> Iterator[Problem]:
    """Problems: optional parts of the terms that one of the agreement's rules needs."""
    items: set[str] = set()
    for i, rule in enumerate(rules):
        for part, why in _needs_of(rule):
            key, _, within = part.partition(".")
            there = source.data.get(key)
            if within:
                there = raw.record(source.data, key).get(within)
            if not there and part not in items:
                items.add(part)
                said = ".".join(source.called(part.split(".")))
                yield source.problem(("provisions", i), f"no {said}", f"give {said}: {why}")


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


def _needs_of(rule: Rule | None) -> Iterator[tuple[str, str]]:
    """The parts that a rule needs, each with the reason."""
    if type(rule) is RateSchedule:
        yield "securities", "a rate schedule needs the Notes it accrues on"
        yield "indenture", "a rate schedule needs a day count"
    if isinstance(rule, Stream) and not rule.base:
        yield (
            "securities",
            "an accrual without a base accrues on these; give it a base, or these",
        )
    if isinstance(rule, Stream) and not (rule.for_each or rule.day_count):
        yield "indenture", "a rate a year needs a day count; give the accrual one, or this"
    if isinstance(rule, FrequencyLimit):
        yield "fiscal_year_ends", "the periods of a frequency limit follow the fiscal year"
    if type(rule) is Payment:
        yield "clauses.interest_payment_dates", "a payment falls on them"
    if getattr(rule, "to", ()):
        yield "deemed_notice", "a notice counts as given by its method"
        if type(rule) not in GENERAL:
            yield "clauses.deemed_notice", "a notice counts as given by that clause"


def _kinds_that_do_not_fit(source: Source) -> Iterator[Problem]:
    """Problems: kinds of event that lack a detail the provision needs, such as to whom a notice was
    given.
    """
    kinds = kinds_in(source.data)
    for where, names, word in names_in(source.data, Terms):
        if word in kinds and not kinds[word].states(*names.needs):
            fit = [k.id for k in kinds.values() if k.states(*names.needs)]
            which = f": {', '.join(fit)}" if len(fit) <= MOST_NAMES else "; see docs/terms.md"
            says = " and ".join(_SAYS[each] for each in names.needs)
            yield source.problem(where, word, f"give a kind that says {says}{which}")


_SAYS = {
    "given": "to whom it was given",
    "about": "what it is about",
    "target": "which day it names",
    "holder": "which Holder it is of",
    "shares": "how many shares were issued",
}
