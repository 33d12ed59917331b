"""Questions asked once, and what each answer consulted.

    default(default-ii)                    consults default-occurs
      +- due(effectiveness)                consults trigger-day, closed-last-day
      +- satisfied(effectiveness)          uses the event E3

A question is a function of a context and its arguments, marked with `@question`. Its answer is kept
under the question, the version of the terms and the arguments, with the readings it consulted,
itself or through other questions. It holds in another pass that chooses those readings the same. In
a memory across days, it is also kept with the events it looked for, with whether days had come, and
with the answers it asked for: it holds while all of these are the same. So a pass under other
readings, on another day or after another event computes only what that changes; what an answer
rests on is known without being written down; and what is the same object in two assessments has not
changed.

A question that asks itself through others is a circle in the terms, and is refused by name.

A question marked with `@concludes` makes conclusions: obligations, windows, defaults. Its arguments
are of the terms and the events alone, never computed, so that each conclusion can be asked for by
its own name under other readings, without a whole pass.
"""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import wraps
from types import NoneType
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from dealclock.errors import DealclockError
from dealclock.facts.index import KIND_LOOK_UPS, FactIndex
from dealclock.facts.log import EffectiveFact

if TYPE_CHECKING:
    from dealclock.engine.context import Context

_ONE = timedelta(days=1)
LookUp = tuple[str, *tuple[object, ...]]
"""A look-up of events: its name in `FactIndex`, and its arguments."""
P = ParamSpec("P")
R = TypeVar("R")


class Trail:
    """What a question looked at so far.

    `readings` it consulted, itself or through the questions it asked; `used` are the events it
    rests on, by id, in order. In a memory across days: `seen` are the events it looked for, with
    what it found, `all_seen` if it looked at all events, and `asked` the questions it asked, with
    their answers. It gives the same answer on any day from `first` on and before `end`.
    """

    __slots__ = ("all_seen", "asked", "end", "first", "readings", "seen", "used")

    def __init__(self) -> None:
        self.readings: set[str] = set()
        self.used: dict[str, EffectiveFact] = {}
        self.seen: dict[LookUp, object] = {}
        self.asked: dict[int, KeptAnswer] = {}
        self.all_seen = False
        self.first = date.min
        self.end = date.max

    def only_on(self, today: date) -> None:
        """Record that the answer may be another on any other day."""
        self.first = today
        self.end = min(self.end, today + _ONE) if today < date.max else date.max

    def add(self, other: "Trail") -> None:
        """Count what was looked at apart as looked at here."""
        self.readings |= other.readings
        self.used.update(other.used)
        self.seen.update(other.seen)
        self.asked.update(other.asked)
        self.all_seen |= other.all_seen
        self.first = max(self.first, other.first)
        self.end = min(self.end, other.end)


@dataclass(slots=True, eq=False)
class KeptAnswer:
    """A kept answer, what it looked at, and the last events for which it is known to hold.

    `of` is the question; `asked` are its arguments, kept alive so that their identities are not
    reused, and `values` what they are kept under.
    """

    value: Any
    trail: Trail
    events: FactIndex
    of: Callable[..., Any]
    asked: tuple[object, ...]
    values: Hashable

    def holds(self, context: "Context") -> bool:
        """Whether the answer is the same for the events and the day of a context: what it looked
        for is the same, and so are the answers to all that it asked.
        """
        trail, events = self.trail, context.events
        if not trail.first <= context.today < trail.end and context.today != date.max:
            return False
        if self.events is not events:
            if trail.all_seen:
                return False
            changed = events.changed_since(self.events)
            for (name, *of), found in trail.seen.items():
                if name in KIND_LOOK_UPS and of[0] not in changed:
                    continue
                if events.find(name, *of) != found:
                    return False
        if not all(each.is_found(context) for each in trail.asked.values()):
            return False
        self.events = events
        return True

    def is_found(self, context: "Context") -> bool:
        """Whether the question has the same answer in a context, for the same reasons."""
        here = self.of, context.since, self.values
        if (answer := context.choices.answers.get(here)) is not None:
            return answer is self
        try:
            return context.memory.look_up(here, context, self.asked) is self
        except DealclockError:
            return False

    def is_again(self, other: "KeptAnswer") -> bool:
        """Whether another answer is the same, for the same reasons; then it is kept with what the
        other looked at. If not, what is equal in both is the same object in the other.
        """
        ours, theirs = self.trail, other.trail
        if self.value != other.value or ours.used != theirs.used:
            other.value = _as_before(self.value, other.value)
            return False
        self.trail, self.events = theirs, other.events
        return True


