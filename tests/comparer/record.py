"""What an engine says of a deal as a plain, ordered record, and where two records differ.

The record has levels, so that two engines can be compared figures first:

    figures     days, Sections, amounts as exact fractions, rates, statuses, each instance and the
                event that caused it, what was left unused or contradicts, what was raised
    grounds     the days and Sections of each trace, the events and readings it rests on
    sentences   every text
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, cast

from dealclock.days.counting import Count
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Default, Item, Obligation, Window
from dealclock.engine.look import Look
from dealclock.engine.states.budget import Drawn
from dealclock.engine.states.limits_left import LimitsLeft
from dealclock.engine.why import Step, Why

Record = Mapping[str, Any]
Assess = Callable[[Look], Assessment]

LEFT_OUT = frozenset(
    {"deal", "as_of", "known_at", "engine", "readings", "not_checked", "consulted_by", "found_by"}
)
"""Of an assessment: what was asked, and what only the old engine's own comparing reads."""
SENTENCES = frozenset(
    {
        "title",
        "text",
        "action",
        "notes",
        "note",
        "why",
        "reason",
        "because",
        "unused_because",
        "standard",
        "deferral",
        "not_computed",
        "market_shut",
    }
)
GROUNDS = frozenset(
    {"trace", "act_by_trace", "grounds", "due_readings", "arose_readings", "consulted", "count"}
)
SINCE = frozenset({"deemed", "is_open_ended"})
"""Fields of a record that the engine of frozen.txt did not have: left out while they are empty."""
DONE = {Obligation: "met_on", Window: "ended_on", Default: "cured_on"}
"""What the day on which an item was done was called when frozen.txt was written."""
PLACES = {"kind": ("instance",), "done_on": ("status", "stops_on", "opens")}
"""Fields of an item that then came after others, of which the first that it has counts."""
PLANNED = frozenset({"called", "start", "days", "longest", "earliest", "on_its_way"})
"""Of what the limits leave: what only the question of how long a suspension may last shows."""
BY_NAME = frozenset({"obligations", "windows", "defaults", "duties", "agreed", "budgets"})
"""Lists whose items go by their instance, or their id."""


def record_of(assessment: Assessment, *, sentences: bool, grounds: bool = True) -> Record:
    """The assessment as a record of strings, numbers, lists and mappings, in a fixed order.

    With `sentences` its texts too, without `grounds` its figures alone. Amounts and rates are exact
    fractions as text, days ISO, sets sorted.
    """
    left_out = LEFT_OUT if sentences else LEFT_OUT | SENTENCES
    if not grounds:
        left_out |= GROUNDS
    return {
        name: _named(getattr(assessment, name), left_out)
        if name in BY_NAME
        else _plain(getattr(assessment, name), left_out)
        for name in _fields(Assessment, left_out)
    }


def answer(assess: Assess, query: Look, *, sentences: bool, grounds: bool = True) -> Record:
    """What an engine answers: the record of its assessment, or of what it raises."""
    try:
        return record_of(assess(query), sentences=sentences, grounds=grounds)
    except Exception as error:  # noqa: BLE001 - what it raises is compared as well
        return {"raised": type(error).__name__, **({"says": str(error)} if sentences else {})}


@cache
def _fields(cls: Hashable, left_out: frozenset[str]) -> tuple[str, ...]:
    return tuple(
        f.name
        for f in fields(cast(Any, cls))
        if f.name not in left_out and not f.name.startswith("_")
    )


def _named(items: Any, left_out: frozenset[str]) -> Record:
    """Items by name, in order; of several with one name, the later ones numbered."""
    found: dict[str, Any] = {}
    for item in items:
        name = getattr(item, "instance", None) or item.id
        n, place = 1, name
        while place in found:
            n += 1
            place = f"{name} #{n}"
        found[place] = _plain(item, left_out)
    return found


