"""Every worked case of the YAML files here, asked as it is written; docs/cases.md is the format."""

import pytest
from _pytest.mark import ParameterSet

from dealclock.jobs.operate.cases.comparison import compare_answer
from dealclock.jobs.operate.cases.prepare import PreparedQuestion
from dealclock.terms.readings import ALL
from tests.cases.worked import SLOW_CASES, worked_cases

ASKED = worked_cases()


def marked(asked: PreparedQuestion) -> ParameterSet:
    """One question; what takes as long as a hundred others is left to `make test-all`."""
    marks = [pytest.mark.full] if asked.name in SLOW_CASES else []
    return pytest.param(asked, id=asked.name, marks=marks)


@pytest.mark.parametrize("asked", list(map(marked, ASKED)))
def test_a_case_has_the_answer_worked_out_by_hand(asked: PreparedQuestion) -> None:
    assert [str(wrong) for wrong in compare_answer(asked)] == []


def test_no_case_is_repeated() -> None:
    names = [each.name for each in ASKED]
    assert len(names) == len(set(names)) > 114


def test_every_reading_with_a_choice_is_asked_by_some_case() -> None:
    ready = [each.ready for each in ASKED if not isinstance(each.ready, str)]
    asked = {pair for _, of, _ in ready for pair in of.readings.items()}
    others = {(r.id, c) for r in ALL.values() for c in r.others}
    assert others <= asked
