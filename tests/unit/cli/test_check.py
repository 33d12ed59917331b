"""`dealclock check`: every problem at once with file and line, or what was found in order."""

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
