"""Interest on what is held, segment by segment: rates times days, shares due at once, limits.

    occurred   1st day                               the most in all is reached
       |at once|---- rate ----|------ higher rate ------|= the rest =|  nothing
        1.00%       by days        by days                 one day

The amount held is split only where it or its rate changes, because 30/360 amounts do not add up
over other splits. If spans count in full once begun, interest accrues on the first day of each, on
that day's amount. Limits are those of a dollar: a ceiling on what falls due in any period, the
least in all, which its first day bears, and the most, whose last day bears the rest.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import lru_cache
from itertools import chain, takewhile
from typing import NamedTuple

from dealclock.days.periods import moved
from dealclock.engine.conclusions import Segment
from dealclock.engine.context import ONE, Context, question
from dealclock.engine.interest.rates import Steps, StreamRates, bearing, rates, spans, spells
from dealclock.engine.money import ZERO, fraction
from dealclock.engine.payments.payment_dates import nominal_dates, payable_on, paying
from dealclock.records import record
from dealclock.terms.general.stream import JointCeiling

AT_ONCE = "due at once"
THE_REST = "what is left to the most in all"
UNDER_CEILING = "what is left under the ceiling"
LEAST = "the least in all"
BEYOND_LEAST = "what exceeds the least in all"


class DollarsHeld(NamedTuple):
    """What bears one stream by the defaults that apply to it: dollars held of a lot."""

    of: StreamRates
    held: Steps
    lot: str


@lru_cache(maxsize=4096)
def _dollar(since: date) -> Steps:
    """A dollar held from a day on."""
    return Steps((since,), (Fraction(1),))


def a_dollar(of: StreamRates, since: date) -> DollarsHeld:
    """A dollar held from a day on, of no lot."""
    return DollarsHeld(of, _dollar(since), "")


@question
def segments(context: Context, on: DollarsHeld, start: date, end: date) -> tuple[Segment, ...]:
    """Interest from and including `start` to but excluding `end`, in order of first days."""
    of, held, _ = on
    begins, stream, since = of.begins, of.stream, held.begins
    if begins is None or since is None:
        return ()
    found = _uncut(context, on, start, end)
    if _ceiling(context, of) is not None:
        found = tuple(_under_ceiling(context, on, since, start, end))
    if stream.least_in_all is None and stream.most_in_all is None:
        return found
    later = start > max(begins, since)
    before = _before(context, of, since, start) if later else ZERO
    if stream.least_in_all is not None:
        least = fraction(stream.least_in_all) / 100
        # Days that count nothing, such as a weekend, bear the least too, but no span is made of it.
        begun = before > 0 or (later and stream.whole is None)
        found = tuple(_at_least(least, before, found, begun=begun))
        before = max(before, least) if begun else ZERO
    if stream.most_in_all is not None:
        found = tuple(_up_to(fraction(stream.most_in_all) / 100 - before, found, on, THE_REST))
    return found


@question
def on_a_dollar(context: Context, of: StreamRates, since: date, start: date, end: date) -> Fraction:
    """Interest on a dollar held from a day on, over some days."""
    return _sum(segments(context, a_dollar(of, since), start, end))


@question
def reached_on(context: Context, of: StreamRates, first: date, by: date) -> date | None:
    """The day before `by` on which a dollar held from `first` reaches the most in all; None if none
    is.
    """
    begins, borne = of.begins, ZERO
    if of.stream.most_in_all is None or begins is None or max(begins, first) >= by:
        return None
    first = max(begins, first)
    for each in segments(context, a_dollar(of, first), first, by):
        borne += each.amount
        if borne == fraction(of.stream.most_in_all) / 100:
            return each.start if of.stream.whole else each.to_exclusive - ONE
    return None


# Without limits.


def _uncut(context: Context, on: DollarsHeld, start: date, end: date) -> tuple[Segment, ...]:
    of = on.of
    shares = [*_at_once(context, on, start, end)]
    by_time = (_whole if of.stream.whole else _daily)(context, on, start, end)
    if not shares and of.stream.most_in_all is None:
        return tuple(by_time)
    return tuple(sorted([*shares, *by_time], key=lambda each: each.start))


def _at_once(context: Context, on: DollarsHeld, start: date, end: date) -> Iterator[Segment]:
    """The shares due at once, and those that fall due again while their default is open."""
    of, held, lot = on
    rate = fraction(of.stream.at_once or 0)
    for run in of.shares.values():
        if not run.occurred_on < end or (start >= run.stops_on and start > run.occurred_on):
            continue
        days, again = [run.occurred_on], of.stream.at_once_again
        if again:
            each = (there for _, there in spans(context, again, run.occurred_on, date.min))
            days += takewhile(lambda day: day < min(end, run.stops_on), each)  # noqa: B023
        for day in days:
            if start <= day < end and (dollars := held.on(day)):
                share = dollars * rate / 100
                yield Segment(lot, dollars, day, day + ONE, rate, 1, 1, share, AT_ONCE)


def _daily(context: Context, on: DollarsHeld, start: date, end: date) -> Iterator[Segment]:
    return _simple(context, on._replace(held=compounded(context, on.of, on.held, end)), start, end)


def compounded(context: Context, of: StreamRates, held: Steps, by: date) -> Steps:
    """What dollars held have become by what was added to them before a day, if they compound."""
    if of.stream.compounds_each is None or not held.begins:
        return held
    return held.times(_growth(context, of, held.begins, by))


@question
def _growth(context: Context, of: StreamRates, since: date, by: date) -> Steps:
    """What a dollar held from a day on has become by what was added after each span before `by`."""
    begins, span, growth = of.begins, of.stream.compounds_each, {since: Fraction(1)}
    factor = growth[since]
    for here, there in spans(context, span, begins, date.min) if span and begins else ():
        if there >= by:
            break
        start = max(here, since)
        if start < there:
            more = factor * _sum(_simple(context, a_dollar(of, since), start, there))
            growth[there], factor = more, factor + more
    return Steps.of(growth)


def _simple(context: Context, on: DollarsHeld, start: date, end: date) -> Iterator[Segment]:
    of, held, _ = on
    apart = of.apart and of.stream.most_in_all is None
    for place, here, there in of.separate(start, end) if apart else ((None, start, end),):
        for first, last, rate in rates(context, of, place, here, there).pieces(here, there):
            for since, until, dollars in held.pieces(first, last):
                yield _segment(on, since, until, rate, dollars)


def _whole(context: Context, on: DollarsHeld, start: date, end: date) -> Iterator[Segment]:
    """The spans that count in full once begun, one after another from the first day of an unbroken
    spell of defaults, or of each default if they accrue apart; each at the rate of its first day.

    Equal spans are merged, unless limits may cut them apart.
    """
    of, span, found = on.of, on.of.stream.whole, list[Segment]()
    merged = of.stream.most_in_all is None and of.stream.ceiling is None
    for place, _, _ in of.separate(start, end):
        for first, stop in of.spells if place is None else spells(of.runs[place : place + 1]):
            last = min(stop, end)
            if last <= start:
                continue
            for here, there in spans(context, span, first, start) if span else ():
                if here >= last:
                    break
                rate = rates(context, of, place, here, here + ONE).on(here)
                each = _segment(on, here, min(there, last), rate, on.held.on(here))
                each = replace(each, amount=rate / 100 * each.principal)
                if merged and here > first and found and _goes_on(found[-1], each):
                    amount, start_of_all = found[-1].amount + each.amount, found[-1].start
                    each = _segment(on, start_of_all, each.to_exclusive, rate, each.principal)
                    found[-1] = replace(each, amount=amount)
                else:
                    found.append(each)
    return (each for each in found if each.amount)


def _goes_on(before: Segment, each: Segment) -> bool:
    alike = before.rate == each.rate and before.principal == each.principal
    return alike and before.to_exclusive == each.start


def _segment(on: DollarsHeld, start: date, end: date, rate: Fraction, dollars: Fraction) -> Segment:
    counted = on.of.convention
    days, amount = (
        counted.days(start, end),
        dollars * rate / 100 * counted.year_fraction(start, end),
    )
    return Segment(on.lot, dollars, start, end, rate, days, (end - start).days, amount)


# Limits of what a dollar bears.


def _of_a_dollar(each: Segment) -> Fraction:
    return each.amount / each.principal


def _sum(found: Iterable[Segment]) -> Fraction:
    return sum((each.amount for each in found), ZERO)


@record
class _DuePart:
    """What falls due together: the days on which it accrues, the second excluded, the day on which
    it falls due, and what a dollar bears.
    """

    start: date
    end: date
    due: date
    of_a_dollar: Fraction


@question
def _parts(context: Context, of: StreamRates, since: date, by: date) -> tuple[_DuePart, ...]:
    """What falls due of a dollar held from a day to but excluding another, in the parts in which it
    is paid, without limits.
    """
    rule, begins, found = paying(context, of.stream), of.begins, list[_DuePart]()
    here = max(begins or by, since)
    paid = [s for s in context.terms.streams if rule is not None and s.id in (rule.of or (s.id,))]
    runs = [run for s in paid or [of.stream] for run in bearing(context, s, of.every).runs]
    for nominal in chain(nominal_dates(context, rule, spells(runs), here), [date.max]):
        there = min(nominal, by)
        if here >= there:
            break
        amount = _sum(_uncut(context, a_dollar(of, since), here, there))
        found.append(_DuePart(here, there, payable_on(rule, nominal), amount))
        if nominal >= by:
            break
        here = nominal
    return tuple(found)


@question
def _before(context: Context, of: StreamRates, since: date, start: date) -> Fraction:
    """What a dollar held from a day bears to but excluding `start`, without the least and the most
    in all.
    """
    under, borne = _ceiling(context, of) is not None, ZERO
    # Through the day of the query, so that the same parts serve every start before it.
    by = max(context.as_of, start)
    for part in (_falls_due if under else _parts)(context, of, since, by):
        if part.end <= start:
            borne += part.of_a_dollar
        elif part.start < start:
            so_far = _sum(_uncut(context, a_dollar(of, since), part.start, start))
            borne += min(so_far, part.of_a_dollar) if under else so_far
    return borne


@question
def _ceiling(
    context: Context, of: StreamRates
) -> tuple[JointCeiling, tuple[StreamRates, ...]] | None:
    """The ceiling on what falls due of a stream in any period, and the streams under it: the one
    that has it gives way to others of the same day. None without one.
    """
    every = {each.id: each for each in context.terms.streams}
    for each in every.values():
        ceiling = each.ceiling
        if ceiling and not ceiling.of_rate and of.stream.id in (each.id, *ceiling.with_):
            under = (*ceiling.with_, each.id)
            return ceiling, tuple([bearing(context, every[name], of.every) for name in under])
    return None


@question
def _falls_due(context: Context, of: StreamRates, since: date, by: date) -> tuple[_DuePart, ...]:
    """The parts of a stream under a ceiling: what falls due later gives way. A stream takes no more
    of it than the most that it bears in all.
    """
    found = _ceiling(context, of)
    if found is None:
        return ()
    ceiling, under = found
    most, period, parts = fraction(ceiling.most) / 100, found[0].in_any, list[_DuePart]()
    own, borne = [], [ZERO for _ in under]
    every = [
        (part.due, place, part)
        for place, each in enumerate(under)
        for part in _parts(context, each, since, by)
    ]
    for day, place, part in sorted(every, key=lambda each: each[:2]):
        after = moved(day, -period.count, period.unit) if period else date.min
        left = most - sum((p.of_a_dollar for p in parts if p.due > after), ZERO)
        in_all = under[place].stream.most_in_all
        if in_all is not None:
            left = min(left, fraction(in_all) / 100 - borne[place])
        parts.append(replace(part, of_a_dollar=max(min(part.of_a_dollar, left), ZERO)))
        borne[place] += parts[-1].of_a_dollar
        own += [parts[-1]] if under[place].stream is of.stream else []
    return tuple(own)


def _under_ceiling(
    context: Context, on: DollarsHeld, since: date, start: date, end: date
) -> Iterator[Segment]:
    for part in _falls_due(context, on.of, since, max(context.as_of, end)):
        begin, stop, left = max(part.start, start), min(part.end, end), part.of_a_dollar
        if begin < stop:
            if part.start < begin:
                left -= _sum(_uncut(context, a_dollar(on.of, since), part.start, begin))
            uncut = _uncut(context, on, begin, stop)
            yield from _up_to(left, uncut, on, UNDER_CEILING)


def _cut_to(each: Segment, note: str) -> str:
    """The note of a segment cut to a limit, by which a share due at once is still known as one."""
    return f"{AT_ONCE}, {note}" if is_share(each) else note


def is_share(each: Segment) -> bool:
    """Whether a segment is a share due at once, perhaps cut to a limit."""
    return each.note is not None and each.note.startswith(AT_ONCE)


def _at_least(
    least: Fraction, before: Fraction, found: Sequence[Segment], *, begun: bool
) -> Iterator[Segment]:
    """Segments after what a dollar bore before them, of which the first day bears the least; if it
    has `begun`, an earlier day did.
    """
    for place, each in enumerate(found):
        if not begun and place == 0:
            end, amount = each.start + ONE, least * each.principal
            note = _cut_to(each, LEAST)
            yield replace(
                each, to_exclusive=end, days_counted=1, days_actual=1, amount=amount, note=note
            )
        short = max(least - before, ZERO)
        before += _of_a_dollar(each)
        if not short:
            yield each
        elif before > least:
            beyond = (before - least) * each.principal
            yield replace(each, amount=beyond, note=_cut_to(each, BEYOND_LEAST))


def _up_to(
    left: Fraction, found: Sequence[Segment], on: DollarsHeld, note: str
) -> Iterator[Segment]:
    """Segments up to what is left for a dollar."""
    for each in found:
        if left <= 0:
            return
        part = _of_a_dollar(each)
        yield from [each] if part <= left else _cut(left, each, on, note)
        left -= part


def _cut(left: Fraction, each: Segment, on: DollarsHeld, note: str) -> Iterator[Segment]:
    """A segment cut at what is left for a dollar, with its last day as a separate segment."""
    if each.note is not None or on.of.stream.whole:
        yield replace(each, amount=left * each.principal, note=_cut_to(each, note))
        return

    def until(day: date) -> Segment:
        return _segment(on, each.start, day, each.rate, each.principal)

    days = [each.start + n * ONE for n in range(1, each.days_actual)]
    place = bisect_left(days, left, key=lambda day: _of_a_dollar(until(day)))
    last = each.start + place * ONE
    whole = until(last)
    if whole.amount:
        yield whole
    rest = _segment(on, last, last + ONE, each.rate, each.principal)
    yield replace(rest, amount=(left - _of_a_dollar(whole)) * each.principal, note=note)
