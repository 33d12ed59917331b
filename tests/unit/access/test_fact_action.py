"""What recording a fact is: a conclusion, and its release, are a lead's, and so is undoing one."""

import pytest

from dealclock.access.people import Action, action_of
from dealclock.facts.fact import Fact

CONCLUSIONS = ("default-confirmed", "default-disputed", "conclusion-released")


@pytest.mark.parametrize("kind", CONCLUSIONS)
def test_a_conclusion_and_its_release_are_concluded_and_so_is_whatever_undoes_one(
    kind: str,
) -> None:
    first = Fact.model_validate({"id": "F1", "kind": kind, "on": "2004-11-01"})
    taken = Fact.model_validate(
        {"id": "F2", "kind": "retraction", "on": "2004-11-01", "corrects": "F1"}
    )
    assert action_of(kind, None, ()) is Action.CONCLUDE
    assert action_of("retraction", "F1", (first,)) is Action.CONCLUDE
    assert action_of("retraction", "F2", (first, taken)) is Action.CONCLUDE


def test_everything_else_is_recorded() -> None:
    assert action_of("trustee-notified", None, ()) is Action.RECORD
