"""A workbench of the tests' own: started as `make workbench` starts it, in a folder of its own."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dealclock.cli.connection import read_connection
from dealclock.store import Store
from local.environments import CHECKOUT
from local.mail import Mail, message_files, read
from local.slack.client import StandIn

_PATIENCE = 120  # seconds; a busy machine starts slowly


@dataclass(frozen=True)
class Place:
    """A running workbench: its address, and what stands behind it."""

    address: str
    root: Path
    process: subprocess.Popen[str]

    @property
    def slack(self) -> StandIn:
        """The stand-in that holds what was said."""
        return StandIn.at(self.root / "slack")

    @property
    def store(self) -> Store:
        """The library's way to the table."""
        return read_connection(self.root / "stack.json").store

    def mails(self) -> list[Mail]:
        """Every mail received, in order of arrival."""
        return [read(path) for path in message_files(self.root / "mail")]


@contextlib.contextmanager
def opened(root: Path) -> Iterator[Place]:
    """A workbench on a free port; stopped as Ctrl-C does, and nothing failed in it meanwhile."""
    arguments = ["--port", "0", "--root", str(root), "--patience", str(_PATIENCE)]
    process = subprocess.Popen(
        [sys.executable, "-m", "local.workbench", *arguments],
        cwd=CHECKOUT,
        env={**os.environ, "PYTHONPATH": f"{CHECKOUT}:{CHECKOUT / 'layers/dealclock/python'}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        process_group=0,  # Ctrl-C of the tests' terminal stops it through `finally`, in order
    )
    try:
        yield Place(_announced(process), root, process)
    finally:
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=_PATIENCE)
    assert "Traceback" not in said, said
    assert (process.returncode, (root / "emulator" / "sealed").exists()) == (0, True), said


def _announced(process: subprocess.Popen[str]) -> str:
    """The address it says it is at."""
    assert process.stdout
    said, until = [], time.monotonic() + _PATIENCE
    for line in process.stdout:
        said.append(line)
        if "http://" in line:
            return "http://" + line.partition("http://")[2].split("/")[0]
        if time.monotonic() > until:
            break
    raise AssertionError("the workbench did not start:\n" + "".join(said))
