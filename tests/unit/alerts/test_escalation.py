"""Who gets a critical alert, and when, until someone acknowledges it: `escalations.yaml`."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from dealclock.alerts.alert import SentAlert
from dealclock.facts.fact import read_facts
from dealclock.files.source import Source, parse_file
from dealclock.people.acts import Act
from dealclock.people.away import Away
from dealclock.people.escalation_policy import Escalation
from dealclock.people.policy import Reason
from dealclock.people.team import Team
from tests.unit.alerts.escalating import (
    DUE,
    FILED,
    FOUR_STEPS,
    NEW_YORK,
    acknowledged,
    already_sent,
    found,
    look,
    new_york,
    steps,
    team,
    went,
)
from tests.unit.engine.deals import log

CASES = parse_file(Path(__file__).with_name("escalations.yaml")).data["escalations"]
TODAY = already_sent("2004-10-28 08:00", Reason.DUE_TODAY)  # a Thursday
OWNER = went("2004-10-28 09:00", "owner")


def sent(texts: list[Any], of: dict[str, Any]) -> Iterator[SentAlert]:
    """Alerts as "2004-10-28 08:00 due today", steps taken as "2004-10-28 09:00 step owner"."""
    for text in texts:
        more = {**of, **(text if isinstance(text, dict) else {"sent": str(text)})}
        said = more.pop("sent")
        at, what = said[:16], said[17:]
        if what.startswith("step "):
            yield went(at, what.removeprefix("step "), **more)
        else:
            yield already_sent(at, *map(Reason, what.split(", ")), **more)


def answers(texts: list[Any], of: dict[str, Any]) -> Iterator[Act]:
    """Responses as "2004-10-28 09:30 acknowledged until 2004-11-01"."""
    about = {"subject": of["instance"], "due": of["due"]} if of else {}
    for text in texts:
        action, _, until = str(text)[17:].partition(" until ")
        yield acknowledged(str(text)[:16], until or None, action, **about)


def team_of(changes: dict[str, Any]) -> Team:
    policy = {key: changes.pop(key) for key in ("steps", "critical") if key in changes}
    away = tuple(map(Away.model_validate, changes.pop("away", ())))
    of = Escalation.model_validate({**FOUR_STEPS.model_dump(), **policy})
    return team(escalation=of, away=away, **{k: tuple(v) for k, v in changes.items()})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_escalation(case: dict[str, Any]) -> None:
    of = dict(case.get("of", {}))
    if of:
        of["due"] = date.fromisoformat(str(of["due"])) if of["due"] else None
    facts = read_facts(Source("escalations.yaml", {"facts": case.get("facts", [])}, {})).facts
    so_far: list[Any] = list(case["sent"])
    for each in case["looks"]:
        so_far += each.get("sent", [])
        due, at = found(
            str(each["at"]),
            sent(so_far, of),
            team_of(dict(case.get("team", {}))),
            answers(case.get("answers", []), of),
            log(FILED, *facts),
        )
        assert steps(due) == list(each["due"]), each
        shown = f"{at.astimezone(NEW_YORK):%Y-%m-%d %H:%M}" if at else None
        assert "next" not in each or shown == each["next"], each
        assert "from" not in each or due[0].at == new_york(str(each["from"]))
        assert "reason" not in each or due[0].of.reason == each["reason"]
        assert "since" not in each or due[0].of.since == new_york(str(each["since"]))


def test_the_policy_says_which_alerts_are_critical_for_which_kinds() -> None:
    of = Escalation()
    both = (Reason.DUE_TODAY, Reason.REMINDER)
    assert of.critical_of(both, "deadline") is Reason.DUE_TODAY
    assert of.critical_of(both, "window") is None
    assert of.critical_of((Reason.OPENED,), "notice") is Reason.OPENED
    assert of.critical_of((Reason.OPENED,), "day budget") is None
    assert of.critical_of((Reason.MISSED, Reason.DUE_TODAY), "window") is Reason.MISSED


def test_the_alert_of_a_step_names_the_step_and_how_long_it_has_been_unacknowledged() -> None:
    (step,) = look("2004-10-28 09:15", [TODAY])
    alert = step.alert("granite", date(2004, 10, 28))
    assert alert.reasons == (Reason.ESCALATED, Reason.DUE_TODAY)
    assert (alert.step, alert.due, alert.day) == ("owner", DUE, date(2004, 10, 28))
    assert alert.since == new_york("2004-10-28 08:00")
    later = look("2004-10-28 09:30", [TODAY])[0].alert("granite", date(2004, 10, 28))
    assert later.id == alert.id
    backup = look("2004-10-28 11:00", [TODAY, OWNER])[0].alert("granite", date(2004, 10, 28))
    assert backup.id != alert.id
