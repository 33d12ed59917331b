"""Nothing stays behind: not after a stop, not after Ctrl-C, not after `kill -9` of the starter."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from local.environments import CHECKOUT, cache
from tests.local.observing import all_listening, listening, processes_naming, strays_in_shared_tmp

pytestmark = [
    pytest.mark.stack,
    pytest.mark.xdist_group("trial"),
    pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="reads Linux's /proc"),
]

# Where a careless program leaves files: its home, its temporary folder, its working folder.
PLACES = ("home", "tmp", "work")


@dataclass
class Holding:
    """A program that holds the trial stack up, and what was seen of it while it ran."""

    program: subprocess.Popen[str]
    root: Path
    pids: set[int]
    ports: set[int]
    strays: set[Path]


@pytest.fixture
def holding(tmp_path: Path) -> Iterator[Holding]:
    root = tmp_path / "state"
    strays = strays_in_shared_tmp()
    program = hold(root)
    pids = processes_naming(str(root))
    ports = {entry.port for entry in listening(pids)}
    assert len(pids) >= 3, "the starter, the emulator and a function's worker are seen"
    assert ports, "the emulator's socket is seen"
    yield Holding(program, root, pids, ports, strays)
    if program.poll() is None:
        program.send_signal(signal.SIGINT)
        program.wait(30)


def test_ctrl_c_leaves_no_process_socket_or_stray_file_and_keeps_the_state(
    holding: Holding,
) -> None:
    # As a terminal does: to the whole group in the foreground.
    os.killpg(holding.program.pid, signal.SIGINT)
    holding.program.wait(30)
    assert_nothing_left(holding)
    assert (holding.root / "emulator" / "sealed").exists()
    assert not (holding.root / "stack.json").exists()
    assert {entry.name for entry in (holding.root / "emulator").iterdir()} == {
        "deployed-dealclock.json",
        "log",
        "port",
        "s3",
        "sealed",
        "state",
    }


def test_an_impatient_second_ctrl_c_does_not_lose_the_state(holding: Holding) -> None:
    os.killpg(holding.program.pid, signal.SIGINT)
    time.sleep(0.3)
    os.killpg(holding.program.pid, signal.SIGINT)
    holding.program.wait(30)
    assert_nothing_left(holding)
    assert (holding.root / "emulator" / "sealed").exists()


def test_a_killed_starter_leaves_nothing_running_and_the_next_run_starts_over(
    holding: Holding,
) -> None:
    holding.program.kill()
    holding.program.wait(30)
    wait_for_none(holding)
    assert_nothing_left(holding)
    assert not (holding.root / "emulator" / "sealed").exists()
    (holding.root / "emulator" / "of-the-killed-run").touch()
    again = hold(holding.root)
    assert not (holding.root / "emulator" / "of-the-killed-run").exists()
    again.send_signal(signal.SIGINT)
    again.wait(30)


def test_a_folder_serves_one_program_at_a_time(holding: Holding) -> None:
    second = subprocess.run(
        command(holding.root), cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    assert second.returncode != 0
    assert "another program runs the stack" in second.stderr


def hold(root: Path) -> subprocess.Popen[str]:
    """Start the program in a process group of its own and wait until its stack is up."""
    places = {name: root.parent / name for name in PLACES}
    for place in places.values():
        place.mkdir(exist_ok=True)
    environment = {
        **os.environ,
        "HOME": str(places["home"]),
        "TMPDIR": str(places["tmp"]),
        "XDG_CACHE_HOME": str(cache().parent),
        "PYTHONPATH": str(CHECKOUT),
    }
    program = subprocess.Popen(
        command(root),
        cwd=places["work"],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    assert program.stdout
    with program.stdout:
        assert program.stdout.readline() == "holding\n"
    return program


def command(root: Path) -> list[str]:
    return [sys.executable, "-m", "tests.local.holding", str(root)]


def wait_for_none(holding: Holding) -> None:
    deadline = time.monotonic() + 20
    while processes_naming(str(holding.root)) and time.monotonic() < deadline:
        time.sleep(0.1)


def assert_nothing_left(holding: Holding) -> None:
    assert processes_naming(str(holding.root)) == set()
    assert not holding.ports & {entry.port for entry in all_listening()}
    assert strays_in_shared_tmp() == holding.strays
    for name in PLACES:
        assert list((holding.root.parent / name).iterdir()) == [], name
