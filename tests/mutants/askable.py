"""Which tests can notice a change, those first that say so soonest."""

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import coverage

from tests.mutants.changes import Change
from tests.mutants.copied import LIBRARY, CannotAskError, Copy
from tests.mutants.mapping import LINES, SECONDS

CASES = "tests/cases"
PATIENCE = 60
"""Seconds to wait for each test beyond ten times what the slowest took unchanged."""


class Askable:
    """The tests of a room and the worked cases, with the lines that each of them runs."""

    def __init__(self, copy: Copy, room: str) -> None:
        """Run them all once, unchanged and looked at.

        Raises CannotAskError where one of them fails: it would notice whatever is changed.
        """
        self.copy, self.tests = copy, f"tests/unit/{room}"
        looked_at = ["-p", "tests.mutants.mapping", f"--room=dealclock.{room}"]
        places = [where for where in (self.tests, CASES) if (copy.folder / where).exists()]
        if copy.run(*looked_at, *places, compiling=True)[0]:
            raise CannotAskError(f"a test of {' or '.join(places)} fails with nothing changed")
        self.seconds: dict[str, float] = json.loads((copy.folder / SECONDS).read_text())

    @cached_property
    def _lines(self) -> coverage.CoverageData:
        data = coverage.CoverageData(basename=str(self.copy.folder / LINES))
        data.read()
        return data

    def about(self, file: Path, change: Change) -> Iterator[tuple[list[str], float]]:
        """Tests that run the changed lines, and how long to wait for each.

        The module of tests of the same name, the cases, and the others of the room, which take
        longest; in each the quickest first. Of what runs on importing: all tests that run
        anything of the module.
        """
        by_line = self._lines.contexts_by_lineno(str(self.copy.folder / LIBRARY / file))
        lines = by_line if change.at_import else change.lines & by_line.keys()
        running = {who for line in lines for who in by_line[line]}
        if "" in running and not change.at_import:
            running |= {who for on in by_line.values() for who in on}
        able = [
            test for test in self.seconds
            if test in running or test.partition("::")[0] in running
        ]  # fmt: skip
        able.sort(key=self.seconds.__getitem__)
        own = f"/test_{file.stem}.py::"
        for tests in (
            [t for t in able if own in t],
            [t for t in able if own not in t and t.startswith(CASES)],
            [t for t in able if own not in t and not t.startswith(CASES)],
        ):
            if tests:
                yield tests, PATIENCE + 10 * max(self.seconds[test] for test in tests)
