"""The rate of a stream on each day: of each default by its clock, and of all together.

    default 1   |----------------|                            spells: unbroken runs of days with
    default 2               |---------------|     |-------|   an open default
    spell       |---------------------------|     |-------|

    occurred
       |1 ............... 90|91 ............    2nd anniv.   3rd anniv.   4th ...
       |       0.25%        |    1.00%     |      3.00%    |   5.00%   |  7.00% ...

A clock is the days it counts, as spells; the first of them is day 1. Days are the calendar's. A
word of the terms is read only where a day's rate turns on it, so that its reading is consulted only
there.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from dealclock.agreement.general.stream import Stream
from dealclock.agreement.rules.interest import Ladder
from dealclock.days.counting import anniversary
from dealclock.engine.conclusions import Default
from dealclock.engine.context import Context
from dealclock.engine.interest.accrued import RateChange
from dealclock.engine.interest.spans import ONE, Convention, convention, spans
from dealclock.engine.interest.steps import Steps
from dealclock.engine.money import ZERO, fraction
from dealclock.engine.payments.payment_dates import Spell
from dealclock.engine.questions import question
from dealclock.records import record


class DefaultRun(NamedTuple):
    """The days that move what accrues on one default, or on a stream that runs from a Day."""

    id: str
    instance: str
    occurred_on: date
    accrues_from: date
    stops_on: date

    @classmethod
    def of(cls, default: Default) -> "DefaultRun":
        """The run of a default, as far as its end is known."""
        d = default
        return cls(d.id, d.instance, d.occurred_on, d.accrues_from, d.stops_on or date.max)


@record
class StreamRates:
    """A stream on the defaults that apply to the same part of its base, `runs`, by their `clocks`.

    `day_one` is the age of a default on its first day. Their rates are `added`, and `apart`, each
    accrues separately. `shares` are the runs with a share due at once. `turns` are the days on
    which a rate may change, but for anniversaries of `since`. `alongside` are the streams under the
    same ceiling.
    """

    stream: Stream
    runs: tuple[DefaultRun, ...]
    clocks: tuple[Sequence[Spell], ...]
    day_one: int
    added: bool
    apart: bool
    shares: tuple[DefaultRun, ...]
    since: date | None
    alongside: tuple["StreamRates", ...]
    convention: Convention
    turns: tuple[date, ...]

    def begins(self) -> date | None:
        """The first day on which anything accrues; None without defaults."""
        return min(map(self.first_day, self.runs), default=None)

    def first_day(self, run: DefaultRun | Default) -> date:
        """The first day on which a default bears interest: its own day, if a share is due at
        once.
        """
        at_once = any(each.instance == run.instance for each in self.shares)
        return min(run.occurred_on, run.accrues_from) if at_once else run.accrues_from

    @property
    def instances(self) -> Collection[str]:
        """The instances of the defaults."""
        return [run.instance for run in self.runs]


def spells(runs: Sequence[DefaultRun]) -> tuple[Spell, ...]:
    """The unbroken spells of runs that accrue, in order."""
    found: list[Spell] = []
    for run in sorted(runs, key=attrgetter("accrues_from")):
        if run.stops_on <= run.accrues_from:
            continue
        if found and run.accrues_from <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], run.stops_on)
        else:
            found.append((run.accrues_from, run.stops_on))
    return tuple(found)


@question
def bearing(context: Context, stream: Stream, every: tuple[DefaultRun, ...]) -> StreamRates:
    """The bearing of a stream on those of the runs that it bears."""
    runs = tuple(_stopped(context, stream, run) for run in every if _bears(stream, run))
    several = len(runs) > 1
    together = context.pick(stream.together) if several else "highest"
    clock = context.pick(stream.clock) if several else "each default"
    counted = spells(runs)
    first = min((run.accrues_from for run in runs), default=date.max)
    late = bool(counted) and context.pick(stream.first_day) == "default"
    ages = {age - late for each in (stream, *stream.formerly) for age, _ in each.tiers}
    clocks, turns = list[Sequence[Spell]](), {former.until for former in stream.formerly}
    for run in runs:
        start = run.accrues_from
        if clock == "first default":
            start = first
        elif together == "spell":
            start = max((begun for begun, _ in counted if begun <= start), default=start)
        clocks.append(counted if clock == "days in all" else [(start, date.max)])
        reached = (_reached(clocks[-1], age) for age in ages)
        turns |= {run.accrues_from, run.stops_on, *(day for day in reached if day)}
    named, ceiling = stream.anniversaries_of, stream.ceiling
    alongside = ceiling.with_ if ceiling else ()
    others = tuple(
        bearing(context, each, every) for each in streams(context) if each.id in alongside
    )
    shares = _shares(runs, together) if stream.at_once else ()
    return StreamRates(
        stream=stream,
        runs=runs,
        clocks=tuple(clocks),
        day_one=2 if late else 1,
        added=together == "sum",
        apart=together == "sum" and ceiling is None,
        shares=tuple(r for r in shares if clock == "each default" or r.accrues_from == first),
        since=None if named is None else context.terms.dates[named],
        alongside=others,
        convention=convention(context, stream, first),
        turns=tuple(sorted(turns.union(*(each.turns for each in others)))),
    )


def own_run(stream: Stream) -> str:
    """The id of the run of a stream that runs from a Day: no default has one with a space."""
    return f"from {stream.id}"


def _bears(stream: Stream, run: DefaultRun) -> bool:
    if stream.from_ is not None:
        return run.id == own_run(stream)
    return run.id in stream.bears if stream.bears else " " not in run.id


def _stopped(context: Context, stream: Stream, run: DefaultRun) -> DefaultRun:
    """A run that ends no later than the first event that stops the stream, and bears its last day
    if the stream says so.
    """
    if stream.through_cure and run.stops_on < date.max:
        run = run._replace(stops_on=run.stops_on + ONE)
    found = [context.first(kind, run.accrues_from) for kind in stream.stops_with]
    context.use(*found)
    stops = min([run.stops_on, *(event.on for event in found if event is not None)])
    return run._replace(stops_on=max(stops, run.accrues_from)) if found else run


def _shares(runs: Sequence[DefaultRun], together: str) -> Iterator[DefaultRun]:
    """The runs with a share due at once: those that occur while no other is open, unless each
    accrues separately.
    """
    ends = date.min
    for run in sorted(runs, key=attrgetter("occurred_on")):
        if together == "sum" or ends <= run.occurred_on:
            yield run
        ends = max(ends, run.stops_on)


def streams(context: Context) -> Iterator[Stream]:
    """The streams of the terms, in order."""
    return (rule for rule in context.terms.general if isinstance(rule, Stream))


def _reached(clock: Sequence[Spell], age: int) -> date | None:
    """The day on which a clock reaches an age; None if it never does."""
    for start, end in clock:
        if age <= (end - start).days:
            return start + timedelta(days=age - 1)
        age -= (end - start).days
    return None


def turns_in(of: StreamRates, start: date, end: date) -> Sequence[date]:
    """The days from `start` to `end`, both included, on which a rate may change."""
    days = of.turns[bisect_left(of.turns, start) : bisect_right(of.turns, end)]
    if of.since is None and all(each.since is None for each in of.alongside):
        return days
    found = set(days)
    for since in (each.since for each in (of, *of.alongside) if each.since is not None):
        years = range(start.year - since.year, end.year - since.year + 1)
        found |= {day for n in years if start <= (day := anniversary(since, n)) <= end}
    return sorted(found)


def own_rate(context: Context, of: StreamRates, place: int, day: date) -> Fraction:
    """The rate of one default on a day, in percent; zero while it is not open."""
    run = of.runs[place]
    if not run.accrues_from <= day < run.stops_on:
        return ZERO
    ladder = ladder_on(context, of.stream, run, day)
    counted = (spell for spell in of.clocks[place] if spell[0] <= day)
    age = of.day_one - 1 + sum((min(day + ONE, end) - start).days for start, end in counted)
    reached = [rate for from_day, rate in ladder.tiers if from_day <= age]
    by_age, by_date = fraction(reached[-1]), _by_anniversary(ladder, of.since, day)
    if by_date is not None and len(reached) == 1 < len(ladder.tiers):
        word = context.pick(of.stream.dated_rates)
        by_date = {"after": by_age, "added": by_date + by_age}.get(word, by_date)
    rate = by_age if by_date is None else by_date
    return rate if of.stream.dollars_per is None else rate * 100 / fraction(of.stream.dollars_per)


def ladder_on(context: Context, stream: Stream, run: DefaultRun, day: date) -> Ladder:
    """The rates for a default on a day: those of the day, or those of its occurrence."""
    untils = [former.until for former in stream.formerly]
    now, then = (bisect_right(untils, each) for each in (day, run.occurred_on))
    if then < now and context.pick(stream.rates_as_amended) == "of its occurrence":
        now = then
    return (*stream.formerly, stream)[now]


def _by_anniversary(ladder: Ladder, since: date | None, day: date) -> Fraction | None:
    """The rate by the anniversaries that a day has reached; None before the first tier."""
    if since is None:
        return None
    years = day.year - since.year
    years -= anniversary(since, years) > day
    reached = [tier for tier in ladder.by_anniversary if tier.anniversary <= years]
    if not reached:
        return None
    last = len(reached) == len(ladder.by_anniversary)
    further = years - reached[-1].anniversary if last else 0
    return fraction(reached[-1].rate) + further * fraction(ladder.then_add_each_anniversary)


def rate_on(context: Context, of: StreamRates, day: date) -> Fraction:
    """The rate of all defaults on a day, in percent: the highest, or the sum; never above a
    ceiling.
    """
    rates = [own_rate(context, of, place, day) for place in range(len(of.runs))]
    rate = sum(rates, ZERO) if of.added else max(rates, default=ZERO)
    if of.stream.ceiling is None:
        return rate
    left = fraction(of.stream.ceiling.most)
    left -= sum((rate_on(context, each, day) for each in of.alongside), ZERO)
    return min(rate, max(left, ZERO))


@question
def rates(context: Context, of: StreamRates, place: int | None, start: date, end: date) -> Steps:
    """The rates from and including `start` to but excluding `end`: of the default at a place, or of
    all together.
    """
    turns = turns_in(of, start, end)
    return Steps.reached(turns, start, end, lambda day: _rate(context, of, place, day))


def _rate(context: Context, of: StreamRates, place: int | None, day: date) -> Fraction:
    return rate_on(context, of, day) if place is None else own_rate(context, of, place, day)


@question
def rises(context: Context, of: StreamRates, place: int, by: date) -> tuple[date, ...]:
    """The days after its first, through `by` included, on which a default's own rate rose."""
    first = of.runs[place].accrues_from
    if min(by, of.runs[place].stops_on) <= first:
        return ()
    own = rates(context, of, place, first, by + ONE)
    pairs = zip(own.days[1:], pairwise(own.amounts), strict=False)
    return tuple(day for day, (before, then) in pairs if then > before)


