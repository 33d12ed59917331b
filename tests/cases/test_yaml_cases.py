"""Every worked case of the YAML files here, asked as it is written; docs/cases.md is the format."""

from pathlib import Path

import pytest

from dealclock.usecases.cases.prepared import Prepared
from dealclock.usecases.cases.run import outcome, questions

HERE = Path(__file__).parent
ASKED = questions(HERE, HERE.parents[1] / "agreements")


@pytest.mark.parametrize("asked", ASKED, ids=[each.name for each in ASKED])
def test_a_case_is_answered_as_it_was_by_hand(asked: Prepared) -> None:
    assert [str(wrong) for wrong in outcome(asked).wrong] == []
