"""Did a change of the code change any output?

python -m tests.comparer write FILE        write the hashes of this checkout's outputs
python -m tests.comparer FILE              compare them with those of FILE; exit 1 if any differs
python -m tests.comparer --show KEY        print the outputs whose keys begin with KEY
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.comparer.hashes import Differences, hashed, read, write
from tests.comparer.outputs import Output, case_outputs, outputs
from tests.comparer.rendering import rendering
from tests.comparer.scenes import scenes

PARTS = 24
"""Into how many parts the work is divided among processes."""


def all_outputs(only: str = "") -> Iterator[Output]:
    """Every output in order; `only` those whose keys begin so."""
    for number, scene in enumerate(scenes()):
        yield from (o for o in outputs(scene, number) if o.may_begin(only))
    yield from (o for o in case_outputs() if o.may_begin(only))


def hashes_of_part(part: int) -> dict[str, str]:
    """The hashes of one of the parts: every output of the same day is in the same part."""
    found: dict[str, str] = {}
    places: dict[tuple[str, str], int] = {}
    with rendering():
        for output in all_outputs():
            day = (output.history, output.day)
            if places.setdefault(day, len(places)) % PARTS == part:
                found |= {str(key): hashed(text) for key, text in output.rendered().items()}
    return found


def all_hashes(jobs: int) -> dict[str, str]:
    """The hash of every output, by key."""
    found: dict[str, str] = {}
    if jobs == 1:
        for part in range(PARTS):
            found |= hashes_of_part(part)
        return found
    with ProcessPoolExecutor(jobs) as processes:
        for each in processes.map(hashes_of_part, range(PARTS)):
            found |= each
    return found


def main() -> int:
    """Write, compare or show."""
    parser = argparse.ArgumentParser(prog="python -m tests.comparer", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="[write] FILE")
    parser.add_argument("--show", metavar="KEY", help="print the outputs whose keys begin with it")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    given = parser.parse_args()
    if given.show is not None:
        return _show(given.show)
    match given.words:
        case ["write", file]:
            return _write(Path(file), given.jobs)
        case [file]:
            return _compare(Path(file), given.jobs)
        case _:
            parser.print_usage(sys.stderr)
            return 2


def _show(wanted: str) -> int:
    shown = 0
    with rendering():
        for output in all_outputs(wanted):
            for key, text in output.rendered().items():
                if str(key).startswith(wanted):
                    print(f"==== {key}\n{text}")
                    shown += 1
    if not shown:
        print(f"no output's key begins with {wanted!r}", file=sys.stderr)
    return 0 if shown else 2


def _write(file: Path, jobs: int) -> int:
    began = time.monotonic()
    found = all_hashes(jobs)
    write(file, found)
    print(f"{len(found)} outputs hashed in {time.monotonic() - began:.0f} s: {file}")
    return 0


def _compare(file: Path, jobs: int) -> int:
    if not file.exists():
        print(f"there is no {file}; write it from the code before the change", file=sys.stderr)
        return 2
    began = time.monotonic()
    before, now = read(file), all_hashes(jobs)
    differences = Differences.between(before, now)
    for line in differences.lines():
        print(line)
    result = "they differ" if differences else "none differs"
    print(f"{len(now)} outputs compared in {time.monotonic() - began:.0f} s: {result}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
