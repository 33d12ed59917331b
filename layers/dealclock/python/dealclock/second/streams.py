"""Streams of any agreement: what accrues on each day, day after day, in exact dollars.

A rate is in percent of the base: for a year by a day count, or for each span of days, in proportion
or in full once begun.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from dealclock.second.amounts import amount
from dealclock.second.calendars import is_open
from dealclock.second.days import It, day
from dealclock.second.deals import (
    Deal,
    Lapsed,
    NotCoveredError,
    Provision,
    listed,
)
from dealclock.second.obligations import obligations
from dealclock.second.periods import begins, period_in
from dealclock.second.states import occurrences

ONE, ZERO = timedelta(days=1), Fraction(0)
COVERED = frozenset(
    {
        *("id", "type", "clause", "title", "owed_by", "action", "bears", "base", "from", "until"),
        *("by age", "then by age", "for each", "day count", "dollars per", "at once"),
        *("most in all", "clock", "together", "first day", "stops with", "through cure"),
        *("at once again", "ages in", "least in all", "ceiling", "compounds each", "on days"),
    }
)


@dataclass(frozen=True, slots=True)
class Accruing:
    """The days on which something accrues: the day it occurred, the first, and the first on which
    it does not any more; the event that opened it, and the Holder whose Notes alone it affects."""

    occurred: date
    first: date
    over: date
    opened_by: str = ""
    holder: str = ""

    def has(self, on: date) -> bool:
        """Whether it accrues on a day."""
        return self.first <= on < self.over


@dataclass(frozen=True, slots=True)
class Part:
    """What one dollar of a base bears on a day, at a rate, or at once."""

    on: date
    of_a_dollar: Fraction
    at_once: bool
    rate: Fraction


@dataclass(frozen=True, slots=True)
class Piece:
    """Dollars that accrued on a day, perhaps none, or fall due at once on it."""

    on: date
    dollars: Fraction
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Bearing:
    """What bears by itself of a stream: all of it or, where bases differ, one default on the base
    of its own event or one Holder's part."""

    event: str = ""
    holder: str = ""


def rule_of(deal: Deal, name: str) -> Provision:
    """A stream as read under the readings chosen."""
    rule = {key: deal.pick(each) for key, each in deal.provisions("stream")[name].items()}
    if not rule.keys() <= COVERED or not {"by age", "at once"} & rule.keys():
        raise NotCoveredError(", ".join(sorted(rule.keys() - COVERED)) or "no rates by age")
    return {"by age": [[1, 0]], **rule}


def parts(
    deal: Deal, name: str, defaults: Mapping[str, Lapsed], until: date
) -> dict[Bearing, list[Part]]:
    """What a dollar bears to but excluding a day before any limit, for each that bears alone."""
    rule = rule_of(deal, name)
    running = _running(rule, defaults, deal, until)
    groups: dict[Bearing, list[Accruing]] = {Bearing(): running}
    base = rule.get("base", {})
    if "its" in base:
        groups = {Bearing(event=each.opened_by): [each] for each in running}
    elif any(each.holder for each in running):
        if "more" not in base:
            raise NotCoveredError("a base of lots")
        holders = dict.fromkeys(e.holder for e in deal.of(*listed(base.get("more"))) if e.holder)
        holders |= dict.fromkeys(each.holder for each in running if each.holder)
        groups = {
            Bearing(holder=h): [each for each in running if each.holder in ("", h)] for h in holders
        }
    return {
        bearing: sorted(_parts(rule, group, deal), key=lambda part: part.on)
        for bearing, group in groups.items()
    }


def _running(
    rule: Provision, defaults: Mapping[str, Lapsed], deal: Deal, until: date
) -> list[Accruing]:
    """What it bears: defaults by their ids, all if nothing else is given, and days of its own."""
    stops = [e.on for e in deal.of(*listed(rule.get("stops with")))][:1]
    last = None if "until" not in rule else day(rule["until"], deal, It())
    until = min((until, *stops, *([] if last is None else [last])))
    if "from" in rule:
        first = day(rule["from"], deal, It())
        return [] if first is None or first >= until else [Accruing(first, first, until)]
    ids, found = listed(rule.get("bears")), list(_on_days(rule, deal, until))
    for each in defaults.values() if ids or "on days" not in rule else ():
        over = until if each.accrues_to is None else min(until, each.accrues_to)
        if rule.get("through cure") and each.accrues_to is not None:
            over = min(until, each.accrues_to + ONE)
        if (not ids or each.id in ids) and each.occurred_on < until:
            opened_by = each.name.partition("/")[2]
            found.append(
                Accruing(
                    each.occurred_on,
                    each.accrues_from,
                    max(over, each.accrues_from),
                    opened_by,
                    _affected(each, opened_by, deal),
                )
            )
    return sorted(found, key=lambda each: each.first)


