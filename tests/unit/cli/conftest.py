"""The real command, run in this process at a terminal 80 columns wide."""

import shutil
from pathlib import Path

import pytest

from dealclock.cli import main
from tests.unit.cli.running import SAMPLE, Dealclock, Ran


@pytest.fixture
def dealclock(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Dealclock:
    """Runs `dealclock` with some words."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: object) -> Ran:
        code = main([str(w) for w in words])
        said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return run


@pytest.fixture
def deal(tmp_path: Path) -> Path:
    """A copy of the sample deal to change."""
    return Path(shutil.copytree(SAMPLE, tmp_path / "granite"))