# Changes of the rate, assuming that no default opens or is cured.

_AHEAD = 2
"""Years to look ahead."""
_OVER = "the period protected is over"
"""Why the rate falls to zero without a cure: nothing else stops a default early."""
_NO_RATE = "the schedule has no rate from that day"


def ahead(day: date) -> date:
    """The last day that is looked ahead to."""
    return anniversary(day, _AHEAD)


@question
def next_change(context: Context, of: StreamRates, after: date) -> RateChange | None:
    """The first day after `after` with a different rate."""
    now = rate_on(context, of, after)
    later = (day for day in turns_in(of, after, ahead(after)) if day > after and now)
    return next((_to(context, of, day) for day in later if rate_on(context, of, day) != now), None)


@question
def last_change(context: Context, of: StreamRates, by: date) -> RateChange | None:
    """The latest day up to and including `by` on which the open defaults' rate changed."""
    if not rate_on(context, of, by):
        return None
    opened = min(run.accrues_from for run in of.runs if run.accrues_from <= by < run.stops_on)
    for day in reversed(turns_in(of, opened, by)):
        if day > opened and rate_on(context, of, day) != rate_on(context, of, day - ONE):
            return _to(context, of, day)
    return None


def _to(context: Context, of: StreamRates, day: date) -> RateChange:
    rate = rate_on(context, of, day)
    open_still = any(run.accrues_from <= day < run.stops_on for run in of.runs)
    because = _NO_RATE if open_still else _OVER
    return RateChange(day, rate, of.stream.per, "" if rate else because)


