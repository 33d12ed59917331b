"""How long a new Suspension Period may last, and from when: the result and its computation."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from dealclock.answers.heading import Heading
from dealclock.answers.question import NotAnsweredError, option, the_only
from dealclock.answers.suspension.limits import GapLeft, LimitLeft, OngoingSuspension, TimesLeft
from dealclock.engine.look import Look
from dealclock.engine.states.limits_left import LimitsLeft, plan
from dealclock.engine.why import Step, Why


@dataclass(frozen=True, slots=True)
class SuspensionQuery:
    """A suspension from a day, with its length if one is planned."""

    start: date | None = option("first suspended day (default: the as-of date)")
    days: int | None = option("length of the suspension in days")
    provision: str | None = option("the state, if several have limits", shown="PROVISION")
    material: bool = option("it may be extended, for a material transaction", default=False)


@dataclass(frozen=True, slots=True)
class LongestSuspension:
    """The longest a new period may last, and its last day; zero and None if none may begin."""

    days: int
    through: date | None


@dataclass(frozen=True, slots=True)
class ReadingDifference:
    """What one answer, `allowed`, `longest` or `earliest`, would be under another reading."""

    reading: str
    choice: str
    what: str
    here: bool | LongestSuspension | date | None
    there: bool | LongestSuspension | date | None


@dataclass(frozen=True, slots=True)
class UnderEveryReading:
    """What is allowed if any one reading is changed: the shortest of the longest periods, and the
    latest of the earliest starts, None if one reading has none.
    """

    longest: int
    earliest: date | None


@dataclass(frozen=True, slots=True)
class NoticeOnItsWay:
    """A Suspension Notice sent and not yet in effect, of whose suspension no day is counted."""

    notice: str
    sent: date


@dataclass(frozen=True, slots=True)
class SuspensionResult:
    """What each limit leaves for a new period from `start`, the longest one, and the earliest one
    of `days`. `allowed` and `earliest` are None if no length was asked about; `earliest` also if
    that length is never allowed.
    """

    heading: Heading
    known_at: datetime
    clause: str
    start: date
    days: int | None
    material: bool
    allowed: bool | None
    longest: LongestSuspension
    earliest: date | None
    limits: tuple[LimitLeft, ...]
    times: tuple[TimesLeft, ...]
    gap: GapLeft | None
    running: OngoingSuspension | None
    on_its_way: NoticeOnItsWay | None
    facts: tuple[str, ...]
    hypothetical: bool
    trace: tuple[Step, ...]
    readings: Mapping[str, str]
    differences: tuple[ReadingDifference, ...]
    safe: UnderEveryReading

    @property
    def why(self) -> Why:
        """The events and readings it rests on."""
        return Why(self.facts, self.hypothetical, frozenset(self.readings))


def answer(look: Look, request: SuspensionQuery) -> SuspensionResult:
    """What each limit leaves from the day, the longest and the earliest period, and what other
    readings change.

    Raises NotAnsweredError for terms without a state that has limits, such as a day budget, and for
    a length of no days.
    """
    rule = the_only(look.in_force.limited_states, "state with limits", request.provision)
    if rule is None:
        raise NotAnsweredError(
            "not known: these terms limit no state, so they do not state whether, or for how "
            "long, a suspension is allowed; add one, or read the agreement"
        )
    if request.days is not None and request.days < 1:
        raise NotAnsweredError(
            f"a suspension of {request.days} days is not valid; give one or more"
        )
    chosen, start = look.used, request.start or look.as_of

    def under(moved: Mapping[str, str]) -> LimitsLeft:
        return plan(rule, start, request.days, look.context(moved), material=request.material)

    here, known = under({}), look.in_force.all_readings
    there = {
        (question, choice): under({question: choice})
        for question in known
        if question in here.why.readings
        for choice in known[question].open
        if choice != chosen[question]
    }
    return SuspensionResult(
        heading=Heading.of(look),
        known_at=look.instant,
        clause=here.clause,
        start=here.start,
        days=here.days,
        material=request.material,
        allowed=here.allowed,
        longest=_longest(here),
        earliest=here.earliest,
        limits=tuple(map(LimitLeft.of, here.limits)),
        times=tuple(map(TimesLeft.of, here.times)),
        gap=GapLeft.of(here.gap),
        running=OngoingSuspension.of(here.running),
        on_its_way=NoticeOnItsWay(sent.id, sent.on) if (sent := here.on_its_way) else None,
        facts=here.why.facts,
        hypothetical=here.why.hypothetical,
        trace=here.trace,
        readings={r: chosen[r] for r in sorted(here.why.readings)},
        differences=tuple(
            difference
            for (question, choice), other in there.items()
            for difference in _differences(question, choice, here, other)
        ),
        safe=_under_every_reading([here, *there.values()]),
    )


def _longest(found: LimitsLeft) -> LongestSuspension:
    return LongestSuspension(found.longest, found.longest_through)


def _differences(
    question: str, choice: str, here: LimitsLeft, there: LimitsLeft
) -> Iterator[ReadingDifference]:
    """The answers that differ under another reading."""
    if here.allowed != there.allowed:
        yield ReadingDifference(question, choice, "allowed", here.allowed, there.allowed)
    if here.longest != there.longest:
        yield ReadingDifference(question, choice, "longest", _longest(here), _longest(there))
    if here.earliest != there.earliest:
        yield ReadingDifference(question, choice, "earliest", here.earliest, there.earliest)


def _under_every_reading(found: list[LimitsLeft]) -> UnderEveryReading:
    known = [p.earliest for p in found if p.earliest is not None]
    earliest = max(known) if len(known) == len(found) else None
    return UnderEveryReading(min(p.longest for p in found), earliest)
