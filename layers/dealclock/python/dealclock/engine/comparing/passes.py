"""Assessments under other readings, each made once; and single conclusions under other readings,
asked for by their own names, without the pass around them.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property

from dealclock.engine.assessment import Assessment
from dealclock.engine.comparing.quantities import (
    ABSENT,
    Name,
    Part,
    alike_in,
    by_instance,
    depends_on,
    figures,
    figures_of,
    moved,
    totals,
)
from dealclock.engine.conclusions import Obligation
from dealclock.engine.context import Context
from dealclock.engine.instances import Due
from dealclock.engine.questions import conclusion_in, last_day
from dealclock.terms.readings import Reading

Pass = Callable[[Mapping[str, str]], Assessment]
Alone = Callable[[Mapping[str, str]], Context]
"""The context in which a single question is asked under some choices of all readings."""
Moved = frozenset[tuple[str, str]]
"""Readings that are moved, each with its choice."""


class PassFigures:
    """An assessment with its figures."""

    def __init__(self, assessment: Assessment) -> None:
        self.assessment = assessment

    @cached_property
    def parts(self) -> Mapping[str, Part]:
        """The parts that have figures, by instance; the first one if there are two."""
        return by_instance(self.assessment)

    @cached_property
    def figures(self) -> Mapping[Name, str]:
        """Every figure that readings may move; the totals last."""
        return {**figures(self.assessment), **totals(self.assessment)}

    def moved_in(self, later: "PassFigures") -> Iterator[tuple[Name, str, str]]:
        """Each figure that differs in `later`, with both values."""
        here, there = self.assessment, later.assessment
        alike = alike_in(here, there)
        return moved(
            {**figures(here, alike), **totals(here)}, {**figures(there, alike), **totals(there)}
        )


class Passes:
    """Assessments under other choices of the `known` readings, each made once.

    With `alone`, a conclusion that a question makes is asked for by itself.
    """

    def __init__(
        self,
        chosen: Mapping[str, str],
        run: Pass,
        known: Mapping[str, Reading],
        alone: Alone | None = None,
    ) -> None:
        self.known = known
        self.chosen = chosen
        self._run = run
        self._alone = alone
        self._made: dict[Moved, PassFigures] = {}
        self._contexts: dict[Moved, Context] = {}
        self._found_by: dict[str, int] = {}

    def _moved(self, moved: Mapping[str, str]) -> Moved:
        return frozenset([(q, c) for q, c in moved.items() if c != self.chosen[q]])

    def made(self, moved: Mapping[str, str]) -> PassFigures:
        """The assessment with some readings moved."""
        key = self._moved(moved)
        if key not in self._made:
            made = self._run({**self.chosen, **dict(key)})
            self._made[key] = PassFigures(made)
            self._found_by.update(made.found_by)
        return self._made[key]

    def alone(self) -> Iterator[tuple[Mapping[str, str], Mapping[Name, str]]]:
        """Each move of one reading alone that was tried so far, and the figures under it."""
        return ((dict(key), made.figures) for key, made in self._made.items() if len(key) == 1)

    def names(self) -> list[Name]:
        """The figures that arise under any of the passes made so far."""
        return list(dict.fromkeys(name for made in self._made.values() for name in made.figures))

    def figure(
        self, name: Name, moved: Mapping[str, str], *, of_day: bool = False
    ) -> tuple[str, Collection[str]]:
        """A figure with some readings moved, and the readings it depends on there.

        `of_day`: the readings that a due day depends on wherever it arises, if they are known.
        """
        if self._alone is not None:
            key = self._moved(moved)
            if (context := self._contexts.get(key)) is None:
                context = self._contexts[key] = self._alone({**self.chosen, **dict(key)})
            if of_day and (answer := last_day(context, name[0])) is not None:
                due: Due | None = answer.value
                if due is None:
                    return ABSENT, answer.trail.readings
                return ABSENT if due.is_waiting else due.more.due.isoformat(), due.readings
            if (made_by := context.memory.made_by.get(name[0])) is not None:
                answer = context.memory.answer(made_by[0], context, made_by[1])
                part = conclusion_in(answer.value, name[0])
                if part is None:
                    return ABSENT, answer.trail.readings
                return figures_of(part).get(name, ABSENT), _depends(part, of_day=of_day)
        there = self.made(moved)
        part = there.parts.get(name[0])
        value = there.figures.get(name, ABSENT)
        if part is not None:
            return value, _depends(part, of_day=of_day)
        total = depends_on(there.assessment, name)
        return value, self.absence_depends_on(there, name[0]) if total is None else total

    def absence_depends_on(self, there: PassFigures, instance: str) -> Collection[str]:
        """The readings on which the absence of an instance, found by another pass, depends. An
        instance missing after the part that would find it depends only on the readings consulted by
        the end of that part; one dropped later depends on all that were consulted.
        """
        place = self._found_by.get(instance)
        if place is None or instance in there.assessment.found_by:
            return there.assessment.consulted
        return there.assessment.consulted_by[place]


def _depends(part: Part, *, of_day: bool) -> Collection[str]:
    if of_day and isinstance(part, Obligation) and part.due_readings is not None:
        return part.due_readings
    return part.why.readings
