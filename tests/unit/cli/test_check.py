"""`dealclock check`: every problem at once with file and line, or what was found in order."""

import shutil
from pathlib import Path

import pytest

from tests.golden.values import shows
from tests.unit.cli.running import Dealclock
from tests.unit.jobs.house import House


@pytest.mark.parametrize("command", [("check",), ("load",), ("load", "--rehearsal")])
def test_a_team_that_everyone_has_left_is_refused_with_its_lines(
    command: tuple[str, ...], dealclock: Dealclock, stack: House, deal: Path
) -> None:
    team = deal / "team.yaml"
    team.write_text(team.read_text().replace("role: ", "last_day: 2004-10-27, role: "))
    ran = dealclock(command[0], deal, *command[1:])
    assert ran.code == 2
    assert "owners.company" in ran.flat
    assert shows(ran.said, "2004-10-28")
    assert stack.store.deals.directory() == ()


def test_of_very_many_problems_the_first_are_printed(dealclock: Dealclock, tmp_path: Path) -> None:
    shutil.copytree("agreements/model-pipe", tmp_path / "pipe")
    file = tmp_path / "pipe" / "terms.yaml"
    text = file.read_text(encoding="utf-8")
    one = text[text.index("  - id: current-report") : text.index("  - id: filing\n")]
    each = one.replace("owed by: company", "owed by: compny-N")
    many = "".join(
        each.replace("current-report\n", f"report-{n}\n").replace("compny-N", f"compny-{n}")
        for n in range(1000)
    )
    file.write_text(text.replace("provisions:\n", f"provisions:\n{many}", 1), encoding="utf-8")
    ran = dealclock("check", tmp_path / "pipe")
    assert ran.code == 2
    assert "1000 problems; no file was accepted" in ran.flat.replace(",", "")
    assert ran.flat.count("Did you mean 'company'?") == 100
    assert "900 more problems. Correct those above, then check again." in ran.flat
    assert len(ran.said.splitlines()) < 400


def test_the_events_of_another_agreement_are_refused_each_with_its_line(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    shutil.copytree("agreements/infocrossing-2004", tmp_path / "deal")
    shutil.copy("agreements/model-covenants/terms.yaml", tmp_path / "deal" / "terms.yaml")
    ran = dealclock("check", tmp_path / "deal")
    assert ran.code == 2
    assert "facts.yaml:6: facts.F1.on given 2004-07-13" in ran.flat
    assert "is before the agreement, dated 2026-01-05" in ran.flat
    assert "given 'trustee'; give a party of the terms: company, agent, lenders." in ran.flat
    assert "'default-ii'; defaults these terms and facts can have" in ran.flat
