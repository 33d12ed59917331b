"""Sale Notices: the window one opens."""

from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache, partial

from dealclock.agreement.readings.counting import BEFORE
from dealclock.agreement.readings.sales import DISTRIBUTION, SALE_NOTICE
from dealclock.agreement.rules.notices import WindowRule
from dealclock.agreement.rules.rule import Period
from dealclock.days import day_words
from dealclock.days.calendars import Calendar
from dealclock.days.counting import Count
from dealclock.days.markets import nyse_shut_because
from dealclock.engine import conclusions
from dealclock.engine.as_amended import LastDay, as_amended
from dealclock.engine.conclusions import Status, TradingDay
from dealclock.engine.context import Context, window_status
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.notices.deemed import Manner, deemed_given, manner
from dealclock.engine.notices.sales import Opened, owed_for_sales
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


@record
class _Span:
    """All that notices given alike have in common: from when to when they are in force, and why."""

    given_on: date
    opens: date
    closes: date
    status: Status
    trading_days: tuple[TradingDay, ...]
    trace: tuple[Step, ...]
    notes: tuple[str, ...]
    readings: frozenset[str]


def add(context: Context, found: Findings) -> None:
    """The window of every notice that has been given."""
    for rule in context.terms.all_of(WindowRule):
        given = list(_opened(rule, context))
        found.windows.extend(o.window for o in given)
        found.obligations.extend(owed_for_sales(rule, given, context))


def why_none(notice: EffectiveFact, context: Context) -> str:
    """Why a notice opened no window: to whom it was not given, and why; "" where that is not so."""
    rules = [r for r in context.terms.all_of(WindowRule) if r.opened_by == notice.kind]
    return "; ".join(note for r in rules for note in deemed_given([notice], r.to, context).notes)


def _opened(rule: WindowRule, context: Context) -> Iterator[Opened]:
    """The window each notice opens; none while it has not been given to all it must reach."""
    spans: dict[Manner, _Span | None] = {}
    for notice in context.facts(rule.opened_by):
        how = manner(notice)
        if how not in spans:
            spans[how] = _span(rule, notice, context.fresh())
        if span := spans[how]:
            window = _window(rule, notice, span)
            yield Opened(window, span.given_on, notice.fact.holder)


def _window(rule: WindowRule, notice: EffectiveFact, span: _Span) -> conclusions.Window:
    return conclusions.Window(
        **rule.named,
        instance=f"{rule.id}/{notice.id}",
        cause=notice.id,
        opens=span.opens,
        closes=span.closes,
        status=span.status,
        ended_on=None,
        grounds=Grounds((notice.id,), notice.hypothetical, span.readings),
        trace=span.trace,
        notes=span.notes,
        trading_days=span.trading_days,
    )


def _span(rule: WindowRule, notice: EffectiveFact, context: Context) -> _Span | None:
    given = deemed_given([notice], rule.to, context)
    if given.on is None:
        return None
    opening = as_amended(rule, partial(_opens, given.on), context)
    closing = as_amended(rule, partial(_closes, given.on), context)
    if opening is None or closing is None:
        return None
    opens, closes, settled = _traded(rule, opening.day, closing.day, context)
    trading_days, notes = _trading_days(opens, closes, context.calendar)
    status = window_status(opens, closes, context.as_of)
    trace = (
        *given.trace,
        *opening.trace,
        *closing.trace,
        *settled,
    )
    readings = frozenset(context.choices.consulted)
    return _Span(given.on, opens, closes, status, trading_days, trace, notes, readings)


_SHUT = "{} is a Business Day on which the stock market is shut ({})"


@lru_cache(maxsize=4096)
def _trading_days(
    opens: date, closes: date, calendar: Calendar
) -> tuple[tuple[TradingDay, ...], tuple[str, ...]]:
    """The Business Days from `opens` to `closes`, both included, and what is said of those on which
    the market is shut; the same for ever."""
    span = (opens + timedelta(days=n) for n in range((closes - opens).days + 1))
    days = tuple(TradingDay(day, nyse_shut_because(day)) for day in span if calendar.is_open(day))
    shut = (_SHUT.format(day_words.day(d.day), d.market_shut) for d in days if d.market_shut)
    return days, tuple(shut)


def _traded(
    rule: WindowRule, opens: date, closes: date, context: Context
) -> tuple[date, date, tuple[Step, ...]]:
    """The first and last day to trade: where settlement is what counts, so much earlier."""
    if rule.settlement is None or context.choices[DISTRIBUTION] == "TRADE-DATE":
        return opens, closes, ()
    first, last = context.back(opens, rule.settlement), context.back(closes, rule.settlement)
    says = f"a trade settles {rule.settlement} later (SETTLEMENT): the %s day to trade"
    return (
        first.result,
        last.result,
        (
            Step(says % "first", rule.clause, first.result, first),
            Step(says % "last", rule.clause, last.result, last),
        ),
    )


def _opens(given_on: date, rule: WindowRule, context: Context) -> LastDay:
    count = _opening(rule, given_on, context)
    says = f"opens {rule.opens_after} after it ({context.choices[BEFORE]})"
    return LastDay(count.result, (Step(says, rule.clause, count.result, count),))


def _closes(given_on: date, rule: WindowRule, context: Context) -> LastDay:
    opens = _opening(rule, given_on, context).result
    count = _closing(rule, given_on, opens, context)
    reading = context.choices[SALE_NOTICE]
    says = f"effective for {rule.effective_for} ({reading}): the last day"
    return LastDay(count.result, (Step(says, rule.clause, count.result, count),))


def _opening(rule: WindowRule, given_on: date, context: Context) -> Count:
    clear = context.choices[BEFORE] == "CLEAR-DAYS"
    return context.after(given_on, _longer(rule.opens_after, 1 if clear else 0))


def _closing(rule: WindowRule, given_on: date, opens: date, context: Context) -> Count:
    match context.choices[SALE_NOTICE]:
        case "FROM-WINDOW":
            return context.after(opens, _longer(rule.effective_for, -1))
        case "NOTICE-DAY-COUNTS":
            return context.after(given_on, _longer(rule.effective_for, -1))
        case _:
            return context.after(given_on, rule.effective_for)


def _longer(period: Period, by: int) -> Period:
    return Period(count=period.count + by, unit=period.unit) if by else period
