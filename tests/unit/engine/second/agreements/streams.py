"""Streams of any agreement: what accrues on each day, day after day, in exact dollars.

A rate is in percent of the base: for a year by a day count, or for each span of days, in proportion
or in full once begun.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from tests.unit.engine.second.agreements.calendars import is_open
from tests.unit.engine.second.agreements.days import It, day
from tests.unit.engine.second.agreements.deals import (
    Deal,
    Lapsed,
    NotCoveredError,
    Provision,
    listed,
)
from tests.unit.engine.second.agreements.periods import days_from, period_in

ONE, ZERO = timedelta(days=1), Fraction(0)
COVERED = frozenset(
    {
        *("id", "type", "clause", "title", "owed_by", "action", "bears", "base", "from", "until"),
        *("by age", "then by age", "for each", "day count", "dollars per", "at once"),
        *("most in all", "clock", "together", "first day", "stops with", "through cure"),
    }
)


@dataclass(frozen=True, slots=True)
class Accruing:
    """The days on which something accrues: the day it occurred, the first, and the first on which
    it does not any more."""

    occurred: date
    first: date
    over: date

    def has(self, on: date) -> bool:
        """Whether it accrues on a day."""
        return self.first <= on < self.over


@dataclass(frozen=True, slots=True)
class Piece:
    """Dollars that accrued on a day, perhaps none, or fall due at once on it."""

    on: date
    dollars: Fraction
    at_once: bool = False


def pieces(deal: Deal, name: str, defaults: Mapping[str, Lapsed], until: date) -> list[Piece]:
    """What accrues to but excluding a day, cut off at the most in all."""
    rule = {key: deal.pick(each) for key, each in deal.provisions("stream")[name].items()}
    if not rule.keys() <= COVERED or "by age" not in rule:
        raise NotCoveredError(", ".join(sorted(rule.keys() - COVERED)) or "no rates by age")
    running = _running(rule, defaults, deal, until)
    most = Fraction(str(rule["most in all"])) / 100 if "most in all" in rule else None
    found: list[Piece] = []
    of_a_dollar = ZERO
    for on, whole, at_once in sorted(_parts(rule, running, deal), key=lambda each: each[0]):
        part = whole if most is None else min(whole, most - of_a_dollar)
        of_a_dollar += part
        found.append(Piece(on, part * base_on(rule, on, deal), at_once))
    return found


def _running(
    rule: Provision, defaults: Mapping[str, Lapsed], deal: Deal, until: date
) -> list[Accruing]:
    """What it bears: defaults by their ids, all if none is named, or the days of its own."""
    stops = [e.on for e in deal.of(*listed(rule.get("stops with")))][:1]
    until = min((until, *stops))
    if "from" in rule:
        first = day(rule["from"], deal, It())
        last = None if "until" not in rule else day(rule["until"], deal, It())
        over = until if last is None else min(until, last)
        return [] if first is None or first >= over else [Accruing(first, first, over)]
    ids = listed(rule.get("bears"))
    found = []
    for each in defaults.values():
        over = until if each.accrues_to is None else min(until, each.accrues_to)
        if rule.get("through cure") and each.accrues_to is not None:
            over = min(until, each.accrues_to + ONE)
        if (not ids or each.id in ids) and each.occurred_on < until:
            found.append(
                Accruing(each.occurred_on, each.accrues_from, max(over, each.accrues_from))
            )
    return sorted(found, key=lambda each: each.first)


def ended_on(deal: Deal, name: str, defaults: Mapping[str, Lapsed]) -> date | None:
    """The first day on which a stream accrues no more as far as known; None while it goes on."""
    rule = deal.provisions("stream")[name]
    running = _running(rule, defaults, deal, date.max)
    last = max((each.over for each in running), default=date.max)
    return None if last == date.max else last


def base_on(rule: Provision, on: date, deal: Deal) -> Fraction:
    """Dollars that it accrues on: a sum, or units at a price, less what events take off by then."""
    base: Mapping[str, Any] = rule.get("base", {})
    if "amount" in base:
        whole = Fraction(str(base["amount"]))
    elif "units" in base and "price" in base:
        whole = Fraction(str(base["units"])) * Fraction(str(base["price"]))
    else:
        raise NotCoveredError("a base of lots, or of units without a price")
    for event in deal.of(*listed(base.get("less"))):
        if event.on <= on:
            price = Fraction(str(base.get("price", 0)))
            whole -= (event.shares or 0) * price if "units" in base else event.dollars
    return whole


# ---- Of one dollar, day by day


def _parts(
    rule: Provision, running: list[Accruing], deal: Deal
) -> Iterator[tuple[date, Fraction, bool]]:
    if "at once" in rule:
        for each in _with_lump(rule, running):
            yield each.occurred, Fraction(str(rule["at once"])) / 100, True
    span = rule.get("for each")
    on = min((each.first for each in running), default=date.max)
    last = max((each.over for each in running), default=date.min)
    in_all = in_a_row = 0
    begun: dict[int, date] = {}
    while on < last:
        open_ones = [n for n, each in enumerate(running) if each.has(on)]
        in_all += bool(open_ones) and _counted(rule, on, on, deal)
        in_a_row = in_a_row + _counted(rule, on, on, deal) if open_ones else 0
        ages = {n: _age(rule, running, n, on, in_all, in_a_row, deal) for n in open_ones}
        rates = {n: _rate(rule, age) for n, age in ages.items()}
        if rates:
            summed = rule.get("together", "highest") == "sum"
            rate = sum(rates.values(), ZERO) if summed else max(rates.values())
            yield on, _of_day(rate, span, on, rule, running, begun, deal), False
        on += ONE


def _with_lump(rule: Provision, running: list[Accruing]) -> Iterator[Accruing]:
    """What a share is due at once of: not of a default that occurs while another is open, unless
    their rates are added, nor of one whose days are counted from an earlier one."""
    one_clock = rule.get("clock", "each default") != "each default"
    earlier: list[Accruing] = []
    for each in sorted(running, key=lambda each: each.occurred):
        overlaps = any(other.over > each.occurred for other in earlier)
        later = one_clock and each.first != running[0].first
        if not later and (not overlaps or rule.get("together") == "sum"):
            yield each
        earlier.append(each)


def _age(
    rule: Provision,
    running: list[Accruing],
    n: int,
    on: date,
    in_all: int,
    in_a_row: int,
    deal: Deal,
) -> int:
    """The day of its rate steps: of its own default, since the first, or of all together; the day
    of the default itself is day 1 if the terms say so.
    """
    clock, first = rule.get("clock", "each default"), running[n].first
    if clock == "first default":
        first = running[0].first
    elif clock == "days in all" or rule.get("together") == "spell":
        while clock != "days in all" and any(each.has(first - ONE) for each in running):
            first -= ONE
        counted = in_all if clock == "days in all" else in_a_row
        if clock == "days in all":
            first = running[0].first
        return counted + _of_default(rule, first, deal)
    return _counted(rule, first, on, deal) + _of_default(rule, first, deal)


def _of_default(rule: Provision, first: date, deal: Deal) -> int:
    before = first - ONE
    return _counted(rule, before, before, deal) if rule.get("first day") == "default" else 0


def _counted(rule: Provision, first: date, last: date, deal: Deal) -> int:
    """The days of an age, both ends included: open ones if the rates are for open days."""
    span = rule.get("for each")
    unit = "days" if span is None else period_in(span).unit
    days = (first + n * ONE for n in range((last - first).days + 1))
    if unit not in ("business days", "trading days"):
        return (last - first).days + 1
    calendar = "nyse" if unit == "trading days" else deal.calendar
    return sum(is_open(each, calendar) for each in days)


def _rate(rule: Provision, age: int) -> Fraction:
    """The rate in percent of a day by its age: of the last step begun, and what is added after."""
    steps = [list(step.values()) if isinstance(step, Mapping) else step for step in rule["by age"]]
    rate, since = ZERO, 1
    for first, percent in steps:
        if age >= first:
            rate, since = Fraction(str(percent)), first
    rises = rule.get("then by age")
    if rises is not None and age >= steps[-1][0]:
        more = (age - since) // int(rises["every days"]) * Fraction(str(rises["add"]))
        rate += more
        rate = min(rate, Fraction(str(rises["most"]))) if "most" in rises else rate
    return rate


def _of_day(
    rate: Fraction,
    span: Any,
    on: date,
    rule: Provision,
    running: list[Accruing],
    begun: dict[int, date],
    deal: Deal,
) -> Fraction:
    """The part of one dollar that accrues on a day."""
    of_a_dollar = rate / Fraction(str(rule.get("dollars per", 100)))
    if span is None:
        if rule.get("day count", "") != "Actual/360":
            raise NotCoveredError("days of a year that do not add up")
        return of_a_dollar / 360
    period = period_in(span)
    whole = isinstance(span, Mapping) and span.get("part") == "whole"
    if period.unit in ("business days", "trading days"):
        calendar = "nyse" if period.unit == "trading days" else deal.calendar
        return of_a_dollar / period.count if is_open(on, calendar) else ZERO
    if whole:
        return of_a_dollar if _begins_span(on, running, begun, period, deal) else ZERO
    if period.unit not in ("days", "weeks"):
        raise NotCoveredError("a part of a month")
    return of_a_dollar / (period.count * (7 if period.unit == "weeks" else 1))


def _begins_span(
    on: date, running: list[Accruing], begun: dict[int, date], period: Any, deal: Deal
) -> bool:
    """Whether a span begins: on the first day, and on the day after each."""
    if len(running) > 1:
        raise NotCoveredError("whole spans of several defaults")
    next_one = begun.get(0, running[0].first)
    if on != next_one:
        return False
    begun[0] = days_from(on - ONE, replace(period, roll="none"), deal, back=False) + ONE
    return True
