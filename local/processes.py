"""Services of the local stack: detached from the terminal, stopped gracefully by process id.

A service has its own session, so that Ctrl-C in the terminal reaches only the program that started
it, which then stops its services in order. `watchdog.py` makes a service stop with its starter.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from local.environments import LocalError

GUARD = Path(__file__).with_name("watchdog.py")
HOST = "127.0.0.1"


@dataclass(frozen=True)
class Service:
    """A running service: what it is called, its process, its log."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path
    pid_file: Path

    @property
    def pid(self) -> int:
        """The process id, also the id of the service's own process group."""
        return self.process.pid

    def wait_until(self, ready: Callable[[], bool], seconds: float = 30) -> None:
        """Return when `ready()` is true; raise LocalError when it ends or takes longer."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise LocalError(
                    f"{self.name} ended with exit code {self.process.returncode}\n{self.tail()}"
                )
            if ready():
                return
            time.sleep(0.02)
        raise LocalError(f"{self.name} did not answer in {seconds:.0f} s\n{self.tail()}")

    def stop(self, seconds: float = 60) -> bool:
        """SIGTERM, wait, and only then SIGKILL; true if it ended by itself, its state saved."""
        graceful = True
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            graceful = False
        # What the service itself started shares its process group and has no reason to outlive it.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self.process.wait()
        if self.process.stdin:
            self.process.stdin.close()
        self.pid_file.unlink(missing_ok=True)
        return graceful and self.process.returncode in (0, -signal.SIGTERM)

    def tail(self, lines: int = 15) -> str:
        """The end of the service's log."""
        if not self.log.exists():
            return ""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])


def start(
    name: str,
    python: Path,
    target: str,
    folder: Path,
    environment: Mapping[str, str],
    arguments: Sequence[str] = (),
) -> Service:
    """Start `target` ("module:function") with `python`, its pid file and log in `folder`.

    The service sees `environment` and nothing else of the caller's.
    """
    folder.mkdir(parents=True, exist_ok=True)
    log, pid_file = folder / "log", folder / "pid"
    with log.open("ab") as output:
        process = subprocess.Popen(
            [python, "-P", GUARD, target, *arguments],
            env=dict(environment),
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    pid_file.write_text(json.dumps({"pid": process.pid, "started": _started(process.pid)}))
    return Service(name, process, log, pid_file)


@contextlib.contextmanager
def running(
    service: Service, ready: Callable[[], bool], ended: Callable[[bool], object] = bool
) -> Iterator[Service]:
    """A started service from when it is `ready` to the end of the block, where it is stopped.

    `ended` is then called with whether it ended by itself, its state saved.
    """
    try:
        service.wait_until(ready)
        yield service
    finally:
        with _undisturbed():
            ended(service.stop())


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Hold back Ctrl-C while state is being saved: a second one would lose what the first kept."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread, which is the only one to receive signals
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def await_orphan(pid_file: Path, seconds: float = 20) -> None:
    """Wait for a service whose starter was killed: its watchdog has stopped it.

    Nothing is killed here: a process id may have a new owner. Raises LocalError, naming the
    process, when it is still the same one after `seconds`.
    """
    try:
        left = json.loads(pid_file.read_text())
    except (FileNotFoundError, ValueError):
        return
    deadline = time.monotonic() + seconds
    while left["started"] and _started(left["pid"]) == left["started"]:
        if time.monotonic() > deadline:
            raise LocalError(
                f"process {left['pid']} of an earlier run is still there; end it with "
                f"`kill {left['pid']}` and try again"
            )
        time.sleep(0.05)
    pid_file.unlink(missing_ok=True)


def free_port(preferred: int | Path = 0) -> int:
    """`preferred`, or the port in that file, when nothing listens there, else a port the system
    calls free."""
    if isinstance(preferred, Path):
        preferred = int(preferred.read_text()) if preferred.exists() else 0
    for port in (preferred, 0):
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((HOST, port))
            return int(probe.getsockname()[1])
    raise LocalError(f"no free port on {HOST}")


def _started(pid: int) -> str:
    """When a process started, as `ps` prints it: distinguishes processes that reuse an id."""
    asked = subprocess.run(
        ["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return asked.stdout.strip()
