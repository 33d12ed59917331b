"""What terms that load make easy to get wrong: each a warning with its line and the way out.

Nothing here is refused: the terms can be computed, but seldom mean what they then give. Few and
exact: what may well be meant brings no warning. Provisions are those of the original terms; what an
amendment uses counts as used.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

from dealclock.errors import Problem
from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import kinds_of
from dealclock.files.source import Source, Where
from dealclock.terms.amendments import with_all_amendments
from dealclock.terms.day_language import DayPart, EventDay, ItsDay, parts_of, values_of
from dealclock.terms.general.obligation import ObligationProvision, ObligationTerms
from dealclock.terms.general.state import StateLimit, StateProvision
from dealclock.terms.general.stream import Payments, Stream
from dealclock.terms.key_names import read_keys
from dealclock.terms.references import days_in, names_in
from dealclock.terms.source_text import lift_sources
from dealclock.terms.terms import Terms


def list_terms_warnings(source: Source, terms: Terms) -> Iterator[Problem]:
    """The warnings of terms that load, with the lines of their file, in order."""
    source = lift_sources(read_keys(source, Terms)[0])
    found = [
        warning
        for check in (
            _days_never_known,
            _never_satisfied,
            _stopped_beyond_limits,
            _acts_for_several,
            _periods_of_the_words,
            _limits_never_reached,
            _never_accruing,
            _unborne,
            _never_paid,
            _unused,
        )
        for warning in check(source, terms)
    ]
    yield from sorted(found, key=lambda each: each.line)


def _place(source: Source, provision: int, *keys: str) -> Where:
    """Of the first of these keys that a provision has; of the provision if it has none."""
    here: Where = ("provisions", provision)
    return next(((*here, key) for key in keys if (*here, key) in source.lines), here)


def _all_of(day: DayPart) -> Iterator[DayPart]:
    """A Day and every part of it."""
    yield day
    for part in parts_of(day):
        yield from _all_of(part)


# What events a provision waits for, and whether they can be recorded.


def _openers(rule: ObligationTerms) -> tuple[str, ...] | None:
    """The kinds of event that open an obligation; None if anything else does."""
    kinds = tuple(each for each in rule.each if isinstance(each, str) and each != "default")
    return kinds if kinds and len(kinds) == len(rule.each) else None


def _never_about(kind: FactKind, rule: ObligationTerms, terms: Terms) -> bool:
    """Whether no event of a kind can be recorded about an instance of an obligation, or about what
    opened it.
    """
    openers = _openers(rule)
    if kind.id in rule.kinds or openers is None:
        return False
    if kind.about_kinds:
        return not set(kind.about_kinds) & set(openers)
    if kind.names_instance:
        # It may be about what it satisfies, and an instance of another item is not this one.
        return True
    begins = {each for state in terms.states.values() for each in state.begins}
    return kind.about_a in ("nothing", "default", "payment") or (
        kind.about_a == "suspension" and not begins & set(openers)
    )


def _days_never_known(source: Source, terms: Terms) -> Iterator[Problem]:
    """Parts of Days that ask of an event what no such event states."""
    kinds = kinds_of(terms)
    for where, day in days_in(source.data, Terms):
        rule = terms.general[int(where[1])] if where[0] == "provisions" else None
        openers = _openers(rule) if isinstance(rule, ObligationTerms) else None
        for part in _all_of(day):
            match part:
                case ItsDay("target" | "deemed" | "sent" | "received" as what):
                    detail = "target" if what == "target" else "given"
                    for name in openers or ():
                        if detail not in (*kinds[name].needs, *kinds[name].may):
                            yield source.problem(
                                where,
                                f"its {what}",
                                f"it is never known: an event of kind {name} does not say "
                                f"{_SAYS[detail]}. Give it the field {detail}, or count from it",
                            )
                case ItsDay("accrual") if openers:
                    instead = "it is never known: only a default accrues; give each: [default]"
                    yield source.problem(where, "its accrual", instead)
                case EventDay(named) if part.target and not any(
                    "target" in (*kinds[name].needs, *kinds[name].may) for name in named
                ):
                    instead = (
                        f"it is never known: an event of kind {named[0]} names no day. Give it the "
                        "field target, or leave out target of"
                    )
                    yield source.problem(where, f"target of {named[0]}", instead)
                case EventDay(named) if (
                    part.about_it
                    and isinstance(rule, ObligationTerms)
                    and all(_never_about(kinds[name], rule, terms) for name in named)
                ):
                    instead = (
                        f"no event of kind {named[0]} can be recorded about it, so this never "
                        f"happens. Give it about: [{', '.join(openers or ())}], or leave out about "
                        "it"
                    )
                    yield source.problem(where, f"{named[0]} about it", instead)


_SAYS = {"target": "which day it names", "given": "to whom it was given"}


def _authored(terms: Terms) -> list[tuple[int, ObligationProvision]]:
    """The obligations written in the general form, with their places."""
    every = enumerate(terms.provisions)
    return [(i, rule) for i, rule in every if isinstance(rule, ObligationProvision)]


def _never_satisfied(source: Source, terms: Terms) -> Iterator[Problem]:
    """Obligations that no event satisfies, or only events that cannot be recorded."""
    kinds = kinds_of(terms)
    pays = any(isinstance(rule, Payments) for rule in terms.general)
    there = {"payment": pays, "default": any(terms.defaults()), "suspension": bool(terms.states)}
    for i, rule in _authored(terms):
        if rule.due is not None and not rule.may and not rule.kinds:
            instead = (
                "nothing satisfies it, so it is overdue from the day after its last day on, for "
                "good. Give satisfied by: the kinds of event that do"
            )
            yield source.problem(("provisions", i), rule.id, instead)
        never = [name for name in rule.kinds if not there.get(_about(kinds[name]), True)]
        if rule.kinds and len(never) == len(rule.kinds):
            what = _about(kinds[never[0]])
            instead = (
                f"it can never be recorded: it must be about a {what}, and these terms have none. "
                "Give it about: obligation, or name another kind"
            )
            yield source.problem(_place(source, i, *_SATISFIED), never[0], instead)


def _stopped_beyond_limits(source: Source, terms: Terms) -> Iterator[Problem]:
    """Clocks that a state stops on days beyond its limits too, since these are no failure."""
    for i, rule in _authored(terms):
        state = terms.states.get(rule.stopped_by.state) if rule.stopped_by else None
        if state is not None and state.limits and state.excess == "none":
            instead = (
                "days beyond its limits stop the clock too. If they do not under the agreement, "
                f"give excess: a failure in {state.id}"
            )
            yield source.problem(_place(source, i, "stopped by", "stopped_by"), state.id, instead)


_SATISFIED = ("satisfied by", "satisfied_by", "satisfied by all of", "satisfied_by_all_of")


def _about(kind: FactKind) -> str:
    """What an event of a kind must be about; "" if it need not be about anything."""
    return kind.about_a if "about" in kind.needs and not kind.about_kinds else ""


def _acts_for_several(source: Source, terms: Terms) -> Iterator[Problem]:
    """Obligations for which the same act may be meant, which counts for only one of them."""
    kinds = kinds_of(terms)
    for (_, first), (i, rule) in combinations(_authored(terms), 2):
        alike = (first.each, first.opens) == (rule.each, rule.opens)
        groups = {(each.matched, each.per, each.undone_by) for each in (first, rule)}
        if groups != {("by the next", rule.per, rule.undone_by)}:
            continue
        for name in (each for each in rule.kinds if each in first.kinds):
            if "about" in kinds[name].needs or (kinds[name].once and alike):
                continue
            both = "that kind once: true" if alike and name in terms.events else ""
            both = both or "matched: by what ends it"
            instead = (
                f"it also satisfies {first.id}, and an event counts for one of them only, that "
                f"which opened first. If one act does both, give {both}; if they are two "
                "acts, give each its own kind of event"
            )
            yield source.problem(_place(source, i, *_SATISFIED), name, instead)


# Periods that the Agreement's words, or the provision's own title, give otherwise.

_ONES = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_WORTH = {word: n for n, word in enumerate(_ONES, 1)}
_WORTH |= {word: n for n, word in zip(range(20, 100, 10), _TENS, strict=True)}
_WORD = rf"(?:{'|'.join((*_TENS, *reversed(_ONES), 'hundred'))})"
_SPOKEN = re.compile(
    rf"(?<![\d.$-])(?:\b({_WORD}(?:[ -](?:and )?{_WORD})*) ?(?:\(\d+\))?"
    r"|(\d{1,4})(?:st|nd|rd|th)?)"
    r"[ -](?:consecutive |full |clear |calendar )*((?:business |trading )?)"
    r"(day|week|month|quarter|year)s?\b",
    re.IGNORECASE,
)
_IN_MONTHS = {"quarters": 3, "years": 12}
_OPEN = re.compile(r"\b(business|trading|market|exchange business) days?\b", re.IGNORECASE)
_Length = tuple[int, str]
"""A number and a unit: days, business days, trading days, or months."""


def _length(count: int, unit: str) -> _Length:
    if unit == "weeks":
        return 7 * count, "days"
    return (count * _IN_MONTHS[unit], "months") if unit in _IN_MONTHS else (count, unit)


def _number(words: str) -> int:
    total = 0
    for word in re.split("[ -]", words.lower()):
        total = total * 100 if word == "hundred" else total + _WORTH.get(word, 0)
    return total


def _spoken(text: str) -> Iterator[_Length]:
    """The lengths of time in a text, in digits or words."""
    for words, digits, open_, unit in _SPOKEN.findall(" ".join(text.split())):
        yield _length(int(digits or _number(words)), f"{open_.lower()}{unit.lower()}s")


def _counted(data: Any) -> Iterator[_Length]:
    """The lengths of time in a dumped provision: its periods, limits and windows."""
    if isinstance(data, str):
        yield from _spoken(data)
    elif isinstance(data, Mapping):
        if "count" in data and "unit" in data:
            yield _length(data["count"], data["unit"])
        for key, value in data.items():
            unit = _LIMITS.get(key.replace("_", " "))
            if unit is not None and isinstance(value, int):
                yield value, unit or data.get("counted", "days")
            else:
                yield from _counted(value)
    elif isinstance(data, list | tuple):
        for each in data:
            yield from _counted(each)


_LIMITS = {"window days": "days", "window months": "months", "most": "", "extended": ""}
_TEXTS = {"id", "type", "title", "action", "clause", "source", "lapse", "owed_by", "channel"}


def _periods_of_the_words(source: Source, terms: Terms) -> Iterator[Problem]:
    """Periods in a provision that its own sentence, title or action gives in another unit or
    number.
    """
    for i, rule in enumerate(terms.provisions):
        place = f"provisions.{i}."
        words = [each for at, each in terms.sources.items() if at.startswith(place)]
        words += [rule.source] if rule.source else []
        texts = [rule.title, rule.action, rule.clause, *(each.sentence for each in words)]
        said = dict.fromkeys(length for text in texts for length in _spoken(text))
        data = rule.model_dump(exclude=_TEXTS)
        given = dict.fromkeys(_counted(data))
        amiss = _contradicted([each for each in given if each not in said], said, given)
        if amiss is not None:
            ours, theirs = amiss
            instead = (
                f"its words say {_written(theirs)}. Correct which is wrong; if the Agreement "
                "defines one as the other, leave it"
            )
            yield source.problem(_line_of(source, i, ours), _written(ours), instead)
            continue
        units = {unit for _, unit in given}
        for key, text in (("title", rule.title), ("action", rule.action)):
            kind = next((kind.lower() for kind in _OPEN.findall(text)), "")
            unit = "business days" if kind == "business" else "trading days"
            # A Business Day is no trading day, but either may be meant where both are counted.
            if kind and given and unit not in units and units <= {"days", "business days"}:
                instead = (
                    f"it counts no {_named(unit)}. If it should count them, its dates are off: "
                    f"give the unit as {unit}"
                )
                yield source.problem(_place(source, i, key), text, instead)
                break


def _contradicted(
    unsaid: Sequence[_Length], said: Mapping[_Length, None], given: Mapping[_Length, None]
) -> tuple[_Length, _Length] | None:
    """A length that is given and one that the words have instead: of the same number in another
    unit, or else of the same unit; None if there is none.
    """
    free = [each for each in said if each not in given]
    for same in (0, 1):
        for ours in unsaid:
            for theirs in free:
                if ours[same] == theirs[same]:
                    return ours, theirs
    return None


def _named(unit: str) -> str:
    return unit.replace("business days", "Business Days")


def _written(length: _Length) -> str:
    count, unit = length
    words = _named(unit)
    return f"{count} {words.removesuffix('s') if count == 1 else words}"


def _line_of(source: Source, provision: int, length: _Length) -> Where:
    """The place of the key of a provision that has a length of time."""
    rule = source.data["provisions"][provision]
    for key, value in rule.items():
        if key not in _TEXTS and length in _counted({key: value}):
            return ("provisions", provision, str(key))
    return ("provisions", provision)


# Limits and amounts that another one cuts.


def _limits_never_reached(source: Source, terms: Terms) -> Iterator[Problem]:
    """Limits in windows that a limit in a longer one keeps a state from reaching."""
    for i, rule in enumerate(terms.provisions):
        limits = rule.limits if isinstance(rule, StateProvision) else ()
        for n, limit in enumerate(limits):
            over = next((each for each in limits if _cuts(each, limit)), None)
            if over is not None:
                instead = (
                    f"it is never reached: {over.amount} {over.counted} in any {over.window} are "
                    "the most. Correct one of them, or leave this limit out"
                )
                yield source.problem(("provisions", i, "limits", n), limit.amount, instead)


def _cuts(over: StateLimit, limit: StateLimit) -> bool:
    """Whether a limit on a longer rolling window is used up before another one is."""
    one, other = limit.window, over.window
    return (
        one is not None
        and other is not None
        and over.windows == "rolling"
        and over.counted == limit.counted
        and one.count * (31 if one.unit == "months" != other.unit else 1)
        <= (other.count if one.unit == other.unit else other.fewest_days)
        and limit.amount > max(over.amount, over.extended or 0)
    )


def _streams(terms: Terms) -> Iterator[tuple[int, Stream]]:
    for i, rule in enumerate(terms.provisions):
        if isinstance(rule, Stream):
            yield i, rule


def _never_accruing(source: Source, terms: Terms) -> Iterator[Problem]:
    """Rates that a cap or a ceiling keeps from ever applying, and caps that none reaches."""
    for i, stream in _streams(terms):
        most, ceiling = stream.most_in_all, stream.ceiling
        cap = _place(source, i, "most in all", "most_in_all")
        if most is not None and (day := _reached(stream)) is not None:
            since = f"before its rates from day {day} apply" if day > 1 else "by its share at once"
            instead = f"it is reached {since}, so they never do. Correct it, or leave those out"
            yield source.problem(cap, f"{most}%", instead)
        if ceiling is None:
            continue
        if ceiling.in_all and most is not None and most > ceiling.most:
            instead = f"it is never reached: the ceiling is {ceiling.most}% in all; leave one out"
            yield source.problem(cap, f"{most}%", instead)
        rates = [rate for tiers in values_of(stream.tiers) for _, rate in tiers]
        if ceiling.of_rate and max(rates) > ceiling.most:
            instead = (
                f"its own rate of {max(rates)}% is above it, so that rate never applies. Correct "
                "one of them"
            )
            yield source.problem(_place(source, i, "ceiling"), f"{ceiling.most}%", instead)


_DAYS_AT_LEAST = {"days": 1, "weeks": 7, "months": 31, "quarters": 92, "years": 366}


def _reached(stream: Stream) -> int | None:
    """The first day of an age at which rates never apply, because the most in all is reached
    before; None if there is none. Counted low where a span has no certain number of days.
    """
    span = stream.for_each
    days = 366 if span is None else span.count * _DAYS_AT_LEAST.get(span.unit, 0)
    if not days or stream.age_span.unit != "days" or stream.age_span.count != 1:
        return None
    if values_of(stream.clock) != ("each default",):
        return None
    found: list[int | None] = []
    for tiers in values_of(stream.tiers):
        total, reached = Fraction(stream.at_once or 0), None
        if total >= (stream.most_in_all or 0) and any(rate for _, rate in tiers):
            reached = 1
        for (day, rate), (after, _) in pairwise(tiers):
            total += Fraction(rate) * (after - day) / days
            if reached is None and total >= Fraction(stream.most_in_all or 0):
                reached = after
        found.append(reached)
    return None if None in found else found[0]


# Defaults, streams and payments that do not meet.


def _unborne(source: Source, terms: Terms) -> Iterator[Problem]:
    """Defaults that no stream bears where one lists several others, from which one may be missing;
    streams without any default; several defaults of which nothing says how they accrue together.
    """
    streams = list(_streams(terms))
    named = {name for _, stream in streams for name in stream.bears}
    every = [default.id for default in terms.defaults()]
    on_all = any(stream.on_any_default for _, stream in streams)
    lists = any(len(stream.bears) > 1 for _, stream in streams)
    for default in every if lists and not on_all else ():
        if default not in named:
            instead = (
                "no accrual is on this default, though one lists others. If nothing should accrue "
                "on it, leave it; else list it under accrues for"
            )
            yield source.problem(_default_at(source, default), default, instead)
    for i, stream in streams:
        if stream.on_any_default and not every:
            instead = (
                "it never accrues: these terms have no default. Give from: the Day it runs from, "
                "on days: the states, or the defaults in the provisions"
            )
            yield source.problem(("provisions", i), stream.id, instead)
        several = len(stream.bears or every) > 1 and not (stream.from_ or stream.on_days)
        if several and "together" not in stream.model_fields_set:
            instead = (
                "it does not say what accrues while several of its defaults are open, so the "
                "highest rate does. Give together: highest, sum, or spell (one clock from the "
                "first to the last)"
            )
            yield source.problem(("provisions", i), stream.id, instead)


def _default_at(source: Source, default: str) -> Where:
    """The place of a default, by its id."""
    for where, of, word in names_in(source.data, Terms):
        if of.new and of.of == ("default",) and word == default:
            return where
    return ("provisions",)


def _never_paid(source: Source, terms: Terms) -> Iterator[Problem]:
    """Streams that no payments pay."""
    payments = [rule for rule in terms.general if isinstance(rule, Payments)]
    for i, stream in _streams(terms):
        if not any(stream.id in (each.of or (stream.id,)) for each in payments):
            instead = "no payments pay it, so no day is computed on which it is due: give them"
            yield source.problem(("provisions", i), stream.id, instead)


def _unused(source: Source, terms: Terms) -> Iterator[Problem]:
    """Dates, Days and kinds of event that the terms declare and nothing in them names."""
    dated = [name for name, on in terms.dates.items() if on == terms.agreement.dated]
    used = {(False, name) for name in dated}
    for data in (source.data, with_all_amendments(source.data)):
        for _, of, word in names_in(data, Terms):
            used.add(("kind" in of.of, word))
    for part, names in (("dates", terms.dates), ("days", terms.days), ("events", terms.events)):
        for name in names:
            if (part == "events", name) not in used:
                instead = "nothing in the terms names it; use it, correct its name, or leave it out"
                yield source.problem((part, name), name, instead)
