"""The kinds of event that an agreement's terms name: an unknown kind could never be satisfied. Read
from the unparsed data, so that unknown kinds are reported along with every other problem.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from dealclock.agreement.day_language import references
from dealclock.agreement.general.stream import Payments
from dealclock.agreement.named_days import days_in
from dealclock.agreement.provisions import is_general, key_in, model_of, words_of
from dealclock.agreement.terms import Terms
from dealclock.agreement.versions import as_amended
from dealclock.facts.kinds import kinds_in, kinds_of, no_such_kind
from dealclock.files import raw
from dealclock.files.source import Problem, Source, Where

_FIELDS = (
    "met_by",
    "opened_by",
    "cured_by",
    "begins_with",
    "ends_with",
    "certified_by",
    "funded_by",
    "confirmed_by",
    "before_intended",
    "leaves_time_before",
    "or_after",
    "effective_with",
    "exercised_by",
    "vested_by",
    "cancelled_by",
    "issued_by",
    "extended_by",
    "improper_by",
    "known_by",
    "before",
    "before_each",
    "not_later_than",
    "exempt",
    "until",
    "stops",
)
_LIMITS = ("before_effective", "once_effective")
_WITHIN = {
    "on_lapse": ("cured_by",),
    "on_overrun": ("cured_by",),
    "down_time": ("begins_with", "ends_with"),
    "needed_for": ("fact", "form"),
    "objection": ("made_by", "settled_by"),
}
"""Records inside a rule, and their own fields that name kinds."""


def unknown_kinds(data: Mapping[str, Any] | None) -> Iterator[tuple[Where, str]]:
    """The places where the terms name an unknown kind of fact, with the word given.

    Malformed words, and fields that the rule does not have, are refused elsewhere.
    """
    known = kinds_in(data)
    for where, word in _named(data):
        kind = raw.slug(word)
        if kind is not None and kind not in known:
            yield where, kind


def _named(data: Mapping[str, Any] | None) -> Iterator[tuple[Where, object]]:
    for i, lot in enumerate(raw.records(data, "securities")):
        yield ("securities", i, "issued"), lot.get("issued")
    for i, rule in enumerate(raw.records(data, "provisions")):
        model = model_of(rule)
        if is_general(rule):
            yield from _in_general(i, rule)
            continue
        for field in _FIELDS:
            if model is None or field in model.model_fields:
                yield from _each(("provisions", i, field), rule.get(field))
        for side in _LIMITS:
            given = raw.record(rule, side)
            yield ("provisions", i, side, "filing"), given.get("filing")
            for field in ("counts", "by_purpose"):
                yield from _each(("provisions", i, side, field), raw.items(given, field))
        for name, fields in _WITHIN.items():
            if model is None or name in model.model_fields:
                part = raw.record(rule, name)
                yield from ((("provisions", i, name, f), part.get(f)) for f in fields)
        for j, limit in enumerate(raw.records(rule, "in_any")):
            cure = raw.record(limit, "on_overrun").get("cured_by")
            yield ("provisions", i, "in_any", j, "on_overrun", "cured_by"), cure
        for j, end in enumerate(raw.records(rule, "ends_early")):
            yield ("provisions", i, "ends_early", j, "fact"), end.get("fact")


_GENERAL = (
    *(
        "each",
        "begins",
        "ends",
        "improper by",
        "satisfied by",
        "satisfied by all of",
        "undone by",
        "excused by",
        "only if",
    ),
    *("stops with", "after each", "certified by", "funded by", "confirmed by"),
    *(key.replace("_", " ") for key in ("met_by",)),
)
_WITHIN_GENERAL = {"lapse": "cured by", "base": "less", "extension": "by"}


def _in_general(i: int, rule: raw.Record) -> Iterator[tuple[Where, object]]:
    """The kinds that a provision of a general type names, but for those in its Days; "default" is
    every default, and a period in `each` no kind.
    """
    kinds = model_of(rule) is not Payments
    for key in _GENERAL if kinds else _GENERAL[1:]:
        where = ("provisions", i, key_in(rule, key))
        yield from ((where, word) for word in words_of(rule, key) if word != "default")
    for key, inner in _WITHIN_GENERAL.items():
        part = raw.record(rule, key)
        inside = ("provisions", i, key, key_in(part, inner))
        yield from ((inside, word) for word in words_of(part, inner))
    for n, limit in enumerate(raw.records(rule, "limits")):
        part = raw.record(limit, "lapse")
        cure = ("provisions", i, "limits", n, "lapse", key_in(part, "cured by"))
        yield from ((cure, word) for word in words_of(part, "cured by"))
    for n, end in enumerate(raw.records(raw.record(rule, "until"), "early")):
        yield ("provisions", i, "until", "early", n, "fact"), end.get("fact")
    for n, each in enumerate(raw.records(rule, key_in(rule, "lengthened by"))):
        yield ("provisions", i, key_in(rule, "lengthened by"), n, "if"), each.get("if")


def _each(where: Where, given: object) -> Iterator[tuple[Where, object]]:
    """A word, or each of several."""
    if isinstance(given, list | tuple):
        yield from (((*where, i), word) for i, word in enumerate(given))
    else:
        yield where, given


def kinds_in_days(terms: Terms, source: Source) -> Iterator[Problem]:
    """Unknown kinds in the Days of the terms, as problems of the terms file."""
    known = kinds_of(terms)
    for place, version in enumerate(as_amended(terms)):
        for where, day in days_in({"days": version.days, "provisions": version.provisions}):
            for each in references(day):
                if each.what == "kind" and each.name not in known:
                    line = where if place == 0 else ("amendments",)
                    yield source.problem(line, each.name, no_such_kind(each.name, known))


def problems_with_kinds(source: Source) -> Iterator[Problem]:
    """Unknown kinds, as problems of the terms file."""
    for where, word in unknown_kinds(source.data):
        yield source.problem(where, word, no_such_kind(word, kinds_in(source.data)))
