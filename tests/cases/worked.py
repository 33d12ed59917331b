"""The worked cases, read and prepared once in a run of the tests: most of their time is that."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from dealclock.jobs.operate.cases.comparison import read_questions
from dealclock.jobs.operate.cases.prepare import PreparedQuestion

CASES = Path(__file__).parent
CLAUSES = "clauses/"
"""How the files of clauses of other agreements begin, seen from the folder of cases."""

SLOW_CASES = ("PY-07 also 1",)
"""A range over all readings that takes as long as a third of all else. PY-07 has its figures;
`make cases` and `make test-all` ask it."""


@cache
def worked_cases() -> Sequence[PreparedQuestion]:
    """Every question of the worked cases, in the order of their files; not to be changed."""
    return tuple(read_questions(CASES, CASES.parents[1] / "agreements"))
