"""The input of every part of the engine: the terms, the readings, the events in effect, and the
day; and last days under amended terms. What is computed from it are questions, asked once.

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

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import partial, partialmethod, wraps
from types import NoneType
from typing import Any, Concatenate, ParamSpec, TypeVar

from dealclock.days import day_words
from dealclock.days.calendars import GENERAL_CONSTRUCTION_LAW, Calendar, calendar
from dealclock.days.counting import (
    Count,
    business_days_after,
    business_days_before,
    business_days_in,
)
from dealclock.days.markets import NEW_YORK_STOCK_EXCHANGE, calendar_of
from dealclock.days.periods import moved, rolled
from dealclock.engine.conclusions import Obligation, Status, Window
from dealclock.engine.why import Step, Why
from dealclock.errors import DealclockError
from dealclock.facts.index import KIND_LOOK_UPS, FactIndex
from dealclock.facts.log import EffectiveFact
from dealclock.files.source import few, in_a_row
from dealclock.records import record
from dealclock.terms.day_language import ByReading
from dealclock.terms.neutral_ids import shown_choice
from dealclock.terms.rules.rule import Period, Rule
from dealclock.terms.terms import Terms
from dealclock.terms.versions import Version

ONE = timedelta(days=1)
T = TypeVar("T")
LookUp = tuple[str, *tuple[object, ...]]
"""A look-up of events: its name in `FactIndex`, and its arguments."""
P = ParamSpec("P")
R = TypeVar("R")
Ask = Callable[Concatenate["Context", P], R]
"""A function of a context and arguments."""


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
        self.end = min(self.end, today + ONE) if today < date.max else date.max

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
                f"the terms go in a circle: {in_a_row([*names, names[0]])}; define one of them "
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


def question(of: Ask[P, R]) -> Ask[P, R]:
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
    of: Ask[P, R],
) -> Ask[P, R]:
    """A question that one pass asks once, or that costs nothing: its answer is kept across days and
    events only, so that what asks it rests on it alone, and not on all that it looked at.
    """

    question_of = question(of)

    @wraps(of)
    def ask(context: "Context", /, *asked: P.args, **named: P.kwargs) -> R:
        return (question_of if context.memory.across else of)(context, *asked, **named)

    return ask


def asked_by_pass(
    ask: Ask[P, R],
) -> Ask[P, R]:
    """A question that a pass asks once and nothing else does: in a memory of one pass its answer is
    not kept. The context from which it takes why something holds must be its own.
    """
    of: Ask[P, R] = ask.__wrapped__  # type: ignore[attr-defined]

    @wraps(of)
    def direct(context: "Context", /, *asked: P.args, **named: P.kwargs) -> R:
        return (of if context.memory.one_pass else ask)(context, *asked, **named)

    return direct


def concludes(of: Ask[P, R]) -> Ask[P, R]:
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


# The choices of readings in one pass, and which of them an answer consulted.
#
# An answer that never consulted a reading cannot change with it. So an answer depends on the
# readings it consulted, and only those are moved when other readings are tried.


class Choices:
    """The choices of a pass, and what was consulted.

    `consulted` are the readings consulted since this object was created; `trail` is what the
    question looked at, `answers` those to the questions asked in the pass.
    """

    __slots__ = ("answers", "consulted", "of", "trail")

    def __init__(
        self,
        of: Mapping[str, str],
        trail: Trail | None = None,
        answers: dict[Hashable, KeptAnswer] | None = None,
    ) -> None:
        self.of = of
        self.consulted: set[str] = set()
        self.trail = Trail() if trail is None else trail
        self.answers = {} if answers is None else answers

    def __getitem__(self, reading: str) -> str:
        if reading not in self.consulted:
            self.consulted.add(reading)
            self.trail.readings.add(reading)
        return self.of[reading]

    @property
    def in_all(self) -> set[str]:
        """The readings consulted in the question or the pass."""
        return self.trail.readings

    def rest_on(self, answer: KeptAnswer, *, across: bool) -> None:
        """Count what an answer consulted and used as consulted and used here."""
        other, trail = answer.trail, self.trail
        if other.readings:
            self.consulted |= other.readings
            trail.readings |= other.readings
        if other.used:
            trail.used.update(other.used)
        if across:
            trail.asked[id(answer)] = answer

    def count(self, readings: Set[str]) -> None:
        """Count readings as consulted here."""
        self.consulted |= readings
        self.trail.readings |= readings

    def join(self, other: "Choices") -> None:
        """Count what was consulted and looked at apart as consulted and looked at here."""
        self.consulted |= other.consulted
        self.trail.add(other.trail)


class SeenIndex(FactIndex):
    """The events in effect; what is looked for, and found, is recorded in a trail."""

    __slots__ = ("_events", "_trail")

    def __init__(self, events: FactIndex, trail: Trail) -> None:
        self._events = events
        self._trail = trail

    def find(self, name: str, *of: object) -> Any:
        """What `FactIndex.find` finds, recorded."""
        key: LookUp = (name, *of)
        seen = self._trail.seen
        if key not in seen:
            seen[key] = self._events.find(name, *of)
        return seen[key]

    def _looked_for(self, name: str) -> Any:
        self._trail.all_seen = True
        return self._events.find(name)

    # Each look-up of `FactIndex`, by `find`.
    all = property(partial(_looked_for, name="all"))
    hypothetical = property(partial(find, name="hypothetical"))
    silence = property(partial(find, name="silence"))
    kinds = partialmethod(_looked_for, "kinds")
    of_kind = partialmethod(find, "of_kind")
    first_from = partialmethod(find, "first_from")
    last_before = partialmethod(find, "last_before")
    about = partialmethod(find, "about")
    under = partialmethod(find, "under")
    kind_of = partialmethod(find, "kind_of")

    def place(self, seen: EffectiveFact) -> int:
        """The position of an event among all; that of two stays the same alongside others."""
        return self._events.place(seen)


@dataclass(slots=True)
class Context:
    """One query: terms and facts, under chosen readings, as of the start of a day.

    `events` and `today` are for making other contexts: what is computed reads `known` and `as_of`.
    Treated as immutable; it is not frozen only because one is created for every conclusion.

    Each part of the engine works from a `fresh` one, whose grounds then name the readings that
    part consulted; so grounds are taken last, after everything that asks a reading. `targets` are
    the team's own for undated duties, by the id of the provision. `versions` are those of the terms
    in order, `place` that of these terms among them; `since` is the day on which they took effect,
    None for the original.
    """

    terms: Terms
    events: FactIndex
    today: date
    choices: Choices
    targets: Mapping[str, Period] = field(default_factory=dict)
    versions: tuple[Version, ...] = ()
    place: int = 0
    since: date | None = None
    memory: Memory = field(default_factory=Memory)

    def apart(self) -> "Context":
        """The same query for one question, which records what it consults and uses separately."""
        return self.fresh(Trail())

    def fresh(self, trail: Trail | None = None) -> "Context":
        """The same query, with no reading consulted yet; what it looks at counts in a `trail` or,
        without one, here.
        """
        choices = self.choices
        return Context(
            self.terms,
            self.events,
            self.today,
            Choices(choices.of, trail or choices.trail, choices.answers),
            self.targets,
            self.versions,
            self.place,
            self.since,
            self.memory,
        )

    @property
    def known(self) -> FactIndex:
        """The events in effect; what is looked for is recorded, if answers are kept across days."""
        if not self.memory.across:
            return self.events
        return SeenIndex(self.events, self.choices.trail)

    @property
    def as_of(self) -> date:
        """The day of the query. What is computed with it is computed again on another day;
        `has_come` asks less.
        """
        if self.memory.across:
            self.choices.trail.only_on(self.today)
        return self.today

    def has_come(self, day: date) -> bool:
        """Whether a day is the day of the query or an earlier one; this holds from that day on, or
        before it.
        """
        trail = self.choices.trail
        if day <= self.today:
            if day > trail.first:
                trail.first = day
            return True
        if day < trail.end:
            trail.end = day
        return False

    def is_over(self, day: date) -> bool:
        """Whether a day is before the day of the query."""
        return day != date.max and self.has_come(day + ONE)

    def at(self, place: int) -> "Context":
        """The same query under the version at a place among all."""
        version = self.versions[place]
        since = version.effective if place else None
        return replace(self, terms=version.terms, place=place, since=since)

    @property
    def version(self) -> Version:
        """The version whose terms these are."""
        return self.versions[self.place]

    @property
    def until(self) -> date | None:
        """The day on which the next version took effect; None for the version in force."""
        after = self.versions[self.place + 1 :]
        return after[0].effective if after else None

    @property
    def former(self) -> "Context | None":
        """The same query under the version before these terms; None for the original."""
        return self.at(self.place - 1) if self.place else None

    @property
    def latest(self) -> "Context":
        """The same query under the last version of the terms."""
        return self if self.until is None else self.at(len(self.versions) - 1)

    def on(self, day: date) -> "Context":
        """The same query under the version in force on a day."""
        found = self
        while found.since is not None and day < found.since:
            found = found.at(found.place - 1)
        return found

    def not_before(self, last: date) -> date:
        """A last day, or the day on which the amended terms took effect, if that is later. An item
        open on that day ends no sooner (docs/decisions/dates.md).
        """
        return last if self.since is None else max(last, self.since)

    @property
    def calendar(self) -> Calendar:
        """The calendar of Business Days under the chosen reading."""
        return calendar(self.choices["business-day"])

    def after(self, start: date, period: Period, number: int | None = None) -> Count:
        """The last day of `period` counted after `start`, rolled if it is closed; with a `number`,
        of that number of its days.
        """
        fewer = self._counts_first(period, start)
        fewer += 0 if number is None else period.count - number
        count = self._counted(start, period, fewer)
        if period.roll is not None:
            return self._rolled(count, period)
        if period.counts_open_days:
            return count
        if self.terms.roll is not None:
            return self._rolled(count, period.model_copy(update={"roll": self.terms.roll}))
        if GENERAL_CONSTRUCTION_LAW.is_open(count.result):
            return count
        if self.choices["closed-last-day"] == "NO-ROLL":
            return count
        return _rolled(count, "next", GENERAL_CONSTRUCTION_LAW, " (General Construction Law)")

    def before(self, end: date, period: Period) -> Count:
        """The day that lies `period` before `end`, which is itself not counted; rolled only as the
        period says.
        """
        return self.back(end, period, -self._counts_first(period, end))

    def back(self, end: date, period: Period, more: int = 0) -> Count:
        """The day that lies `period`, and `more` of its days, before `end`.

        For a day counted back from one that the agreement names, where no reading includes that
        day.
        """
        return self._rolled(self._counted(end, period, -more, back=True), period)

    def _counts_first(self, period: Period, first: date) -> int:
        """1 if the day that starts a period is its first day, otherwise 0."""
        if not self.includes_first(period):
            return 0
        return int(not period.counts_open_days or self.open_days(period).is_open(first))

    def includes_first(self, period: Period) -> bool:
        """Whether the day that starts a period is counted, if it is an open day."""
        if period.first_day is not None:
            return period.first_day == "counted"
        return self.choices["trigger-day"] == "INCLUDED"

    def _counted(self, start: date, period: Period, fewer: int, *, back: bool = False) -> Count:
        """The end of a period `fewer` days shorter, or of as many clear days."""
        way, fewer = -1 if back else 1, fewer - (period.clear is True)
        if period.counts_open_days:
            count = business_days_before if back else business_days_after
            return count(start, period.count - fewer, self.open_days(period))
        end = moved(start, way * period.count, period.unit)
        return Count(start, end - timedelta(days=way * fewer))

    def _rolled(self, count: Count, period: Period) -> Count:
        """A count with its last day rolled as the period itself says."""
        if period.roll in (None, "none"):
            return count
        days = self._named(period.calendar) if period.calendar else self.calendar
        by = " (modified following)" if period.roll == "modified following" else ""
        return _rolled(count, period.roll, days, by)

    def open_days(self, period: Period) -> Calendar:
        """The calendar in which a period not in calendar days is counted."""
        if period.calendar is not None:
            return self._named(period.calendar)
        return NEW_YORK_STOCK_EXCHANGE if period.unit == "trading days" else self.calendar

    def _named(self, name: str) -> Calendar:
        """A calendar that a period names: one that the deal declares, or a known one."""
        declared = self.terms.calendars.get(name)
        return declared.days(name) if declared else calendar_of(name)

    def passed(self, period: Period, after: date, to: date) -> int:
        """The number of days, in a period's unit, after one day and up to and including another."""
        if period.unit == "days":
            return max(0, (to - after).days)
        return business_days_in(after, to, self.open_days(period))

    def pick(self, value: T | ByReading[T]) -> T:
        """A value of the terms; of a choice, the one under the chosen reading, now consulted."""
        return self.option(value) if isinstance(value, ByReading) else value

    def option(self, choice: ByReading[T]) -> T:
        """The value of a choice under the chosen reading; raises DealclockError if it has none."""
        chosen = self.choices[choice.reading]
        try:
            return choice.of(chosen)
        except KeyError:
            given = few(name for name, _ in choice.options)
            raise DealclockError(
                f"the terms have no value for {choice.reading}={chosen}, only for {given}; add one."
            ) from None

    def chosen(self, value: T | ByReading[T]) -> str:
        """Of a choice, the name of what is chosen, in parentheses; else nothing."""
        if not isinstance(value, ByReading):
            return ""
        return f" ({shown_choice(value.reading, self.choices[value.reading])})"

    def facts(self, *kinds: str) -> tuple[EffectiveFact, ...]:
        """The facts of some kinds in effect, in order."""
        if len(kinds) == 1:
            return self.known.of_kind(kinds[0])
        found = (seen for kind in dict.fromkeys(kinds) for seen in self.known.of_kind(kind))
        return tuple(sorted(found, key=self.known.place))

    def first(self, kind: str, on_or_after: date | None = None) -> EffectiveFact | None:
        """The first fact of a kind, on or after a day when one is given."""
        if on_or_after is not None:
            return self.known.first_from(kind, on_or_after)
        return next(iter(self.facts(kind)), None)

    def end_of(self, event: EffectiveFact, kind: str) -> EffectiveFact | None:
        """The fact of a kind that ended what an event began.

        A fact of the same day ended it, in any order of recording, unless an earlier event of its
        kind was still open: then the fact ended the earlier one.
        """
        end = self.known.first_from(kind, event.on)
        if end is None or end.on > event.on:
            return end
        earlier = self.known.last_before(event.kind, event.on)
        ended = earlier and self.known.first_from(kind, earlier.on)
        if earlier is None or (ended and ended.on < event.on):
            return end
        return self.known.first_from(kind, event.on + ONE)

    def use(self, *seen: EffectiveFact | None) -> None:
        """Record that the question rests on these events."""
        used = self.choices.trail.used
        for event in seen:
            if event is not None:
                used[event.id] = event

    def about(self, kind: str, instance: str) -> EffectiveFact | None:
        """The first fact of a kind that is about an instance."""
        return next(iter(self.known.about(kind, instance)), None)

    def about_any(self, kinds: Sequence[str], names: Iterable[str]) -> list[EffectiveFact]:
        """The facts of some kinds that are about any of some instances or events, in order."""
        known = self.known
        found = {s.id: s for kind in kinds for name in names for s in known.about(kind, name)}
        return sorted(found.values(), key=known.place)

    def why(
        self, *seen: EffectiveFact | None, absence: bool = False, steps: tuple[Step, ...] = ()
    ) -> Why:
        """The facts, the readings consulted so far, and the steps.

        With `absence`, also the absence of other facts.
        """
        used = [s for s in seen if s is not None]
        if absence and self.known.silence is not None:
            used.append(self.known.silence)
        invented = self.known.hypothetical and any(s.hypothetical for s in used)
        ids = tuple(dict.fromkeys([s.id for s in used]))
        return Why(ids, invented, frozenset(self.choices.consulted), steps)


