"""The range of a figure over all readings together, the dates that are safe under every reading,
and what each choice leaves of a day budget.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property, partial

from dealclock.engine.assessment import (
    ABSENT,
    TOTAL,
    UNPAID,
    Assessment,
    Name,
    Part,
    Range,
    alike_in,
    by_instance,
    depends_on,
    figures,
    figures_of,
    moved,
    totals,
)
from dealclock.engine.conclusions import Obligation, Status, Window
from dealclock.engine.context import Context, conclusion_in
from dealclock.engine.states.limits_left import LimitsLeft, left
from dealclock.engine.states.outcome import budgets
from dealclock.terms.readings import Reading, conflict_in

# Assessments under other readings, each made once; and single conclusions under other readings,
# asked for by their own names, without the pass around them.

Pass = Callable[[Mapping[str, str]], Assessment]
Alone = Callable[[Mapping[str, str]], Context]
"""The context in which a single question is asked under some choices of all readings."""
MovedReadings = frozenset[tuple[str, str]]
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

    With `alone`, a conclusion that a question makes is asked for by itself. `amounts` runs as much
    of a pass as what accrued and what is unpaid rest on.
    """

    def __init__(
        self,
        chosen: Mapping[str, str],
        run: Pass,
        known: Mapping[str, Reading],
        alone: Alone | None = None,
        amounts: Pass | None = None,
    ) -> None:
        self.known = known
        self.chosen = chosen
        self._run = run
        self._alone = alone
        self._amounts = amounts
        self._totals: dict[MovedReadings, Assessment] = {}
        self._made: dict[MovedReadings, PassFigures] = {}
        self._contexts: dict[MovedReadings, Context] = {}
        self._found_by: dict[str, int] = {}

    def _moved(self, moved: Mapping[str, str]) -> MovedReadings:
        return frozenset([(q, c) for q, c in moved.items() if c != self.chosen[q]])

    def made(self, moved: Mapping[str, str]) -> PassFigures:
        """The assessment with some readings moved."""
        key = self._moved(moved)
        if key not in self._made:
            made = self._run({**self.chosen, **dict(key)})
            self._made[key] = PassFigures(made)
            self._found_by.update(made.found_by)
        return self._made[key]

    def amounts(self, moved: Mapping[str, str]) -> Assessment:
        """As much of the assessment as what accrued and is unpaid rest on, with readings moved."""
        key = self._moved(moved)
        if key in self._made or self._amounts is None:
            return self.made(moved).assessment
        if key not in self._totals:
            self._totals[key] = self._amounts({**self.chosen, **dict(key)})
        return self._totals[key]

    def others(self, questions: Collection[str]) -> Iterator[tuple[str, str]]:
        """Every choice of these questions that is not chosen, and fits what is."""
        for question in (each for each in self.known if each in questions):
            for choice in self.known[question].open:
                other = choice != self.chosen[question]
                if other and not conflict_in({**self.chosen, question: choice}):
                    yield question, choice

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
        key = self._moved(moved)
        if self._amounts is not None and name in (TOTAL, UNPAID) and key not in self._made:
            found = self.amounts(moved)
            if (depends := depends_on(found, name)) is not None:
                return totals(found)[name], depends
        if self._alone is not None:
            if (context := self._contexts.get(key)) is None:
                context = self._contexts[key] = self._alone({**self.chosen, **dict(key)})
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


# The range of a figure over all readings together, not only each moved alone.
#
# One reading moved alone can leave an amount where it was, and two together move it. So the
# choices are tried together: a tree whose every branch is one more reading that the figure was
# found to depend on under the choices so far. A reading it never consults on a branch is not tried
# there, since it could change nothing.
#
# Branches that move the fewest readings are tried first: each one alone, then two at a time, and so
# on. A bound then leaves out only the values that take the most readings.

MOST = 4096
"""Combinations tried for one figure; beyond them its range is a bound, and says so."""


