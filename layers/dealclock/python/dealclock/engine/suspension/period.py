"""When the suspension of each notice began and ended; suspensions that join without a gap are one
Suspension Period.

notice A  |---------|                  resumed on the day B takes effect
notice B            |--------|
period    |------------------|         one Suspension Period, known by A
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta

from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.days import day_words
from dealclock.days.intervals import DayInterval
from dealclock.engine.context import Context
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.notices.deemed import DeemedDelivery, deemed_given, received_on, valid
from dealclock.facts.fact import NoticeDelivery
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

_ONE = timedelta(days=1)


# When the suspension of each notice began and ended.
#
# A suspension begins on the day its notice is deemed given (DEEMED), and that day is day 1. The
# day use resumes is not a suspended day.


@record
class Begun:
    """One notice's suspension: from and including `start` to but excluding the day it `ended`.

    `day_one` is the first day counted against a budget. `improper` is the fact recording that the
    agreement did not permit it.
    """

    notice: EffectiveFact
    start: date
    day_one: date
    ended: EffectiveFact | None
    improper: EffectiveFact | None
    trace: tuple[Step, ...]
    notes: tuple[str, ...]
    grounds: Grounds

    @property
    def resumed(self) -> date | None:
        """The first day of use again; None while it runs."""
        return self.ended.on if self.ended else None


class OnTheWay:
    """The times when notices were sent but not yet in effect; under other readings they may have
    been.

    A notice that takes effect on the day it is sent is left out. `still` are those validly sent and
    neither in effect nor called off yet, in order.
    """

    def __init__(self) -> None:
        self.still: list[EffectiveFact] = []
        self._sent: list[date] = []
        self._until: list[date] = []
        self._readings: frozenset[str] = frozenset()

    def add(self, sent: date, until: date | None, readings: Iterable[str]) -> None:
        """Add a notice, `sent` on or after the day of those before; `readings` decide its start.

        It took effect, or was withdrawn, on `until`; None if neither yet.
        """
        self._sent.append(sent)
        self._until.append(max([until or date.max, *self._until[-1:]]))
        self._readings |= frozenset(readings)

    def between(self, first: date, last: date) -> frozenset[str]:
        """The readings they depend on, if a notice was on its way on any day from `first` through
        `last`.
        """
        sent = bisect_right(self._sent, last)
        return self._readings if sent and self._until[sent - 1] > first else frozenset()


def begun(rule: DayBudget, context: Context) -> tuple[list[Begun], OnTheWay]:
    """The suspension of every notice in effect by `as_of`, in order, and the notices on their
    way.
    """
    ends = context.facts(rule.ends_with)
    days = [end.on for end in ends]
    found, on_the_way = list[Begun](), OnTheWay()
    notices: list[tuple[EffectiveFact, date | None, DeemedDelivery, tuple[str, ...], Context]] = []
    for notice in context.facts(rule.begins_with):
        own = context.fresh()
        given = deemed_given([notice], rule.to, own)
        start, notes = _start(rule, notice, given, own)
        start = start if start is None or start <= context.as_of else None
        notices.append((notice, start, given, notes, own))
    called_off = _called_off([(notice.on, start) for notice, start, *_ in notices], days)
    for n, (notice, start, given, notes, own) in enumerate(notices):
        if notice.on != (until := called_off.get(n, start)):
            on_the_way.add(notice.on, until, own.choices.consulted)
        if until is None and any(d.to in rule.to and valid(d, own) for d in notice.fact.given):
            on_the_way.still.append(notice)
        if start is None or n in called_off:
            continue
        # The first day is suspended, so an end recorded on it belongs to an earlier period.
        next_end = bisect_right(days, start)
        ended = ends[next_end] if next_end < len(ends) else None
        found.append(_begun(rule, notice, start, ended, given.trace, notes, own))
    return found, on_the_way


def _called_off(
    notices: Sequence[tuple[date, date | None]], days: Sequence[date]
) -> Mapping[int, date]:
    """The day on which each withdrawn notice was withdrawn by an end, by the notice's index.

    `notices` has the day each was sent, in order, and the day it took effect, None if it has not.
    An end applies to the suspension in force; if there is none, to the notices on their way; else
    to those sent that day.
    """
    found: dict[int, date] = {}
    waiting: list[int] = []
    place = 0
    for day in dict.fromkeys(days):
        while place < len(notices) and notices[place][0] < day:
            waiting.append(place)
            place += 1
        still = [n for n in waiting if (start := notices[n][1]) is None or start >= day]
        in_force, waiting = len(still) < len(waiting), still
        if in_force:
            continue
        while not waiting and place < len(notices) and notices[place][0] == day:
            if (start := notices[place][1]) is None or start >= day:
                found[place] = day
            place += 1
        found.update(dict.fromkeys(waiting, day))
        waiting = []
    return found


def _begun(
    rule: DayBudget,
    notice: EffectiveFact,
    start: date,
    ended: EffectiveFact | None,
    trace: tuple[Step, ...],
    notes: tuple[str, ...],
    context: Context,
) -> Begun:
    excluded = context.choices["first-suspended-day"] == "NOTICE-DAY-EXCLUDED"
    day_one = start + _ONE if excluded else start
    improper = None
    if rule.improper_by is not None:
        names = (f"{rule.id}/{notice.id}", notice.id)
        improper = next(filter(None, (context.about(rule.improper_by, n) for n in names)), None)
    first = "the first suspended day, day 1"
    steps = (*trace, Step(first, rule.clause, day_one))
    grounds = context.grounds(notice, ended, improper)
    return Begun(notice, start, day_one, ended, improper, steps, notes, grounds)


def _start(
    rule: DayBudget, notice: EffectiveFact, given: DeemedDelivery, context: Context
) -> tuple[date | None, tuple[str, ...]]:
    """The day a suspension begins, None if it has not, and notes on it."""
    deliveries = [d for d in notice.fact.given if d.to in rule.to and valid(d, context)]
    sent = min((d.on for d in deliveries), default=None)
    received = min((day for d in deliveries if (day := received_on(d, context))), default=None)
    if sent is None or sent == given.on == received:
        return given.on, given.notes
    reading = context.choices["suspension-start"]
    deemed = f"deemed given {day_words.day(given.on)}" if given.on else "not yet given"
    both = (
        f"sent {day_words.day(sent)}, {deemed}: to be safe, count days used from the "
        "first and protection from the second"
    )
    notes = (*given.notes, both)
    if reading == "DISPATCH":
        return sent, notes
    if reading == "RECEIPT":
        unknown = [d for d in deliveries if received_on(d, context) is None]
        return received or given.on, (*notes, *_per_holder(unknown, received))
    return given.on, notes


def _per_holder(unknown: list[NoticeDelivery], received: date | None) -> Iterator[str]:
    """Notes on what the start by each Holder's receipt leaves open."""
    yield "per Holder: suspended for each from its own receipt; the first recorded one is shown"
    if unknown:
        methods = ", ".join(dict.fromkeys(d.method for d in unknown))
        rest = "" if received else "; the day it is deemed given is used instead"
        yield f"no receipt is recorded of the notice by {methods}{rest}"


