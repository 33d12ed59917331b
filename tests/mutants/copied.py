"""A copy of the checkout, in which the code may be changed and tests asked about it."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.mutants.changes import Change
from tests.mutants.inside import NOT_THE_COPY

LIBRARY = Path("layers/dealclock/python")
_LEFT = shutil.ignore_patterns(".*", "build", "node_modules", "__pycache__", "*.egg-info")
_PASSED, _ASKED_WRONGLY, _NONE = 0, 4, 5


class Outcome(Enum):
    """What tests say of a change."""

    SURVIVED = "survived"
    NOT_RUN = "not run by any test asked"
    NOTICED = "noticed"
    NEVER_ENDED = "noticed by a run that never ends"


class CannotAskError(Exception):
    """pytest could not be run as meant, with what it said."""


class Copy:
    """The copy: tests run in it import dealclock and tests from it, or not at all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextmanager
    def changed(self, file: Path, change: Change) -> Iterator[None]:
        """The change made in a file of the library, and unmade."""
        where = self.folder / LIBRARY / file
        source = where.read_bytes()
        where.write_bytes(change.made(source))
        # A compiled one is known by its time and size, which a change may leave as they are.
        for compiled in (where.parent / "__pycache__").glob(f"{where.stem}.*"):
            compiled.unlink()
        try:
            yield
        finally:
            where.write_bytes(source)

    def run(self, *arguments: str, compiling: bool = False) -> tuple[int, str]:
        """The exit code of pytest run in the copy, and what it says."""
        plain = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "PYTHON"))}
        ours = {
            "PYTHONPATH": os.pathsep.join([str(self.folder / LIBRARY), str(self.folder)]),
            "PYTHONDONTWRITEBYTECODE": "" if compiling else "1",
            "COVERAGE_CORE": "ctrace",  # the one that can tell tests apart on every Python
        }
        pytest = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
        done = subprocess.run(
            [*pytest, "-p", "tests.mutants.inside", *arguments],
            cwd=self.folder, env=plain | ours, capture_output=True, text=True, check=False,
        )  # fmt: skip
        said = done.stdout + done.stderr
        if done.returncode in (_ASKED_WRONGLY, NOT_THE_COPY):
            what = "is not the copy's" if done.returncode == NOT_THE_COPY else "could not be asked"
            raise CannotAskError(f"the code {what}:\n{said[-4000:]}")
        return done.returncode, said

    def ask(self, tests: Sequence[str], limit: float) -> Outcome:
        """Ask tests in their order, until one notices or takes more than `limit` seconds."""
        order = self.folder / "in-order.json"
        order.write_text(json.dumps(tests))
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        ends = ["-o", f"faulthandler_timeout={limit}", "-o", "faulthandler_exit_on_timeout=true"]
        code, said = self.run(f"--in-order={order}", *ends, *files)
        if code in (_PASSED, _NONE):
            return Outcome.SURVIVED
        return Outcome.NEVER_ENDED if "\nTimeout (" in f"\n{said}" else Outcome.NOTICED


@contextmanager
def copy_of(checkout: Path) -> Iterator[Copy]:
    """A copy of what is tested and what tests read, in a temporary folder, gone afterwards."""
    with TemporaryDirectory(prefix="dealclock-mutants-") as temporary:
        folder = Path(temporary).resolve() / "checkout"
        shutil.copytree(checkout, folder, ignore=_LEFT)
        yield Copy(folder)
