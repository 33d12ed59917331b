"""Why one assessment differs from another: events, corrections, amendments, readings, and time.

    from                 F5 recorded        amended         reading chosen      to
    --|----- time -----------*----- time -------*---- time -------*---- time ----|-->

The steps are taken in the order in which things became known. Each change between the two ends is
reported with every step that brought it about.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from heapq import heappop, heappush
from typing import Literal

from dealclock.engine.assessment import TOTAL, Assessment
from dealclock.engine.changes import STANDING, Change, Changes, FigureChange, compare
from dealclock.engine.look import ReadingsChosen
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog, last_day_of
from dealclock.records import record
from dealclock.terms.amendments import Amendment
from dealclock.terms.terms import Terms


@record
class StateMoment:
    """The start of a day, with what was known at an instant."""

    as_of: date
    known_at: datetime


_By = Literal["fact", "version", "reading", "days"]


@record
class Cause:
    """Why something changed: an event (a `fact`, which may correct another), an amendment (a
    `version` of the terms) or a `reading`, each by `id`; or time elapsed (`days`), up to `day`."""

    by: _By
    id: str
    day: date


@record
class CauseStep:
    """One step that brought about a change, with the value before and after."""

    cause: Cause
    before: str
    after: str


@record
class ExplainedChanges:
    """The difference between two moments, and what each step between them changed, in order.

    `not_attributed` is the number of events between the moments if there were too many to find the
    cause of every change; otherwise 0.
    """

    changes: Changes
    passed: Sequence[tuple[Cause, Changes]]
    not_attributed: int = 0

    def of_figure(self, each: FigureChange) -> tuple[CauseStep, ...]:
        """The steps that moved a figure, in order."""
        return tuple(
            CauseStep(cause, moved.before, moved.after)
            for cause, changes in self.passed
            for moved in changes.figures
            if moved.name == each.name
        )

    def of_item(self, each: Change) -> tuple[CauseStep, ...]:
        """The steps that brought about an item, in order: those of the same aspect; of an item that
        was added or removed, those of all its aspects.

        A status is explained by the last of its steps: a payment that came due and was made is
        satisfied by the event alone.
        """
        found: list[CauseStep] = []
        for cause, changes in self.passed:
            own = [c for c in changes.items if c.instance == each.instance]
            same = [c for c in own if c.aspect == each.aspect]
            whole = [c for c in own if c.is_whole or each.is_whole]
            found += [CauseStep(cause, c.before, c.after) for c in (*same, *whole)[:1]]
        return tuple(found[-1:] if each.aspect == STANDING and not each.is_whole else found)


Assess = Callable[[Terms, FactLog, date, datetime, Mapping[str, str]], Assessment]


def history(
    terms: Terms,
    log: FactLog,
    start: StateMoment,
    end: StateMoment,
    assess: Assess,
    chosen: Sequence[ReadingsChosen] = (),
    most_work: int | None = None,
) -> ExplainedChanges:
    """The changes from `start` to `end`, with their causes; a change that was undone in between is
    left out.

    `chosen` are the choices of readings, the earliest first; the first of them also holds before
    its instant. With `most_work`, at most that many events are assessed in all, each time counted:
    beyond it, only the steps around changes are looked at, by halves, and a step that was undone
    meanwhile may be left out.
    """
    first = assess(
        terms,
        _known(log, start.known_at),
        start.as_of,
        start.known_at,
        _readings(chosen, start.known_at),
    )
    steps = list(_walk(terms, log, start, end, assess, chosen))
    most = len(steps) if most_work is None else most_work // max(len(log.facts), 1)
    passed, last, whole_way = _passed(first, steps, most)
    events = sum(cause.by == "fact" for cause, _ in steps)
    return ExplainedChanges(compare(first, last), passed, 0 if whole_way else events)


_State = Callable[[], Assessment]


def _passed(
    first: Assessment, steps: Sequence[tuple[Cause, _State]], most: int
) -> tuple[Sequence[tuple[Cause, Changes]], Assessment, bool]:
    """The steps that changed something with their changes, the assessment after the last step, and
    whether all of them were found: at most `most` are assessed, but the last always is.
    """
    if len(steps) <= most:
        here, found = first, list[tuple[Cause, Changes]]()
        for cause, state in steps:
            there = state()
            found.append((cause, compare(here, there)))
            here = there
        return found, here, True
    known = {0: first, len(steps): steps[-1][1]()}
    changed: dict[int, tuple[Cause, Changes]] = {}
    stretches: list[tuple[int, int, int]] = []

    def look_into(begin: int, end: int) -> None:
        changes = compare(known[begin], known[end])
        if not (changes.figures or changes.items):
            return
        if end - begin == 1:
            changed[begin] = (steps[begin][0], changes)
        else:
            heappush(stretches, (_rank(changes), end - begin, begin))

    look_into(0, len(steps))
    while stretches and len(known) <= most:
        _, length, begin = heappop(stretches)
        middle, end = begin + length // 2, begin + length
        known[middle] = steps[middle - 1][1]()
        look_into(begin, middle)
        look_into(middle, end)
    return [changed[place] for place in sorted(changed)], known[len(steps)], not stretches


def _rank(changes: Changes) -> int:
    """The order in which stretches are looked into: those in which an item comes, goes or changes
    its status, then those with other changes, then those in which only interest accrues, as it does
    with every day of a default.
    """
    if any(each.aspect == STANDING for each in changes.items):
        return 0
    names = {*(each.name for each in changes.figures), *(each.name for each in changes.items)}
    return 2 if all(instance == TOTAL[0] for instance, _ in names) else 1


def _walk(
    terms: Terms,
    log: FactLog,
    start: StateMoment,
    end: StateMoment,
    assess: Assess,
    chosen: Sequence[ReadingsChosen],
) -> Iterator[tuple[Cause, _State]]:
    """The steps from one moment to another, each with what computes the assessment after it: time
    passes up to the day on which an event or a version takes effect, at most to the day of `end`.
    """
    zone, before, coming = log.zone, _known(log, start.known_at).facts, _coming(log, start, end)
    every = FactLog((*before, *(event for _, event in coming)), zone)
    here, known, readings = start.as_of, len(before), _readings(chosen, start.known_at)
    applied = [a for a in terms.amendments if _in_force(a, start, log)]
    later = (a for a in terms.amendments if a not in applied and _in_force(a, end, log))
    stops = sorted(later, key=_counts)

    def step(by: _By, name: str, day: date) -> tuple[Cause, _State]:
        # What is known and in force is said by the events and the amendments themselves.
        now = terms.model_copy(update={"amendments": tuple(applied)}) if stops else terms
        state = partial(assess, now, every.first(known), here, end.known_at, readings)
        return Cause(by, name, day), state

    choices = [(c.since, c) for c in chosen if start.known_at < c.since <= end.known_at]
    became_known: list[tuple[datetime, Fact | ReadingsChosen | None]] = [*coming, *choices]
    became_known.sort(key=lambda each: each[0])
    for instant, what in (*became_known, (end.known_at, None)):
        day = last_day_of(instant, zone)
        until = max(end.as_of if what is None else here, day)
        for stop in [*(a for a in stops if _counts(a) <= until), None]:
            to = min(until if stop is None else _counts(stop), end.as_of)
            if here < to:
                here = to
                yield step("days", "", to)
            if stop is not None:
                applied.append(stops.pop(0))
                yield step("version", stop.id, _counts(stop))
        if isinstance(what, Fact):
            known += 1
            yield step("fact", what.id, what.on)
        elif what is not None:
            for question in dict.fromkeys((*readings, *what.readings)):
                then, now = readings.get(question), what.readings.get(question)
                if then != now:
                    rest = {q: c for q, c in readings.items() if q != question}
                    readings = rest if now is None else {**rest, question: now}
                    yield step("reading", question, day)


def _coming(log: FactLog, start: StateMoment, end: StateMoment) -> list[tuple[datetime, Fact]]:
    """The events that became known between two moments, in order."""
    found = [(log.recorded_at(event), event) for event in log.facts]
    between = (each for each in found if start.known_at < each[0] <= end.known_at)
    return sorted(between, key=lambda each: each[0])


def _readings(chosen: Sequence[ReadingsChosen], instant: datetime) -> Mapping[str, str]:
    """The readings chosen by an instant; before the first choice, the first one."""
    by_then = [each for each in chosen if each.since <= instant] or list(chosen[:1])
    return by_then[-1].readings if by_then else {}


def _known(log: FactLog, instant: datetime) -> FactLog:
    return FactLog(tuple(f for f in log.facts if log.recorded_at(f) <= instant), log.zone)


def _counts(amendment: Amendment) -> date:
    """The first day on which an amendment is both in force and known."""
    return max(amendment.effective, amendment.known)


def _in_force(amendment: Amendment, at: StateMoment, log: FactLog) -> bool:
    """Whether an amendment has taken effect by a moment's day and is known at its instant."""
    known_on = last_day_of(at.known_at, log.zone)
    return amendment.effective <= at.as_of and amendment.known <= known_on