def amended(context: Context, of: StreamRates, by: date) -> Iterator[date]:
    """The days through `by`, included, from which amended rates applied to some default."""
    stream = of.stream
    ladders = (*stream.formerly[1:], stream)
    for former, new in zip(stream.formerly, ladders, strict=False):
        until = former.until
        open_then = (run for run in of.runs if run.stops_on > until)
        if until <= by and any(
            ladder_on(context, stream, run, max(until, run.accrues_from)) is new
            for run in open_then
        ):
            yield until


class WholeSpans(NamedTuple):
    """Spans that count in full once begun, `number` of them at one rate; `complete` if the last is
    not cut off.
    """

    start: date
    end: date
    rate: Fraction
    complete: bool
    number: int = 1


def begun(context: Context, of: StreamRates, start: date, end: date) -> Iterator[WholeSpans]:
    """The spans that begin from and including `start` to but excluding `end`.

    They run one after another from the first day of an unbroken spell of defaults, or of each
    default if they accrue apart. Each has the rate of its first day and is cut off at the end of
    the spell.
    """
    if (whole := of.stream.whole) is None:
        return
    for place in range(len(of.runs)) if of.apart else (None,):
        for first, stop in spells(of.runs if place is None else of.runs[place : place + 1]):
            last = min(stop, end)
            for here, there in spans(context, whole, first, start):
                if here >= last:
                    break
                rate = _rate(context, of, place, here)
                yield WholeSpans(here, min(there, last), rate, there <= last)