def amounts_of(compared: Assessment) -> list[Name]:
    """What accrued and, where it arises under the chosen readings or with one moved, is unpaid."""
    changed = {(each.instance, each.what) for each in compared.differences}
    return [name for name in (TOTAL, UNPAID) if name in changed or name in totals(compared)]


def jointly(passes: Passes, names: Iterable[Name], most: int = MOST) -> Iterator[Range]:
    """The range of every figure that other readings move, among those named."""
    for name in names:
        found = _with_each_alone(range_of(name, passes, most), passes)
        if len(found.values) > 1:
            yield found


def _with_each_alone(found: Range, passes: Passes) -> Range:
    """A range that a bound cut short still contains the values of each reading moved alone."""
    values, readings = dict(found.values), dict.fromkeys(found.readings)
    for choices, figures_there in passes.alone():
        value = figures_there.get((found.instance, found.what), ABSENT)
        if value not in values:
            values[value] = choices
            readings.update(dict.fromkeys(choices))
    return replace(found, values=values, readings=tuple(readings))


def range_of(name: Name, passes: Passes, most: int = MOST, *, of_day: bool = False) -> Range:
    """Every value one figure takes; its one value if no reading moves it. `of_day` is as in
    `Passes.figure`.
    """
    ask = partial(passes.figure, name, of_day=of_day)
    return over_all(name, passes.chosen, ask, passes.known, most)


Ask = Callable[[Mapping[str, str]], tuple[str, Collection[str]]]
"""A figure with some readings moved, and the readings it depends on there."""


def over_all(
    name: Name,
    chosen: Mapping[str, str],
    ask: Ask,
    known: Mapping[str, Reading],
    most: int = MOST,
) -> Range:
    """Every value `ask` gives over the readings, among those `known`, on which it says the figure
    depends.

    A figure is asked for once for all of its readings that stay as chosen. `waiting` are branches
    that move as many readings as the one at hand, `further` one more.
    """
    places = {reading: place for place, reading in enumerate(known)}
    values: dict[str, Mapping[str, str]] = {}
    asked: dict[str, None] = {}
    tried, waiting, further = 0, [dict[str, str]()], list[dict[str, str]]()
    while waiting and tried < most:
        moved = waiting.pop()
        value, depends = ask(moved)
        # The readings that the figure depends on and this branch has not fixed.
        left = [q for q in depends if q in places and q not in moved]
        for question in sorted(left, key=places.__getitem__):
            if len(choices := known[question].open) > 1:
                asked[question] = None
                others = [c for c in reversed(choices) if c != chosen[question]]
                branches = [{**moved, question: c} for c in others]
                further += [b for b in branches if conflict_in({**chosen, **b}) is None]
                moved[question] = chosen[question]
        tried += 1
        values.setdefault(value, moved)
        if not waiting:
            waiting, further = further, []
    return Range(*name, tuple(asked), values, tried, not waiting)


# The dates that are safe under every reading.
#
# "Not before" takes the latest day, "not after" the earliest. `safe` is what each reading moved
# alone leaves; `safe_together` what all their combinations leave, which is narrower where two
# readings reach further together than either alone, and never wider. Where a date does not arise,
# the others bound it.
#
# A window that closed on its own last day has no safe part: it lies inside the window, and so in
# the past, under every combination. One that an event ended keeps it: whether that event came in
# time is what the readings may dispute.

_MOST_FOR_A_SAFE_DATE = 256
"""Combinations tried for one date, those of the fewest readings moved first; more would keep a
person waiting."""
_BARS = frozenset({"minimum period"})
"""Windows in which something must not be done yet: no part of them is safe to do it in."""

_DAYS = frozenset({"due", "opens", "closes"})

Between = tuple[date, date]
Moved = Mapping[Name, Sequence[date]]
"""Where readings moved alone leave a date."""