def _rolled(count: Count, roll: str, days: Calendar, by: str) -> Count:
    """A count with its last day rolled if it is closed; `by` is the rule, for people."""
    fell_on, result = count.result, rolled(count.result, roll, days)
    if result == fell_on:
        return count
    one = "trading day" if days is NEW_YORK_STOCK_EXCHANGE else "Business Day"
    says = f"{'next' if result > fell_on else 'previous'} {one}{by}"
    closed = days.closed_because(fell_on) or ""
    return replace(count, result=result, fell_on=fell_on, closed=closed, roll=says)


def contexts(
    versions: Sequence[Version],
    known: FactIndex,
    as_of: date,
    choices: Choices,
    targets: Mapping[str, Period],
    memory: Memory | None = None,
) -> list[Context]:
    """One context for each version of the terms, in order, all with the same choices."""
    memory = Memory(one_pass=True) if memory is None else memory
    every = tuple(versions)
    first = Context(every[0].terms, known, as_of, choices, targets, every, memory=memory)
    return [first.at(place) for place in range(len(every))]


def target_of(seen: EffectiveFact) -> date:
    """The second day that a fact names; raises DealclockError if it names none."""
    if seen.fact.target is None:
        raise DealclockError(f"{seen.id} has no target date; give {seen.kind} a target.")
    return seen.fact.target


