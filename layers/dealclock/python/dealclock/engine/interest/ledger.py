"""Accrual by lot: the rates of the open defaults on the Notes outstanding, up to the cap on
interest per dollar of principal.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from operator import attrgetter

from dealclock.agreement.terms import Lot
from dealclock.days.counting import anniversary
from dealclock.days.day_counts import DayCount
from dealclock.engine.conclusions import Default
from dealclock.engine.context import Choices
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.interest.accrued import RateChange, Segment
from dealclock.engine.interest.principal import Balance, Principal, Steps
from dealclock.engine.interest.rates import RatePeriod, Rates
from dealclock.engine.money import ZERO, fraction
from dealclock.records import record

# Interest on a dollar of principal, piece by piece, until it reaches the cap.
#
#     occurred   1st day                               the cap is reached
#        |at once|---- rate ----|------ higher rate ------|= the rest =|  nothing
#         1.00%       by days        by days                 one day
#
# If periods count in full once begun, interest accrues on the first day of each, at that day's rate
# and on that day's principal. The day on which the cap is reached bears the rest.

AT_ONCE = "due at once"
THE_REST = "what is left to the most in all"
_ONE = timedelta(days=1)


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


class Bearing:
    """The interest that Notes bear under a rate schedule and day count.

    `payment_dates` gives the nominal Interest Payment Dates after a day: earlier interest is
    counted in the same spans as it is paid.
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
        """A copy that consults further readings in `choices`, which must choose the same."""
        return self.of(self.rates.asking(choices))

    def of(self, rates: Rates) -> "Bearing":
        """The bearing by other rates under the same schedule."""
        return Bearing(rates, self.convention, self._payment_dates)

    def pieces(self, start: date, end: date, held: Steps) -> Iterator[Piece]:
        """The pieces of interest on the principal `held`, in order of their first days."""
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
        """The day before `by` on which Notes held from the start of `held` reach the cap; None if
        not reached.
        """
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
        """The pieces by whole periods: one for each period if there is a cap, else equal periods
        merged.
        """
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
        """A piece cut at the cap, with its last day as a separate piece."""
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
        """Interest on a dollar held from `first` to but excluding `start`, without the cap."""
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
    """Whether a period directly follows complete periods at the same rate on the same principal."""
    follows = before.end == then.start and (before.end - before.start).days % days == 0
    return follows and (before.rate, held) == (then.rate, holds)


@record
class AccrualLedger:
    """The basis of accrual: the rates of the open defaults on the Notes outstanding, by one day
    count.

    `bearing` is by all defaults; `apart` is by lot and place for the issues to which not all of
    them apply. `readings` were consulted for interest accrued so far; later days may consult more.
    """

    principal: Principal
    bearing: Bearing
    grounds: Grounds
    apart: Mapping[tuple[str, int], Bearing]
    readings: frozenset[str] = frozenset()

    def asking(self, choices: Choices) -> "AccrualLedger":
        """A copy for a part that consults more readings: each further one is added to `choices`.

        `choices` must choose the same.
        """
        made = {id(b): b.asking(choices) for b in self.apart.values()}
        apart = {part: made[id(bearing)] for part, bearing in self.apart.items()}
        return replace(self, bearing=self.bearing.asking(choices), apart=apart)

    @property
    def rates(self) -> Rates:
        """The rate on each day, of all defaults together."""
        return self.bearing.rates

    def bearing_of(self, balance: Balance) -> Bearing:
        """The bearing of one issue of a lot, by the defaults that apply to it."""
        return self.apart.get((balance.lot.id, balance.place), self.bearing)

    @property
    def bearings(self) -> tuple[Bearing, ...]:
        """The different bearings of the issues; that of all defaults if nothing is issued."""
        found = {id(b): b for b in map(self.bearing_of, self.principal.balances)}
        return tuple(found.values()) or (self.bearing,)

    def rates_of(self, default: Default) -> Rates:
        """The rates of a default together with the defaults that apply to the same Notes."""
        if not self.apart:
            return self.rates
        return next((b.rates for b in self.bearings if _borne(default, b)), self.rates)

    def lots_of(self, default: Default) -> tuple[str, ...]:
        """The issued lots to which a default applies, each once."""
        found = (b.lot.id for b in self.principal.balances if _borne(default, self.bearing_of(b)))
        return tuple(dict.fromkeys(found))

    @property
    def convention(self) -> DayCount:
        """The day count for amounts."""
        return self.bearing.convention

    def segments(self, start: date, end: date) -> Iterator[Segment]:
        """Interest from and including `start` to but excluding `end`, by lot."""
        for balance in self.principal.balances:
            for piece in self.bearing_of(balance).pieces(start, end, balance.steps):
                yield _segment(balance.lot, piece)

    def on_a_dollar(self, lot: str, start: date, end: date, place: int = 0) -> Fraction:
        """Interest on a dollar of one issue of a lot, held unchanged over the same days.

        `place` is the index of the issue in the lot.
        """
        if start >= end:
            return ZERO
        own = next(b for b in self.principal.balances if (b.lot.id, b.place) == (lot, place))
        held = Steps((min(own.steps.days[0], start),), (Fraction(1),))
        return sum((p.of_a_dollar for p in self.bearing_of(own).pieces(start, end, held)), ZERO)

    def still_bearing(self, day: date) -> Iterator[Balance]:
        """The balances with principal on a day that had not reached the cap before it."""
        for balance in self.principal.balances:
            bearing = self.bearing_of(balance)
            if balance.steps.on(day) and bearing.reached_on(balance.steps, day) is None:
                yield balance


