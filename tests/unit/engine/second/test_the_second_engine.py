"""The second engine by itself: what it covers, and its properties on all kinds of histories."""

import ast
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from tests.unit.engine.second.answer import answer
from tests.unit.engine.second.drawing import CHOICES, Drawn, draw
from tests.unit.engine.second.drawing_parties import PARTY_CHOICES
from tests.unit.engine.second.story import DEFAULT_READINGS

ONE = timedelta(days=1)
HERE = Path(__file__).parent
KNOWS_THE_LIBRARY = {
    "clauses.py",
    "comparing.py",
    "comparing_days.py",
    "comparing_parties.py",
    "comparing_states.py",
    "comparing_statuses.py",
    "comparing_terms.py",
    "many.py",
    "reducing.py",
    "test_clauses_by_hand.py",
    "test_damages_of_agreements.py",
    "test_days_of_agreements.py",
    "test_obligations_of_agreements.py",
    "test_party_stories.py",
    "test_random_agreements.py",
    "test_rights_of_agreements.py",
    "test_states_of_agreements.py",
    "test_suspended_stories.py",
    "test_two_engines.py",
    "test_worked_cases.py",
}


def _imported(file: Path) -> set[str]:
    found = ast.walk(ast.parse(file.read_text()))
    return {n.module for n in found if isinstance(n, ast.ImportFrom) and n.module} | {
        each.name for n in found if isinstance(n, ast.Import) for each in n.names
    }


def test_it_shares_no_code_with_the_library() -> None:
    own = {f for f in HERE.rglob("*.py") if f.name not in KNOWS_THE_LIBRARY}
    assert len(own) > 8
    for file in own:
        elsewhere = {m for m in _imported(file) if m.startswith(("dealclock", "tests"))}
        assert all(m.startswith("tests.unit.engine.second.") for m in elsewhere), file.name
        assert not {m.rsplit(".", 1)[-1] + ".py" for m in elsewhere} & KNOWS_THE_LIBRARY


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
