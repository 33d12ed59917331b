"""Hops: the functions that a request enters and the record types that it meets on its way.

Each path is played once, over a table in memory, in a process of its own, so that no cache is warm
and the counts are the same each time. A comprehension belongs to the function that has it; from
Python 3.12 on, it is no function of its own.
"""

import multiprocessing
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, is_dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from dealclock.store import Store
from tests.house.library import PACKAGE
from tests.memory_table import MemoryTable
from tests.unit.desk.asking_the_desk import MARIA, NO_DEALS_CHANNEL, room
from tests.unit.jobs.house import House

LIBRARY = Path(str(sys.modules[PACKAGE].__file__)).parent
_PARTS_OF_FUNCTIONS = frozenset({"<module>", "<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
_MADE_BY_DATACLASS = "<string>"
"""The file of the `__init__` that a dataclass gets."""


@dataclass
class Hops:
    """The functions entered and the record types met, each as its file and its name."""

    functions: set[str] = field(default_factory=set)
    records: set[str] = field(default_factory=set)


@contextmanager
def followed(library: Path = LIBRARY, package: str = PACKAGE) -> Iterator[Hops]:
    """The hops of what is called in the block, by this thread, within one library.

    A record is met when it is made, or passed to a function or returned by one.
    """
    hops, root = Hops(), f"{library}/"
    entered: set[CodeType] = set()
    types: set[type] = set()

    def follow(frame: FrameType, event: str, value: Any) -> None:
        code = frame.f_code
        if code.co_filename == _MADE_BY_DATACLASS:
            types.add(type(frame.f_locals.get("self")))
        elif not code.co_filename.startswith(root):
            return
        elif event == "call":
            entered.add(code)
            given = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
            held = frame.f_locals
            types.update(type(held[name]) for name in given if name in held)
        elif event == "return":
            types.add(type(value))

    sys.setprofile(follow)
    try:
        yield hops
    finally:
        sys.setprofile(None)
        hops.functions |= {
            f"{code.co_filename.removeprefix(root)}:{code.co_firstlineno}: {code.co_qualname}"
            for code in entered
            if code.co_name not in _PARTS_OF_FUNCTIONS
        }
        hops.records |= {
            f"{str(sys.modules[each.__module__].__file__).removeprefix(root)}: {each.__qualname__}"
            for each in types
            if each.__module__.startswith(f"{package}.")
            and (is_dataclass(each) or hasattr(each, "_fields"))
        }


def _asked(command: str) -> Callable[[], object]:
    desk = room()
    return lambda: desk.as_sent(command, MARIA, NO_DEALS_CHANNEL)


def _morning() -> Callable[[], object]:
    house = House(Store(MemoryTable()))
    house.load_rehearsals()
    house.morning("2004-10-28")
    return lambda: house.morning("2004-11-01")


PATHS: Mapping[str, Callable[[], Callable[[], object]]] = {
    "/deal payments": lambda: _asked("payments Story"),
    "/deal accrual": lambda: _asked("accrual Story"),
    "/deal help": lambda: _asked("help"),
    "a sweep to its posts": _morning,
}
"""Each path by its name: sets it up, and returns what plays it.

A command is followed from its words to the blocks of its answer, a sweep of two rehearsals from the
schedule's event to posts and emails.
"""


def hops(path: str) -> Hops:
    """The hops of one path, played now."""
    play = PATHS[path]()
    with followed() as found:
        play()
    return found


def all_hops() -> Mapping[str, Hops]:
    """The hops of every path, each played in a process of its own."""
    with multiprocessing.get_context("fork").Pool(1, maxtasksperchild=1) as processes:
        return dict(zip(PATHS, processes.map(hops, PATHS, chunksize=1), strict=True))


if __name__ == "__main__":
    import json

    json.dump(
        {path: [sorted(each.functions), sorted(each.records)] for path, each in all_hops().items()},
        sys.stdout,
    )
