"""Questions asked once, and what each answer consulted.

    default(default-ii)                    consults default-occurs
      +- due(effectiveness)                consults trigger-day, closed-last-day
      +- satisfied(effectiveness)          uses the event E3

A question is a function of a context and its arguments, marked with `@question`. Its answer is kept
under the question, the version of the terms and the arguments, with all that it looked at, itself
or through other questions: readings, events, and whether days have come. It holds in another pass
that chooses those readings the same, finds those events the same, and is on a day between those
days. So a pass under other readings, on another day or after another event computes only what that
changes; what an answer rests on is known without being written down; and what is the same object in
two assessments has not changed.

A question that asks itself through others is a circle in the terms, and is refused by name.

A question marked with `@concludes` makes conclusions: obligations, windows, defaults. Its arguments
are of the terms and the events alone, never computed, so that each conclusion can be asked for by
its own name under other readings, without a whole pass.
"""

from collections.abc import Callable, Hashable, Iterator
from datetime import date, timedelta
from functools import wraps
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

from dealclock.errors import EngineError
from dealclock.facts.index import FactIndex
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

if TYPE_CHECKING:
    from dealclock.engine.context import Context

_ONE = timedelta(days=1)
LookUp = tuple[str, *tuple[object, ...]]
"""A look-up of events: its name in `FactIndex`, and its arguments."""
Ts = TypeVarTuple("Ts")
R = TypeVar("R")


class CircleError(EngineError):
    """The terms define a day or a state by itself, through others; the message names them all."""


class Trail:
    """What a question looked at so far, itself or through the questions it asked.

    `readings` it consulted; `used` are the events it rests on, by id, in order. `seen` are the
    events it looked for, with what it found; `all_seen` if it looked at all events. It gives the
    same answer on any day from `first` on and before `end`.
    """

    __slots__ = ("all_seen", "end", "first", "readings", "seen", "used")

    def __init__(self) -> None:
        self.readings: set[str] = set()
        self.used: dict[str, EffectiveFact] = {}
        self.seen: dict[LookUp, object] = {}
        self.all_seen = False
        self.first = date.min
        self.end = date.max

    def has_come(self, day: date, today: date) -> bool:
        """Whether a day is today or earlier."""
        if day <= today:
            self.first = max(self.first, day)
            return True
        self.end = min(self.end, day)
        return False

    def only_on(self, today: date) -> None:
        """Record that the answer may be another on any other day."""
        self.first = today
        self.end = min(self.end, today + _ONE) if today < date.max else date.max

    def add(self, other: "Trail") -> None:
        """Count what another question looked at as looked at here."""
        if other.readings:
            self.readings |= other.readings
        if other.used:
            self.used.update(other.used)
        if other.seen or other.all_seen:
            self.seen.update(other.seen)
            self.all_seen |= other.all_seen
        if other.first > self.first:
            self.first = other.first
        if other.end < self.end:
            self.end = other.end


@record
class Answer:
    """A kept answer, what it looked at, and the events and the day it was computed from.

    `asked` are the arguments, kept alive so that their identities are not reused.
    """

    value: Any
    trail: Trail
    events: FactIndex
    asked: tuple[object, ...]

    def holds(self, context: "Context") -> bool:
        """Whether the answer is the same for the events and the day of a context."""
        trail = self.trail
        if not trail.first <= context.today < trail.end and context.today != date.max:
            return False
        if self.events is context.events:
            return True
        if trail.all_seen:
            return False
        return all(
            context.events.find(str(name), *of) == found
            for (name, *of), found in trail.seen.items()
        )


