"""`make soak N=1000`: play N random histories, and report what was lost and what was doubled."""

import argparse
import gc
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

from tests.simulation.observer import delays, verdict
from tests.simulation.play import play
from tests.simulation.remembering import remembering

AT_ONCE = 20  # histories a process plays before it says so


@dataclass
class Played:
    """What some histories came to."""

    histories: int = 0
    messages: int = 0
    repeated: int = 0
    injected: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[int, str]] = field(default_factory=list)
    delays: list[timedelta] = field(default_factory=list)

    def add(self, other: "Played") -> None:
        """Count others in."""
        self.histories += other.histories
        self.messages += other.messages
        self.repeated += other.repeated
        self.injected += other.injected
        self.wrong += other.wrong
        self.delays += other.delays

    def count(self, *kinds: str) -> int:
        """How often something went wrong in one of these ways."""
        return sum(what.partition(":")[0] in kinds for _, what in self.wrong)


def several(seeds: Iterable[int], *, steady: bool = False) -> Played:
    """Play the histories of some seeds."""
    played = Played()
    for seed in seeds:
        with remembering():
            history = play(seed, steady=steady)
        seen = history.observer.seen
        played.histories += 1
        played.messages += len(seen)
        played.repeated += sum(shown.marked for shown in seen)
        played.injected += history.effects.injected
        played.wrong += [(seed, what) for what in verdict(history)]
        played.delays += delays(history)
    return played


def _settle_down() -> None:
    """What a process has loaded lives as long as it: no use in looking through it for garbage."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def main() -> int:
    """Play, and exit with 1 when anything went wrong."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("n", type=int, nargs="?", default=1000, help="how many histories")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument(
        "--steady", action="store_true", help="only long throttling and missed slots go wrong"
    )
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.n)
    shares = [seeds[i : i + AT_ONCE] for i in range(0, given.n, AT_ONCE)]
    began, all_of_them = time.monotonic(), Played()
    with ProcessPoolExecutor(os.cpu_count(), initializer=_settle_down) as pool:
        for played in pool.map(partial(several, steady=given.steady), shares):
            all_of_them.add(played)
            for seed, what in played.wrong:
                print(f"history {seed}: {what}", flush=True)
            if all_of_them.histories % 500 < AT_ONCE:
                print(f"{all_of_them.histories} played", file=sys.stderr, flush=True)
    for fault, times in sorted(all_of_them.injected.items()):
        print(f"{times:>8,}  {fault}")
    worked = os.times().children_user / max(all_of_them.histories, 1)
    print(
        f"{time.monotonic() - began:,.0f} s, {worked:.2f} s of a processor for each history; "
        f"{all_of_them.messages:,} messages seen, {all_of_them.repeated:,} of them marked as "
        "possibly repeated"
    )
    late = sorted(all_of_them.delays)
    if late:
        ninth = late[len(late) * 99 // 100]
        print(
            f"{len(late):,} critical alerts, first seen after: median {late[len(late) // 2]}, "
            f"99 of 100 within {ninth}, largest {late[-1]}"
        )
    untimely = all_of_them.count("untimely", "unfinished", "late")
    print(
        f"{all_of_them.histories:,} histories, {all_of_them.injected.total():,} faults injected: "
        f"untimely, late or unfinished {untimely}, lost {all_of_them.count('lost')}, "
        f"doubled {all_of_them.count('doubled')}"
    )
    return 1 if all_of_them.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
