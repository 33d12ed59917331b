"""What Days make easy to get wrong: a name for two things, Days in a circle, a Day that can never
be known.

Found in terms that load, each version by itself, in time linear in their length.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Protocol, TypeGuard, get_args

from pydantic import BaseModel

from dealclock.agreement.day_language import (
    ByReading,
    Day,
    DayAmong,
    DayIf,
    EventDay,
    InForceOn,
    NamedDay,
    NeverDay,
    PartOf,
    parts_of,
)
from dealclock.agreement.rules.rule import Rule
from dealclock.files.source import Problem, Source, Where

_DAYS = tuple(each for each in get_args(Day) if isinstance(each, type))
MOST_IN_A_ROW = 50
"""Days that may each be counted from the next: far more than an agreement has."""
Node = tuple[str, str]
"""A name, and which of its Days is meant: due, opening, start or end."""
_OF_FIELD = {"opens": "opening", "from": "start", "until": "end"}


class DayNames(Protocol):
    """The parts of terms that Days may name."""

    @property
    def parties(self) -> Mapping[str, object]: ...
    @property
    def dates(self) -> Mapping[str, object]: ...
    @property
    def days(self) -> Mapping[str, Day]: ...
    @property
    def provisions(self) -> tuple[Rule, ...]: ...


def _is_day(value: object) -> TypeGuard[Day]:
    if isinstance(value, ByReading):
        return all(_is_day(each) for _, each in value.options)
    return isinstance(value, _DAYS)


def days_in(value: object, where: Where = ()) -> Iterator[tuple[Where, Day]]:
    """Every Day in a part of the terms, with its place in the file; not the Days inside it."""
    if _is_day(value):
        yield where, value
    elif isinstance(value, BaseModel):
        for name, field in type(value).model_fields.items():
            yield from days_in(getattr(value, name), (*where, field.alias or name))
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from days_in(each, (*where, str(key)))
    elif isinstance(value, tuple | list):
        for n, each in enumerate(value):
            yield from days_in(each, (*where, n))


def problems_with_days(terms: DayNames, source: Source) -> Iterator[Problem]:
    """The problems of the Days of one version of the terms, with their lines."""
    found = [*days_in(terms.days, ("days",)), *days_in(terms.provisions, ("provisions",))]
    yield from _hidden(terms, source)
    yield from _which(terms, found, source)
    depends = _depending(terms, found)
    order, circle = _in_order(depends)
    if circle:
        names = [name for name, _ in circle]
        instead = f"they go in a circle: {' -> '.join(names)}; no Day may depend on itself"
        yield source.problem(_place(circle[0], terms, found), names[0], instead)
    else:
        yield from _too_deep(depends, order, terms, found, source)
        yield from _never_known(terms, found, order, source)


def _hidden(terms: DayNames, source: Source) -> Iterator[Problem]:
    """Named Days that have the name of a date or of a provision."""
    items = {rule.id for rule in terms.provisions}
    for name in terms.days:
        if name in terms.dates or name in items:
            what = "a date" if name in terms.dates else "a provision"
            yield source.problem(("days", name), name, f"it is {what} already; give another name")


def _which(terms: DayNames, found: list[tuple[Where, Day]], source: Source) -> Iterator[Problem]:
    """Starts and ends of states that may begin more than once, where no day says which is meant."""
    recurs = {
        rule.id
        for rule in terms.provisions
        if getattr(rule, "begins", ()) and not getattr(rule, "once", False)
    }
    for where, day in found if recurs else ():
        for part in _not_told_apart(day, frozenset()):
            if part.of in recurs:
                instead = (
                    f"{part.of} may begin more than once; say which is meant: {{if in force: "
                    f"{part.of}, on: DAY, then: {part.part} of {part.of}, else: never}}"
                )
                yield source.problem(where, f"{part.part} of {part.of}", instead)


def _not_told_apart(day: Day, known: frozenset[str]) -> Iterator[PartOf]:
    """The starts and ends of states in a Day, but for those in force on a day it gives."""
    if isinstance(day, PartOf) and day.part in ("start", "end") and day.of not in known:
        yield day
    if isinstance(day, DayIf) and isinstance(day.happened, InForceOn):
        yield from _not_told_apart(day.happened.on, known)
        yield from _not_told_apart(day.then, known | {day.happened.state})
        yield from _not_told_apart(day.otherwise, known)
        return
    for part in parts_of(day):
        yield from _not_told_apart(part, known)


def _depends_on(day: Day) -> Iterator[Node]:
    """The Days of named Days and of items that a Day depends on."""
    if isinstance(day, NamedDay):
        yield day.name, "due"
    elif isinstance(day, PartOf):
        yield day.of, day.part
    elif isinstance(day, DayIf) and isinstance(day.happened, InForceOn):
        yield from _both(day.happened.state)
    for part in parts_of(day):
        yield from _depends_on(part)


def _node(where: Where, terms: DayNames) -> Node:
    """The named Day, or the provision and which of its Days, that a place is in."""
    part, inside, *fields = where
    if part == "days":
        return str(inside), "due"
    return terms.provisions[int(inside)].id, _OF_FIELD.get(str(fields[0]), "due")


def _place(node: Node, terms: DayNames, found: list[tuple[Where, Day]]) -> Where:
    """The first place of a named Day, or of a Day of a provision; the provision if it has none."""
    places = (where for where, _ in found if _node(where, terms) == node)
    item = next((n for n, rule in enumerate(terms.provisions) if rule.id == node[0]), 0)
    return next(places, ("provisions", item))


def _depending(terms: DayNames, found: list[tuple[Where, Day]]) -> Mapping[Node, list[Node]]:
    """The Days that each named Day and each Day of an item depends on."""
    depends: dict[Node, list[Node]] = {}
    for where, day in found:
        depends.setdefault(_node(where, terms), []).extend(_depends_on(day))
    for rule in terms.provisions:
        for state in getattr(rule, "parts", ()):
            depends.setdefault((rule.id, "start"), []).extend(_both(state))
        if getattr(rule, "parts", ()):
            depends.setdefault((rule.id, "end"), []).append((rule.id, "start"))
        if (stop := getattr(rule, "stopped_by", None)) is not None:
            depends.setdefault((rule.id, "due"), []).extend(_both(stop.state))
    return depends


def _both(state: str) -> tuple[Node, Node]:
    return (state, "start"), (state, "end")


def _in_order(depends: Mapping[Node, list[Node]]) -> tuple[list[Node], list[Node]]:
    """Every Day after those it depends on; and the first circle of Days, the first one again at its
    end, or none.
    """
    done: dict[Node, None] = {}
    for start, its in depends.items():
        path = {} if start in done else {start: iter(its)}
        while path:
            last = next(reversed(path))
            step = next((n for n in path[last] if n in depends and n not in done), None)
            if step is None:
                done[last] = None
                del path[last]
            elif step in path:
                along = list(path)
                return [], [*along[along.index(step) :], step]
            else:
                path[step] = iter(depends[step])
    return list(done), []


def _too_deep(
    depends: Mapping[Node, list[Node]],
    order: list[Node],
    terms: DayNames,
    found: list[tuple[Where, Day]],
    source: Source,
) -> Iterator[Problem]:
    """The first Day that depends on too many others one after the other."""
    depth: dict[Node, int] = {}
    for node in order:
        depth[node] = 1 + max((depth.get(each, 0) for each in depends[node]), default=0)
        if depth[node] > MOST_IN_A_ROW:
            instead = f"it depends on more than {MOST_IN_A_ROW} Days, each counted from another"
            yield source.problem(_place(node, terms, found), node[0], instead)
            return


def _never_known(
    terms: DayNames, found: list[tuple[Where, Day]], order: list[Node], source: Source
) -> Iterator[Problem]:
    never: set[str] = set()
    for name, _ in order:
        if name in terms.days and is_never_known(terms.days[name], never):
            never.add(name)
    for where, day in found:
        if is_never_known(day, never):
            instead = "it can never be known, whatever happens; give a Day that can be"
            yield source.problem(where, "a Day that never comes", instead)


def is_never_known(day: Day, named: Collection[str] = ()) -> bool:
    """Whether a Day is not known whatever happens; `named` are the named Days that never are."""
    parts = [is_never_known(each, named) for each in parts_of(day)]
    match day:
        case NeverDay():
            return True
        case NamedDay(name):
            return name in named
        case EventDay():
            return day.since is not None and is_never_known(day.since, named)
        case DayAmong("latest of"):
            return any(parts)
        case DayIf():
            return all(parts[-2:])
    return bool(parts) and all(parts)
