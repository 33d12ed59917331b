"""What accrues: each stream on each issue of its base, by the defaults that apply to it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import pairwise

from dealclock.engine.conclusions import Default, Segment
from dealclock.engine.context import ONE, Choices, Context, Memory, question
from dealclock.engine.day import Instance, day_of
from dealclock.engine.interest.amounts import DollarsHeld, on_a_dollar, segments
from dealclock.engine.interest.base import Balance, Principal, applying, principal
from dealclock.engine.interest.rates import (
    DefaultRun,
    StreamRates,
    bearing,
    own_run,
    rates,
)
from dealclock.engine.money import ZERO
from dealclock.engine.states.budget import occurrences
from dealclock.engine.states.occurrences import subjects
from dealclock.engine.why import Why, joined
from dealclock.records import record
from dealclock.terms.general.stream import Payments

Account = tuple[Balance, StreamRates]
"""One issue of the base of a stream, and the stream on it by the defaults that apply to it."""


@record
class AccrualLedger:
    """The accounts of all streams. `bearings` are those of each stream by all its defaults.

    `principal` is the base of the first stream. `readings` were consulted for interest accrued so
    far; later days may consult more.
    """

    context: Context
    principal: Principal
    accounts: tuple[Account, ...]
    bearings: tuple[StreamRates, ...]
    why: Why
    by_default: Mapping[str, tuple[StreamRates, int]]
    readings: frozenset[str] = frozenset()

    def asking(self, context: Context) -> "AccrualLedger":
        """A copy for a part that asks more: what it consults is counted in its `context`."""
        own = replace(
            self.context, choices=context.choices, events=context.events, memory=context.memory
        )
        return replace(self, context=own)

    def kept(self, readings: frozenset[str]) -> "AccrualLedger":
        """The ledger as an answer, which consulted some readings; it keeps no other answers."""
        own = replace(self.context, choices=Choices({}), memory=Memory())
        return replace(self, context=own, readings=readings)

    def paid_by(self, rule: Payments) -> "AccrualLedger":
        """The part of the ledger that some payments pay."""
        return self.of(rule.of) if rule.of else self

    def of(self, streams: Collection[str]) -> "AccrualLedger":
        """The part of the ledger of some streams, by their ids."""
        own = tuple(each for each in self.accounts if each[1].stream.id in streams)
        wholes = tuple(each for each in self.bearings if each.stream.id in streams)
        return replace(self, accounts=own, bearings=wholes, by_default=_by_default(own, wholes))

    def begins(self) -> date | None:
        """The first day on which anything accrues; None if nothing does."""
        days = (day for each in self.bearings if (day := each.begins))
        return min(days, default=None)

    def rises(self, default: Default, context: Context) -> tuple[date, ...]:
        """The days after its first, through the day of the context, on which a default's own rate
        rose.
        """
        if default.instance not in self.by_default:
            return ()
        return _rises(context, *self.by_default[default.instance], context.as_of)

    def segments(self, start: date, end: date) -> Iterator[Segment]:
        """Interest from and including `start` to but excluding `end`, by stream and lot."""
        for balance, of in self.accounts:
            on = DollarsHeld(of, balance.steps, balance.lot.id)
            yield from segments(self.context, on, start, end)

    def on_a_dollar(
        self, lot: str, start: date, end: date, place: int = 0, holder: str | None = None
    ) -> Fraction:
        """Interest on a dollar of one issue of a lot, held unchanged over the same days.

        `place` is the index of the issue in the lot; of a `holder` with a default of its own, its
        Notes.
        """
        if start >= end:
            return ZERO
        own = [(b, of) for b, of in self.accounts if (b.lot.id, b.place) == (lot, place)]
        whose = holder if any(b.holder == holder for b, _ in own) else None
        return sum(
            (
                on_a_dollar(self.context, of, min(b.steps.begins or first, first), first, last)
                for b, of in own
                if b.holder == whose
                for first, last, _ in b.bearing.pieces(start, end)
            ),
            ZERO,
        )


@question
def _rises(context: Context, of: StreamRates, place: int, by: date) -> tuple[date, ...]:
    run = of.runs[place]
    if min(by, run.stops_on) <= run.accrues_from:
        return ()
    own = rates(context, of, place, run.accrues_from, by + ONE)
    pairs = zip(own.days[1:], pairwise(own.amounts), strict=False)
    return tuple(day for day, (before, then) in pairs if then > before)


def ledger(context: Context, defaults: Sequence[Default]) -> AccrualLedger | None:
    """What accrues on these defaults, by the facts in effect; None under terms without a stream."""
    every = (*_runs(context, defaults), *_from_days(context), *_on_days(context))
    accounts, wholes, bases = list[Account](), list[StreamRates](), list[Principal]()
    for stream in context.terms.streams:
        whole = bearing(context, stream, every)
        base = principal(context, whole)
        wholes.append(whole)
        bases.append(base)
        for balance, runs in applying(context, base.balances, every):
            of = whole if len(runs) == len(every) else bearing(context, stream, runs)
            accounts.append((balance, of))
    if not wholes:
        return None
    rests_on = {event.id: event for base in bases for event in base.rests_on}
    # The states on whose days, or on the lots of which, streams accrue.
    names = (
        name
        for s in context.terms.streams
        for name in (*(days.state for days in s.on_days), s.base.lots if s.base else None)
    )
    states = (each for name in names if name for each in occurrences(context, name))
    why = joined([context.why(*rests_on.values()), *(each.why for each in states)])
    by_default = _by_default(accounts, wholes)
    return AccrualLedger(context, bases[0], tuple(accounts), tuple(wholes), why, by_default)


def _by_default(
    accounts: Sequence[Account], bearings: Sequence[StreamRates]
) -> Mapping[str, tuple[StreamRates, int]]:
    """The first rates in which each default counts, and its place in them."""
    every = reversed([*(of for _, of in accounts), *bearings])
    return {run.instance: (of, place) for of in every for place, run in enumerate(of.runs)}


def _runs(context: Context, defaults: Sequence[Default]) -> Iterator[DefaultRun]:
    """The runs of the defaults, each with the closing of its terms, or the Holder it affects."""
    lapses = {lapse.id: lapse for lapse in context.terms.defaults()}
    for default in defaults:
        lapse = lapses.get(default.id)
        event = context.known.under(default.instance.partition("/")[2])
        holder = event.fact.holder if event and lapse and lapse.affects else None
        yield DefaultRun.of(default, lapse.closing if lapse else None, holder)


def _on_days(context: Context) -> Iterator[DefaultRun]:
    """The runs of streams on the days of states, of a status those of each lot."""
    for stream in context.terms.streams:
        instance, name = Instance(stream.id), own_run(stream)
        for place, days in enumerate(stream.on_days):
            state = context.terms.states[days.state]
            since = day_of(context, days.from_, instance).day if days.from_ else date.min
            last = day_of(context, days.until, instance).day if days.until else None
            for of in subjects(context, state) if since is not None else ():
                lots = (of,) if of else None
                for each in occurrences(context, state.id, of):
                    start = max(each.first, since or date.min)
                    end = min(each.over, last + ONE if last else date.max)
                    if start < end:
                        own = f"{name}/{place}/{of}/{start}"
                        yield DefaultRun(name, own, start, start, end, None, lots)


def _from_days(context: Context) -> Iterator[DefaultRun]:
    """The runs of streams that run from a Day, as far as it is known."""
    for stream in context.terms.streams:
        if stream.from_ is None:
            continue
        first = day_of(context, stream.from_, Instance(stream.id)).day
        if first is not None:
            name = own_run(stream)
            yield DefaultRun(name, name, first, first, date.max)
