"""A policy that contradicts itself, or is silent until it is too late, is refused at load."""

import pytest

from dealclock.people.policy import Policy
from dealclock.people.policy_contradictions import kinds_without_warning
from tests.unit.people.test_team import GOOD, problems, team


def refused(more: str) -> list[str]:
    return problems(f"{GOOD}{more}")


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