def _plain(value: Any, left_out: frozenset[str]) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return _of_record(value, left_out)
    match value:
        case None | bool() | int() | str() if not isinstance(value, Enum):
            return value
        case frozenset() | set():
            return sorted(map(str, value))
        case tuple() | list():
            return [_plain(each, left_out) for each in value]
        case Mapping():
            return {str(key): _plain(each, left_out) for key, each in value.items()}
        case _:
            return _scalar(value)


def _scalar(value: Any) -> str:
    match value:
        case Enum():
            return str(value.value)
        case Fraction():
            return f"{value.numerator}/{value.denominator}"
        case Decimal():
            return str(value)
        case date():
            return value.isoformat()
    raise TypeError(f"no record is made of {type(value).__name__}")


def _of_record(value: Any, left_out: frozenset[str]) -> Any:
    match value:
        case Step() if "text" in left_out:
            return f"{value.clause} {value.day}" if value.day else value.clause
        case Count():
            return f"{value.start} to {value.result} by {value.calendar or 'calendar days'}"
        case Why():
            fictional = ["hypothetical"] if value.hypothetical else []
            return {"events": list(value.facts), "readings": [*sorted(value.readings), *fictional]}
        case LimitsLeft():
            names = _fields(LimitsLeft, left_out | PLANNED)
            return {name: _plain(getattr(value, name), left_out) for name in names}
        case Drawn():
            return _plain(_ongoing(value), left_out)
        case _:
            names = _fields(cast(Hashable, type(value)), left_out)
            if isinstance(value, Item):
                names = _placed(names)
            found = {name: getattr(value, name) for name in names}
            why = getattr(value, "why", None)
            if isinstance(why, Why):
                found.pop("why", None)
                shown = {"grounds": why, "trace": why.steps}
                found |= {n: each for n, each in shown.items() if n not in left_out}
            kept = {n: each for n, each in found.items() if each or n not in SINCE}
            done = DONE.get(type(value), "done_on")
            plain = {name: _plain(each, left_out) for name, each in kept.items()}
            return {done if name == "done_on" else name: each for name, each in plain.items()}


def _placed(names: Sequence[str]) -> tuple[str, ...]:
    """The fields of an item, each in its place."""
    placed = list(names)
    for name, places in PLACES.items():
        if name in placed:
            placed.remove(name)
            after = next(each for each in places if each in placed)
            placed.insert(placed.index(after) + 1, name)
    return tuple(placed)


def _ongoing(period: Drawn) -> Record:
    """An ongoing period, as the frozen figures have it."""
    breaks = [each for each in period.breaks if each.limit and not each.by_beginning]
    return {
        "notice": period.period.name,
        "since": period.period.start,
        "last_allowed": min(each.on for each in period.breaks) - timedelta(days=1),
        "breaks": [
            {"days": each.days, "window": each.limit and each.limit.window, "on": each.on}
            for each in breaks
        ],
    }


def differences(old: Any, new: Any, where: str = "") -> Iterator[str]:
    """Where two records differ, in order, each in words."""
    match old, new:
        case Mapping(), Mapping():
            for name in dict.fromkeys([*old, *new]):
                place = f"{where} {name}".strip()
                if name not in new:
                    yield f"{place}: only the old engine has it, {_short(old[name])}"
                elif name not in old:
                    yield f"{place}: only the new engine has it, {_short(new[name])}"
                else:
                    yield from differences(old[name], new[name], place)
            shared = [name for name in old if name in new]
            if shared != [name for name in new if name in old]:
                yield f"{where}: in another order, {_short([n for n in new if n in old])}"
        case list(), list() if len(old) == len(new) and not _are_words(old, new):
            for n, (one, other) in enumerate(zip(old, new, strict=True)):
                yield from differences(one, other, f"{where} {n + 1}".strip())
        case _ if type(old) is not type(new) or old != new:
            yield f"{where}: {_short(old)} in the old engine, {_short(new)} in the new"


def _are_words(*several: list[Any]) -> bool:
    """Whether lists hold strings alone: such differ as a whole."""
    return all(isinstance(each, str) for one in several for each in one)


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 400 else f"{text[:397]}..."
