"""Interest on the principal held, piece by piece: rates times days, shares due at once, a cap.

    occurred   1st day                               the cap is reached
       |at once|---- rate ----|------ higher rate ------|= the rest =|  nothing
        1.00%       by days        by days                 one day

Principal is split only where its own amount or its rate changes, because 30/360 amounts do not add
up over other splits. If spans count in full once begun, interest accrues on the first day of each,
on that day's principal. The day on which the cap on a dollar is reached bears the rest.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import pairwise, takewhile

from dealclock.engine.context import Context
from dealclock.engine.interest.rates import StreamRates, WholeSpans, begun, rates, spells
from dealclock.engine.interest.spans import ONE, spans
from dealclock.engine.interest.steps import Steps
from dealclock.engine.money import ZERO, fraction
from dealclock.engine.payments.payment_dates import nominal_dates, paying
from dealclock.engine.questions import question
from dealclock.records import record

AT_ONCE = "due at once"
THE_REST = "what is left to the most in all"


@record
class Piece:
    """Interest on `principal` dollars from and including `start` to but excluding `end`.

    `rate` is in percent; `of_a_dollar` is exact interest on one dollar. `note` marks a piece that
    is not rate times days.
    """

    start: date
    end: date
    rate: Fraction
    principal: Fraction
    days_counted: int
    of_a_dollar: Fraction
    note: str | None = None


def a_dollar(since: date) -> Steps:
    """A dollar held from a day on."""
    return Steps((since,), (Fraction(1),))


@question
def pieces(
    context: Context, of: StreamRates, held: Steps, start: date, end: date
) -> tuple[Piece, ...]:
    """The pieces of interest on the principal held, in order of their first days."""
    most = of.stream.most_in_all
    if most is None:
        return _uncapped(context, of, held, start, end)
    begins, found = of.begins(), list[Piece]()
    if begins is None or not held.days:
        return ()
    first = max(begins, held.days[0])
    left = fraction(most) / 100
    left -= _before(context, of, first, start) if start > first else ZERO
    for piece in _uncapped(context, of, held, start, end):
        if left <= 0:
            break
        found += [piece] if piece.of_a_dollar <= left else _up_to(left, piece, of)
        left -= piece.of_a_dollar
    return tuple(found)


@question
def reached_on(context: Context, of: StreamRates, first: date, by: date) -> date | None:
    """The day before `by` on which a dollar held from `first` reaches the cap; None if none is."""
    begins, borne = of.begins(), ZERO
    if of.stream.most_in_all is None or begins is None or max(begins, first) >= by:
        return None
    first = max(begins, first)
    for piece in pieces(context, of, a_dollar(first), first, by):
        borne += piece.of_a_dollar
        if borne == fraction(of.stream.most_in_all) / 100:
            return piece.start if of.stream.whole else piece.end - ONE
    return None


@question
def _before(context: Context, of: StreamRates, first: date, start: date) -> Fraction:
    """Interest on a dollar held from `first` to but excluding `start`, without the cap; counted in
    the same parts as it is paid.
    """
    dates = nominal_dates(context, paying(context, of.stream), spells(of.runs), first)
    cuts = takewhile(lambda day: day < start, dates)
    parts = (
        piece.of_a_dollar
        for here, there in pairwise((first, *cuts, start))
        for piece in _uncapped(context, of, a_dollar(first), here, there)
    )
    return sum(parts, ZERO)


def _uncapped(
    context: Context, of: StreamRates, held: Steps, start: date, end: date
) -> tuple[Piece, ...]:
    shares = [*_at_once(context, of, held, start, end)]
    by_time = (_whole if of.stream.whole else _daily)(context, of, held, start, end)
    if not shares and of.stream.most_in_all is None:
        return tuple(by_time)
    return tuple(sorted([*shares, *by_time], key=lambda piece: piece.start))


def _at_once(
    context: Context, of: StreamRates, held: Steps, start: date, end: date
) -> Iterator[Piece]:
    """The shares due at once, and those that fall due again while their default is open."""
    for run in of.shares:
        days, again = [run.occurred_on], of.stream.at_once_again
        if again:
            each = (there for _, there in spans(context, again, run.occurred_on, date.min))
            days += takewhile(lambda day: day < min(end, run.stops_on), each)  # noqa: B023
        share = fraction(of.stream.at_once or 0)
        for day in days:
            if start <= day < end and held.on(day):
                yield Piece(day, day + ONE, share, held.on(day), 1, share / 100, AT_ONCE)


def _daily(
    context: Context, of: StreamRates, held: Steps, start: date, end: date
) -> Iterator[Piece]:
    apart = of.apart and of.stream.most_in_all is None
    for place in range(len(of.runs)) if apart else (None,):
        for first, last, rate in rates(context, of, place, start, end).pieces(start, end):
            for here, there, principal in held.pieces(first, last):
                yield _piece(of, here, there, rate, principal)


def _whole(
    context: Context, of: StreamRates, held: Steps, start: date, end: date
) -> Iterator[Piece]:
    """The pieces by whole spans: one for each span if there is a cap, else equal spans merged."""
    found = list[tuple[WholeSpans, Fraction]]()
    for each in begun(context, of, start, end):
        principal = held.on(each.start)
        last, before = found[-1] if found else (each, None)
        alike = (last.end, last.rate, before) == (each.start, each.rate, principal)
        if alike and last.complete and of.stream.most_in_all is None:
            found[-1] = each._replace(start=last.start, number=last.number + 1), principal
        else:
            found.append((each, principal))
    for each, principal in found:
        if each.rate and principal:
            piece = _piece(of, each.start, each.end, each.rate, principal)
            yield replace(piece, of_a_dollar=each.rate / 100 * each.number)


def _piece(of: StreamRates, start: date, end: date, rate: Fraction, principal: Fraction) -> Piece:
    days, share = of.convention.days(start, end), of.convention.year_fraction(start, end)
    return Piece(start, end, rate, principal, days, rate / 100 * share)


def _up_to(left: Fraction, piece: Piece, of: StreamRates) -> Iterator[Piece]:
    """A piece cut at the cap, with its last day as a separate piece."""
    if piece.note is not None or of.stream.whole:
        yield replace(piece, of_a_dollar=left, note=THE_REST)
        return

    def until(day: date) -> Piece:
        return _piece(of, piece.start, day, piece.rate, piece.principal)

    every = [piece.start + n * ONE for n in range(1, (piece.end - piece.start).days)]
    place = bisect_left(every, left, key=lambda day: until(day).of_a_dollar)
    last = piece.start + place * ONE
    whole = until(last)
    if whole.of_a_dollar:
        yield whole
    rest = _piece(of, last, last + ONE, piece.rate, piece.principal)
    yield replace(rest, of_a_dollar=left - whole.of_a_dollar, note=THE_REST)
