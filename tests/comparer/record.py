"""The figures that an engine gives of a deal, as a plain, ordered record.

Days, Sections, amounts as exact fractions, rates, statuses, each instance and the event that caused
it, what was left unused or contradicts, and what was raised; no text, and no grounds.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, cast

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment, TermsUsed
from dealclock.engine.conclusions import Default, Item, Obligation, Window
from dealclock.engine.look import Look
from dealclock.engine.states.budget import Drawn
from dealclock.engine.states.limits_left import LimitsLeft

Record = Mapping[str, Any]
Assess = Callable[[Look], Assessment]

# fmt: off
LEFT_OUT = frozenset({
    # what was asked, and what only comparing readings finds
    "deal", "as_of", "known_at", "engine", "readings", "not_checked", "consulted_by", "found_by",
    # texts
    "title", "text", "action", "notes", "note", "why", "reason", "because", "unused_because",
    "accruing",
    "standard", "deferral", "not_computed", "market_shut",
    # grounds
    "trace", "act_by_trace", "grounds", "due_readings", "arose_readings", "consulted", "count",
})
# fmt: on
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


def one_pass(query: Look) -> Assessment:
    """The engine's assessment, without what other readings would change."""
    return assess(query, compare=False)


def record_of(assessment: Assessment) -> Record:
    """The assessment as a record of strings, numbers, lists and mappings, in a fixed order.

    Amounts and rates are exact fractions as text, days ISO, sets sorted.
    """
    found = {name: getattr(assessment, name) for name in _fields(Assessment)}
    return {n: _named(each) if n in BY_NAME else _plain(each) for n, each in found.items()}


def answer(assess: Assess, query: Look) -> Record:
    """What an engine answers: the record of its assessment, or of what it raises."""
    try:
        return record_of(assess(query))
    except Exception as error:  # noqa: BLE001 - that it refuses is kept as well
        return {"raised": type(error).__name__}


@cache
def _fields(cls: Hashable) -> tuple[str, ...]:
    names = (f.name for f in fields(cast(Any, cls)))
    return tuple(n for n in names if n not in LEFT_OUT and not n.startswith("_"))


def _named(items: Any) -> Record:
    """Items by name, in order; of several with one name, the later ones numbered."""
    found: dict[str, Any] = {}
    for item in items:
        n, name = 1, getattr(item, "instance", None) or item.id
        place = name
        while place in found:
            n += 1
            place = f"{name} #{n}"
        found[place] = _plain(item)
    return found


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return _of_record(value)
    match value:
        case Enum():
            return str(value.value)
        case None | bool() | int() | str():
            return value
        case frozenset() | set():
            return sorted(map(str, value))
        case tuple() | list():
            return [_plain(each) for each in value]
        case Mapping():
            return {str(key): _plain(each) for key, each in value.items()}
        case Fraction():
            return f"{value.numerator}/{value.denominator}"
        case Decimal():
            return str(value)
        case date():
            return value.isoformat()
    raise TypeError(f"no record is made of {type(value).__name__}")


def _of_record(value: Any) -> Any:
    if isinstance(value, Drawn):
        return _plain(_ongoing(value))
    names: Sequence[str] = _fields(cast(Hashable, type(value)))
    if isinstance(value, LimitsLeft):
        names = [name for name in names if name not in PLANNED]
    if isinstance(value, Item):
        names = _placed(names)
    found = {name: getattr(value, name) for name in names}
    former = {"done_on": DONE.get(type(value), "done_on")}
    if isinstance(value, TermsUsed):
        former = {"id": "version"}  # as it was called then
    return {
        former.get(name, name): _plain(each)
        for name, each in found.items()
        if each or name not in SINCE
    }


def _placed(names: Sequence[str]) -> Sequence[str]:
    """The fields of an item, each in its place."""
    placed = list(names)
    for name, places in PLACES.items():
        if name in placed:
            placed.remove(name)
            after = next(each for each in places if each in placed)
            placed.insert(placed.index(after) + 1, name)
    return placed


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
