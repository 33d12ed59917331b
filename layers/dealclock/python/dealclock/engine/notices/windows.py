"""Sale Notices: the window one opens."""

from collections.abc import Iterator
from datetime import date, timedelta

from dealclock.agreement.readings.counting import BEFORE
from dealclock.agreement.readings.sales import DISTRIBUTION, SALE_NOTICE
from dealclock.agreement.rules.notices import Window
from dealclock.agreement.rules.rule import Period
from dealclock.days import spoken
from dealclock.days.counting import Count, business_days_before
from dealclock.days.markets import nyse_shut_because
from dealclock.engine import assessment
from dealclock.engine.assessment import Step, TradingDay
from dealclock.engine.context import Context, window_status
from dealclock.engine.found import Found
from dealclock.engine.named import named
from dealclock.engine.notices.deemed import DeemedGiven, deemed_given
from dealclock.engine.notices.sales import Opened, owed_for_sales
from dealclock.facts.log import Seen

_ONE = timedelta(days=1)


def add(context: Context, found: Found) -> None:
    """The window of every notice that has been given."""
    for rule in context.terms.all_of(Window):
        opened = [_window(rule, n, context.fresh()) for n in context.facts(rule.opened_by)]
        given = [o for o in opened if o is not None]
        found.windows.extend(o.window for o in given)
        found.obligations.extend(owed_for_sales(rule, given, context))


def _window(rule: Window, notice: Seen, context: Context) -> Opened | None:
    """The window one notice opens, or None while it has not been given to all it must reach."""
    given = deemed_given([notice], rule.to, context)
    if given.on is None:
        return None
    opening = _opening(rule, given.on, context)
    closing = _closing(rule, given.on, opening.result, context)
    opens, closes, settled = _traded(rule, opening.result, closing.result, context)
    days = tuple(_trading_days(opens, closes, context))
    window = assessment.Window(
        **named(rule),
        instance=f"{rule.id}/{notice.id}",
        opens=opens,
        closes=closes,
        status=window_status(opens, closes, context.as_of),
        ended_on=None,
        grounds=context.grounds(notice),
        trace=(*_trace(rule, given, opening, closing, context), *settled),
        notes=tuple(_SHUT.format(spoken.day(d.day), d.market_shut) for d in days if d.market_shut),
        trading_days=days,
    )
    return Opened(window, given.on, notice.fact.holder)


_SHUT = "{} is a Business Day on which the stock market is shut ({})"


def _trading_days(opens: date, closes: date, context: Context) -> Iterator[TradingDay]:
    """The Business Days from `opens` to `closes`, both included."""
    day = opens
    while day <= closes:
        if context.calendar.is_open(day):
            yield TradingDay(day, nyse_shut_because(day))
        day += _ONE


def _traded(
    rule: Window, opens: date, closes: date, context: Context
) -> tuple[date, date, tuple[Step, ...]]:
    """The first and last day to trade: where settlement is what counts, so much earlier."""
    if rule.settlement is None or context.choices[DISTRIBUTION] == "TRADE-DATE":
        return opens, closes, ()
    n, days = rule.settlement.count, context.calendar
    first, last = business_days_before(opens, n, days), business_days_before(closes, n, days)
    says = f"a trade settles {rule.settlement} later (SETTLEMENT): the %s day to trade"
    return (
        first.result,
        last.result,
        (
            Step(says % "first", rule.clause, first.result, first),
            Step(says % "last", rule.clause, last.result, last),
        ),
    )


def _opening(rule: Window, given_on: date, context: Context) -> Count:
    clear = context.choices[BEFORE] == "CLEAR-DAYS"
    return context.after(given_on, _longer(rule.opens_after, 1 if clear else 0))


def _closing(rule: Window, given_on: date, opens: date, context: Context) -> Count:
    match context.choices[SALE_NOTICE]:
        case "FROM-WINDOW":
            return context.after(opens, _longer(rule.effective_for, -1))
        case "NOTICE-DAY-COUNTS":
            return context.after(given_on, _longer(rule.effective_for, -1))
        case _:
            return context.after(given_on, rule.effective_for)


def _longer(period: Period, by: int) -> Period:
    return Period(count=period.count + by, unit=period.unit)


def _trace(
    rule: Window, given: DeemedGiven, opening: Count, closing: Count, context: Context
) -> tuple[Step, ...]:
    before, effect = context.choices[BEFORE], context.choices[SALE_NOTICE]
    return (
        *given.trace,
        Step(f"opens {rule.opens_after} after it ({before})", rule.clause, opening.result, opening),
        Step(
            f"effective for {rule.effective_for} ({effect}): the last day",
            rule.clause,
            closing.result,
            closing,
        ),
    )
