"""What time a message carries: the rehearsal's at the moment it was sent."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from local.workbench.rehearsal_times import RehearsalTimes

BEGAN = datetime(2026, 11, 20, 15, tzinfo=UTC)
MORNING = datetime(2004, 10, 28, 12, tzinfo=UTC)
NOON = datetime(2004, 10, 28, 16, tzinfo=UTC)


def test_a_moment_has_the_time_of_the_last_step_before_it_also_after_a_restart(
    tmp_path: Path,
) -> None:
    times = RehearsalTimes(tmp_path / "times")
    times.note(BEGAN, MORNING)
    times.note(BEGAN + timedelta(seconds=9), NOON)
    for each in (times, RehearsalTimes(tmp_path / "times")):
        assert each.at(BEGAN - timedelta(seconds=1)) is None
        assert each.at(BEGAN) == MORNING
        assert each.at(BEGAN + timedelta(seconds=8)) == MORNING
        assert each.at(BEGAN + timedelta(hours=8)) == NOON


def test_a_play_that_begins_again_has_no_earlier_step(tmp_path: Path) -> None:
    times = RehearsalTimes(tmp_path / "times")
    times.note(BEGAN, MORNING)
    times.clear()
    times.note(BEGAN + timedelta(seconds=5), MORNING)
    assert times.at(BEGAN) is None
    assert RehearsalTimes(tmp_path / "times").at(BEGAN + timedelta(seconds=5)) == MORNING
