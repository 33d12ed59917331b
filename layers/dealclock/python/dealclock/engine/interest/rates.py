"""The rate of a stream on each day: of each default by its clock, and of all together.

    default 1   |----------------|                            spells: unbroken runs of days with
    default 2               |---------------|     |-------|   an open default
    spell       |---------------------------|     |-------|

    occurred
       |1 ............... 90|91 ............    2nd anniv.   3rd anniv.   4th ...
       |       0.25%        |    1.00%     |      3.00%    |   5.00%   |  7.00% ...

A clock is the days it counts, as spells; the first of them is day 1. The rates by age and those by
anniversary are steps, each from the day that reaches it. A word of the terms is read only where a
day's rate turns on it, so that its reading is consulted only there.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache, partial
from itertools import accumulate, pairwise
from operator import attrgetter, mul, sub
from typing import NamedTuple

from dealclock.days.calendars import LAST_YEAR
from dealclock.days.counting import business_days_after
from dealclock.days.day_counts import DayCount, day_count, in_periods
from dealclock.days.periods import moved
from dealclock.engine.conclusions import Default
from dealclock.engine.context import ONE, Context, question
from dealclock.engine.day import Instance, day_of
from dealclock.engine.money import ZERO, fraction
from dealclock.engine.payments.payment_dates import Spell
from dealclock.errors import DealclockError
from dealclock.records import record
from dealclock.terms.day_language import ByReading, over_values, values_of
from dealclock.terms.general.stream import AccrualSpan, Stream
from dealclock.terms.rules.interest import Ladder, Tiers

# Step functions of the day: amounts, or rates, that hold from one day to the next.
#
# value   |        .-------.
#         |  .-----'       '----------> the last value holds
#         +--+-----+-------+----------


@record
class Steps:
    """`amounts[i]` from and including `days[i]` to but excluding the next day.

    Zero before the first day; the last amount continues.
    """

    days: tuple[date, ...]
    amounts: tuple[Fraction, ...]

    @classmethod
    def of(cls, changes: Mapping[date, Fraction]) -> "Steps":
        """The steps from changes, each from and including its day."""
        days = sorted(changes)
        return cls(tuple(days), tuple(accumulate(changes[day] for day in days)))

    @classmethod
    def reached(
        cls, turns: Iterable[date], start: date, end: date, value: Callable[[date], Fraction]
    ) -> "Steps":
        """The steps from `start` to but excluding `end` of a value that may change only on `turns`;
        a day on which it does not change makes no step.
        """
        days, amounts = list[date](), list[Fraction]()
        for day in (start, *(turn for turn in turns if start < turn < end)):
            amount = value(day)
            if not amounts or amounts[-1] != amount:
                days.append(day)
                amounts.append(amount)
        return cls((*days, end), (*amounts, ZERO))

    @property
    def begins(self) -> date | None:
        """The first day with an amount other than zero; None without one."""
        return next(
            (day for day, amount in zip(self.days, self.amounts, strict=True) if amount), None
        )

    def less(self, other: "Steps") -> "Steps":
        """What is left of each amount less another's of the same day."""
        return self._with(other, sub)

    def times(self, other: "Steps") -> "Steps":
        """Each amount times another's of the same day."""
        return self._with(other, mul)

    def _with(self, other: "Steps", of: Callable[[Fraction, Fraction], Fraction]) -> "Steps":
        days = tuple(sorted({*self.days, *other.days}))
        return Steps(days, tuple([of(self.on(day), other.on(day)) for day in days]))

    def until(self, end: date) -> "Steps":
        """The steps up to but excluding a day, with zero from that day on."""
        kept = bisect_left(self.days, end)
        return Steps((*self.days[:kept], end), (*self.amounts[:kept], ZERO))

    def on(self, day: date) -> Fraction:
        """The amount on a day."""
        place = bisect_right(self.days, day)
        return self.amounts[place - 1] if place else ZERO

    def pieces(self, start: date, end: date) -> Iterator[tuple[date, date, Fraction]]:
        """The amounts other than zero from and including `start` to but excluding `end`, with their
        days.
        """
        first, last = bisect_right(self.days, start), bisect_left(self.days, end)
        for here, there in pairwise((start, *self.days[first:last], end)):
            if amount := self.on(here):
                yield here, there, amount


