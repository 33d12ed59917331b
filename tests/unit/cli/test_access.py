"""`dealclock approve` and `dealclock insiders` against a running stack."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dealclock.files.source import parse
from dealclock.people.team import read_team
from dealclock.store import Bundle
from tests.contract.store import samples
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.cli.running import Dealclock
from tests.unit.jobs.house import House


@pytest.fixture
def granite(stack: House) -> House:
    """Granite, live, loaded on October 14, 2004, by Tom under his login `tests`."""
    stack.now = datetime(2004, 10, 14, 14, tzinfo=UTC)
    bundle = samples.live(samples.fact())
    people = [
        p.model_copy(update={"logins": ("loader",)}) if p.id == "tom" else p
        for p in bundle.team.people
    ]
    team = bundle.team.model_copy(update={"people": tuple(people)})
    loaded = Bundle(bundle.id, bundle.terms, team, bundle.facts)
    stack.store.deals.load(loaded, stack.now, "loader")
    return stack


def test_an_approval_is_shown_with_what_remains_pending(
    dealclock: Dealclock, granite: House
) -> None:
    ran = dealclock("approve", "Granite", "terms:1", "--as", "james")
    assert (ran.code, ran.err) == (0, "")
    assert values(wording("command/approve", ran.said)) == ["1", "James Whitfield"]
    ran = dealclock("approve", "Granite", "reading:default-occurs", "--as", "maria")
    wording("command/approve", ran.said, "second")
    again = dealclock("approve", "Granite", "terms:1", "--as", "maria")
    assert again.code == 2
    assert shows(wording("command/approve", again.said, "third"), "James Whitfield", "2004-10-14")


def test_the_person_who_loaded_it_is_refused(dealclock: Dealclock, granite: House) -> None:
    ran = dealclock("approve", "Granite", "terms:1", "--as", "tom")
    assert ran.code == 2
    assert shows(wording("refusal/approve", ran.said), "Tom Becker")
    assert granite.store.responses.approvals("granite") == ()


def test_the_insider_list_is_printed_or_written(
    dealclock: Dealclock, granite: House, tmp_path: Path
) -> None:
    ran = dealclock("insiders", "Granite")
    assert ran.code == 0
    header, first, *rest = ran.out.splitlines()
    assert header.startswith('"name","person","email"')
    assert first == (
        '"James Whitfield","james","j.whitfield@counsel.example","U01JAMES","approver","inside",'
        '"counsel","","2004-10-14","","loader","","allow list"'
    )
    assert len(rest) == 3
    out = tmp_path / "insiders.csv"
    ran = dealclock("insiders", "Granite", "--out", out)
    assert ran.flat == f"Granite: 4 lines in {out}."
    assert out.read_bytes().startswith(b"\xef\xbb\xbf")
    refused = dealclock("insiders", "Granite", "--out", tmp_path / "none" / "x.csv")
    assert refused.code == 2


def test_the_live_team_is_printed_as_a_file_that_reads_back_the_same(
    dealclock: Dealclock, granite: House
) -> None:
    ran = dealclock("settings", "Granite")
    assert (ran.code, ran.err) == (0, "")
    there = granite.store.deals.get("granite")
    assert there is not None
    assert read_team(parse(ran.out, "team.yaml")) == there.team


def test_the_live_team_is_printed_as_json(dealclock: Dealclock, granite: House) -> None:
    ran = dealclock("settings", "Granite", "--json")
    assert (ran.code, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert (found["format"], found["code_name"]) == ("dealclock-settings/1", "Granite")
    there = granite.store.deals.get("granite")
    assert there is not None
    assert [each["id"] for each in found["people"]] == [each.id for each in there.team.people]
