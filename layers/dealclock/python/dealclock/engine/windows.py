"""Sale Notices: the window one opens."""

from datetime import date

from dealclock.agreement.readings.counting import BEFORE
from dealclock.agreement.readings.sales import SALE_NOTICE
from dealclock.agreement.rules.notices import Window
from dealclock.agreement.rules.rule import Period
from dealclock.days.counting import Count
from dealclock.engine import assessment
from dealclock.engine.assessment import Step
from dealclock.engine.context import Context, window_status
from dealclock.engine.deemed import DeemedGiven, deemed_given
from dealclock.engine.found import Found
from dealclock.engine.named import named
from dealclock.facts.log import Seen


def add(context: Context, found: Found) -> None:
    """The window of every notice that has been given."""
    for rule in context.terms.all_of(Window):
        for notice in context.facts(rule.opened_by):
            opened = _window(rule, notice, context.fresh())
            found.windows.extend([opened] if opened else [])


def _window(rule: Window, notice: Seen, context: Context) -> assessment.Window | None:
    """The window one notice opens, or None while it has not been given to all it must reach."""
    given = deemed_given([notice], rule.to, context)
    if given.on is None:
        return None
    opening = _opening(rule, given.on, context)
    closing = _closing(rule, given.on, opening.result, context)
    return assessment.Window(
        **named(rule),
        instance=f"{rule.id}/{notice.id}",
        opens=opening.result,
        closes=closing.result,
        status=window_status(opening.result, closing.result, context.as_of),
        ended_on=None,
        grounds=context.grounds(notice),
        trace=_trace(rule, given, opening, closing, context),
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
