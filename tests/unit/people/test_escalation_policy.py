"""The escalation policy of team.yaml: what it may set, and contradictions that are refused."""

from datetime import time

import pytest

from dealclock.errors import InvalidError
from dealclock.files.source import parse
from dealclock.people.escalation_policy import KINDS, Escalation
from dealclock.people.team import Team, read_team
from dealclock.store.content import content
from tests.unit.alerts.escalating import TEAM


def read(escalation: str, of: str = TEAM) -> Team:
    return read_team(parse(f"{of}escalation:\n{escalation}", "team.yaml"))


def problems(escalation: str, of: str = TEAM) -> list[str]:
    with pytest.raises(InvalidError) as refused:
        read(escalation, of)
    return [str(p) for p in refused.value.problems]


def test_all_settings_are_accepted() -> None:
    found = read(
        "  acknowledged_for: 3\n"
        "  working_hours: {opens: 09:00, closes: 17:30}\n"
        "  critical: [{reason: missed}, {reason: opened, kinds: [notice]}]\n"
        "  steps: [{to: backup, after: 30}, {to: lead, after: next morning}]\n"
    ).escalation
    assert found.acknowledged_for == 3
    assert (found.working_hours.opens, found.working_hours.closes) == (time(9), time(17, 30))
    assert [(c.reason, c.kinds) for c in found.critical] == [
        ("missed", ()),
        ("opened", ("notice",)),
    ]
    assert [(s.to, s.after) for s in found.steps] == [("backup", 30), ("lead", "next morning")]


def test_a_team_without_settings_has_the_defaults() -> None:
    found = read_team(parse(TEAM, "team.yaml"))
    assert [(s.to, s.after) for s in found.escalation.steps] == [
        ("backup", 240),
        ("group", 240),
        ("lead", "next morning"),
    ]
    assert found.escalation.acknowledged_for == 2
    assert found.away == ()


def test_a_team_with_escalation_and_absences_is_kept_as_given() -> None:
    text = (
        "  working_hours: {opens: 09:00, closes: 17:30}\naway: [{person: olga, first_day: "
        "2004-10-27, last_day: 2004-10-29, delegate: dora}]\n"
    )
    kept = read(text)
    assert Team.model_validate_json(content(kept).text) == kept


def test_a_step_to_a_missing_lead_reaches_no_one() -> None:
    nobody = TEAM.replace("role: lead", "role: editor")
    (found,) = problems("  steps: [{to: owner, after: 5}, {to: lead, after: 10}]\n", nobody)
    assert "escalation.steps.1.to" in found
    assert "no one receives this step" in found
    with pytest.raises(InvalidError, match="no one receives this step"):
        read_team(parse(nobody, "team.yaml"))  # by default the lead is the last step
    assert read("  steps: [{to: owner, after: 5}]\n", nobody).escalation.steps[0].to == "owner"


def test_a_denied_lead_is_not_reached() -> None:
    denied = TEAM + "deny: [lena]\n"
    with pytest.raises(InvalidError, match="no one receives this step"):
        read_team(parse(denied, "team.yaml"))


def test_every_kind_that_may_be_critical_has_alerts() -> None:
    for critical in Escalation().critical:
        assert set(critical.kinds) <= set(KINDS)