def _on_days(rule: Provision, deal: Deal, until: date) -> Iterator[Accruing]:
    """The days on which a state of `on days` is in force, within the Days that these give."""
    for own in rule.get("on days", ()):
        states = deal.provisions("state", "status")
        if states[own["state"]].get("of") == "lot" and len(deal.terms["securities"]) > 1:
            raise NotCoveredError("the status of one of several lots")
        since = day(own["from"], deal, It()) if "from" in own else date.min
        last = day(own["until"], deal, It()) if "until" in own else None
        for run in occurrences(deal, own["state"]) if since is not None else ():
            first = max(run.first, since or date.min)
            ends = (run.over, None if last is None else last + ONE, until)
            over = min(each for each in ends if each is not None)
            if first < over:
                yield Accruing(first, first, over)


def _affected(default: Lapsed, opened_by: str, deal: Deal) -> str:
    """The Holder whose Notes alone a default affects; "" for all."""
    for rule in deal.provisions("obligation").values():
        lapse = rule.get("lapse", {})
        if lapse.get("id") == default.id and lapse.get("affects") == "its holder":
            return next((e.holder for e in deal.events if e.id == opened_by), "")
    return ""


def ended_on(deal: Deal, name: str, defaults: Mapping[str, Lapsed]) -> date | None:
    """The first day on which a stream accrues no more as far as known, the first of all if it never
    did; None while it goes on."""
    rule = deal.provisions("stream")[name]
    running = _running(rule, defaults, deal, date.max)
    last = max((each.over for each in running), default=date.min)
    return None if last == date.max else last


def base_on(rule: Provision, bearing: Bearing, on: date, deal: Deal) -> Fraction:
    """Dollars that it accrues on: a sum, units at a price, what events add, or what its own event
    states; less what events take off by then."""
    base: Mapping[str, Any] = rule.get("base", {})
    if not base:
        gone = deal.of("notes-converted", "notes-retired", "notes-sold-under-shelf")
        lots = deal.terms["securities"]
        if gone or len(lots) > 1:
            raise NotCoveredError("a base of several lots, or of one that leaves it")
        return Fraction(str(lots[0]["principal"])) if lots[0]["issued"] <= on else ZERO
    price = Fraction(str(base.get("price", 1)))
    if base.get("its") == "unpaid":
        return _unpaid(rule, bearing, on, deal)
    if "its" in base:
        own = next(e for e in deal.events if e.id == bearing.event)
        return Fraction(own.dollars) if base["its"] == "amount" else (own.shares or 0) * price
    in_shares = "price" in base
    if "amount" in base:
        whole = Fraction(str(base["amount"]))
    elif "units" in base:
        whole, in_shares = Fraction(str(base["units"])) * price, True
    elif "more" in base:
        whole = ZERO
    else:
        raise NotCoveredError("a base of lots")
    for sign, kinds in ((1, base.get("more")), (-1, base.get("less"))):
        for event in deal.of(*listed(kinds)):
            if event.on <= on and bearing.holder in ("", event.holder):
                whole += sign * ((event.shares or 0) * price if in_shares else event.dollars)
    return whole


def _unpaid(rule: Provision, bearing: Bearing, on: date, deal: Deal) -> Fraction:
    """What is owed with what lapsed, less what was paid of it by a day."""
    borne = listed(rule.get("bears"))
    for each in obligations(deal).values():
        opener = each.name.partition("/")[2]
        if each.rule.get("lapse", {}).get("id") not in borne or opener != bearing.event:
            continue
        owed = amount(each.rule["amount"], each.it, each.due, deal)
        if owed is None:
            raise NotCoveredError("what is owed is not known")
        acts = deal.of(*listed(each.rule.get("satisfied by")))
        paid = (e.dollars for e in acts if e.about in each.it.names and e.on <= on)
        return max(owed - sum(paid), ZERO)
    raise NotCoveredError("nothing lapsed")


