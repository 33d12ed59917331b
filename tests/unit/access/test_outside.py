"""What people outside hear of retractions that wait for a second person: never more."""

from datetime import UTC, datetime

import pytest

from dealclock.access.approval import Approval, of_fact
from dealclock.access.outside import facts_shown_outside
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog

NOW = datetime(2005, 6, 1, tzinfo=UTC)


def _fact(name: str, kind: str, corrects: str | None = None) -> Fact:
    about = None if kind == "retraction" else "default-ii"
    given = {"id": name, "kind": kind, "on": "2005-01-03", "corrects": corrects, "about": about}
    return Fact.model_validate(given)


CONFIRMED = _fact("F1", "default-confirmed")


@pytest.mark.parametrize(
    ("facts", "stands"),
    [
        pytest.param((_fact("R", "retraction", "F1"),), [], id="a-confirmation-taken-back"),
        pytest.param(
            (_fact("R", "retraction", "F1"), _fact("S", "retraction", "R")),
            [],
            id="its-retraction-taken-back-by-one-person",
        ),
        pytest.param(
            (_fact("F2", "default-disputed"), _fact("R", "retraction", "F2")),
            ["F1", "F2"],
            id="a-dispute-taken-back-by-one-person",
        ),
    ],
)
def test_an_unapproved_retraction_lets_nothing_stand_again_outside(
    facts: tuple[Fact, ...], stands: list[str]
) -> None:
    log = FactLog((CONFIRMED, *facts), "America/New_York")
    approvals = [Approval(of_fact("F1"), "U1", "Ruth Adler", NOW)]
    told = facts_shown_outside(log, approvals).known(NOW.date(), NOW)
    assert [s.id for s in told] == stands
