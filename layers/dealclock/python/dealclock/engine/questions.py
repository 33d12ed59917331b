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
"""

from collections.abc import Callable, Hashable, Mapping
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

    __slots__ = ("_answers", "_asking", "computed")

    def __init__(self) -> None:
        # By question, version and arguments; then by the readings consulted; then by their choices.
        self._answers: dict[Hashable, dict[tuple[str, ...], dict[tuple[str, ...], Answer]]] = {}
        self._asking: dict[Hashable, str] = {}
        self.computed = 0
        """How many answers were computed rather than found."""

    def ask(self, of: Callable[..., R], context: "Context", asked: tuple[object, ...]) -> R:
        """The answer to a question, kept or computed now; raises CircleError for a circle."""
        key = (of, id(context.terms), *map(_key, asked))
        alike = self._answers.setdefault(key, {})
        answer = _chosen_the_same(alike, context.choices.of)
        if answer is None:
            answer = self._computed(of, key, context, asked)
            consulted = tuple(sorted(answer.readings))
            chosen = tuple([context.choices.of[reading] for reading in consulted])
            alike.setdefault(consulted, {})[chosen] = answer
        context.choices.add(answer.readings, answer.used)
        value: R = answer.value
        return value

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
