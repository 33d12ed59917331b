"""Hops, on a small library that is imported here."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.house.hops import followed

_CODE = """
from dataclasses import dataclass
from typing import NamedTuple

@dataclass(frozen=True)
class Passed:
    x: int

@dataclass(frozen=True)
class Made:
    x: int

class Returned(NamedTuple):
    x: int

@dataclass(frozen=True)
class Elsewhere:
    x: int

class NoRecord:
    def method(self):
        return Returned(1)

ONE = Passed(1)

def entered(given):
    made = Made(sum(x for x in (1, 2))).x
    return [inner(made) for _ in range(3)]

def inner(x):
    return (lambda: NoRecord().method())()

def not_entered(x: Elsewhere):
    return x
"""


def test_hops_are_the_functions_entered_and_the_records_made_passed_or_returned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "walked").mkdir()
    (tmp_path / "walked/__init__.py").write_text("")
    (tmp_path / "walked/way.py").write_text(_CODE)
    monkeypatch.syspath_prepend(tmp_path)
    way = import_module("walked.way")
    with followed(tmp_path / "walked", "walked") as found:
        way.entered(way.ONE)
    for name in ("walked", "walked.way"):
        sys.modules.pop(name)
    assert sorted(each.partition(": ")[2] for each in found.functions) == [
        "NoRecord.method",
        "entered",
        "inner",
        "inner.<locals>.<lambda>",
    ]
    assert sorted(found.records) == ["way.py: Made", "way.py: Passed", "way.py: Returned"]