# What a rate is for: a year by a day count, or each span of days, months or open days.

_CALENDAR_DAYS = {"days": 1, "weeks": 7}


@record
class InMonths:
    """Spans of months from a first day on; a part of one counts by its own days."""

    name: str
    first: date
    span: AccrualSpan

    def days(self, start: date, end: date) -> int:
        """The days from `start`, included, to `end`, excluded."""
        return (end - start).days

    def year_fraction(self, start: date, end: date) -> Fraction:
        """The number of spans from `start`, included, to `end`, excluded."""
        return self._passed(end) - self._passed(start)

    def day_fraction(self, day: date) -> Fraction:
        """One day as a part of its span."""
        return self._passed(day + ONE) - self._passed(day)

    def _passed(self, day: date) -> Fraction:
        n = 0
        while (there := moved(self.first, (n + 1) * self.span.count, self.span.unit)) <= day:
            n += 1
        here = moved(self.first, n * self.span.count, self.span.unit)
        return n + Fraction((day - here).days, (there - here).days)


Convention = DayCount | InMonths
"""How days count towards what a rate is for."""


def convention(context: Context, stream: Stream, first: date) -> Convention:
    """The day count of a stream whose first day is `first`."""
    span, sheet = stream.for_each, context.terms.indenture
    if span is None:
        name = stream.day_count or (sheet.day_count if sheet else None)
        if name is None:
            raise DealclockError(
                "the Indenture's day count is unset, so there is no single amount; run `assess` "
                "for the range, or set indenture.day_count."
            )
        return day_count(name)
    return counted_by(context, span, first)


def counted_by(context: Context, span: AccrualSpan, first: date) -> Convention:
    """How days count towards spans, the first of which begins on a day."""
    if days := span.count * _CALENDAR_DAYS.get(span.unit, 0):
        return in_periods(days, whole=span.part == "whole")
    if not span.counts_open_days:
        return InMonths(f"by {span}", first, span)
    calendar = context.open_days(span)
    name = f"by {span}"
    return DayCount(name, lambda here, there: calendar.between(here - ONE, there - ONE), span.count)


