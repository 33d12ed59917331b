"""Services start apart, stop gracefully, and never outlive what started them."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from local import processes
from local.environments import LocalError

PYTHON = Path(sys.executable)

SERVICE = """
import pathlib, signal, sys, time

def main():
    def leave(*_):
        pathlib.Path("saved").write_text("state")
        sys.exit(0)
    signal.signal(signal.SIGTERM, leave)
    pathlib.Path("ready").touch()
    time.sleep(60)

def deaf():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    pathlib.Path("ready").touch()
    time.sleep(60)

def broken():
    print("no such thing as a port")
    sys.exit(3)
"""


def started(folder: Path, function: str) -> processes.Service:
    (folder / "service.py").write_text(SERVICE)
    environment = {"PYTHONPATH": str(folder)}
    service = processes.start("trial", PYTHON, f"service:{function}", folder, environment)
    if function != "broken":
        service.wait_until((folder / "ready").exists)
    return service


def test_a_stop_lets_the_service_save_its_state(tmp_path: Path) -> None:
    service = started(tmp_path, "main")
    assert service.stop()
    assert (tmp_path / "saved").read_text() == "state"
    assert not (tmp_path / "pid").exists()


def test_a_service_that_does_not_listen_is_killed_and_said_to_be(tmp_path: Path) -> None:
    service = started(tmp_path, "deaf")
    assert not service.stop(seconds=0.3)
    assert service.process.returncode == -signal.SIGKILL


def test_a_service_that_ends_at_once_is_reported_with_its_log(tmp_path: Path) -> None:
    service = started(tmp_path, "broken")
    with pytest.raises(LocalError, match="exit code 3\nno such thing as a port"):
        service.wait_until(lambda: False)
    service.stop()


def test_a_service_leaves_when_its_starter_is_killed(tmp_path: Path) -> None:
    (tmp_path / "service.py").write_text(SERVICE)
    starter = (
        "import pathlib, sys, time; from local import processes;"
        "folder = pathlib.Path(sys.argv[1]);"
        "processes.start('trial', pathlib.Path(sys.executable), 'service:main', folder,"
        " {'PYTHONPATH': str(folder)}).wait_until((folder / 'ready').exists);"
        "print('up', flush=True); time.sleep(60)"
    )
    with subprocess.Popen(
        [PYTHON, "-c", starter, tmp_path], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    ) as program:
        assert program.stdout
        assert program.stdout.readline() == b"up\n"
        pid = json.loads((tmp_path / "pid").read_text())["pid"]
        program.kill()
    processes.await_orphan(tmp_path / "pid")
    assert (tmp_path / "saved").exists()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_recycled_process_id_is_nobodys_orphan(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    pid_file.write_text(json.dumps({"pid": os.getpid(), "started": "Thu Jan  1 00:00:00 1970"}))
    processes.await_orphan(pid_file, seconds=0)
    assert not pid_file.exists()


def test_an_orphan_that_stays_is_named_and_not_killed(tmp_path: Path) -> None:
    service = started(tmp_path, "deaf")
    with pytest.raises(LocalError, match=f"kill {service.pid}"):
        processes.await_orphan(tmp_path / "pid", seconds=0)
    assert service.process.poll() is None
    service.stop(seconds=0.1)


def test_a_preferred_port_is_taken_only_when_it_is_free() -> None:
    with socket.socket() as busy:
        busy.bind((processes.HOST, 0))
        busy.listen()
        port = busy.getsockname()[1]
        assert processes.free_port(port) != port
    assert processes.free_port(port) == port
