"""By which day a notice must be handed over, by each method, to be given in time.

Counted back from the due date: a courier's notice is given a Business Day after it was handed
over, so it goes out a Business Day before. Handed over on a closed day that follows the last
Business Day found here, it would be in time too; the Business Day is the careful answer.
"""

from collections.abc import Iterable, Iterator
from datetime import date

from dealclock.days.counting import business_days_before
from dealclock.engine.conclusions import HandOver
from dealclock.engine.context import Context


def hand_overs(opens: date, due: date, context: Context) -> tuple[HandOver, ...]:
    """The last day of every valid method, the latest first, those that are too late last."""
    return tuple(
        sorted(_each(opens, due, context), key=lambda h: h.last_day or date.min, reverse=True)
    )


def safe_hand_overs(opens: date, due: date, readings: Iterable[Context]) -> tuple[HandOver, ...]:
    """The same under several readings, such as of the Business Day: the earliest of each method.

    A method that one of them leaves no day for has none.
    """
    safest: dict[str, HandOver] = {}
    for context in readings:
        for each in hand_overs(opens, due, context):
            so_far = safest.get(each.method, each)
            safest[each.method] = min(each, so_far, key=lambda h: h.last_day or date.min)
    return tuple(sorted(safest.values(), key=lambda h: h.last_day or date.min, reverse=True))


def _each(opens: date, due: date, context: Context) -> Iterator[HandOver]:
    last = context.calendar.last_open_on_or_before(due)
    for method, rule in context.terms.deemed_notice.items():
        if rule.valid:
            count = business_days_before(last, rule.business_days, context.calendar)
            day = count.result if count.result >= opens else None
            yield HandOver(method, day, rule.needs_acknowledgement, count)
