"""`make mutants ROOM=days N=60 SEED=1`: make N small changes; which do the tests detect?"""

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

from tests.mutants.askable import Askable
from tests.mutants.changes import Change, changes
from tests.mutants.copied import LIBRARY, CannotAskError, Copy, Outcome, copy_of

CHECKOUT = Path(__file__).resolve().parents[2]
UNNOTICED = (Outcome.SURVIVED, Outcome.NOT_RUN)


def all_changes(checkout: Path, room: str) -> list[tuple[Path, Change]]:
    """Every change of every module of a room, with the module's path in the library."""
    library = checkout / LIBRARY
    files = sorted((library / "dealclock" / room).rglob("*.py"))
    return [(f.relative_to(library), each) for f in files for each in changes(f.read_bytes())]


def verdict(copy: Copy, askable: Askable, file: Path, change: Change) -> Outcome:
    """What the tests say of one change."""
    outcome = Outcome.NOT_RUN
    with copy.changed(file, change):
        for tests, limit in askable.about(file, change):
            outcome = copy.ask(tests, limit)
            if outcome is not Outcome.SURVIVED:
                break
    return outcome


def play(checkout: Path, room: str, n: int, seed: int, only: list[int]) -> Counter[Outcome]:
    """Make `n` changes drawn by `seed`, or of them those numbered; tell what goes unnoticed."""
    everything = all_changes(checkout, room)
    drawn = random.Random(seed).sample(everything, len(everything))[:n]
    print(f"{len(everything):,} changes of {room}, {len(drawn)} drawn by seed {seed}", flush=True)
    counted: Counter[Outcome] = Counter()
    with copy_of(checkout) as copy:
        began = time.monotonic()
        askable = Askable(copy, room)
        print(
            f"{len(askable.seconds):,} tests pass unchanged, in {time.monotonic() - began:.0f} s",
            file=sys.stderr, flush=True,
        )  # fmt: skip
        for number, (file, change) in enumerate(drawn, 1):
            if only and number not in only:
                continue
            outcome = verdict(copy, askable, file, change)
            counted[outcome] += 1
            if outcome in UNNOTICED:
                before = change.before((checkout / LIBRARY / file).read_bytes())
                print(f"{number}: {file}:{change.line} {outcome.value} ({change.what})")
                print(f"    - {before}\n    + {change.text}", flush=True)
            elif number % 10 == 0:
                print(f"{number} made", file=sys.stderr, flush=True)
    return counted


def main(arguments: list[str] | None = None, checkout: Path = CHECKOUT) -> int:
    """Play, and say how many were noticed; exits with 2 when tests could not be asked."""
    rooms = sorted(
        p.name for p in (checkout / "tests/unit").iterdir()
        if (checkout / LIBRARY / "dealclock" / p.name).is_dir()
    )  # fmt: skip
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("room", choices=rooms)
    parser.add_argument("n", type=int, nargs="?", default=60, help="how many changes")
    parser.add_argument("--seed", type=int, default=1, help="draws them")
    parser.add_argument("--only", type=int, nargs="+", default=[], help="these of the draw alone")
    given = parser.parse_args(arguments)
    try:
        counted = play(checkout, given.room, given.n, given.seed, given.only)
    except CannotAskError as why:
        print(why, file=sys.stderr)
        return 2
    noticed = counted.total() - sum(counted[each] for each in UNNOTICED)
    share = noticed / max(counted.total(), 1)
    print(
        f"{noticed} of {counted.total()} noticed ({share:.0%}), "
        f"{counted[Outcome.NEVER_ENDED]} of them by a run that does not end"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
