"""What a figure may come to over all readings together, not only each moved alone.

One reading moved alone can leave an amount where it was, and two together move it. So the choices
are tried together: a tree whose every branch is one more reading that the figure was found to
depend on under the choices so far. A reading it never consults on a branch is not tried there,
since it could change nothing.

Of its branches those go first that move the fewest readings: each one alone, then two at a time,
and so on. What a bound leaves out is then what takes the most readings to come true.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace

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
    figures_by_reading,
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
        self._found_by: dict[str, int] = {}

    def under(self, moved: Mapping[str, str]) -> tuple[Assessment, Mapping[Name, str]]:
        """The assessment with some readings moved, and its figures."""
        return self.made(moved)[:2]

    def made(self, moved: Mapping[str, str]) -> Made:
        """The assessment with some readings moved, its figures, and its parts by instance."""
        other = {q: c for q, c in moved.items() if c != self.chosen[q]}
        key = frozenset(other.items())
        if key not in self._made:
            made = self._run({**self.chosen, **other})
            self._made[key] = (made, figures_by_reading(made), by_instance(made))
            self._found_by.update(made.found_by)
        return self._made[key]

    def alone(self) -> Iterator[tuple[Mapping[str, str], Mapping[Name, str]]]:
        """Each move of one reading alone that was made so far, and the figures under it."""
        return ((dict(key), made) for key, (_, made, _) in self._made.items() if len(key) == 1)

    def absence_depends_on(self, there: Assessment, instance: str) -> Collection[str]:
        """The readings by which an instance that another pass has is not in an assessment.

        It is not there after the part that would find it: so much depends only on what was
        consulted by the end of that part. Of one dropped later, on all that was consulted.
        """
        place = self._found_by.get(instance)
        if place is None or instance in there.found_by:
            return there.consulted
        return there.consulted_by[place]

    def names(self) -> list[Name]:
        """The figures that arise under any of the passes made so far."""
        return list(dict.fromkeys(name for _, made, _ in self._made.values() for name in made))


def jointly(passes: Passes, most: int = MOST) -> Iterator[Range]:
    """The range of every figure that other readings move, of those the passes so far know."""
    for name in passes.names():
        found = _with_each_alone(range_of(name, passes, most), passes)
        if len(found.values) > 1:
            yield found


def _with_each_alone(found: Range, passes: Passes) -> Range:
    """A range that a bound cut short holds what each reading moved alone gives all the same."""
    values, readings = dict(found.values), dict.fromkeys(found.readings)
    for moved, figures_there in passes.alone():
        value = figures_there.get((found.instance, found.what), ABSENT)
        if value not in values:
            values[value] = moved
            readings.update(dict.fromkeys(moved))
    return replace(found, values=values, readings=tuple(readings))


Depends = Callable[[Assessment, Name, Mapping[str, Part]], frozenset[str] | None]
"""The readings a figure depends on in an assessment of those parts; None where it has no such."""


def range_of(name: Name, passes: Passes, most: int = MOST, depends: Depends = depends_on) -> Range:
    """Every value one figure takes; of one that no reading moves, its one value."""

    def ask(moved: Mapping[str, str]) -> tuple[str, Collection[str]]:
        there, theirs, parts = passes.made(moved)
        asked: Collection[str] | None = depends(there, name, parts)
        if asked is None:
            asked = passes.absence_depends_on(there, name[0])
        return theirs.get(name, ABSENT), asked

    return over_all(name, passes.chosen, ask, most)


Ask = Callable[[Mapping[str, str]], tuple[str, Collection[str]]]
"""A figure with some readings moved, and the readings it depends on there."""


def over_all(name: Name, chosen: Mapping[str, str], ask: Ask, most: int = MOST) -> Range:
    """Every value `ask` gives over the readings it says the figure depends on.

    `waiting` are branches that move as many readings as the one at hand, `further` one more.
    """
    values: dict[str, Mapping[str, str]] = {}
    asked: dict[str, None] = {}
    tried, waiting, further = 0, [dict[str, str]()], list[dict[str, str]]()
    while waiting and tried < most:
        moved = waiting.pop()
        value, depends = ask(moved)
        question = _next_question(depends, moved)
        if question is None:
            tried += 1
            values.setdefault(value, moved)
        else:
            asked[question] = None
            others = [c for c in reversed(ALL[question].open) if c != chosen[question]]
            branches = [{**moved, question: c} for c in others]
            further += [b for b in branches if conflict_in({**chosen, **b}) is None]
            waiting.append({**moved, question: chosen[question]})
        if not waiting:
            waiting, further = further, []
    return Range(*name, tuple(asked), values, tried, not waiting)


def _next_question(depends: Collection[str], moved: Mapping[str, str]) -> str | None:
    """A reading depended on that is not settled on this branch yet."""
    return next((q for q in ALL if q in depends and q not in moved and len(ALL[q].open) > 1), None)
