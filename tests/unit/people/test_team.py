"""A team that reaches no one, or contradicts itself, is refused with the line."""

from datetime import date

import pytest

from dealclock.errors import InvalidError
from dealclock.files.source import parse
from dealclock.people.team import Team, read_team

GOOD = """\
code_name: Granite
people:
  - {id: maria, name: Maria, email: maria@a.example, slack: U01MARIA, role: lead}
  - {id: tom, name: Tom, email: tom@a.example, slack: U01TOM, role: editor}
owners:
  company: {owner: maria, backup: tom}
channel: {id: C01GRANITE, name: granite}
email: [maria]
"""


def team(text: str) -> Team:
    return read_team(parse(text, "team.yaml"))


def problems(text: str) -> list[str]:
    with pytest.raises(InvalidError) as refused:
        team(text)
    return [str(p) for p in refused.value.problems]


def test_a_good_team_names_its_owner_and_backup() -> None:
    owner, backup = team(GOOD).owner_of("company")
    assert (owner.name, backup.name) == ("Maria", "Tom")


def test_a_party_without_owners_is_covered_by_the_companys() -> None:
    assert team(GOOD).owner_of("holder")[0].id == "maria"


def test_a_rehearsal_may_not_share_channel_or_name_with_the_deal() -> None:
    rehearsal = (
        "rehearsals:\n  - {id: r, code_name: granite, facts: x.yaml,"
        " channel: {id: C01GRANITE, name: g}}\n"
    )
    found = problems(GOOD + rehearsal.replace("granite,", "GRANITE,"))
    assert any("give another channel; this one is already used" in p for p in found)
    assert any("give another code name; this one is already used" in p for p in found)


def test_an_alias_may_not_repeat_another_name() -> None:
    given = "aliases: [INFX, Granite, infx]\n"
    found = problems(GOOD + given)
    assert any(
        "aliases.2" in p and "starting with a capital" in p for p in found
    )  # begins with a capital
    found = problems(GOOD + "aliases: [INFX, GRANITE, Infx]\n")
    assert sum("give another alias; this name is already used" in p for p in found) == 2
    rehearsal = (
        "rehearsals:\n  - {id: r, code_name: INFX, facts: x.yaml,"
        " channel: {id: C02OTHER, name: g}}\n"
    )
    assert any(
        ("give another code name; this one is already used") in p
        for p in problems(GOOD + "aliases: [INFX]\n" + rehearsal)
    )


def test_a_person_denied_for_a_time_may_be_an_owner_and_receive_alerts() -> None:
    away = "email: [maria]\ndeny: [{person: maria, last_day: 2026-11-06, why: A wall}]\n"
    read = team(GOOD.replace("email: [maria]\n", away))
    assert read.on(date(2026, 11, 6)).access.denies("maria")
    assert not read.on(date(2026, 11, 7)).access.denies("maria")
    assert team(GOOD).on(date(2026, 11, 6)) == team(GOOD)
