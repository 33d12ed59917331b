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

        Raises CannotAskError where one of them fails: it would fail for any change.
        """
        self.copy, self.tests = copy, f"tests/unit/{room}"
        looked_at = ["-p", "tests.mutants.mapping", f"--room=dealclock.{room}"]
        places = [where for where in (self.tests, CASES) if (copy.folder / where).exists()]
        code, said = copy.run(*looked_at, *places, compiling=True)
        if code:
            where = " or ".join(places)
            raise CannotAskError(f"a test of {where} fails with nothing changed:\n{said[-4000:]}")
        self.seconds: dict[str, float] = json.loads((copy.folder / SECONDS).read_text())

    @cached_property
    def _lines(self) -> coverage.CoverageData:
        data = coverage.CoverageData(basename=str(self.copy.folder / LINES))
        data.read()
        return data

    def about(self, file: Path, change: Change) -> Iterator[tuple[list[str], float]]:
        """The tests in groups, and how long to wait for each; nothing where none runs the lines.

        Of those that run them the module of tests of the same name, the cases, and the others of
        the room, which take longest; then all that are left, for what was worked out before them
        and kept. In each the quickest first.
        """
        by_line = self._lines.contexts_by_lineno(str(self.copy.folder / LIBRARY / file))
        lines = by_line if change.at_import else change.lines & by_line.keys()
        running = {who for line in lines for who in by_line[line]}
        if "" in running and not change.at_import:
            running |= {who for on in by_line.values() for who in on}
        if not running:
            return
        own = f"/test_{file.stem}.py::"
        groups: list[list[str]] = [[], [], [], []]
        for test in sorted(self.seconds, key=self.seconds.__getitem__):
            if test not in running and test.partition("::")[0] not in running:
                groups[3].append(test)
            else:
                groups[0 if own in test else 1 if test.startswith(CASES) else 2].append(test)
        for tests in filter(None, groups):
            yield tests, PATIENCE + 10 * max(self.seconds[test] for test in tests)
