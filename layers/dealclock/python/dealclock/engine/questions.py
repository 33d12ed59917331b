"""Questions asked once, and what each answer consulted.

    default(default-ii)                    consults default-occurs
      +- due(effectiveness)                consults trigger-day, closed-last-day
      +- satisfied(effectiveness)          uses the event E3

A question is a function of a context and its arguments, marked with `@question`. Its answer is kept
under the question, the version of the terms and the arguments, with the readings it consulted and
the events it used, itself or through other questions. Under other readings a kept answer holds if
those readings are chosen the same. So passes under other readings compute only what they change,
and what an answer rests on is known without being written down.

A question that asks itself through others is a circle in the terms, and is refused by name.

A question marked with `@concludes` makes conclusions: obligations, windows, defaults. Its arguments
are of the terms and the events alone, never computed, so that each conclusion can be asked for by
its own name under other readings, without a whole pass.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from datetime import date
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from dealclock.errors import EngineError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

if TYPE_CHECKING:
    from dealclock.engine.context import Context

P = ParamSpec("P")
R = TypeVar("R")


class CircleError(EngineError):
    """The terms define a day or a state by itself, through others; the message names them all."""


@record
class Answer:
    """A kept answer, with the readings it consulted and the events it used.

    `asked` are the arguments, kept alive so that their identities are not reused.
    """

    value: Any
    readings: frozenset[str]
    used: Mapping[str, EffectiveFact]
    asked: tuple[object, ...]


class Memory:
    """The answers of all passes over the same terms and events on the same day."""

    __slots__ = ("_answers", "_asking", "computed", "made_by")

    def __init__(self) -> None:
        # By question, version and arguments; then by the readings consulted; then by their choices.
        self._answers: dict[Hashable, dict[tuple[str, ...], dict[tuple[str, ...], Answer]]] = {}
        self._asking: dict[Hashable, str] = {}
        self.computed = 0
        """How many answers were computed rather than found."""
        self.made_by: dict[str, tuple[Callable[..., Any], tuple[object, ...]]] = {}
        """The question that made each conclusion, with its arguments, by instance."""

    def ask(self, of: Callable[..., R], context: "Context", asked: tuple[object, ...]) -> R:
        """The value of an answer; what it consulted and used counts as consulted and used in the
        context. Raises CircleError for a circle.
        """
        answer = self.answer(of, context, asked)
        context.choices.add(answer.readings, answer.used)
        value: R = answer.value
        return value

    def answer(self, of: Callable[..., R], context: "Context", asked: tuple[object, ...]) -> Answer:
        """The answer to a question, kept or computed now."""
        key = (of, id(context.terms), *map(_key, asked))
        alike = self._answers.setdefault(key, {})
        answer = _chosen_the_same(alike, context.choices.of)
        if answer is None:
            answer = self._computed(of, key, context, asked)
            consulted = tuple(sorted(answer.readings))
            chosen = tuple([context.choices.of[reading] for reading in consulted])
            alike.setdefault(consulted, {})[chosen] = answer
        return answer

    def _computed(
        self, of: Callable[..., R], key: Hashable, context: "Context", asked: tuple[object, ...]
    ) -> Answer:
        if key in self._asking:
            names = [*self._asking.values()][[*self._asking].index(key) :]
            raise CircleError(
                f"the terms go in a circle: {' -> '.join([*names, names[0]])}; define one of them "
                "by an event or a date."
            )
        own = context.apart()
        self._asking[key] = _name(of, asked)
        self.computed += 1
        try:
            value = of(own, *asked)
        finally:
            del self._asking[key]
        return Answer(value, frozenset(own.choices.in_all), dict(own.choices.used), asked)


def question(of: Callable[Concatenate["Context", P], R]) -> Callable[Concatenate["Context", P], R]:
    """A function of a context and positional arguments whose answer is kept in its memory.

    It must depend on nothing but its arguments and what it reads through the context.
    """

    @wraps(of)
    def ask(context: "Context", /, *asked: P.args, **named: P.kwargs) -> R:
        if named:
            raise TypeError(f"{of.__name__} is a question; give its arguments by position")
        return context.memory.ask(of, context, asked)

    return ask


def concludes(of: Callable[Concatenate["Context", P], R]) -> Callable[Concatenate["Context", P], R]:
    """A question whose answer is a conclusion, several, or none of them (None, or empty).

    Only its own arguments and the context decide which: it is asked again under other readings.
    """

    @wraps(of)
    def ask(context: "Context", /, *asked: P.args, **named: P.kwargs) -> R:
        value: R = question(of)(context, *asked, **named)
        for each in _conclusions(value):
            context.memory.made_by[each] = (of, asked)
        return value

    return ask


def _conclusions(value: object) -> Iterator[str]:
    """The instances of the conclusions in an answer."""
    for each in value if isinstance(value, tuple | list) else (value,):
        instance = getattr(each, "instance", None)
        if isinstance(instance, str):
            yield instance


def _key(argument: object) -> Hashable:
    """Values by value; terms, events and other records by identity."""
    return argument if isinstance(argument, str | int | date | None) else id(argument)


def _name(of: Callable[..., object], asked: tuple[object, ...]) -> str:
    """A question as a person would write it: "due(effectiveness)"."""
    said = (str(getattr(each, "id", each)) for each in asked)
    return f"{of.__name__}({', '.join(said)})"


def _chosen_the_same(
    alike: Mapping[tuple[str, ...], Mapping[tuple[str, ...], Answer]], of: Mapping[str, str]
) -> Answer | None:
    """The kept answer whose readings are all chosen as they are now; None if there is none."""
    for consulted, by_choices in alike.items():
        answer = by_choices.get(tuple([of[reading] for reading in consulted]))
        if answer is not None:
            return answer
    return None
