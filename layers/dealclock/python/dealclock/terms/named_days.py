"""What Days make easy to get wrong: a name for two things, Days in a circle, a Day that can never
be known.

Found in each version of the terms by itself, in time linear in their length; in terms that do not
load, as far as their Days can be read.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from pydantic import BaseModel

from dealclock.errors import Problem
from dealclock.files.source import Source, Where, in_a_row
from dealclock.terms.day_language import (
    Day,
    DayAmong,
    DayIf,
    DayPart,
    EventDay,
    InForceOn,
    NamedDay,
    NeverDay,
    PartOf,
    parts_of,
)
from dealclock.terms.references import days_in
from dealclock.terms.rules.rule import Rule

MOST_IN_A_ROW = 50
"""Days that may each be counted from the next: far more than an agreement has."""
Node = tuple[str, str]
"""A name, and which of its Days is meant: due, opening, start or end."""
_OF_FIELD = {"opens": "opening", "from": "start", "until": "end", "amount": "amount"}


class DayNames(Protocol):
    """The parts of terms that Days may name."""

    @property
    def dates(self) -> Mapping[str, object]: ...
    @property
    def days(self) -> Mapping[str, Day]: ...
    @property
    def provisions(self) -> tuple[Rule, ...]: ...


def problems_with_days(
    terms: DayNames, source: Source, model: type[BaseModel]
) -> Iterator[Problem]:
    """The problems of the Days of one version of the terms, with their lines."""
    found = sorted(days_in(source.data, model), key=lambda each: each[0][0])
    days = _Days(terms, source, [(where, _node(where, terms), day) for where, day in found])
    yield from days.hidden()
    yield from days.not_told_apart()
    depends = days.depending()
    order, circle = _in_order(depends)
    if circle:
        names = [name for name, _ in circle]
        instead = f"they go in a circle: {in_a_row(names)}; no Day may depend on itself"
        yield source.problem(days.place(circle[0]), names[0], instead)
    else:
        yield from days.too_deep(depends, order)
        yield from days.never_known(order)


def _node(where: Where, terms: DayNames) -> Node:
    """The named Day, or the provision and which of its Days, that a place is in."""
    part, inside, *fields = where
    if part == "days":
        return str(inside), "due"
    return terms.provisions[int(inside)].id, _OF_FIELD.get(str(fields[0]), "due")


@dataclass(frozen=True)
class _Days:
    """The Days of terms: the place of each, what it is the Day of, and the Day."""

    terms: DayNames
    source: Source
    found: list[tuple[Where, Node, Day]]

    def place(self, node: Node) -> Where:
        """The first place of a named Day, or of a Day of a provision; the provision if it has
        none.
        """
        places = (where for where, each, _ in self.found if each == node)
        ids = [rule.id for rule in self.terms.provisions]
        return next(places, ("provisions", ids.index(node[0]) if node[0] in ids else 0))

    def hidden(self) -> Iterator[Problem]:
        """Named Days that have the name of a date or of a provision."""
        items = {rule.id for rule in self.terms.provisions}
        for name in self.terms.days:
            if name in self.terms.dates or name in items:
                what = "a date" if name in self.terms.dates else "a provision"
                instead = f"it is {what} already; give another name"
                yield self.source.problem(("days", name), name, instead)

    def not_told_apart(self) -> Iterator[Problem]:
        """Starts and ends of states that may begin more than once, where no day says which is
        meant.
        """
        recurs = {
            rule.id
            for rule in self.terms.provisions
            if getattr(rule, "begins", ()) and not getattr(rule, "once", False)
        }
        for where, _, day in self.found if recurs else ():
            for part in _not_told_apart(day, frozenset()):
                if part.of in recurs:
                    instead = (
                        f"{part.of} may begin more than once; say which is meant: {{if in force: "
                        f"{part.of}, on: DAY, then: {part.part} of {part.of}, else: never}}"
                    )
                    yield self.source.problem(where, f"{part.part} of {part.of}", instead)

    def depending(self) -> Mapping[Node, list[Node]]:
        """The Days that each named Day and each Day of an item depends on."""
        depends: dict[Node, list[Node]] = {}
        for _, node, day in self.found:
            depends.setdefault(node, []).extend(_depends_on(day))
        for rule in self.terms.provisions:
            for state in getattr(rule, "parts", ()):
                depends.setdefault((rule.id, "start"), []).extend(_both(state))
                depends[rule.id, "end"] = [(rule.id, "start")]
            if (stop := getattr(rule, "stopped_by", None)) is not None:
                depends.setdefault((rule.id, "due"), []).extend(_both(stop.state))
        return depends

    def too_deep(self, depends: Mapping[Node, list[Node]], order: list[Node]) -> Iterator[Problem]:
        """The first Day that depends on too many others one after the other."""
        depth: dict[Node, int] = {}
        for node in order:
            depth[node] = 1 + max((depth.get(each, 0) for each in depends[node]), default=0)
            if depth[node] > MOST_IN_A_ROW:
                instead = f"it depends on more than {MOST_IN_A_ROW} Days, each counted from another"
                yield self.source.problem(self.place(node), node[0], instead)
                return

    def never_known(self, order: list[Node]) -> Iterator[Problem]:
        """Days that are never known, whatever happens."""
        never: set[str] = set()
        for name, _ in order:
            if name in self.terms.days and is_never_known(self.terms.days[name], never):
                never.add(name)
        for where, _, day in self.found:
            if is_never_known(day, never):
                instead = "it can never be known, whatever happens; give a Day that can be"
                yield self.source.problem(where, "a Day that never comes", instead)


def _not_told_apart(day: DayPart, known: frozenset[str]) -> Iterator[PartOf]:
    """The starts and ends of states in a Day, but for those in force on a day it gives."""
    parts = parts_of(day)
    match day:
        case PartOf("start" | "end", of) if of not in known:
            yield day
        case DayIf(InForceOn(state) as asked, then, otherwise):
            yield from _not_told_apart(then, known | {state})
            parts = (asked, otherwise)
    for part in parts:
        yield from _not_told_apart(part, known)


def _depends_on(day: DayPart) -> Iterator[Node]:
    """The Days of named Days and of items that a Day depends on."""
    match day:
        case NamedDay(name):
            yield name, "due"
        case PartOf(part, of):
            yield of, part
        case InForceOn(state):
            yield from _both(state)
    for each in parts_of(day):
        yield from _depends_on(each)


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


def is_never_known(day: DayPart, named: Collection[str] = ()) -> bool:
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