def _borne(default: Default, bearing: Bearing) -> bool:
    return any(d.instance == default.instance for d in bearing.rates.defaults)


def _segment(lot: Lot, piece: Piece) -> Segment:
    return Segment(
        lot=lot.id,
        principal=piece.principal,
        start=piece.start,
        to_exclusive=piece.end,
        rate=piece.rate,
        days_counted=piece.days_counted,
        days_actual=(piece.end - piece.start).days,
        amount=piece.principal * piece.of_a_dollar,
        note=piece.note,
    )


_ON = attrgetter("on")
_AHEAD = 2
"""Years to look ahead for the day on which the cap is reached."""


def first_without(ledger: AccrualLedger, as_of: date) -> date | None:
    """The first day after all Notes have reached the cap, up to two years ahead.

    Assumes that no default is cured and none opens; None if some Notes still accrue.
    """
    days = [
        ledger.bearing_of(b).reached_on(b.steps, anniversary(as_of, _AHEAD))
        for b in ledger.principal.balances
        if ledger.bearing.most is not None and b.steps.on(as_of)
    ]
    reached = [day for day in days if day is not None]
    return max(reached) + timedelta(days=1) if reached and len(reached) == len(days) else None


def last_change(ledger: AccrualLedger, stops: date | None, as_of: date) -> RateChange | None:
    """The latest change by `as_of`: of the rate, or the end of accrual."""
    open_now = ledger.rates.on(as_of) != ZERO
    if stops is not None and stops <= as_of:
        return _nothing_from(stops, ledger) if open_now else None
    found = [b.rates.last_change(as_of) for b in ledger.bearings]
    return max((c for c in found if c is not None), key=_ON, default=None)


def next_change(ledger: AccrualLedger, stops: date | None, as_of: date) -> RateChange | None:
    """The first change after `as_of`: of the rate, or the end of accrual."""
    if stops is not None and stops <= as_of:
        return None
    found = [b.rates.next_change(as_of) for b in ledger.bearings]
    change = min((c for c in found if c is not None), key=_ON, default=None)
    if stops is None or (change is not None and change.on < stops):
        return change
    return _nothing_from(stops, ledger)


def _nothing_from(day: date, ledger: AccrualLedger) -> RateChange:
    return RateChange(day, ZERO, ledger.rates.schedule.per, "the most in all is reached")


def steps(ledger: AccrualLedger, as_of: date) -> Iterator[Step]:
    """A step for each share due at once, and for the day each lot reached the cap."""
    schedule = ledger.rates.schedule
    at_once = {d.instance: d for b in ledger.bearings for d in b.rates.at_once}
    for default in at_once.values():
        if default.occurred_on < as_of:
            says = f"{schedule.at_once}% of principal is due at once: {default.instance} occurs"
            yield Step(says, schedule.clause, default.occurred_on)
    if schedule.most_in_all is None:
        return
    several = len(ledger.principal.balances) > 1
    for balance in ledger.principal.balances:
        reached = ledger.bearing_of(balance).reached_on(balance.steps, as_of)
        if reached is not None:
            what = f"lot {balance.lot.id} reaches" if several else "reaches"
            most = f"{schedule.most_in_all}% of principal"
            says = f"{what} the most in all, {most}: nothing accrues after this day"
            yield Step(says, schedule.clause, reached)
