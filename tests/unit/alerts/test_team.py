"""A team whose alerts reach nobody, or that contradicts itself, is refused with the line."""

import pytest

from dealclock.agreement.source import InvalidFiles, parse
from dealclock.alerts.team import Team, read_team

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
    with pytest.raises(InvalidFiles) as refused:
        team(text)
    return [str(p) for p in refused.value.problems]


def test_a_good_team_names_its_owner_and_backup() -> None:
    owner, backup = team(GOOD).owner_of("company")
    assert (owner.name, backup.name) == ("Maria", "Tom")


def test_a_party_without_owners_is_answered_for_by_the_companys() -> None:
    assert team(GOOD).owner_of("holder")[0].id == "maria"


@pytest.mark.parametrize(
    ("find", "put", "line", "says"),
    [
        ("email: [maria]", "email: []", 8, "at least one person must receive email"),
        ("email: [maria]", "email: [mario]", 8, "Did you mean 'maria'?"),
        ("email: [maria]", "deny: [maria]\nemail: [maria]", 9, "someone denied can neither own"),
        ("backup: tom", "backup: maria", 6, "the backup must be someone else"),
        ("owner: maria", "owner: anna", 6, "give a person of the team: maria, tom"),
        ("  company:", "  holder:", 5, "'company' must have an owner and a backup"),
        ("slack: U01TOM", "slack: U01MARIA", 4, "give each person their own"),
        ("role: editor", "role: boss", 4, "'viewer', 'editor', 'lead' or 'approver'"),
        ("role: editor", "role: editor, digest: weekly", 4, "'mine', 'all' or 'none'"),
        ("C01GRANITE", "granite", 7, "pattern"),
    ],
)
def test_a_mistake_is_refused_on_its_line(find: str, put: str, line: int, says: str) -> None:
    assert find in GOOD
    found = problems(GOOD.replace(find, put))
    assert any(f"team.yaml:{line}:" in p and says in p for p in found), found


def test_a_reading_that_does_not_exist_is_refused_with_the_choices() -> None:
    reading = "readings:\n  default-occurs: {choice: LAPS, chosen_by: X, why: Y}\n"
    assert any("LAPSE, NEXT-DAY" in p for p in problems(GOOD + reading))


def test_a_rehearsal_may_share_neither_channel_nor_name_with_the_deal() -> None:
    rehearsal = (
        "rehearsals:\n  - {id: r, code_name: granite, facts: x.yaml,"
        " channel: {id: C01GRANITE, name: g}}\n"
    )
    found = problems(GOOD + rehearsal.replace("granite,", "GRANITE,"))
    assert any("a channel of its own" in p for p in found)
    assert any("a code name of its own" in p for p in found)


def test_an_alias_is_none_of_the_names_there_are() -> None:
    given = "aliases: [INFX, Granite, infx]\n"
    found = problems(GOOD + given)
    assert any("aliases.2" in p and "pattern" in p for p in found)  # begins with a capital
    found = problems(GOOD + "aliases: [INFX, GRANITE, Infx]\n")
    assert sum("an alias of its own" in p for p in found) == 2
    rehearsal = (
        "rehearsals:\n  - {id: r, code_name: INFX, facts: x.yaml,"
        " channel: {id: C02OTHER, name: g}}\n"
    )
    assert any(
        "a code name of its own" in p for p in problems(GOOD + "aliases: [INFX]\n" + rehearsal)
    )
