"""A policy that contradicts itself, or is silent until it is too late, is refused at load."""

import pytest

from dealclock.people.policy import Policy
from dealclock.people.policy_contradictions import kinds_without_warning
from tests.unit.people.test_team import GOOD, problems, team

QUIET = "no alert before it is overdue"


def refused(more: str) -> list[str]:
    return problems(f"{GOOD}{more}")


@pytest.mark.parametrize(
    ("more", "line", "says"),
    [
        (
            "alerts:\n  deadline: {remind: [5], last_call: true}\n",
            10,
            "given True; last_call repeats the due-day alert; give on_last_day",
        ),
        ("alerts:\n  deadline: {}\n", 10, QUIET),
        ("alerts:\n  notice: {when_opened: true}\n", 10, QUIET),
        ("alerts:\n  cure_window: {when_opened: true}\n", 10, QUIET),
        ("alerts:\n  suspension: {when_opened: true, when_ended: true}\n", 10, QUIET),
        (
            "alerts:\n  default: {when_ended: true}\n",
            10,
            "no alert would report a default; give when_opened: true",
        ),
        (
            "escalation:\n  critical: []\n",
            10,
            "give at least one critical kind",
        ),
        (
            "escalation:\n  acknowledged_for: 11\n",
            10,
            "given 11; give at most 10 Business Days, the longest reminder lead",
        ),
    ],
)
def test_a_contradiction_is_refused_with_its_line(more: str, line: int, says: str) -> None:
    found = refused(more)
    assert len(found) == 1
    assert f"team.yaml:{line}:" in found[0]
    assert says in found[0]


def test_all_contradictions_are_reported_at_once() -> None:
    more = "alerts:\n  deadline: {last_call: true}\n  default: {}\n  notice: {}\n"
    assert len(refused(more)) == 4


@pytest.mark.parametrize(
    "more",
    [
        "alerts:\n  deadline: {on_last_day: true}\n",
        "alerts:\n  cure_window: {every_business_day: true}\n",
        "alerts:\n  notice: {remind: [1]}\n",
        "alerts:\n  payment: {}\n",
        "escalation:\n  acknowledged_for: 10\n",
    ],
)
def test_a_policy_that_alerts_in_time_is_accepted(more: str) -> None:
    assert team(f"{GOOD}{more}").code_name == "Granite"


def test_a_kind_that_alerts_only_when_overdue_is_refused_as_silent() -> None:
    more = (
        "alerts:\n  duty: {}\n  filing: {when_opened: true}\n  mailing: {on_last_day: true}\n"
        "  payment: {remind: []}\n"
    )
    assert kinds_without_warning(team(f"{GOOD}{more}").alerts) == ("duty", "payment")
    assert kinds_without_warning(Policy()) == ()
