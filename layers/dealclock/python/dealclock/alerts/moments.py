"""The days on which a policy speaks of an obligation, a window, a default or a rate step.

Lead times count back from the last Business Day on or before the due date, so that a due date on
a closed day is announced before it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from dealclock.alerts.policy import Policy, Reason, Speaks
from dealclock.days.calendars import Calendar
from dealclock.days.counting import business_days_after, business_days_before
from dealclock.engine.assessment import Accrual, Default, Obligation, RateChange, Status, Window

_ONE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Moment:
    """A day from which something should be said, and why.

    `once` is said the first time it is true, however late; otherwise it is said unless something
    was said of the instance on or after `day`.
    """

    day: date
    reason: Reason
    once: bool = False


def of_obligation(o: Obligation, policy: Policy, calendar: Calendar) -> Iterator[Moment]:
    """When to speak of an obligation that is still open."""
    if not o.is_open:
        return
    if o.status is Status.MISSED:
        # Of these the default speaks instead.
        if o.kind not in ("outage with cure", "day budget"):
            yield from _missed(o.due, policy, calendar)
        return
    yield from _towards(o.opens, o.due, Reason.REMINDER, policy.for_kind(o.kind), calendar)


def of_window(w: Window, policy: Policy, calendar: Calendar) -> Iterator[Moment]:
    """When to speak of a window that is not over, or of its end."""
    speaks = policy.for_kind(w.kind)
    if w.status is Status.OVERRUN:
        yield from _missed(w.closes, policy, calendar)
    elif w.status is not Status.CLOSED:
        reminder = Reason.CLOSING if w.kind == "window" else Reason.REMINDER
        yield from _towards(w.opens, w.closes, reminder, speaks, calendar)
    elif speaks.when_ended and w.ended_on is not None:
        yield Moment(w.ended_on, Reason.CLOSED, once=True)


def of_default(d: Default, policy: Policy, calendar: Calendar, as_of: date) -> Iterator[Moment]:
    """When to speak of a default: computed, each week while it is open, and cured."""
    if not d.is_open:
        if policy.default.when_ended and d.accrues_to is not None:
            yield Moment(d.accrues_to, Reason.RESOLVED, once=True)
        return
    if policy.default.when_opened:
        yield Moment(d.accrues_from, Reason.OPENED, once=True)
    if policy.weekly_statement:
        handover = business_days_after(d.occurred_on, policy.missed_for_business_days, calendar)
        monday = as_of - timedelta(days=as_of.weekday())
        first = calendar.first_open_on_or_after(monday)
        if handover.result < first <= as_of:
            yield Moment(first, Reason.STATEMENT)


def of_rate_step(
    change: RateChange, accrual: Accrual, policy: Policy, calendar: Calendar
) -> Iterator[Moment]:
    """When to speak of a day on which the rate changes."""
    if change.on > accrual.as_of:
        for lead in policy.rate_step.remind:
            yield Moment(_back(change.on, lead, calendar), Reason.RATE_STEP)
    elif policy.rate_step.when_opened:
        yield Moment(change.on, Reason.RATE_STEP)


def last_call(due: date, speaks: Speaks, calendar: Calendar, as_of: date) -> bool:
    """Whether `as_of` is the last Business Day on which something due by `due` can be done."""
    return speaks.last_call and calendar.last_open_on_or_before(due) == as_of


def _towards(
    opens: date, due: date, reminder: Reason, speaks: Speaks, calendar: Calendar
) -> Iterator[Moment]:
    last = calendar.last_open_on_or_before(due)
    if speaks.when_opened:
        yield Moment(opens, Reason.OPENED, once=True)
    for lead in speaks.remind:
        yield Moment(_back(due, lead, calendar), reminder)
    if speaks.every_business_day:
        day = opens + _ONE
        while day < last:
            if calendar.is_open(day):
                yield Moment(day, Reason.CLOSING)
            day += _ONE
    if speaks.on_last_day:
        yield Moment(last, Reason.DUE_TODAY)


def _missed(due: date, policy: Policy, calendar: Calendar) -> Iterator[Moment]:
    for n in range(1, policy.missed_for_business_days + 1):
        yield Moment(business_days_after(due, n, calendar).result, Reason.MISSED)


def _back(due: date, lead: int, calendar: Calendar) -> date:
    last = calendar.last_open_on_or_before(due)
    return business_days_before(last, lead, calendar).result
