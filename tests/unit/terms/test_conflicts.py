"""Contradictory choices of readings are refused."""

from pathlib import Path

import pytest

from dealclock.errors import InvalidError, RefusedError
from dealclock.files.source import parse
from dealclock.people.team import read_team
from dealclock.terms.readings import ALL, CONFLICTS, refuse_conflicts

TEAM = Path("agreements/infocrossing-2004/team.yaml").read_text(encoding="utf-8")
CONTRADICTORY = """\
readings:
  concurrent-defaults: {choice: STACKED, chosen_by: X, why: Y}
  default-after-cure: {choice: CUMULATIVE, chosen_by: X, why: Y}
"""


def test_every_conflict_uses_existing_choices_and_not_only_defaults() -> None:
    for conflict in CONFLICTS:
        assert all(choice in ALL[reading].choices for reading, choice in conflict.choices.items())
        assert any(choice != ALL[reading].default for reading, choice in conflict.choices.items())


def test_a_team_with_contradictory_choices_is_refused_with_the_reason() -> None:
    start, _, rest = TEAM.partition("readings:\n")
    text = start + CONTRADICTORY + rest[rest.index("\n# When each kind") :]
    with pytest.raises(InvalidError) as refused:
        read_team(parse(text, "team.yaml"))
    (problem,) = refused.value.problems
    assert problem.where == "readings.default-after-cure"
    assert "contradict each other" in problem.allowed
    assert "give default-after-cure=RESTART" in problem.allowed


def test_either_choice_alone_is_accepted() -> None:
    refuse_conflicts({"concurrent-defaults": "STACKED"})
    refuse_conflicts({"default-after-cure": "CUMULATIVE"})
    with pytest.raises(RefusedError, match="contradict each other"):
        refuse_conflicts({"concurrent-defaults": "STACKED", "default-after-cure": "CUMULATIVE"})
