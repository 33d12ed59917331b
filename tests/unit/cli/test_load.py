"""`dealclock load`: shows what would move, loads all or nothing, and the same twice not at all."""

import argparse
import dataclasses
from pathlib import Path
from typing import Any

import pytest

from dealclock.cli import connection
from tests.contract.store.tables import items_in
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.unit.cli.running import SAMPLE, Dealclock
from tests.unit.jobs.house import House


def table(stack: House) -> list[Any]:
    return items_in(stack.store.table)


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def test_a_first_dry_run_shows_the_dates_that_would_be_watched_and_loads_nothing(
    dealclock: Dealclock, stack: House
) -> None:
    ran = dealclock("load", SAMPLE, "--rehearsal", "--dry-run")
    assert ran.code == 0
    assert shows(wording("command/load", ran.said), "1", "1")
    assert shows(ran.said, "2004-06-30")
    assert shows(ran.said, "2004-07-15")
    assert "(shelf-filing)" in ran.out
    assert shows(ran.said, "2004-10-28")
    assert "(effectiveness)" in ran.out
    assert table(stack) == []


def test_loading_shows_what_was_loaded_and_repeating_it_changes_nothing(
    dealclock: Dealclock, stack: House
) -> None:
    ran = dealclock("load", SAMPLE, "--rehearsal")
    assert (ran.code, ran.err) == (0, "")
    assert shows(wording("command/load", ran.said), "1", "1", "4")
    before = table(stack)
    again = dealclock("load", SAMPLE, "--rehearsal")
    assert again.out.count("no change") == 2
    assert table(stack) == before


def test_a_date_changed_in_the_terms_is_shown_with_what_it_moves(
    dealclock: Dealclock, stack: House, deal: Path
) -> None:
    dealclock("load", deal)
    before = table(stack)
    replace(deal / "terms.yaml", "count: 120", "count: 90")
    ran = dealclock("load", deal, "--dry-run")
    assert shows(wording("command/load", ran.said), "2")
    # 90 days after June 30; a default on the day after the deadline has passed unmet.
    assert shows(ran.said, "2004-10-28", "2004-09-28")
    assert shows(ran.said, "default-ii", "2004-09-28")
    assert table(stack) == before
    assert shows(wording("command/load", dealclock("load", deal).said, "second"), "2")
    assert "no change" in dealclock("load", deal).out


def test_a_change_that_moves_nothing_says_so(
    dealclock: Dealclock, stack: House, deal: Path
) -> None:
    dealclock("load", deal)
    replace(deal / "team.yaml", "name: Ruth Adler", "name: Ruth Adler-Stone")
    ran = dealclock("load", deal)
    assert shows(wording("command/load", ran.said), "2")
    assert shows(ran.said, "2004-10-28")


def test_every_problem_of_a_broken_folder_is_shown_and_nothing_loaded(
    dealclock: Dealclock, stack: House, deal: Path
) -> None:
    replace(deal / "terms.yaml", "count: 120", "count: many")
    replace(deal / "team.yaml", "backup: tom", "backup: tim")
    replace(deal / "facts.yaml", "registration-statement-filed", "registration-statement-filled")
    ran = dealclock("load", deal)
    assert (ran.code, ran.out) == (2, "")
    for file in ("terms.yaml:", "team.yaml:", "facts.yaml:"):
        assert file in ran.err
    assert table(stack) == []


def test_a_live_deals_facts_may_not_say_when_they_were_recorded(
    dealclock: Dealclock, stack: House, deal: Path
) -> None:
    with (deal / "facts.yaml").open("a") as file:
        file.write("    recorded_at: 2004-07-13T18:00-04:00\n")
    ran = dealclock("load", deal)
    assert (ran.code, ran.out) == (2, "")
    assert shows(wording("refusal/load", ran.said), "F1")
    assert table(stack) == []


def test_a_collision_refuses_every_rehearsal_of_the_folder(
    dealclock: Dealclock, stack: House, deal: Path
) -> None:
    dealclock("load", SAMPLE)
    before = table(stack)
    replace(deal / "team.yaml", "id: C03NEVER", "id: C01GRANITE")
    replace(deal / "team.yaml", "channel: {id: C01GRANITE", "channel: {id: C09GRANITE")
    ran = dealclock("load", deal, "--rehearsal")
    assert (ran.code, ran.out) == (2, "")
    wording("refusal/load", ran.said)
    assert table(stack) == before


def test_a_live_deal_is_not_loaded_if_no_one_would_be_alerted(
    dealclock: Dealclock, stack: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = dataclasses.replace(connection.connect(argparse.Namespace()), local=True)
    monkeypatch.setattr(connection, "connect", lambda args: here)
    for words in ((), ("--dry-run",)):
        ran = dealclock("load", SAMPLE, *words)
        assert (ran.code, ran.out) == (2, "")
        assert "Load a rehearsal" in ran.flat
    assert table(stack) == []
    assert dealclock("load", SAMPLE, "--rehearsal").code == 0
