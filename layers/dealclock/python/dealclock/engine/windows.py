"""Sale Notices (clause 4(e)) and the protected period of clause 2(a)(iii)."""

from datetime import date, timedelta

from dealclock.agreement.provisions import Period, ProtectedPeriod, Window
from dealclock.agreement.readings import BEFORE, SALE_NOTICE
from dealclock.days.counting import Count, anniversary
from dealclock.engine import assessment
from dealclock.engine.assessment import Status, Step
from dealclock.engine.context import Context
from dealclock.engine.deemed import DeemedGiven, deemed_given
from dealclock.facts.log import Seen


def _status(opens: date, closes: date, as_of: date) -> Status:
    if as_of < opens:
        return Status.UPCOMING
    if as_of > closes:
        return Status.CLOSED
    return Status.LAST_DAY if as_of == closes else Status.OPEN


def notice_window(rule: Window, notice: Seen, context: Context) -> assessment.Window | None:
    """The window one notice opens, or None while it has not been given to all it must reach."""
    given = deemed_given([notice], rule.to, context)
    if given.on is None:
        return None
    opening = _opening(rule, given.on, context)
    closing = _closing(rule, given.on, opening.result, context)
    return assessment.Window(
        id=rule.id,
        instance=f"{rule.id}/{notice.id}",
        kind=rule.type,
        clause=rule.clause,
        title=rule.title,
        owed_by=rule.owed_by,
        action=rule.action,
        opens=opening.result,
        closes=closing.result,
        status=_status(opening.result, closing.result, context.as_of),
        ended_on=None,
        grounds=context.grounds(notice),
        trace=_trace(rule, given, opening, closing, context),
    )


def _opening(rule: Window, given_on: date, context: Context) -> Count:
    clear = context.readings[BEFORE.id] == "CLEAR-DAYS"
    return context.after(given_on, _longer(rule.opens_after, 1 if clear else 0))


def _closing(rule: Window, given_on: date, opens: date, context: Context) -> Count:
    match context.readings[SALE_NOTICE.id]:
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
    before, effect = context.readings[BEFORE.id], context.readings[SALE_NOTICE.id]
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


def protected_period(rule: ProtectedPeriod, context: Context) -> assessment.Window | None:
    """The period a fact began, or None before it. The anniversary itself is not protected."""
    began = context.first(rule.begins_with)
    if began is None:
        return None
    end = anniversary(began.on, rule.ends_on_anniversary)
    last = end - timedelta(days=1)
    return assessment.Window(
        id=rule.id,
        instance=rule.id,
        kind=rule.type,
        clause=rule.clause,
        title=rule.title,
        owed_by=rule.owed_by,
        action=rule.action,
        opens=began.on,
        closes=last,
        status=_status(began.on, last, context.as_of),
        ended_on=end if context.as_of >= end else None,
        grounds=context.grounds(began),
        trace=(
            Step("begins on this day", rule.clause, began.on),
            Step(f"ends on anniversary {rule.ends_on_anniversary}, not included", rule.clause, end),
        ),
    )
