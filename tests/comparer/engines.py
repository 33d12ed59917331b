"""Do two engines answer alike? Compared on drawn deals, figures before sentences.

python -m tests.comparer.engines FIRST LAST [--level figures|grounds|sentences]
    compares the engines on the seeds FIRST to LAST, the last not included; prints the smallest
    history of the first few that differ, and how many histories held each kind of event
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

from dealclock.engine.assess import assess
from dealclock.facts.kinds import KINDS
from tests.comparer.deal import Deal
from tests.comparer.drawing import draw
from tests.comparer.record import Assess, Record, answer, differences
from tests.comparer.reducing import reduced

LEVELS = ("figures", "grounds", "sentences")
REDUCED = 3
"""Differing deals that are reduced and printed."""

old_engine: Assess = partial(assess, compare=False)
"""One pass of the engine as it is, without what other readings would change."""
new_engine: Assess = old_engine
"""The engine that is to answer alike; the same one until there is another."""


def answered(engine: Assess, deal: Deal, level: str) -> Record:
    """What an engine answers about a deal, to a level; terms that cannot be read raise."""
    return answer(engine, deal.query, sentences=level == "sentences", grounds=level != "figures")


def compared(deal: Deal, old: Assess, new: Assess, level: str = "sentences") -> list[str]:
    """Where two engines differ on a deal, in words; empty if they answer alike."""
    return list(differences(answered(old, deal, level), answered(new, deal, level)))


def smallest(deal: Deal, old: Assess, new: Assess, level: str) -> Deal:
    """The smallest deal on which they still differ in the same way: in the same first place."""
    first = _kind_of(compared(deal, old, new, level)[0])

    def differs(candidate: Deal) -> bool:
        found = compared(candidate, old, new, level)
        return any(_kind_of(each) == first for each in found)

    return reduced(deal, differs)


def _kind_of(difference: str) -> str:
    """The place of a difference without the names of events in it."""
    place = difference.partition(":")[0]
    return " ".join(word.partition("/")[0] for word in place.split() if not word.isdigit())


@dataclass
class Comparison:
    """What a comparison of many deals came to."""

    deals: int = 0
    differing: list[tuple[Deal, list[str]]] = field(default_factory=list)
    raised: int = 0
    kinds: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))

    def add(self, deal: Deal, found: list[str], raised: bool) -> None:
        """Count one deal in."""
        self.deals += 1
        self.raised += raised
        for kind in {each.kind for each in deal.facts}:
            self.kinds[kind] += 1
        if found:
            self.differing.append((deal, found))


def compare_all(
    deals: Iterable[Deal], old: Assess, new: Assess, level: str = "sentences"
) -> Comparison:
    """Compare two engines on many deals."""
    comparison = Comparison()
    for deal in deals:
        before = answered(old, deal, level)
        found = list(differences(before, answered(new, deal, level)))
        comparison.add(deal, found, "raised" in before)
    return comparison


def report(comparison: Comparison, shrink: Callable[[Deal], Deal] | None = None) -> Iterator[str]:
    """What differs, the first few deals reduced; then the counts."""
    for deal, found in comparison.differing[:REDUCED]:
        yield f"{deal.name} differs in {len(found)} places, first: {found[0]}"
        if shrink is not None:
            yield f"the smallest deal that still does:\n{shrink(deal).as_case()}"
    if len(comparison.differing) > REDUCED:
        others = ", ".join(deal.name for deal, _ in comparison.differing[REDUCED:][:40])
        yield f"others that differ: {others}"
    yield "histories that hold each kind of event:"
    rows = sorted(comparison.kinds.items(), key=lambda each: -each[1])
    yield from (f"  {count:6} {kind}" for kind, count in rows)
    yield (
        f"{comparison.deals} deals, {comparison.raised} refused by the old engine, "
        f"{len(comparison.differing)} differ"
    )


def main() -> int:
    """Compare the engines on a range of seeds."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.comparer.engines", description="Compare two engines on drawn deals."
    )
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int, help="not included")
    parser.add_argument("--level", choices=LEVELS, default="sentences")
    given = parser.parse_args()
    deals = map(draw, range(given.first, given.last))
    comparison = compare_all(deals, old_engine, new_engine, given.level)
    shrink = partial(smallest, old=old_engine, new=new_engine, level=given.level)
    for line in report(comparison, shrink):
        print(line)
    return 1 if comparison.differing else 0


if __name__ == "__main__":
    sys.exit(main())
