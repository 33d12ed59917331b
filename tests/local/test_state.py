"""Kept state is resumed only when every part of it was saved by the same run."""

from pathlib import Path

import pytest

from local import state
from local.environments import LocalError

PARTS = ["emulator", "slack"]


def test_a_new_folder_begins_a_new_run(tmp_path: Path) -> None:
    with state.run(tmp_path, PARTS) as run:
        assert not run.resumed


def test_parts_sealed_by_one_run_are_resumed_under_its_id(tmp_path: Path) -> None:
    first = seal(tmp_path, PARTS)
    with state.run(tmp_path, PARTS) as run:
        assert run.resumed
        assert run.run_id == first
        assert (tmp_path / "slack" / "remembered").exists()


def test_an_unsealed_part_makes_everything_start_over(tmp_path: Path) -> None:
    first = seal(tmp_path, ["slack"])
    with state.run(tmp_path, PARTS) as run:
        assert not run.resumed
        assert run.run_id != first
        assert not (tmp_path / "slack" / "remembered").exists()


def test_parts_sealed_by_different_runs_start_over(tmp_path: Path) -> None:
    seal(tmp_path, PARTS)
    (tmp_path / "slack" / "sealed").write_text("another run")
    with state.run(tmp_path, PARTS) as run:
        assert not run.resumed


def test_a_run_breaks_the_seals_so_that_a_crash_is_noticed(tmp_path: Path) -> None:
    seal(tmp_path, PARTS)
    with state.run(tmp_path, PARTS):
        pass  # ends without sealing
    with state.run(tmp_path, PARTS) as run:
        assert not run.resumed


def test_a_second_program_is_refused_while_one_runs(tmp_path: Path) -> None:
    with (
        state.run(tmp_path, PARTS),
        pytest.raises(LocalError, match="another program runs the stack"),
        state.run(tmp_path, PARTS),
    ):
        pass


def test_the_stack_file_is_gone_after_the_run(tmp_path: Path) -> None:
    with state.run(tmp_path, PARTS) as run:
        run.stack_file.write_text("{}")
    assert not run.stack_file.exists()


def seal(root: Path, parts: list[str]) -> str:
    with state.run(root, PARTS) as run:
        for part in parts:
            (run.part(part).folder / "remembered").touch()
            run.part(part).seal()
        return run.run_id