# ---- Of one dollar, day by day


def _parts(rule: Provision, running: list[Accruing], deal: Deal) -> Iterator[Part]:
    if "at once" in rule:
        share = Fraction(str(rule["at once"])) / 100
        for each in _with_lump(rule, running):
            for on in _lump_days(rule, each, deal):
                yield Part(on, share, at_once=True, rate=ZERO)
    span = rule.get("for each")
    on = min((each.first for each in running), default=date.max)
    last = max((each.over for each in running), default=date.min)
    in_all = in_a_row = 0
    begun: dict[int, date] = {}
    since, same = on, ZERO
    while on < last:
        open_ones = [n for n, each in enumerate(running) if each.has(on)]
        in_all += bool(open_ones) and _counted(rule, on, on, deal)
        in_a_row = in_a_row + _counted(rule, on, on, deal) if open_ones else 0
        ages = {n: _age(rule, running, n, on, in_all, in_a_row, deal) for n in open_ones}
        rates = {n: _rate(rule, age) for n, age in ages.items()}
        if rates:
            summed = rule.get("together", "highest") == "sum"
            rate = sum(rates.values(), ZERO) if summed else max(rates.values())
            if rate != same:
                since, same = on, rate
            of_a_dollar = _of_day(rate, span, on, rule, running, begun, deal, since)
            yield Part(on, of_a_dollar, at_once=False, rate=rate)
        else:
            same = ZERO
        on += ONE


def _lump_days(rule: Provision, each: Accruing, deal: Deal) -> Iterator[date]:
    """The day it occurred and, if the share falls due again, after each span while it is open."""
    yield each.occurred
    if "at once again" in rule:
        on = each.occurred
        for n in range(1, 1000):
            on = begins(each.occurred, period_in(rule["at once again"]), n, deal)
            if on >= each.over:
                return
            yield on


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
    if "ages in" in rule:
        if clock == "first default":
            first = running[0].first
        while rule.get("together") == "spell" and any(each.has(first - ONE) for each in running):
            first -= ONE
        return _spans_begun(rule, first, on, deal)
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


def _spans_begun(rule: Provision, first: date, on: date, deal: Deal) -> int:
    first -= ONE if rule.get("first day") == "default" else 0 * ONE
    n = 1
    while begins(first, period_in(rule["ages in"]), n, deal) <= on:
        n += 1
    return n


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
    since: date,
) -> Fraction:
    """The part of one dollar that accrues on a day at a rate that it bears `since` a day."""
    of_a_dollar = rate / Fraction(str(rule.get("dollars per", 100)))
    if span is None:
        sheet = deal.terms.get("indenture", {})
        counted = rule.get("day count", sheet.get("day_count", ""))
        if counted == "30/360":
            return of_a_dollar * (_of_30(since, on + ONE) - _of_30(since, on)) / 360
        if counted == "Actual/365F":
            return of_a_dollar / 365
        if counted != "Actual/360":
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
        return of_a_dollar / _length_of_span(span, on, running, deal)
    return of_a_dollar / (period.count * (7 if period.unit == "weeks" else 1))


def _of_30(first: date, over: date) -> int:
    """Days of months of 30 from a day to but excluding another: the 31st counts as the 30th, at the
    end only after a start on one of the two."""
    months = (over.year - first.year) * 12 + over.month - first.month
    start = min(first.day, 30)
    return 30 * months + (min(over.day, 30) if start == 30 else over.day) - start


def _length_of_span(span: Any, on: date, running: list[Accruing], deal: Deal) -> int:
    """The days of the month, or longer span, from its first day that a day is in."""
    if len(running) > 1:
        raise NotCoveredError("parts of months of several defaults")
    first, period, n = running[0].first, period_in(span), 1
    while begins(first, period, n, deal) <= on:
        n += 1
    return (begins(first, period, n, deal) - begins(first, period, n - 1, deal)).days


def _begins_span(
    on: date, running: list[Accruing], begun: dict[int, date], period: Any, deal: Deal
) -> bool:
    """Whether a span begins: on the first day, and on the day after each."""
    if len(running) > 1:
        raise NotCoveredError("whole spans of several defaults")
    n = len(begun)
    if on != begins(running[0].first, period, n, deal):
        return False
    begun[n] = on
    return True
