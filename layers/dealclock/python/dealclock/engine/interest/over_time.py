"""Accrued Additional Interest day by day, under the chosen readings and over all readings.

$ |                     . most          one line for every amount the readings give on
  |                 .  / chosen         the last day; on each day the least and the most of
  |            ... / .  least           them. Before the last day a reading that gives the
  |       ___/ . '                      same amount on it may have given another.
  +----------------------->
   begins             as_of
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

from dealclock.days.day_counts import NAMES
from dealclock.engine.assessment import ABSENT, TOTAL, Assessment
from dealclock.engine.context import Memory
from dealclock.engine.interest.accrual import lacks_day_count, with_day_count
from dealclock.engine.interest.ledger import AccrualLedger
from dealclock.engine.interest.rates import rates as together
from dealclock.engine.look import Look
from dealclock.engine.money import ZERO
from dealclock.engine.one_pass import run_pass
from dealclock.records import record

RatePeriod = tuple[date, date, Fraction]
"""The days of one rate, the second excluded, and the rate, in percent."""

MOST_DAYS = 420
"""Up to this many days are computed one by one; a longer time at as many days, evenly spaced."""


@record
class OverTime:
    """Exact dollars accrued to but excluding each of `days`, the last of which is `as_of`.

    `chosen` is under the chosen readings, None while the day count is unset; `least` and `most` are
    over all readings that give different amounts on the last day. `rates` are under the chosen
    readings. `whole` is false if there were more combinations of readings than could be tried.
    """

    days: tuple[date, ...]
    chosen: tuple[Fraction, ...] | None
    least: tuple[Fraction, ...]
    most: tuple[Fraction, ...]
    rates: tuple[RatePeriod, ...]
    whole: bool

    @property
    def range(self) -> tuple[Fraction, Fraction]:
        """The least and the most on the last day, in dollars."""
        return self.least[-1], self.most[-1]


def over_time(
    given: Look,
    assessment: Assessment,
    days_of: Callable[[date, date], Iterable[date]] | None = None,
) -> OverTime | None:
    """Interest over time for `assessment`; None if nothing accrued.

    Over all readings only if it was made with `together`. `days_of` gives the days, in order and
    ending with the second of its dates, from the day on which interest begins to `as_of`.
    """
    as_of = given.as_of
    found = next((r for r in assessment.ranges if (r.instance, r.what) == TOTAL), None)
    values = found.values if found else {}
    moved = [{}, *(choices for value, choices in values.items() if value != ABSENT)]
    memory = Memory(one_pass=len(moved) == 1)
    ledgers = [ledger for choices in moved for ledger in _ledgers(given, choices, memory)]
    begun = [start for ledger in ledgers if (start := ledger.begins())]
    start = min((day for day in begun if day < as_of), default=None)
    if start is None:
        return None
    own = ledgers[0]
    # Of several streams, those of the first.
    steps = together(own.context, own.bearings[0], None, start, as_of)
    rates = tuple(steps.pieces(start, as_of))
    turns = {begins for begins, _, _ in rates}
    days = tuple(days_of(start, as_of) if days_of else _days(start, as_of, turns))
    courses = [_course(ledger, days) for ledger in ledgers]
    if not any(course[-1] for course in courses):
        return None
    return OverTime(
        days=days,
        chosen=None if lacks_day_count(given.in_force) else courses[0],
        least=tuple(map(min, zip(*courses, strict=True))),
        most=tuple(map(max, zip(*courses, strict=True))),
        rates=rates,
        whole=found is None or found.whole,
    )


def _ledgers(given: Look, moved: Mapping[str, str], memory: Memory) -> Iterator[AccrualLedger]:
    """The ledger under other choices; if the day count is unset, one for every day count."""
    each = [_counted(given, name) for name in NAMES] if lacks_day_count(given.in_force) else [given]
    for one in each:
        found = run_pass(one.contexts(moved, memory if one is given else None), amounts=True)
        if found.ledger is not None:
            yield found.ledger


def _counted(given: Look, day_count: str) -> Look:
    """The inputs with a day count in place of the unset one."""
    return replace(given, terms=with_day_count(given.terms, day_count))


def _days(start: date, end: date, also: set[date]) -> Iterator[date]:
    """Evenly spaced days from `start` to `end`, both included, plus the days of `also` in
    between.
    """
    step = max(1, -(-(end - start).days // MOST_DAYS))
    days = {start + timedelta(days=n) for n in range(0, (end - start).days, step)}
    yield from sorted(days | {end} | {day for day in also if start < day < end})


def _course(ledger: AccrualLedger, days: Sequence[date]) -> tuple[Fraction, ...]:
    """Interest accrued to but excluding each day, computed over whole spans, as 30/360 requires."""
    first = ledger.begins() or date.max
    return tuple(
        sum((s.amount for s in ledger.segments(first, day)), ZERO) if day > first else ZERO
        for day in days
    )