def status_of(due: date, met_on: date | None, context: Context) -> Status:
    """The status of an obligation due on a day, at the start of the day of the query."""
    if met_on is not None and context.has_come(met_on):
        return Status.MET if met_on <= due else Status.MET_LATE
    if context.is_over(due):
        return Status.MISSED
    return Status.DUE_TODAY if context.has_come(due) else Status.UPCOMING


def window_status(opens: date, closes: date, context: Context) -> Status:
    """The status of a window open from `opens` to `closes`, both included."""
    if not context.has_come(opens):
        return Status.UPCOMING
    if context.is_over(closes):
        return Status.CLOSED
    return Status.LAST_DAY if context.has_come(closes) else Status.OPEN


# Last days under terms that were amended while an item was open, or before.
#
#     last day was here     amendment effective
#     --------|-------------------|---------------->   it had passed: it stays
#     ----------------------------|-----|---------->   it had not: the amended one counts,
#                                 *                    and never a day before this one
#
# A last day that had passed before an amendment took effect stays as it was. One still ahead is
# counted as amended; if that leaves no day, it is the day on which the amendment took effect
# (docs/decisions/dates.md).

U = TypeVar("U", bound=Rule)


@record
class LastDay:
    """A last day, included, and how it is counted."""

    day: date
    trace: tuple[Step, ...]


