"""The second engine by itself: what it covers, and its properties on all kinds of histories."""

import ast
import sys
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from dealclock.second import story
from dealclock.second.spelled.answer import answer
from dealclock.second.story import DEFAULT_READINGS
from tests.unit.engine.second.drawing import CHOICES, Drawn, draw
from tests.unit.engine.second.drawing_parties import PARTY_CHOICES

ONE = timedelta(days=1)
MERGING = "dealclock.files.patch"
ROOM = Path(story.__file__ or "").parent


def _imported(file: Path) -> set[str]:
    found = ast.walk(ast.parse(file.read_text()))
    return {n.module for n in found if isinstance(n, ast.ImportFrom) and n.module} | {
        each.name for n in found if isinstance(n, ast.Import) for each in n.names
    }


def test_it_shares_no_code_with_the_first() -> None:
    """Of the library, the merging of YAML alone; nothing of tests, nor any other package."""
    modules = {file: _imported(file) for file in ROOM.rglob("*.py")}
    assert len(modules) > 20
    for file, imported in modules.items():
        others = {m for m in imported if m.partition(".")[0] not in sys.stdlib_module_names}
        assert all(m.startswith("dealclock.second") or m == MERGING for m in others), file.name


def test_every_question_drawn_has_its_default_first() -> None:
    drawn = {**CHOICES, **PARTY_CHOICES}
    assert {question: choices[0] for question, choices in drawn.items()} == DEFAULT_READINGS


def _accrued(drawn: Drawn, as_of: date, question: str, choice: str) -> Fraction:
    readings = {**drawn.story.readings, question: choice, "concurrent-defaults": "SINGLE-RATE"}
    return answer(replace(drawn.story, readings=readings), as_of).accrued


@pytest.mark.full
def test_the_forfeited_amount_is_never_more_than_the_surviving_one() -> None:
    found = [
        (
            _accrued(d, d.days[-1], "converted-notes", "FORFEIT"),
            _accrued(d, d.days[-1], "converted-notes", "ACCRUED-SURVIVES"),
        )
        for d in map(draw, range(60))
    ]
    assert all(forfeited <= surviving for forfeited, surviving in found)
    assert any(forfeited < surviving for forfeited, surviving in found)


@pytest.mark.full
def test_an_excessive_suspension_lasted_45_days_and_one_more() -> None:
    seen = 0
    for drawn in map(draw, range(120)):
        found = answer(replace(drawn.story, readings={}), drawn.days[-1])
        suspended = set(found.state.suspending.days)
        for default in found.defaults:
            if default.name == "default-iv-a":
                seen += 1
                assert {default.accrues_from - n * ONE for n in range(46)} <= suspended
    assert seen > 5
