"""Who had access, from which day to which, from every version of the lists."""

from datetime import UTC, date, datetime
from typing import Any

from dealclock.people.insiders import Insider, list_insiders
from dealclock.people.people import Denial, Glass, Person
from dealclock.people.team import TeamVersion
from tests.contract.store import samples

ZONE = "America/New_York"
TODAY = date(2026, 6, 30)


def person(name: str, role: str = "viewer", **more: Any) -> Person:
    given = {"id": name, "name": name.title(), "email": f"{name}@a.example"}
    return Person.model_validate({**given, "slack": f"U{name.upper()}", "role": role, **more})


def stored(at: datetime, by: str, *people: Person, **more: Any) -> TeamVersion:
    team = samples.team().model_copy(update={"people": people, **more})
    return TeamVersion(1, at, by, team)


def version(day: int, *people: Person, by: str = "deploy", **more: Any) -> TeamVersion:
    """A version stored at noon of a day of March 2026."""
    at = datetime(2026, 3, day, 16, tzinfo=UTC)
    return stored(at, by, *people, **more)


def days(found: tuple[Insider, ...]) -> list[tuple[str, str, str | None]]:
    return [(i.person, str(i.since), str(i.to) if i.to else None) for i in found]


def listed(*versions: TeamVersion, today: date = TODAY) -> list[tuple[str, str, str | None]]:
    return days(list_insiders(versions, (), ZONE, today))


def test_a_person_on_the_list_since_loading_has_open_ended_access() -> None:
    (found,) = list_insiders(
        [version(2, person("ann", added_by="Bob", why="Shelf"))], (), ZONE, TODAY
    )
    assert (found.since, found.to) == (date(2026, 3, 2), None)
    assert (found.role, found.audience, found.added_by, found.why) == (
        "viewer",
        "inside",
        "Bob",
        "Shelf",
    )
    assert found.by_way_of == "allow list"


def test_a_person_removed_by_a_later_version_had_access_to_that_day() -> None:
    versions = [version(2, person("ann"), person("bob")), version(9, person("bob"))]
    assert listed(*versions) == [("ann", "2026-03-02", "2026-03-09"), ("bob", "2026-03-02", None)]


def test_a_day_is_that_of_the_deals_zone() -> None:
    # Half past two in the night of March 3 in UTC is still March 2 in New York.
    night = stored(datetime(2026, 3, 3, 2, 30, tzinfo=UTC), "x", person("ann"))
    assert listed(night) == [("ann", "2026-03-02", None)]


def test_versions_without_a_change_for_a_person_are_one_period_added_by_the_first() -> None:
    versions = [version(2, person("ann"), by="maria"), version(9, person("ann"), by="deploy")]
    (found,) = list_insiders(versions, (), ZONE, TODAY)
    assert (found.since, found.to, found.added_by) == (date(2026, 3, 2), None, "maria")


def test_another_role_is_another_period() -> None:
    found = list_insiders(
        [version(2, person("ann")), version(9, person("ann", "lead"))], (), ZONE, TODAY
    )
    assert [(i.role, str(i.since), str(i.to)) for i in found] == [
        ("viewer", "2026-03-02", "2026-03-09"),
        ("lead", "2026-03-09", "None"),
    ]


def test_a_person_who_left_and_came_back_has_two_periods() -> None:
    versions = [version(2, person("ann")), version(9), version(16, person("ann"))]
    assert listed(*versions) == [("ann", "2026-03-02", "2026-03-09"), ("ann", "2026-03-16", None)]


def test_the_dates_of_an_entry_bound_it() -> None:
    ann = person("ann", first_day="2026-03-10", last_day="2026-03-20")
    assert listed(version(2, ann)) == [("ann", "2026-03-10", "2026-03-20")]
    assert listed(version(2, ann), version(15)) == [("ann", "2026-03-10", "2026-03-15")]
    assert listed(version(12, ann)) == [("ann", "2026-03-12", "2026-03-20")]
    assert listed(version(2, ann), version(5)) == []
    assert listed(version(2, ann), today=date(2026, 3, 9)) == []


def test_a_denial_removes_its_days() -> None:
    wall = Denial(person="ann", first_day=date(2026, 3, 10), last_day=date(2026, 3, 12))
    assert listed(version(2, person("ann"), deny=(wall,))) == [
        ("ann", "2026-03-02", "2026-03-09"),
        ("ann", "2026-03-13", None),
    ]
    for good in ("ann", Denial(person="ann")):
        assert listed(version(2, person("ann"), deny=(good,))) == []
    # Denied from the version of March 9 on: she had access until then.
    assert listed(version(2, person("ann")), version(9, person("ann"), deny=("ann",))) == [
        ("ann", "2026-03-02", "2026-03-09")
    ]


def test_outsiders_are_listed_as_such_and_administrators_only_for_emergency_access() -> None:
    holder = person("hal", stands_for="holder", holder="h-1")
    olga = person("olga", "administrator")
    found = list_insiders([version(2, holder, olga)], (), ZONE, TODAY)
    assert [(i.person, i.audience, i.stands_for, i.holder) for i in found] == [
        ("hal", "outside", "holder", "h-1")
    ]
    broken = Glass(
        deal="granite",
        person="olga",
        name="Olga",
        slack="UOLGA",
        since=datetime(2026, 3, 5, 23, tzinfo=UTC),
        until=datetime(2026, 3, 6, 6, tzinfo=UTC),
        why="Ticket 4711",
    )
    found = list_insiders([version(2, holder, olga)], [broken], ZONE, TODAY)
    assert days(found)[1] == ("olga", "2026-03-05", "2026-03-06")
    assert (found[1].by_way_of, found[1].why, found[1].email) == (
        "emergency access",
        "Ticket 4711",
        "olga@a.example",
    )