@record
class Extension:
    """A notice, given on `given_on`, to extend the suspension `part`; effective only if
    `in_time`.
    """

    notice: EffectiveFact
    part: Begun
    given_on: date
    in_time: bool
    step: Step
    grounds: Grounds


@record
class SuspensionPeriod:
    """One continuous Suspension Period, of one notice or of several that join.

    From and including `start` to but excluding the day it `ended`; `first` is day 1. `extensions`
    are the notices that extend its suspensions, or came too late, in the order given.
    """

    parts: tuple[Begun, ...]
    ended: EffectiveFact | None
    extensions: tuple[Extension, ...] = ()

    @property
    def name(self) -> str:
        """The id of the notice that began it."""
        return self.parts[0].notice.id

    @property
    def start(self) -> date:
        """The day the period takes effect."""
        return self.parts[0].start

    @property
    def first(self) -> date:
        """Day 1."""
        return self.parts[0].day_one

    @property
    def resumed(self) -> date | None:
        """The first day of use again; None while it runs."""
        return self.ended.on if self.ended else None

    @property
    def improper(self) -> EffectiveFact | None:
        """The fact recording that the agreement did not permit the period."""
        return self.parts[0].improper

    @property
    def extended_by(self) -> tuple[Extension, ...]:
        """The extensions that were given in time."""
        return tuple(e for e in self.extensions if e.in_time)

    def extension_on(self, day: date) -> Extension | None:
        """The extension of the suspension in force on `day`, or of the last one after it has ended;
        None if none.
        """
        for each in self.extended_by:
            end = self.end_of(each.part)
            if each.part.start <= day and (end is None or day < end):
                return each
        return None

    def end_of(self, part: Begun) -> date | None:
        """The day one of its suspensions ended while another continued; None for the last."""
        return None if part.resumed == self.resumed else part.resumed

    def days(self, end: date) -> DayInterval:
        """The counted days of the period; an ongoing one counts to but excluding `end`."""
        return DayInterval(self.first, max(self.first, self.resumed or end))

    def in_force(self, day: date) -> Begun:
        """The suspension in force on `day`; if several, the first that began."""
        running = (p for p in self.parts if p.resumed is None or day < p.resumed)
        return next(running, self.parts[-1])

    def runs_on(self, day: date) -> bool:
        """Whether the period is in force on `day`."""
        return self.start <= day and (self.resumed is None or day < self.resumed)


def periods(begun: Iterable[Begun]) -> list[SuspensionPeriod]:
    """The Suspension Periods in order of their first day, including those not permitted.

    A period that was not permitted joins no other.
    """
    inorder = sorted(begun, key=lambda b: b.start)
    proper = _joined(b for b in inorder if b.improper is None)
    improper = (SuspensionPeriod((b,), b.ended) for b in inorder if b.improper is not None)
    return sorted([*proper, *improper], key=lambda p: p.start)


def _joined(begun: Iterable[Begun]) -> Iterator[SuspensionPeriod]:
    current: SuspensionPeriod | None = None
    for each in begun:
        if current is not None and (current.resumed is None or each.start <= current.resumed):
            ended = current.ended
            if ended is not None and (each.resumed is None or each.resumed > ended.on):
                ended = each.ended
            current = SuspensionPeriod((*current.parts, each), ended)
            continue
        if current is not None:
            yield current
        current = SuspensionPeriod((each,), each.ended)
    if current is not None:
        yield current
