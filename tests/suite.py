"""How much a run of the tests plays: `make test`, `make test-all` or `make test-slow`.

Properties and random courses are thinned in `make test`: each plays a part of what `make test-all`
plays. Which part moves with the date of the commit, so that the whole is covered over time, and one
commit always plays the same.
"""

import os
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

from hypothesis import settings

Each = TypeVar("Each")

VARIABLE = "DEALCLOCK_SUITE"
FEWEST = 3  # examples of a property, however much it is thinned
_SHARE = {"test": 0.05, "all": 1, "slow": 10}  # of the examples, how much is played


def suite() -> str:
    """The suite that is played: `test` unless the environment names `all` or `slow`.

    Raises ValueError for a name that is none of them.
    """
    name = os.environ.get(VARIABLE, "test")
    if name not in _SHARE:
        raise ValueError(f"{VARIABLE} is {name!r}; give one of {', '.join(_SHARE)}")
    return name


def examples(whole: int) -> settings:
    """The random examples of a property: all in `make test-all`, a part of them in `make test`."""
    return settings(max_examples=_count(whole), deadline=None)


def seeds(whole: int) -> Sequence[int]:
    """The seeds of random courses: 0 to `whole` - 1 in `make test-all`, a part in `make test`.

    The part is a stretch that moves with the date of the commit, and begins again at 0.
    """
    count = _count(whole)
    if count >= whole:
        return range(count)
    first = commit_day() * count
    return [(first + each) % whole for each in range(count)]


def part(of: Sequence[Each], one_in: int) -> Sequence[Each]:
    """The cases of one test that take long: one in `one_in` in `make test`, which moves with the
    date of the commit, and all in `make test-all`.
    """
    return of[commit_day() % one_in :: one_in] if suite() == "test" else of


def _count(whole: int) -> int:
    return max(min(whole, FEWEST), int(whole * _SHARE[suite()]))


@cache
def commit_day() -> int:
    """The day the commit under test was made, in days since 1970; 0 outside a git checkout."""
    try:
        shown = subprocess.run(
            ["git", "log", "-1", "--format=%ct"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(shown or 0) // 86400