def with_safe_dates(here: Assessment, passes: Passes) -> Assessment:
    """The assessment with the safe dates of each due date and window that readings move. Its
    differences must be computed already.
    """
    moved = _moved(here)
    return replace(
        here,
        obligations=tuple(_obligation(o, moved, passes) for o in here.obligations),
        windows=tuple(_window(w, moved, passes) for w in here.windows),
    )


def _obligation(owed: Obligation, moved: Moved, passes: Passes) -> Obligation:
    name = (owed.instance, "due")
    alone = min([owed.due, *moved.get(name, ())])
    together = min([alone, *_together(name, passes, of_day=True)])
    return replace(owed, safe=alone, safe_together=together) if together < owed.due else owed


def _window(window: Window, moved: Moved, passes: Passes) -> Window:
    endless = window.is_open_ended and window.kind == "obligation"
    if window.kind in _BARS or _closed_by_itself(window) or endless:
        return window
    opens, closes = (window.instance, "opens"), (window.instance, "closes")
    here = window.opens, window.closes
    alone = _between(here, moved.get(opens, ()), moved.get(closes, ()))
    together = _between(alone, _together(opens, passes), _together(closes, passes))
    if together == here:
        return window
    return replace(window, safe=alone, safe_together=together)


def _closed_by_itself(window: Window) -> bool:
    """Whether the window's last day passed without an event that is measured against that day."""
    return window.status is Status.CLOSED and window.done_on is None


def _between(within: Between, opens: Iterable[date], closes: Iterable[date]) -> Between:
    first, last = within
    return max([first, *opens]), min([last, *closes])


def _moved(here: Assessment) -> Moved:
    found: dict[Name, list[date]] = {}
    for each in here.differences:
        name = (each.instance, each.what)
        if name[1] in _DAYS and each.there != ABSENT:
            found.setdefault(name, []).append(date.fromisoformat(each.there))
    return found


def _together(name: Name, passes: Passes, *, of_day: bool = False) -> list[date]:
    values = range_of(name, passes, _MOST_FOR_A_SAFE_DATE, of_day=of_day).values
    return [date.fromisoformat(value) for value in values if value != ABSENT]


# What each other choice of a reading, moved alone, would leave of the limits of a day budget.
#
# Of each limit the days left and the day it would break, and the day from which the next period may
# begin. They are not in `quantities`: they change with every day that passes, so they are compared
# only between readings.


def budgets_left(context: Context) -> tuple[Sequence[LimitsLeft], frozenset[str]]:
    """What is left of the limits of states, and every reading consulted for it."""
    found = [left(each, context) for each in budgets(context)]
    return found, frozenset(context.choices.in_all)


def moved_budgets(
    here: Sequence[LimitsLeft], there: Sequence[LimitsLeft]
) -> Iterator[tuple[Name, str, str]]:
    """Each figure of a budget that `there` has otherwise than `here`; only of one drawn on."""
    drawn_on = {each.id for each in (*here, *there) if each.is_drawn_on}
    for name, a, b in moved(_figures(here), _figures(there)):
        if name[0] in drawn_on:
            yield name, a, b


def _figures(budgets: Sequence[LimitsLeft]) -> Mapping[Name, str]:
    return {(each.id, what): value for each in budgets for what, value in _of(each)}


def _of(budget: LimitsLeft) -> Iterator[tuple[str, str]]:
    for limit in budget.limits:
        name = f"in-{limit.window.id}" if limit.window else "length"
        yield f"{name} left", _count(limit.left, "day")
        yield f"{name} breaks_on", limit.breaks_on.isoformat()
    for often in budget.times:
        yield f"times-in-{often.window.id} left", _count(often.left, "time")
        yield f"times-in-{often.window.id} earliest", often.earliest.isoformat()
    if budget.gap is not None:
        yield "gap earliest", budget.gap.earliest.isoformat()


def _count(n: int, one: str) -> str:
    return f"{n} {one}" if n == 1 else f"{n} {one}s"
