"""One tree of errors: a base for each room, every base under DealclockError.

An error is printed as it is, so that it is caught as a DealclockError once where a command ends.
"""

import ast
import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import dealclock
from dealclock import errors
from dealclock.errors import DealclockError

LIBRARY = Path(dealclock.__file__).parent

OUTSIDE = {
    "files.source._AliasError": "PyYAML's own kind of error, which its parser expects",
    "files.source._TagError": "PyYAML's own kind of error, which its parser expects",
    "store.table.ConditionFailedError": "for the store, which reads again or raises its own error",
}
"""Errors that are not in the tree, each with its reason; none leaves its room."""

PARTS = {
    "documents.drafts": "documents.drafts",
    "jobs.documents": "documents",
    "jobs.operate": "jobs.operate",
}
"""Parts of a room that have a base of their own, or that of another room."""


def all_errors() -> dict[str, type[Exception]]:
    """Every exception of the library by its module and name, without the package's name."""
    found = {}
    for module in walk_packages([str(LIBRARY)], "dealclock."):
        if module.name.endswith("__main__"):
            continue
        for each in vars(import_module(module.name)).values():
            if isinstance(each, type) and issubclass(each, Exception):
                name = f"{each.__module__}.{each.__name__}"
                if name.startswith("dealclock."):
                    found[name.removeprefix("dealclock.")] = each
    return found


def room_of(name: str) -> str:
    first, second, *_ = name.split(".")
    return PARTS.get(f"{first}.{second}", first)


def in_tree() -> dict[str, type[Exception]]:
    """The errors of the rooms, without the bases that `errors.py` has for them."""
    return {
        name: each
        for name, each in all_errors().items()
        if name not in OUTSIDE and room_of(name) != "errors"
    }


def bases_of(error: type[Exception]) -> set[str]:
    """The errors directly under DealclockError that an error derives from."""
    return {each.__name__ for each in error.__mro__ if each.__bases__ == (DealclockError,)}


def test_every_error_is_a_dealclock_error() -> None:
    assert [name for name, each in in_tree().items() if not issubclass(each, DealclockError)] == []


def test_each_room_has_one_base_and_each_base_one_room() -> None:
    rooms: dict[str, set[str]] = {}
    for name, each in in_tree().items():
        room = room_of(name)
        rooms[room] = rooms[room] & bases_of(each) if room in rooms else bases_of(each)
    assert {room: len(bases) for room, bases in rooms.items()} == dict.fromkeys(rooms, 1)
    bases = [base for each in rooms.values() for base in each]
    assert len(bases) == len(set(bases))


def test_the_tree_as_it_is_drawn_has_every_base() -> None:
    drawn = re.findall(r"[├└]── (\w+)", errors.__doc__ or "")
    every = {base for each in in_tree().values() for base in bases_of(each)}
    assert sorted(drawn) == sorted(every)


def test_an_error_outside_the_tree_stays_in_its_room() -> None:
    assert OUTSIDE.keys() <= all_errors().keys(), "no longer there: take it off the list"
    leaving = []
    for path in LIBRARY.rglob("*.py"):
        room = room_of(".".join((*path.relative_to(LIBRARY).with_suffix("").parts, "")))
        for name in OUTSIDE:
            last = name.rpartition(".")[2]
            if room != room_of(name) and re.search(rf"\b{last}\b", path.read_text("utf-8")):
                leaving.append((path.name, name))
    assert leaving == []


def test_the_command_line_catches_every_error_in_one_place() -> None:
    catching = [
        path.name
        for path in sorted((LIBRARY / "cli").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ExceptHandler) and node.type
        if "DealclockError" in ast.unparse(node.type)
    ]
    assert catching == ["main.py"]
