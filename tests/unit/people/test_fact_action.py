"""Who may record which event: conclusions, releases and undoing them need a lead."""

import pytest

from dealclock.facts.fact import Fact
from dealclock.people.people import Action, action_of

CONCLUSIONS = ("default-confirmed", "default-disputed", "conclusion-released")


@pytest.mark.parametrize("kind", CONCLUSIONS)
def test_conclusions_releases_and_undoing_either_need_a_lead(
    kind: str,
) -> None:
    first = Fact.model_validate({"id": "F1", "kind": kind, "on": "2004-11-01"})
    taken = Fact.model_validate(
        {"id": "F2", "kind": "retraction", "on": "2004-11-01", "corrects": "F1"}
    )
    assert action_of(kind, None, ()) is Action.CONCLUDE
    assert action_of("retraction", "F1", (first,)) is Action.CONCLUDE
    assert action_of("retraction", "F2", (first, taken)) is Action.CONCLUDE


def test_every_other_event_needs_only_the_right_to_record() -> None:
    assert action_of("trustee-notified", None, ()) is Action.RECORD
