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


@pytest.mark.parametrize(
    ("find", "put", "line", "says"),
    [
        ("email: [maria]", "email: []", 8, "give at least one team member who can receive email"),
        ("email: [maria]", "email: [mario]", 8, "Did you mean 'maria'?"),
        ("email: [maria]", "deny: [maria]\nemail: [maria]", 9, "a person on the deny list"),
        ("backup: tom", "backup: maria", 6, "give a backup other than the owner"),
        ("owner: maria", "owner: anna", 6, "give a team member: maria, tom"),
        ("  company:", "  holder:", 5, "give 'company' an owner and a backup"),
        ("slack: U01TOM", "slack: U01MARIA", 4, "give each person a different"),
        ("role: editor", "role: boss", 4, "'lead', 'approver' or 'administrator'"),
        ("role: editor", "role: editor, digest: weekly", 4, "'mine', 'all' or 'none'"),
        ("C01GRANITE", "granite", 7, "give a Slack channel ID, such as"),
        ("role: editor", "role: viewer", 6, "a viewer cannot respond to alerts"),
        ("role: editor", "role: administrator", 6, "an administrator cannot respond to alerts"),
        (
            "role: editor",
            "role: editor, stands_for: trustee",
            4,
            "outside the team and can only view",
        ),
        ("role: editor", "role: viewer, stands_for: holder", 4, "give the Holder's id"),
        ("role: editor", "role: editor, holder: h-1", 4, "it applies only to stands_for: holder"),
        (
            "role: editor",
            "role: editor, first_day: 2026-11-02, last_day: 2026-11-01",
            4,
            "give 2026-11-02 or a later day",
        ),
        ("email: [maria]", "email: [maria]\ndeny: [{person: ann}]", 9, "give a team member"),
        (
            "email: [maria]",
            "email: [maria]\ndeny: [{person: tom}]",
            6,
            "a person on the deny list",
        ),
        (
            "email: [maria]",
            "email: [maria]\ndeny: [{person: maria, first_day: 2026-11-02, last_day: 2026-11-01}]",
            9,
            "give 2026-11-02 or a later day",
        ),
    ],
)
def test_a_mistake_is_refused_with_its_line(find: str, put: str, line: int, says: str) -> None:
    assert find in GOOD
    found = problems(GOOD.replace(find, put))
    assert any(f"team.yaml:{line}:" in p and says in p for p in found), found


def test_a_reading_that_does_not_exist_is_refused_with_the_choices() -> None:
    reading = "readings:\n  default-occurs: {choice: LAPS, chosen_by: X, why: Y}\n"
    assert any("LAPSE, NEXT-DAY" in p for p in problems(GOOD + reading))


def test_a_reading_without_a_reason_is_refused_with_what_is_missing() -> None:
    reading = "readings:\n  concurrent-defaults: STACKED\n"
    wanted = "give keys with their values: choice, chosen_by, why"
    assert any(wanted in p for p in problems(GOOD + reading))


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
