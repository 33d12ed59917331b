"""The measures of the house: what each counts, where, and what to do about one above its limit."""

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from local.weight import LIBRARY, files, room_of
from tests.house.circles import circles
from tests.house.functions import one_caller
from tests.house.library import Library, Place
from tests.house.records import exceptions, mirrors, one_use, shapes
from tests.house.sentences import sentences

CHECKOUT = Path(__file__).resolve().parents[2]
_RECENT_COMMITS = 30
_OLD = _RECENT_COMMITS + 1


@dataclass(frozen=True, slots=True)
class Measure:
    """One kind of thing that is counted: what it is, in the plural, and what to do about many.

    `step` is what a limit is a multiple of. What is only `reported` has no limit.
    """

    name: str
    what: str
    advice: str
    step: int = 1
    reported: bool = False


MEASURES = {
    each.name: each
    for each in (
        Measure(
            "tokens",
            "tokens",
            "say it with what is there: a general function or record, data instead of code",
            step=100,
        ),
        Measure(
            "one-use",
            "records made in one place and named in at most two files",
            "hand over the record that is there, plain values, or a result with its parts",
        ),
        Measure(
            "mirrors",
            "functions that copy the fields of one record into another",
            "hand over the record itself",
        ),
        Measure(
            "shapes",
            "classes with both `as_of` and `known_at` or `terms`",
            "take one of the records of a deal as of a day that are there",
        ),
        Measure(
            "exceptions",
            "classes of exceptions",
            "raise one that is there, with its own sentence",
        ),
        Measure(
            "sentences",
            "texts of more than five words where no words belong",
            "put the words into a room that words things, an error, or a step",
        ),
        Measure(
            "circles",
            "groups of modules that import each other",
            "move what both need into a module of its own, or into the lower one",
        ),
        Measure(
            "functions",
            "functions entered",
            "let one function do what several hand on to each other",
        ),
        Measure(
            "records",
            "record types met",
            "pass on the record that is there",
        ),
        Measure("one-caller", "functions with one caller", "", reported=True),
    )
}
"""Every measure, by the name of its limits and of its list."""

HOPS = ("functions", "records")
"""The measures of paths instead of rooms."""


class Spot(NamedTuple):
    """A place that is counted, in the order of a list: those of files that changed last first."""

    age: int
    order: int
    text: str


@dataclass(frozen=True, slots=True)
class Counted:
    """What a measure found in one room, or on one path: how much, and in which places."""

    value: int
    places: Sequence[Spot]


@dataclass(frozen=True, slots=True)
class House:
    """A checkout's library, and what may hold sentences in it: rooms, and what is called."""

    checkout: Path
    wording_rooms: Collection[str] = ()
    wording_calls: Collection[str] = ()

    def count(self, measure: str) -> Mapping[str, Counted]:
        """What a measure finds in each room; for hops, on each path.

        The places of tokens are files, those that changed together in the order of their weight.
        Raises ValueError if there is no such room as one that may hold sentences.
        """
        if measure == "tokens":
            return _weighed(self.checkout)
        if measure in HOPS:
            return _followed(measure, self.checkout)
        library = library_of(self.checkout)
        if measure == "sentences":
            if unknown := set(self.wording_rooms) - set(library.rooms):
                raise ValueError(f"wording-rooms names {sorted(unknown)}, which is no room")
            found = sentences(library, self.wording_calls)
            other = [each for each in found if each.room not in self.wording_rooms]
            return _by_room(other, library, self.checkout)
        return _by_room(_OF_LIBRARY[measure](library), library, self.checkout)


_OF_LIBRARY: Mapping[str, Callable[[Library], Iterable[Place]]] = {
    "one-use": one_use,
    "mirrors": mirrors,
    "shapes": shapes,
    "exceptions": exceptions,
    "circles": circles,
    "one-caller": one_caller,
}


@cache
def library_of(checkout: Path) -> Library:
    """The library of a checkout, read once."""
    return Library(checkout / LIBRARY)


def _by_room(found: Iterable[Place], library: Library, checkout: Path) -> Mapping[str, Counted]:
    rooms: dict[str, list[Place]] = {room: [] for room in library.rooms}
    for each in found:
        rooms[each.room].append(each)
    age = _ages(checkout)
    return {
        room: Counted(
            len(places),
            sorted(Spot(age.get(p.file, _OLD), p.line, str(p)) for p in places),
        )
        for room, places in rooms.items()
    }


def _weighed(checkout: Path) -> Mapping[str, Counted]:
    age = _ages(checkout)
    rooms: dict[str, list[Spot]] = defaultdict(list)
    for file, weight in files(checkout).items():
        spot = Spot(age.get(file, _OLD), -weight.tokens, f"{file}: {weight.tokens:,}")
        rooms[room_of(file)].append(spot)
    return {
        room: Counted(-sum(each.order for each in spots), sorted(spots))
        for room, spots in rooms.items()
    }


@cache
def _hops() -> Mapping[str, Sequence[Sequence[str]]]:
    """The functions and the record types of each path, played by a fresh process."""
    as_here = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}  # the library found alike
    played = subprocess.run(
        [sys.executable, "-m", "tests.house.hops"],
        cwd=CHECKOUT,
        env=as_here,
        capture_output=True,
        text=True,
        check=False,
    )
    if played.returncode:
        raise RuntimeError(f"the paths could not be played:\n{played.stderr}")
    found: dict[str, Sequence[Sequence[str]]] = json.loads(played.stdout)
    return found


def _followed(measure: str, checkout: Path) -> Mapping[str, Counted]:
    at, age = HOPS.index(measure), _ages(checkout)
    return {
        path: Counted(
            len(each[at]),
            sorted(Spot(age.get(hop.partition(":")[0], _OLD), 0, hop) for hop in each[at]),
        )
        for path, each in _hops().items()
    }


@cache
def _ages(checkout: Path) -> Mapping[str, int]:
    """How many commits ago files changed, 0 for uncommitted ones; nothing without git."""
    found: dict[str, int] = {}
    for age, command in enumerate(
        (
            ["diff", "--name-only", "HEAD"],
            ["log", f"-{_RECENT_COMMITS}", "--format=%x00", "--name-only"],
        )
    ):
        git = ["git", "-C", str(checkout), *command, "--", LIBRARY]
        try:
            shown = subprocess.run(git, capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):
            return {}
        for commit, names in enumerate(shown.split("\0"), age):
            for name in names.split():
                found.setdefault(name.removeprefix(f"{LIBRARY}/"), commit)
    return found