class Memory:
    """The answers of all passes over a deal, under other readings. With `across`, also of passes on
    other days and after other events; of answers that differ by these alone, the last is kept. With
    `one_pass`, those of each pass alone, which the pass itself keeps.
    """

    __slots__ = (
        "_answers",
        "_asking",
        "_checking",
        "_terms",
        "across",
        "computed",
        "made_by",
        "one_pass",
    )

    def __init__(self, *, across: bool = False, one_pass: bool = False) -> None:
        self.across = across
        self.one_pass = one_pass
        # By question, version and arguments; then by the readings consulted; then by their choices.
        self._answers: dict[Hashable, dict[tuple[str, ...], dict[tuple[str, ...], KeptAnswer]]] = {}
        self._asking: dict[Hashable, tuple[Callable[..., Any], tuple[object, ...]]] = {}
        self._checking: set[Hashable] = set()
        self._terms: dict[int, object] = {}
        self.computed = 0
        """How many answers were computed rather than found."""
        self.made_by: dict[str, tuple[Callable[..., Any], tuple[object, ...]]] = {}
        """The question that made each conclusion, with its arguments, by instance."""

    def answer(
        self, of: Callable[..., R], context: "Context", asked: tuple[object, ...]
    ) -> KeptAnswer:
        """The answer to a question, kept or computed now; raises DealclockError for a circle."""
        here = of, context.since, _key(asked)
        return context.choices.answers.get(here) or self.look_up(here, context, asked)

    def look_up(
        self,
        here: tuple[Callable[..., R], date | None, Hashable],
        context: "Context",
        asked: tuple[object, ...],
    ) -> KeptAnswer:
        """The answer to a question that the pass has not asked yet; `here` is its key in a pass."""
        of, _, values = here
        in_pass = context.choices.answers
        if self.one_pass:
            answer = in_pass[here] = self._computed(here, here, context, asked)
            return answer
        key = (of, self._version(context), values) if self.across else here
        alike = self._answers.setdefault(key, {})
        chosen = context.choices.of.__getitem__
        for consulted, by_choices in list(alike.items()):
            kept = by_choices.get(tuple(map(chosen, consulted)))
            if kept is not None and (not self.across or self._holds(kept, key, context)):
                return in_pass.setdefault(here, kept)
        answer = self._computed(here, key, context, asked)
        consulted = tuple(sorted(answer.trail.readings))
        by_choices, choices = alike.setdefault(consulted, {}), tuple(map(chosen, consulted))
        if self.across and (kept := by_choices.get(choices)) is not None and kept.is_again(answer):
            answer = kept
        by_choices[choices] = in_pass[here] = answer
        return answer

    def _holds(self, kept: KeptAnswer, key: Hashable, context: "Context") -> bool:
        """Whether a kept answer holds; not if that depends on itself, through answers of other
        moments: then it is computed.
        """
        if key in self._checking:
            return False
        self._checking.add(key)
        try:
            return kept.holds(context)
        finally:
            self._checking.discard(key)

    def _version(self, context: "Context") -> Hashable:
        """The version of the terms of a context, among those of all days; it is kept alive, so that
        its identity is not reused.
        """
        self._terms[id(context.terms)] = context.terms
        return id(context.terms), context.since, context.until

    def _computed(
        self,
        here: tuple[Callable[..., R], date | None, Hashable],
        key: Hashable,
        context: "Context",
        asked: tuple[object, ...],
    ) -> KeptAnswer:
        of, _, values = here
        if key in self._asking:
            asking = [*self._asking.values()][[*self._asking].index(key) :]
            names = [_name(of, asked) for of, asked in asking]
            raise DealclockError(
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
        return KeptAnswer(value, own.choices.trail, context.events, of, asked, values)


def question(of: Callable[Concatenate["Context", P], R]) -> Callable[Concatenate["Context", P], R]:
    """A function of a context and positional arguments whose answer is kept in its memory.

    It must depend on nothing but its arguments and what it reads through the context.
    """

    @wraps(of)
    def ask(context: "Context", /, *asked: P.args, **named: P.kwargs) -> R:
        if named:
            raise TypeError(f"{of.__name__} is a question; give its arguments by position")
        choices, memory = context.choices, context.memory
        values = asked if _VALUES.issuperset(map(type, asked)) else _key(asked)
        here = of, context.since, values
        # Most questions of a pass were asked before, so this is the quick way.
        answer = choices.answers.get(here) or memory.look_up(here, context, asked)
        choices.rest_on(answer, across=memory.across)
        value: R = answer.value
        return value

    return ask


def asked_once(
    of: Callable[Concatenate["Context", P], R],
) -> Callable[Concatenate["Context", P], R]:
    """A question that one pass asks once, or that costs nothing: its answer is kept across days and
    events only, so that what asks it rests on it alone, and not on all that it looked at.
    """

    question_of = question(of)

    @wraps(of)
    def ask(context: "Context", /, *asked: P.args, **named: P.kwargs) -> R:
        return (question_of if context.memory.across else of)(context, *asked, **named)

    return ask


def asked_by_pass(
    ask: Callable[Concatenate["Context", P], R],
) -> Callable[Concatenate["Context", P], R]:
    """A question that a pass asks once and nothing else does: in a memory of one pass its answer is
    not kept. The context from which it takes why something holds must be its own.
    """
    of: Callable[Concatenate[Context, P], R] = ask.__wrapped__  # type: ignore[attr-defined]

    @wraps(of)
    def direct(context: "Context", /, *asked: P.args, **named: P.kwargs) -> R:
        return (of if context.memory.one_pass else ask)(context, *asked, **named)

    return direct


def concludes(of: Callable[Concatenate["Context", P], R]) -> Callable[Concatenate["Context", P], R]:
    """A question whose answer is a conclusion, several, or none of them (None, or empty).

    Only its own arguments and the context decide which: it is asked again under other readings.
    """
    _CONCLUDING.add(of)
    return question(of)


def dates(
    concluding: Callable[Concatenate["Context", P], Any],
) -> Callable[[Callable[Concatenate["Context", P], R]], Callable[Concatenate["Context", P], R]]:
    """A question with the last day alone of what a question concludes, of the same arguments: under
    other readings, the day is asked for without the conclusion.
    """

    def mark(of: Callable[Concatenate["Context", P], R]) -> Callable[Concatenate["Context", P], R]:
        _DAYS[concluding.__wrapped__] = of  # type: ignore[attr-defined]
        return question(of)

    return mark


def last_day(context: "Context", instance: str) -> KeptAnswer | None:
    """The answer with the last day alone of the conclusion of that instance; None if no question
    gives it by itself.
    """
    of, asked = context.memory.made_by.get(instance, (None, ()))
    days = _DAYS.get(of) if of is not None else None
    return None if days is None else context.memory.answer(days, context, asked)


def concluded(context: "Context", instance: str) -> Any:
    """The conclusion of that instance, asked for by itself; None if there is none, or no question
    has made it yet.
    """
    made_by = context.memory.made_by.get(instance)
    if made_by is None:
        return None
    of, asked = made_by
    answer = context.memory.answer(of, context, asked)
    context.choices.rest_on(answer, across=context.memory.across)
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


def _as_before(before: object, now: object) -> object:
    """Several conclusions, those that are equal before as the same objects."""
    if not isinstance(before, tuple) or not isinstance(now, tuple):
        return now
    then = {getattr(each, "instance", None): each for each in before}
    pairs = [(each, then.get(getattr(each, "instance", None))) for each in now]
    return tuple([was if was == each else each for each, was in pairs])


_CONCLUDING: set[Callable[..., Any]] = set()
"""The questions that make conclusions."""
_DAYS: dict[Callable[..., Any], Callable[..., Any]] = {}
"""The question with the last day alone, by the one that concludes."""
_VALUES = frozenset({str, int, bool, date, frozenset, NoneType})


def _key(argument: object) -> Hashable:
    """Values by value, in tuples too; terms, events and other records by identity."""
    if type(argument) in _VALUES:
        return argument
    return tuple(map(_key, argument)) if isinstance(argument, tuple) else id(argument)


def _name(of: Callable[..., object], asked: tuple[object, ...]) -> str:
    """A question as a person would write it: "due(effectiveness)"."""
    said = (str(getattr(each, "id", each)) for each in asked)
    return f"{of.__name__}({', '.join(said)})"