def spans(
    context: Context, span: AccrualSpan, first: date, start: date
) -> Iterator[tuple[date, date]]:
    """The spans one after another from `first`, the first day of each and that of the next; those
    that begin on or after `start`.
    """
    days = span.count * _CALENDAR_DAYS.get(span.unit, 0)
    n = max(0, -((first - start).days // days)) if days else 0
    here = span_start(context, span, first, n)
    while True:
        n += 1
        there = span_start(context, span, first, n)
        if here >= start:
            yield here, there
        here = there


def span_start(context: Context, span: AccrualSpan, first: date, n: int) -> date:
    """The first day after `n` spans from `first`."""
    if span.counts_open_days:
        days = context.open_days(span)
        return business_days_after(first - ONE, n * span.count, days).result + ONE
    return moved(first, n * span.count, span.unit)


class DefaultRun(NamedTuple):
    """The days that move what accrues on one default, or on a stream that runs from a Day or on the
    days of a state.

    It bears on the lots of its `closing`, a date of the terms, or on `lots`, or on the Notes of a
    `holder`; None for all.
    """

    id: str
    instance: str
    occurred_on: date
    accrues_from: date
    stops_on: date
    closing: str | None = None
    lots: tuple[str, ...] | None = None
    holder: str | None = None

    @classmethod
    def of(
        cls, default: Default, closing: str | None = None, holder: str | None = None
    ) -> "DefaultRun":
        """The run of a default, as far as its end is known."""
        d, end = default, default.stops_on or date.max
        days = d.occurred_on, d.accrues_from, end
        return cls(d.id, d.instance, *days, closing, d.bears_on, holder)


@record
class StreamRates:
    """A stream on the defaults that apply to the same part of its base: the `runs` it bears, of
    `every` one.

    `by_age` are the steps of each run, and `by_date` those by anniversary, under each of the rates
    as amended. Their rates are `added`, and `apart`, each accrues separately. `shares` are the runs
    with a share due at once, by instance. `turns` are the days on which a rate may change, and
    `open_runs` the places of the runs open from each of `open_days` to the next. Anything accrues
    from the day on which it `begins`; None without defaults. `alongside` are
    the streams under the same highest rate.
    """

    stream: Stream
    runs: tuple[DefaultRun, ...]
    every: tuple[DefaultRun, ...]
    by_age: tuple[tuple[Steps | ByReading[Steps], ...], ...]
    by_date: tuple[Steps, ...]
    added: bool
    apart: bool
    shares: Mapping[str, DefaultRun]
    spells: tuple[Spell, ...]
    open_days: tuple[date, ...]
    open_runs: tuple[tuple[int, ...], ...]
    begins: date | None
    alongside: tuple["StreamRates", ...]
    convention: Convention
    turns: tuple[date, ...]

    def first_day(self, run: DefaultRun | Default) -> date:
        """The first day on which a default bears interest: its own day, if a share is due at
        once.
        """
        at_once = run.instance in self.shares
        return min(run.occurred_on, run.accrues_from) if at_once else run.accrues_from

    def accrues_in(self, run: DefaultRun | Default, stops: date, start: date, end: date) -> bool:
        """Whether a default bears interest on any day from and including `start` to but excluding
        `end`, if it stops on a day.
        """
        at_once = self.first_day(run)
        if at_once < run.accrues_from and start <= at_once < end:
            return True
        return max(run.accrues_from, start) < min(stops, end)

    def turns_in(self, start: date, end: date) -> Sequence[date]:
        """The days from `start` to `end`, both included, on which a rate may change."""
        return self.turns[bisect_left(self.turns, start) : bisect_right(self.turns, end)]

    def separate(self, start: date, end: date) -> Iterator[tuple[int | None, date, date]]:
        """The places of the runs that accrue separately from `start` to but excluding `end`, each
        with its own days of these; None for all together.
        """
        if not self.apart:
            yield None, start, end
            return
        for place, run in enumerate(self.runs):
            if run.accrues_from < end and start < run.stops_on:
                yield place, max(run.accrues_from, start), min(run.stops_on, end)


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
    """The rates of a stream on those of the runs that it bears."""
    runs = tuple(_stopped(context, stream, run) for run in every if _bears(stream, run))
    several = len(runs) > 1
    together = context.pick(stream.together) if several else "highest"
    clock = context.pick(stream.clock) if several else "each default"
    counted = spells(runs)
    first = min((run.accrues_from for run in runs), default=date.max)
    early = bool(counted) and context.pick(stream.first_day) == "default"
    ladders = (*stream.formerly, stream)
    by_age = dict[date, tuple[Steps | ByReading[Steps], ...]]()
    starts = [run.accrues_from for run in runs]
    if clock != "each default":
        starts = [first for _ in runs]
    elif together == "spell":
        begun = [start for start, _ in counted]
        places = [bisect_right(begun, start) for start in starts]
        starts = [begun[n - 1] if n else starts[at] for at, n in enumerate(places)]
    for start in dict.fromkeys(starts):
        (begins, end), *others = (clock == "days in all" and counted) or [(start, date.max)]
        ages = partial(_ages, context, stream, [(begins - early * ONE, end), *others])
        by_age[start] = tuple([over_values(each.tiers, ages) for each in ladders])
    since = context.terms.dates[stream.anniversaries_of] if stream.anniversaries_of else None
    by_date = tuple([_dates(each, since) for each in ladders])
    ceiling = stream.ceiling if stream.ceiling and stream.ceiling.of_rate else None
    alongside = tuple(
        bearing(context, each, every)
        for each in context.terms.streams
        if ceiling and each.id in ceiling.with_
    )
    shares = _shares(runs, together) if stream.at_once else ()
    steps = (each for own in by_age.values() for value in own for each in values_of(value))
    turns = {former.until for former in stream.formerly}
    turns = turns.union(
        *(each.days for each in (*steps, *by_date)), *(each.turns for each in alongside)
    )
    turns |= {day for run in runs for day in (run.accrues_from, run.stops_on)}
    open_days, open_runs = _open(runs)
    at_once = {
        run.instance: run for run in shares if clock == "each default" or run.accrues_from == first
    }
    firsts = (run.occurred_on for run in at_once.values())
    return StreamRates(
        stream=stream,
        runs=runs,
        every=every,
        by_age=tuple([by_age[start] for start in starts]),
        by_date=by_date,
        added=together == "sum",
        apart=together == "sum" and ceiling is None,
        shares=at_once,
        spells=counted,
        open_days=open_days,
        open_runs=open_runs,
        begins=min((*firsts, *(run.accrues_from for run in runs)), default=None),
        alongside=alongside,
        convention=convention(context, stream, first),
        turns=tuple(sorted(turns)),
    )


def _open(runs: Sequence[DefaultRun]) -> tuple[tuple[date, ...], tuple[tuple[int, ...], ...]]:
    """The days on which a run begins or stops to accrue, and the places of those then open."""
    changes = sorted(
        (day, opens, place)
        for place, run in enumerate(runs)
        if run.accrues_from < run.stops_on
        for day, opens in ((run.accrues_from, True), (run.stops_on, False))
    )
    open_now, found = dict[int, None](), dict[date, tuple[int, ...]]()
    for day, opens, place in changes:
        if opens:
            open_now[place] = None
        else:
            del open_now[place]
        found[day] = tuple(sorted(open_now))
    return tuple(found), tuple(found.values())


def own_run(stream: Stream) -> str:
    """The id of the runs of a stream that are of no default: no default has one with a space."""
    return f"from {stream.id}"


def _bears(stream: Stream, run: DefaultRun) -> bool:
    if run.id == own_run(stream):
        return True
    return " " not in run.id if stream.on_any_default else run.id in stream.bears


def _stopped(context: Context, stream: Stream, run: DefaultRun) -> DefaultRun:
    """A run that ends no later than the stream's last Day or the first event that stops it, and
    bears its last day if the stream says so.
    """
    if stream.through_cure and run.stops_on < date.max:
        run = run._replace(stops_on=run.stops_on + ONE)
    found = [context.first(kind, run.accrues_from) for kind in stream.stops_with]
    context.use(*found)
    days = [event.on for event in found if event is not None]
    if stream.until is not None:
        days.append(day_of(context, stream.until, Instance(stream.id)).day or date.max)
    return run._replace(stops_on=max(min(run.stops_on, *days), run.accrues_from)) if days else run


def _shares(runs: Sequence[DefaultRun], together: str) -> Iterator[DefaultRun]:
    """The runs with a share due at once: those that occur while no other is open, unless each
    accrues separately.
    """
    ends = date.min
    for run in sorted(runs, key=attrgetter("occurred_on")):
        if together == "sum" or ends <= run.occurred_on:
            yield run
        ends = max(ends, run.stops_on)


def _ages(context: Context, stream: Stream, clock: Sequence[Spell], tiers: Tiers) -> Steps:
    """The rates by age, each from the day on which a clock reaches it; the last day there is if it
    never does.
    """
    span, days = stream.age_span, [date.min]
    for age, _ in tiers[1:]:
        # No calendar covers a later day; open days take longer than as many days.
        longest = age * 3 // 2 if span.counts_open_days else age
        beyond = clock[0][0].year + longest * span.count // 365 >= LAST_YEAR if clock else True
        days.append(date.max if beyond else _reached(context, stream, clock, age))
    return Steps(tuple(days), tuple([fraction(rate) for _, rate in tiers]))


def _reached(context: Context, stream: Stream, clock: Sequence[Spell], age: int) -> date:
    span, left = stream.age_span, age - 1
    for start, end in clock:
        if (day := span_start(context, span, start, left)) < end:
            return day
        left -= context.passed(span, start - ONE, end - ONE)
    return date.max


def _dates(ladder: Ladder, since: date | None) -> Steps:
    """The rates by anniversaries, each from its day; none without any."""
    tiers = tuple([(tier.anniversary, tier.rate) for tier in ladder.by_anniversary])
    if since is None or not tiers:
        return Steps((), ())
    return _anniversaries(tiers, ladder.then_add_each_anniversary, since)


@lru_cache
def _anniversaries(tiers: tuple[tuple[int, Decimal], ...], add: Decimal, since: date) -> Steps:
    """The rates from the Nth anniversaries, and `add` more from each after the last; a pass under
    any readings needs the same ones.
    """
    rates, more = [(n, fraction(rate)) for n, rate in tiers], fraction(add)
    if more:
        last, rate = rates[-1]
        further = range(1, LAST_YEAR - since.year - last + 1)
        rates += [(last + n, rate + n * more) for n in further]
    return Steps(tuple([moved(since, n, "years") for n, _ in rates]), tuple([r for _, r in rates]))


def own_rate(context: Context, of: StreamRates, place: int, day: date) -> Fraction:
    """The rate of one default on a day, in percent; zero while it is not open."""
    run = of.runs[place]
    if not run.accrues_from <= day < run.stops_on:
        return ZERO
    ladder = _ladder_on(context, of.stream, run, day)
    by_age, dated = of.by_age[place][ladder], of.by_date[ladder]
    alike = {(steps.on(day), _is_first(steps, day)) for steps in values_of(by_age)}
    steps = values_of(by_age)[0] if len(alike) == 1 else context.pick(by_age)
    rate = steps.on(day)
    if dated.days and dated.days[0] <= day:
        by_date = dated.on(day)
        word = context.pick(of.stream.dated_rates) if _is_first(steps, day) else "instead"
        rate = {"after": rate, "added": by_date + rate}.get(word, by_date)
    return rate if of.stream.dollars_per is None else rate * 100 / fraction(of.stream.dollars_per)


def _is_first(by_age: Steps, day: date) -> bool:
    """Whether the first of several rates by age applies on a day."""
    return day < by_age.days[1] if len(by_age.days) > 1 else False


def _ladder_on(context: Context, stream: Stream, run: DefaultRun, day: date) -> int:
    """The place of the rates for a default on a day: those of the day, or of its occurrence."""
    untils = [former.until for former in stream.formerly]
    now, then = (bisect_right(untils, each) for each in (day, run.occurred_on))
    if then < now and context.pick(stream.rates_as_amended) == "of its occurrence":
        return then
    return now


def rate_on(context: Context, of: StreamRates, day: date) -> Fraction:
    """The rate of all defaults on a day, in percent: the highest, or the sum; never above a
    ceiling.
    """
    at = bisect_right(of.open_days, day)
    rates = [own_rate(context, of, n, day) for n in (of.open_runs[at - 1] if at else ())]
    rate = sum(rates, ZERO) if of.added else max(rates, default=ZERO)
    if of.stream.ceiling is None or not of.stream.ceiling.of_rate:
        return rate
    left = fraction(of.stream.ceiling.most)
    left -= sum((rate_on(context, each, day) for each in of.alongside), ZERO)
    return min(rate, max(left, ZERO))


@question
def rates(context: Context, of: StreamRates, place: int | None, start: date, end: date) -> Steps:
    """The rates from and including `start` to but excluding `end`: of the default at a place, or of
    all together.
    """

    def rate(day: date) -> Fraction:
        return rate_on(context, of, day) if place is None else own_rate(context, of, place, day)

    return Steps.reached(of.turns_in(start, end), start, end, rate)


def amended(context: Context, of: StreamRates, by: date) -> Iterator[date]:
    """The days through `by`, included, from which amended rates applied to some default."""
    for place, former in enumerate(of.stream.formerly, start=1):
        until = former.until
        open_then = (run for run in of.runs if run.stops_on > until)
        if until <= by and any(
            _ladder_on(context, of.stream, run, max(until, run.accrues_from)) == place
            for run in open_then
        ):
            yield until
