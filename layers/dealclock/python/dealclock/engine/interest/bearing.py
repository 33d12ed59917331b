"""What a dollar of principal bears, piece by piece, until it has borne the most there is.

    occurred   1st day                               the most is reached
       |at once|---- rate ----|------ higher rate ------|= the rest =|  nothing
        1.00%       by days        by days                 one day

A rate for periods that count whole when begun bears on the first day of each, at that day's rate
and on that day's principal. The last day before the most in all is reached bears what is left.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise

from dealclock.days.day_counts import DayCount
from dealclock.engine.choices import Choices
from dealclock.engine.fractions import ZERO, fraction
from dealclock.engine.interest.rates import RatePeriod, Rates
from dealclock.engine.interest.steps import Steps
from dealclock.records import record

AT_ONCE = "due at once"
THE_REST = "what is left to the most in all"
_ONE = timedelta(days=1)


@record
class Piece:
    """What each of `principal` dollars bears from and including `start` to but excluding `end`.

    `rate` is in percent; `of_a_dollar` is exact. `note` says what is no rate times days.
    """

    start: date
    end: date
    rate: Fraction
    principal: Fraction
    days_counted: int
    of_a_dollar: Fraction
    note: str | None = None


class Bearing:
    """What Notes bear under a rate schedule, by its day count.

    `payment_dates` gives the nominal Interest Payment Dates after a day: what was borne before is
    counted as it is paid.
    """

    def __init__(
        self,
        rates: Rates,
        convention: DayCount,
        payment_dates: Callable[[date], Iterable[date]],
    ) -> None:
        schedule = rates.schedule
        whole = schedule.for_each is not None and schedule.for_each.part == "whole"
        self.rates = rates
        self.convention = convention
        self.whole = schedule.for_each.days if schedule.for_each and whole else None
        self.most = None if schedule.most_in_all is None else fraction(schedule.most_in_all) / 100
        self._share = fraction(schedule.at_once) if schedule.at_once else ZERO
        self._payment_dates = payment_dates
        self._borne: dict[tuple[date, date], Fraction] = {}

    def asking(self, choices: Choices) -> "Bearing":
        """The same, asking what it has not asked yet of `choices`, which choose alike."""
        return self.of(self.rates.asking(choices))

    def of(self, rates: Rates) -> "Bearing":
        """What Notes bear by other rates under the same schedule."""
        return Bearing(rates, self.convention, self._payment_dates)

    def pieces(self, start: date, end: date, held: Steps) -> Iterator[Piece]:
        """What Notes held like that bear, in order of their first days."""
        if self.most is None:
            yield from self._uncapped(start, end, held)
            return
        begins = self.rates.begins()
        if begins is None or not held.days:
            return
        first = max(begins, held.days[0])
        left = self.most - (self._borne_before(first, start) if start > first else ZERO)
        for piece in self._uncapped(start, end, held):
            if left <= 0:
                return
            yield from [piece] if piece.of_a_dollar <= left else self._up_to(left, piece)
            left -= piece.of_a_dollar

    def reached_on(self, held: Steps, by: date) -> date | None:
        """The day before `by` on which Notes held since the first of it reach the most in all."""
        begins = self.rates.begins()
        if self.most is None or begins is None or not held.days or begins >= by:
            return None
        first = max(begins, held.days[0])
        borne = ZERO
        for piece in self.pieces(first, by, _a_dollar(first)) if first < by else ():
            borne += piece.of_a_dollar
            if borne == self.most:
                return piece.start if self.whole else piece.end - _ONE
        return None

    def _uncapped(self, start: date, end: date, held: Steps) -> Iterator[Piece]:
        shares = [d.occurred_on for d in self.rates.at_once if start <= d.occurred_on < end]
        running = self._begun(start, end, held) if self.whole else self._daily(start, end, held)
        if not shares and self.most is None:
            return running
        at_once = [self._at_once(day, held.on(day)) for day in shares if held.on(day)]
        return iter(sorted([*at_once, *running], key=lambda p: p.start))

    def _at_once(self, day: date, principal: Fraction) -> Piece:
        return Piece(day, day + _ONE, self._share, principal, 1, self._share / 100, AT_ONCE)

    def _daily(self, start: date, end: date, held: Steps) -> Iterator[Piece]:
        for p in self.rates.periods(start, end, together=self.most is not None):
            for here, there, principal in held.pieces(p.start, p.end):
                yield self._piece(here, there, p.rate, principal)

    def _begun(self, start: date, end: date, held: Steps) -> Iterator[Piece]:
        """Each period apart while there is a most to reach, else as many together as are alike."""
        alike: tuple[RatePeriod, Fraction] | None = None
        for p in self.rates.begun(start, end, self.whole or 1):
            principal = held.on(p.start)
            if alike and self.most is None and _goes_on(*alike, p, principal, self.whole or 1):
                alike = replace(alike[0], end=p.end), principal
                continue
            if alike and alike[1] and alike[0].rate:
                yield self._piece(alike[0].start, alike[0].end, alike[0].rate, alike[1])
            alike = p, principal
        if alike and alike[1] and alike[0].rate:
            yield self._piece(alike[0].start, alike[0].end, alike[0].rate, alike[1])

    def _piece(self, start: date, end: date, rate: Fraction, principal: Fraction) -> Piece:
        days, share = self.convention.days(start, end), self.convention.year_fraction(start, end)
        return Piece(start, end, rate, principal, days, rate / 100 * share)

    def _up_to(self, left: Fraction, piece: Piece) -> Iterator[Piece]:
        """A piece as far as the most in all lets it go, its last day apart."""
        if piece.note is not None or self.whole:
            yield replace(piece, of_a_dollar=left, note=THE_REST)
            return

        def borne(days: int) -> Fraction:
            share = self.convention.year_fraction(piece.start, piece.start + timedelta(days=days))
            return piece.rate / 100 * share

        days = 1 + bisect_left(range(1, (piece.end - piece.start).days), left, key=borne)
        last = piece.start + timedelta(days=days - 1)
        whole = self._piece(piece.start, last, piece.rate, piece.principal)
        if whole.of_a_dollar:
            yield whole
        rest = self._piece(last, last + _ONE, piece.rate, piece.principal)
        yield replace(rest, of_a_dollar=left - whole.of_a_dollar, note=THE_REST)

    def _borne_before(self, first: date, start: date) -> Fraction:
        """What a dollar held since `first` bore before `start`, were there no most."""
        if (first, start) in self._borne:
            return self._borne[first, start]
        cuts = [first]
        for nominal in self._payment_dates(first):
            if nominal >= start:
                break
            cuts.append(nominal)
        held, borne = _a_dollar(first), ZERO
        for a, b in pairwise([*cuts, start]):
            borne += sum((p.of_a_dollar for p in self._uncapped(a, b, held)), ZERO)
        self._borne[first, start] = borne
        return borne


def _a_dollar(since: date) -> Steps:
    return Steps((since,), (Fraction(1),))


def _goes_on(
    before: RatePeriod, held: Fraction, then: RatePeriod, holds: Fraction, days: int
) -> bool:
    """Whether a period follows whole ones of the same rate on the same principal."""
    follows = before.end == then.start and (before.end - before.start).days % days == 0
    return follows and (before.rate, held) == (then.rate, holds)
