"""The state folder `.dealclock/`, and the one run id that all its parts share.

The embedded AWS saves its state only when it stops gracefully, while a stand-in may store each
message at once. After a crash they would disagree: the stand-in knows messages the table does not,
and every alert would be sent twice. So a part is *sealed* with the run id only after a graceful
stop, and a run resumes only when every part bears the same seal; otherwise all start over.

    .dealclock/
        lock              held by the program that runs the stack
        stack.json        how to reach the running stack; there only while it runs
        emulator/ ...     a folder a part: pid, log, its state, and `sealed` after a graceful stop
"""

from __future__ import annotations

import contextlib
import fcntl
import secrets
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from local.environments import LocalError
from local.processes import await_orphan


@dataclass(frozen=True)
class Part:
    """One part's folder within the run."""

    folder: Path
    run_id: str

    def seal(self) -> None:
        """Record that this part has saved everything of the run; only after a graceful stop."""
        (self.folder / "sealed").write_text(self.run_id)


@dataclass(frozen=True)
class Run:
    """A run of the local stack: its id and whether it resumes kept state."""

    root: Path
    run_id: str
    resumed: bool

    def part(self, name: str) -> Part:
        """The folder of a part, made when missing."""
        folder = self.root / name
        folder.mkdir(exist_ok=True)
        return Part(folder, self.run_id)

    @property
    def stack_file(self) -> Path:
        """Where the running stack describes itself."""
        return self.root / "stack.json"


@contextlib.contextmanager
def run(root: Path, parts: Sequence[str]) -> Iterator[Run]:
    """Hold the state folder for a run of `parts`, resumed when all bear one seal.

    Raises LocalError when another program holds it.
    """
    root.mkdir(parents=True, exist_ok=True)
    with (root / "lock").open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LocalError(
                f"another program runs the stack in {root}; stop it first, or wait for it to end"
            ) from None
        for part in parts:
            await_orphan(root / part / "pid")
        seals = {_seal(root / part) for part in parts}
        kept = seals.pop() if len(seals) == 1 else None
        if kept is None:
            _empty(root)
        current = Run(root, kept or secrets.token_hex(8), resumed=kept is not None)
        for part in parts:
            (current.part(part).folder / "sealed").unlink(missing_ok=True)
        try:
            yield current
        finally:
            current.stack_file.unlink(missing_ok=True)


def _seal(folder: Path) -> str | None:
    try:
        return (folder / "sealed").read_text()
    except FileNotFoundError:
        return None


def _empty(root: Path) -> None:
    for left in root.iterdir():
        if left.is_dir():
            shutil.rmtree(left)
        elif left.name != "lock":
            left.unlink()
