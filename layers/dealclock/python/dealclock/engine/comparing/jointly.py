"""What a figure may come to over all readings together, not only each moved alone.

One reading moved alone can leave an amount where it was, and two together move it. So the choices
are tried together: a tree whose every branch is one more reading that the figure was found to
depend on under the choices so far. A reading it never consults on a branch is not tried there,
since it could change nothing.
"""

from collections.abc import Callable, Collection, Iterator, Mapping

from dealclock.agreement.readings.all import ALL
from dealclock.agreement.readings.conflicts import conflict_in
from dealclock.engine.assessment import Assessment
from dealclock.engine.comparing.figures import Range
from dealclock.engine.comparing.quantities import (
    ABSENT,
    Name,
    Part,
    by_instance,
    depends_on,
    figures,
)

MOST = 4096
"""Combinations tried for one figure; beyond them its range is a bound, and says so."""

Pass = Callable[[Mapping[str, str]], Assessment]
Made = tuple[Assessment, Mapping[Name, str], Mapping[str, Part]]


class Passes:
    """Assessments under other readings, each made once."""

    def __init__(self, chosen: Mapping[str, str], run: Pass) -> None:
        self.chosen = chosen
        self._run = run
        self._made: dict[frozenset[tuple[str, str]], Made] = {}

    def under(self, moved: Mapping[str, str]) -> tuple[Assessment, Mapping[Name, str]]:
        """The assessment with some readings moved, and its figures."""
        return self.made(moved)[:2]

    def made(self, moved: Mapping[str, str]) -> Made:
        """The assessment with some readings moved, its figures, and its parts by instance."""
        other = {q: c for q, c in moved.items() if c != self.chosen[q]}
        key = frozenset(other.items())
        if key not in self._made:
            made = self._run({**self.chosen, **other})
            self._made[key] = (made, figures(made), by_instance(made))
        return self._made[key]

    def names(self) -> list[Name]:
        """The figures that arise under any of the passes made so far."""
        return list(dict.fromkeys(name for _, made, _ in self._made.values() for name in made))


def jointly(passes: Passes, most: int = MOST) -> Iterator[Range]:
    """The range of every figure that other readings move, of those the passes so far know."""
    for name in passes.names():
        found = range_of(name, passes, most)
        if len(found.values) > 1:
            yield found


Depends = Callable[[Assessment, Name, Mapping[str, Part]], frozenset[str] | None]
"""The readings a figure depends on in an assessment of those parts; None where it has no such."""


def range_of(name: Name, passes: Passes, most: int = MOST, depends: Depends = depends_on) -> Range:
    """Every value one figure takes; of one that no reading moves, its one value."""

    def ask(moved: Mapping[str, str]) -> tuple[str, Collection[str]]:
        there, theirs, parts = passes.made(moved)
        asked = depends(there, name, parts)
        # A figure that does not arise there may depend on whatever was consulted at all.
        return theirs.get(name, ABSENT), there.consulted if asked is None else asked

    return over_all(name, passes.chosen, ask, most)


Ask = Callable[[Mapping[str, str]], tuple[str, Collection[str]]]
"""A figure with some readings moved, and the readings it depends on there."""


def over_all(name: Name, chosen: Mapping[str, str], ask: Ask, most: int = MOST) -> Range:
    """Every value `ask` gives over the readings it says the figure depends on."""
    values: dict[str, Mapping[str, str]] = {}
    asked: dict[str, None] = {}
    tried, waiting = 0, [dict[str, str]()]
    while waiting and tried < most:
        moved = waiting.pop()
        value, depends = ask(moved)
        question = _next_question(depends, moved)
        if question is None:
            tried += 1
            values.setdefault(value, moved)
            continue
        asked[question] = None
        others = [c for c in ALL[question].open if c != chosen[question]]
        branches = [{**moved, question: c} for c in (*reversed(others), chosen[question])]
        waiting += [b for b in branches if conflict_in({**chosen, **b}) is None]
    return Range(*name, tuple(asked), values, tried, not waiting)


def _next_question(depends: Collection[str], moved: Mapping[str, str]) -> str | None:
    """A reading depended on that is not settled on this branch yet."""
    return next((q for q in ALL if q in depends and q not in moved and len(ALL[q].open) > 1), None)
