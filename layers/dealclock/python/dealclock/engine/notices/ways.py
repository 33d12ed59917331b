"""Every way to give a notice that is handed over on a day, ranked by the day it counts as given."""

from collections.abc import Iterator
from datetime import date

from dealclock.days.counting import business_days_after
from dealclock.engine.context import Context
from dealclock.engine.notices.handing_over import hand_overs
from dealclock.records import record


@record
class Way:
    """A notice handed over by one method on the Business Day `handed_over`.

    `given_on` is the day it then counts as given; None by a method the agreement does not list.
    `acknowledged`: only if receipt is acknowledged that day. `last_day` is the last Business Day on
    which it may be handed over to be in time, None where there is none; `in_time` whether it still
    can be.
    """

    method: str
    handed_over: date
    given_on: date | None
    acknowledged: bool
    last_day: date | None
    in_time: bool


def ways(opens: date, due: date, context: Context) -> tuple[Way, ...]:
    """All methods for what arose on `opens` and is due on `due`, as of the day of the context.

    It is handed over that day, or on the first Business Day after it. The earliest given comes
    first, one that waits for an acknowledgement after one that does not; what cannot be in time
    stands last.
    """
    found = _each(opens, due, context)
    return tuple(
        sorted(found, key=lambda w: (not w.in_time, w.given_on or date.max, w.acknowledged))
    )


def _each(opens: date, due: date, context: Context) -> Iterator[Way]:
    handed_over = context.calendar.first_open_on_or_after(context.as_of)
    last = {h.method: h.last_day for h in hand_overs(opens, due, context)}
    for method, rule in context.terms.deemed_notice.items():
        given_on = None
        if rule.valid:
            count = business_days_after(handed_over, rule.business_days, context.calendar)
            given_on = handed_over if rule.business_days == 0 else count.result
        yield Way(
            method,
            handed_over,
            given_on,
            rule.needs_acknowledgement,
            last.get(method),
            given_on is not None and given_on <= due,
        )
