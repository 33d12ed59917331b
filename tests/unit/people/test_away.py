"""Who is reached when a person is away, and absences that leave no one."""

from datetime import date

import pytest

from dealclock.errors import InvalidError
from dealclock.files.source import parse
from dealclock.people.away import Away, first_day_unattended, ids_answering_for, reachable_person
from dealclock.people.team import read_team
from tests.unit.alerts.escalating import TEAM, away, team

THURSDAY = date(2004, 10, 28)
OLGA = away("olga", "2004-10-27", "2004-10-29", "dora")


@pytest.mark.parametrize(
    ("day", "reached"),
    [
        ("2004-10-26", "olga"),
        ("2004-10-27", "dora"),
        ("2004-10-29", "dora"),
        ("2004-10-30", "olga"),
    ],
)
def test_the_delegate_is_used_from_the_first_to_the_last_day_of_an_absence(
    day: str, reached: str
) -> None:
    assert reachable_person([OLGA], "olga", date.fromisoformat(day)) == reached


@pytest.mark.parametrize(
    ("others", "reached"),
    [
        ([], "dora"),
        ([away("dora", "2004-10-29", "2004-10-29", "lena")], "dora"),
        ([away("dora", "2004-10-28", "2004-10-28", "lena")], None),
        ([away("dora", "2004-10-28", "2004-10-28")], None),
        ([away("bert", "2004-10-28", "2004-10-28")], "dora"),
    ],
)
def test_a_delegate_who_is_away_too_is_not_reached(others: list[Away], reached: str | None) -> None:
    assert reachable_person([OLGA, *others], "olga", THURSDAY) == reached


def test_without_a_delegate_no_one_is_reached() -> None:
    assert reachable_person([away("olga", "2004-10-28", "2004-10-28")], "olga", THURSDAY) is None


def test_the_delegate_may_respond_in_addition_to_the_person_who_is_away() -> None:
    assert ids_answering_for([OLGA], "olga", THURSDAY) == {"olga", "dora"}
    assert ids_answering_for([OLGA], "olga", date(2004, 10, 30)) == {"olga"}
    assert ids_answering_for([], "olga", THURSDAY) == {"olga"}


def test_owner_backup_and_their_delegates_may_respond_for_a_party() -> None:
    assert team().answering("company", THURSDAY) == {"olga", "bert"}
    gone = team(away=(OLGA, away("bert", "2004-10-28", "2004-10-28", "lena")))
    assert gone.answering("company", THURSDAY) == {"olga", "bert", "dora", "lena"}
    assert gone.answering("holder", THURSDAY) == gone.answering("company", THURSDAY)


@pytest.mark.parametrize(
    ("absences", "found"),
    [
        ((OLGA,), None),
        ((away("olga", "2004-10-27", "2004-10-29"),), None),
        ((OLGA, away("bert", "2004-10-28", "2004-10-28")), None),
        (
            (away("olga", "2004-10-27", "2004-10-29"), away("bert", "2004-10-29", "2004-11-02")),
            (1, date(2004, 10, 29)),
        ),
        (
            (away("olga", "2004-10-27", "2004-10-29"), away("bert", "2004-10-30", "2004-11-02")),
            None,
        ),
        # The delegate goes too, on the second of the days on which Bert is away.
        (
            (
                OLGA,
                away("bert", "2004-10-27", "2004-10-29"),
                away("dora", "2004-10-28", "2004-10-28"),
            ),
            (2, date(2004, 10, 28)),
        ),
    ],
)
def test_days_without_owner_backup_or_delegate_are_found(
    absences: tuple[Away, ...], found: tuple[int, date] | None
) -> None:
    assert first_day_unattended(absences, "olga", "bert") == found


def absent(person: str, first: str, last: str, more: str = "") -> str:
    return f"  - {{person: {person}, first_day: {first}, last_day: {last}{more}}}\n"


def test_a_backup_may_be_the_owners_delegate() -> None:
    text = "away:\n" + absent("olga", "2004-10-27", "2004-10-29", ", delegate: bert")
    assert read_team(parse(TEAM + text, "team.yaml")).away[0].delegate == "bert"


def test_an_owner_who_may_not_respond_is_refused() -> None:
    viewer = TEAM.replace("owner: olga", "owner: vera")
    with pytest.raises(InvalidError) as refused:
        read_team(parse(viewer, "team.yaml"))
    assert "a viewer cannot respond to alerts" in str(refused.value)