class Memory:
    """The answers of all passes over a deal, under other readings. With `across`, also of passes on
    other days and after other events; of answers that differ by these alone, the last is kept.
    """

    __slots__ = ("_answers", "_asking", "_terms", "across", "computed", "made_by")

    def __init__(self, *, across: bool = False) -> None:
        self.across = across
        # By question, version and arguments; then by the readings consulted; then by their choices.
        self._answers: dict[Hashable, dict[tuple[str, ...], dict[tuple[str, ...], Answer]]] = {}
        self._asking: dict[Hashable, tuple[Callable[..., Any], tuple[object, ...]]] = {}
        self._terms: dict[int, object] = {}
        self.computed = 0
        """How many answers were computed rather than found."""
        self.made_by: dict[str, tuple[Callable[..., Any], tuple[object, ...]]] = {}
        """The question that made each conclusion, with its arguments, by instance."""

    def answer(self, of: Callable[..., R], context: "Context", asked: tuple[object, ...]) -> Answer:
        """The answer to a question, kept or computed now; raises CircleError for a circle."""
        values = asked if _VALUES.issuperset(map(type, asked)) else tuple(map(_key, asked))
        in_pass, here = context.choices.answers, (of, context.since, values)
        if (answer := in_pass.get(here)) is not None:
            return answer
        key = (of, self._version(context), values) if self.across else here
        alike = self._answers.setdefault(key, {})
        chosen = context.choices.of.__getitem__
        for consulted, by_choices in alike.items():
            kept = by_choices.get(tuple(map(chosen, consulted)))
            if kept is not None and (not self.across or kept.holds(context)):
                in_pass[here] = kept
                return kept
        answer = in_pass[here] = self._computed(of, key, context, asked)
        consulted = tuple(sorted(answer.trail.readings))
        alike.setdefault(consulted, {})[tuple(map(chosen, consulted))] = answer
        return answer

    def _version(self, context: "Context") -> Hashable:
        """The version of the terms of a context, among those of all days; it is kept alive, so that
        its identity is not reused.
        """
        self._terms[id(context.terms)] = context.terms
        return id(context.terms), context.since, context.until

    def _computed(
        self, of: Callable[..., R], key: Hashable, context: "Context", asked: tuple[object, ...]
    ) -> Answer:
        if key in self._asking:
            asking = [*self._asking.values()][[*self._asking].index(key) :]
            names = [_name(of, asked) for of, asked in asking]
            raise CircleError(
                f"the terms go in a circle: {' -> '.join([*names, names[0]])}; define one of them "
                "by an event or a date."
            )
        own = context.apart()
        self._asking[key] = of, asked
        self.computed += 1
        try:
            value = of(own, *asked)
        finally:
            del self._asking[key]
        if of in _CONCLUDING:
            for each in _conclusions(value):
                self.made_by[each] = of, asked
        return Answer(value, own.choices.trail, context.events, asked)


def question(of: Callable[["Context", *Ts], R]) -> Callable[["Context", *Ts], R]:
    """A function of a context and positional arguments whose answer is kept in its memory.

    It must depend on nothing but its arguments and what it reads through the context.
    """

    @wraps(of)
    def ask(context: "Context", /, *asked: *Ts) -> R:
        answer = context.memory.answer(of, context, asked)
        context.choices.add(answer.trail)
        value: R = answer.value
        return value

    return ask


def concludes(of: Callable[["Context", *Ts], R]) -> Callable[["Context", *Ts], R]:
    """A question whose answer is a conclusion, several, or none of them (None, or empty).

    Only its own arguments and the context decide which: it is asked again under other readings.
    """
    _CONCLUDING.add(of)
    return question(of)


def concluded(context: "Context", instance: str) -> Any:
    """The conclusion of that instance, asked for by itself; None if there is none, or no question
    has made it yet.
    """
    made_by = context.memory.made_by.get(instance)
    if made_by is None:
        return None
    of, asked = made_by
    answer = context.memory.answer(of, context, asked)
    context.choices.add(answer.trail)
    return conclusion_in(answer.value, instance)


def conclusion_in(value: object, instance: str) -> Any:
    """The conclusion of that instance in an answer; None if there is none."""
    several = value if isinstance(value, tuple | list) else (value,)
    return next((each for each in several if getattr(each, "instance", "") == instance), None)


def _conclusions(value: object) -> Iterator[str]:
    """The instances of the conclusions in an answer."""
    for each in value if isinstance(value, tuple | list) else (value,):
        instance = getattr(each, "instance", None)
        if isinstance(instance, str):
            yield instance


_CONCLUDING: set[Callable[..., Any]] = set()
"""The questions that make conclusions."""
_VALUES = frozenset({str, int, bool, date, frozenset, NoneType})


def _key(argument: object) -> Hashable:
    """Values by value, in tuples too; terms, events and other records by identity."""
    if isinstance(argument, tuple):
        return tuple([_key(each) for each in argument])
    return argument if type(argument) in _VALUES else id(argument)


def _name(of: Callable[..., object], asked: tuple[object, ...]) -> str:
    """A question as a person would write it: "due(effectiveness)"."""
    said = (str(getattr(each, "id", each)) for each in asked)
    return f"{of.__name__}({', '.join(said)})"