L = TypeVar("L", bound=LastDay)


def as_amended(rule: U, count: Callable[[U, Context], L | None], context: Context) -> L | None:
    """The last day that `count` computes from a provision, under the versions of the terms. None if
    `count` gives none, or if an amendment added the provision after that day.
    """
    now, former = count(rule, context), context.former
    if former is None or context.since is None:
        return now
    was_by = former.terms.provision(rule)
    was = as_amended(was_by, count, former) if was_by is not None else None
    if was is not None and was.day < context.since:
        return was
    if now is None or was_by is not None or now.day >= context.since:
        return None if now is None else never_before(now, rule.clause, context)
    return None


def never_before(now: L, clause: str, context: Context) -> L:
    """A last day, or the day on which the amended terms took effect if it had passed by then."""
    cut = cut_short(now.day, clause, context)
    return replace(now, day=context.not_before(now.day), trace=(*now.trace, *cut)) if cut else now


def cut_short(last: date, clause: str, context: Context) -> tuple[Step, ...]:
    """The step that explains why an item lasts beyond the day counted; none if it does not."""
    end = context.not_before(last)
    if end == last:
        return ()
    says = f"{day_words.day(last)} was before the amendment took effect: the last day"
    return (Step(says, clause, end),)


def was_over(part: Obligation | Window, since: date) -> bool:
    """Whether something was over before the day on which amended terms took effect: its last day
    had passed, or it had been done or had ended by then.
    """
    if isinstance(part, Obligation):
        return part.due < since or (part.done_on is not None and part.done_on < since)
    return part.closes < since or (part.done_on is not None and part.done_on <= since)
