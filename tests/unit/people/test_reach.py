"""Teams that reach no one from some day on are refused, and no others."""

from datetime import date
from typing import Any

from dealclock.files.source import Source
from dealclock.people.reach import list_unreached
from dealclock.people.team import Team
from tests.contract.store import samples

TODAY = date(2004, 7, 1)
BEFORE, LAST, NEXT = date(2004, 6, 30), date(2004, 7, 1), date(2004, 9, 1)


def found(deny: tuple[object, ...] = (), **days: dict[str, date]) -> list[str]:
    """Where the sample's team reaches nobody: maria leads and owns, tom is the backup."""
    data: dict[str, Any] = samples.team().model_dump()
    for person in data["people"]:
        person.update(days.get(person["id"], {}))
    team = Team.model_validate({**data, "deny": deny})
    return [p.where for p in list_unreached(team, TODAY, Source("team.yaml", data, {}))]


def test_the_samples_team_reaches_someone() -> None:
    assert found() == []


def test_a_team_whose_owner_and_backup_have_left_reaches_no_one() -> None:
    left = {"last_day": BEFORE}
    assert found(maria=left, tom=left) == [
        "email",
        "owners.company",
        "owners.holder",
        "escalation.steps.2.to",
    ]


def test_a_person_still_counts_on_their_last_day() -> None:
    assert found(maria={"last_day": LAST}, tom={"last_day": BEFORE}) == []


def test_owner_or_backup_is_enough_and_a_lead_who_left_is_reported_alone() -> None:
    assert found(maria={"last_day": BEFORE}) == ["escalation.steps.2.to"]


def test_a_person_who_joins_later_counts_from_then() -> None:
    left = {"last_day": BEFORE}
    assert found(maria={"first_day": NEXT}, tom=left) == []


def test_a_person_denied_until_a_day_counts_after_it_unless_gone_by_then() -> None:
    left = {"last_day": BEFORE}
    until = ({"person": "maria", "last_day": date(2004, 8, 31)},)
    assert found(until, tom=left) == []
    assert "owners.company" in found(until, tom=left, maria={"last_day": date(2004, 8, 31)})
    assert found(until, tom=left, maria={"last_day": NEXT}) == []
