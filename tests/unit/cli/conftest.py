"""The real command, run in this process at a terminal 80 columns wide."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dealclock.cli import clock, connection, main
from dealclock.store import Store
from tests.memory_table import MemoryTable
from tests.unit.cli.running import SAMPLE, Dealclock, Ran
from tests.unit.jobs.house import House
from tests.unit.jobs.playing import swept_in_house


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


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> House:
    """A running stack that every command reaches, on the evening of October 28, 2004.

    Its table is in memory, held to the contract of the real one by tests/contract/store.
    """
    house = House(Store(MemoryTable()), now=datetime(2004, 10, 29, 3, 30, tzinfo=UTC))
    reached = connection.Connection(
        house.store, swept_in_house(house), "tests", local=False, queue=house.queue
    )
    monkeypatch.setattr(connection, "connect", lambda args: reached)
    monkeypatch.setattr(clock, "now", lambda: house.now)
    return house
