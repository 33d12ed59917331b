"""Periods that a fact begins and an anniversary of it ends, such as an Effectiveness Period."""

from datetime import timedelta

from dealclock.agreement.rules.periods import ProtectedPeriod
from dealclock.days.counting import anniversary
from dealclock.engine.assessment import Step, Window
from dealclock.engine.context import Context, window_status
from dealclock.engine.found import Found
from dealclock.engine.named import named


def add(context: Context, found: Found) -> None:
    """Every protected period that has begun."""
    for rule in context.terms.all_of(ProtectedPeriod):
        period = _period(rule, context.fresh())
        found.windows.extend([period] if period else [])


def _period(rule: ProtectedPeriod, context: Context) -> Window | None:
    """The period a fact began, or None before it. The anniversary itself is not protected."""
    began = context.first(rule.begins_with)
    if began is None:
        return None
    end = anniversary(began.on, rule.ends_on_anniversary)
    last = end - timedelta(days=1)
    return Window(
        **named(rule),
        instance=rule.id,
        opens=began.on,
        closes=last,
        status=window_status(began.on, last, context.as_of),
        ended_on=end if context.as_of >= end else None,
        grounds=context.grounds(began),
        trace=(
            Step("begins on this day", rule.clause, began.on),
            Step(f"ends on anniversary {rule.ends_on_anniversary}, not included", rule.clause, end),
        ),
    )
