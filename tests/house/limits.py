"""The limits of the house, in `pyproject.toml`: read, compared with what is counted, lowered."""

import re
import subprocess
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.house.measures import MEASURES, Counted, House, Measure

FILE = "pyproject.toml"
TABLE = "tool.dealclock.house"
EVERYWHERE = "everywhere"
OTHER_ROOMS = "other rooms"
"""The rooms that no other line of the same table names alone."""

MARGIN = 0.02
"""How far below its limit a value may be before the limit has to be lowered: 2%, or one.

So several people can change a room of thousands of tokens at a time, or each take one record away,
without a change of one and the same line. A kind of thing that is gone may not come back.
"""

_SHOWN = 8
_HEADER = re.compile(r"\[(?P<name>[^\]]+)\]\s*$")
_VALUE = re.compile(r"(?P<key>\"[^\"]+\"|[\w-]+)(?P<sign>\s*=\s*)(?P<value>[\d_]+)")


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits by measure and by what they hold: a room, several, a path or everything."""

    of: Mapping[str, Mapping[str, int]]
    wording_rooms: tuple[str, ...] = ()
    wording_calls: tuple[str, ...] = ()

    def house(self, checkout: Path) -> House:
        """The library of a checkout, counted by these rules."""
        return House(checkout, self.wording_rooms, self.wording_calls)


def read_limits(text: str) -> Limits:
    """The limits in the text of a `pyproject.toml`; raises ValueError for a table of no measure."""
    table: dict[str, Any] = tomllib.loads(text)
    for name in TABLE.split("."):
        table = table.get(name, {})
    rooms, calls = (tuple(table.pop(f"wording-{of}", ())) for of in ("rooms", "calls"))
    known = {name for name, each in MEASURES.items() if not each.reported}
    if unknown := sorted(set(table) ^ known):
        raise ValueError(f"[{TABLE}] has {sorted(table)}, but should differ in: {unknown}")
    return Limits(
        {
            name: each if isinstance(each, dict) else {EVERYWHERE: each}
            for name, each in table.items()
        },
        rooms,
        calls,
    )


@dataclass(frozen=True, slots=True)
class Held:
    """A limit and what is counted under it; `places` are where."""

    measure: Measure
    scope: str
    limit: int
    value: int
    places: tuple[str, ...] = ()

    @property
    def lowest(self) -> int:
        """The lowest limit that holds this value: the next multiple of the measure's step."""
        return -(-self.value // self.measure.step) * self.measure.step

    @property
    def is_low(self) -> bool:
        """Whether the value is so far below the limit that the limit has to be lowered."""
        below = self.limit - self.lowest
        is_gone = self.value == 0
        return below > 0 and (is_gone or self.limit - self.value > max(1, self.limit * MARGIN))

    @property
    def problem(self) -> str:
        """What is wrong and what to do about it; "" if nothing is."""
        where, name = self.scope, self.measure.name
        counted = f"{where}: {self.value:,} {self.measure.what}, the limit is {self.limit:,}"
        if self.value > self.limit:
            shown = "".join(f"\n    {each}" for each in self.places[:_SHOWN])
            return (
                f"{counted}, {self.value - self.limit:,} too many.{shown}\n"
                f"  All of them: python -m tests.house {name}\n"
                f"  What to do: {self.measure.advice}. If it has to be so, raise the limit in "
                f"{FILE}, under a comment line with the reason."
            )
        if self.is_low:
            return f"{counted}: lower it to {self.lowest} (python -m tests.house --lower)"
        return ""


def holds(measure: Measure, limits: Mapping[str, int], found: Mapping[str, Counted]) -> list[Held]:
    """Each limit of a measure with what is counted under it.

    Raises ValueError for a limit of a room or a path that does not exist, or for one without a
    limit.
    """
    named = [each for scope in limits for each in scope.split(" + ")]
    alone = {scope for scope in limits if " + " not in scope}
    rest = set(found) - alone
    made = []
    for scope, limit in limits.items():
        match scope:
            case "everywhere":
                parts = set(found)
            case "other rooms":
                parts = rest
            case _:
                parts = set(scope.split(" + "))
        counted = [found[each] for each in sorted(parts) if each in found]
        places = sorted(place for each in counted for place in each.places)
        value = sum(each.value for each in counted)
        made.append(Held(measure, scope, limit, value, tuple(each.text for each in places)))
    covered = {EVERYWHERE, OTHER_ROOMS} & set(limits)
    if rest and not covered:
        raise ValueError(f"[{TABLE}.{measure.name}] has no limit for {', '.join(sorted(rest))}")
    if unknown := set(named) - set(found) - covered:
        raise ValueError(
            f"[{TABLE}.{measure.name}] limits {', '.join(sorted(unknown))}, which does not exist; "
            f"there is {', '.join(sorted(found))}"
        )
    return made


def lowered(text: str, held: Iterable[Held]) -> str:
    """The text of a `pyproject.toml` with the limits lowered to what is counted; none is raised."""
    new = {(each.measure.name, each.scope): each.lowest for each in held}

    def value_of(table: str, key: str, value: int) -> int:
        place = (key, EVERYWHERE) if table == TABLE else (table.removeprefix(f"{TABLE}."), key)
        return min(value, new.get(place, value))

    return _rewritten(text, value_of)


def _rewritten(text: str, value_of: Callable[[str, str, int], int]) -> str:
    lines = []
    for table, line in _lines(text):
        found = _VALUE.match(line) if table.startswith(TABLE) else None
        if not found:
            lines.append(line)
            continue
        value = int(found["value"].replace("_", ""))
        new = value_of(table, found["key"].strip('"'), value)
        written = found["value"] if new == value else new
        lines.append(f"{found['key']}{found['sign']}{written}{line[found.end() :]}")
    return "".join(lines)


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Each line with the table that it is in."""
    table = ""
    for line in text.splitlines(keepends=True):
        if header := _HEADER.match(line):
            table = header["name"]
        yield table, line


def raised_without_reason(before: str, after: str) -> list[str]:
    """The limits that are higher after a change, without a new comment line above them.

    Each as its table and key, with both values; a limit that is new is not raised.
    """
    old = {(table, key): value for table, key, value, _ in _values(before)}
    comments = {line.strip() for line in before.splitlines()}
    return [
        f"[{table}] {key}: {old[table, key]} -> {value}"
        for table, key, value, above in _values(after)
        if value > old.get((table, key), value)
        and not (above.startswith("#") and above not in comments)
    ]


def _values(text: str) -> Iterator[tuple[str, str, int, str]]:
    """Each limit: its table, its key, its value and the line above it."""
    above = ""
    for table, line in _lines(text):
        found = _VALUE.match(line) if table.startswith(TABLE) else None
        if found:
            yield table, found["key"].strip('"'), int(found["value"].replace("_", "")), above
        above = line.strip()


def earlier_texts(checkout: Path, file: str = FILE) -> list[str]:
    """The text of a file as it is, as committed and as committed before; what git knows of it."""
    texts = [(checkout / file).read_text(encoding="utf-8")]
    git = ["git", "-C", str(checkout)]
    try:
        log = [*git, "log", "-2", "--format=%H", "--", file]
        for commit in subprocess.run(
            log, capture_output=True, text=True, check=True
        ).stdout.split():
            show = [*git, "show", f"{commit}:{file}"]
            shown = subprocess.run(show, capture_output=True, text=True, check=True)
            texts.append(shown.stdout)
    except (OSError, subprocess.CalledProcessError):
        return texts
    return texts
