"""The days on which a policy alerts on an obligation, a window, a default or a rate step."""

from collections.abc import Iterator
from datetime import date, timedelta

from dealclock.alerts.adverse import adverse_end
from dealclock.days.calendars import Calendar
from dealclock.days.counting import business_days_after, business_days_before
from dealclock.engine.conclusions import (
    Accrual,
    Default,
    Obligation,
    RateChange,
    Status,
    UndatedDuty,
    Window,
)
from dealclock.people.policy import AlertMoment, Policy, Reason, ReminderRules, reminder_of

LAPSE = frozenset({"outage with cure", "day budget"})
"""Kinds of which a default is alerted on instead where they are missed or satisfied late."""
INFORMING = frozenset({"protected period", "minimum period"})
"""Windows that are reported as they end, or that only forbid: they cannot be missed."""


def moments_of_obligation(
    o: Obligation, policy: Policy, calendar: Calendar
) -> Iterator[AlertMoment]:
    """When to alert on an open obligation."""
    if not o.is_open:
        return
    if o.status is Status.MISSED:
        if o.kind not in LAPSE:
            yield from _missed(o.due, policy, calendar)
        return
    rules = policy.for_kind(o.kind)
    yield from rules.lead_up_to(o.kind, o.opens, o.due, adverse_end(o), calendar)
    if o.act_by is not None and rules.on_last_day:
        # If the channel takes days, the last day is the one on which it can still be used.
        acts = calendar.last_open_on_or_before(o.act_by.date())
        if acts < calendar.last_open_on_or_before(o.due):
            yield AlertMoment(acts, reminder_of(o.kind))


def moments_of_window(w: Window, policy: Policy, calendar: Calendar) -> Iterator[AlertMoment]:
    """When to alert on a window that is not over, or on its end."""
    if w.kind in INFORMING or w.is_open_ended:
        return
    speaks = policy.for_kind(w.kind)
    if w.status is Status.OVERRUN:
        yield from _missed(w.closes, policy, calendar)
    elif w.status is not Status.CLOSED and w.done_on is None:
        yield from speaks.lead_up_to(w.kind, w.opens, w.closes, adverse_end(w), calendar)
    elif speaks.when_ended and w.done_on is not None:
        yield AlertMoment(w.done_on, Reason.CLOSED, once=True)


def moments_of_target(
    duty: UndatedDuty, policy: Policy, calendar: Calendar
) -> Iterator[AlertMoment]:
    """When to alert on an undated duty with the team's own target; it is never overdue."""
    speaks = policy.for_kind("undated duty")
    if duty.target is None or duty.opens is None or not duty.is_open:
        return
    if speaks.when_opened:
        yield AlertMoment(duty.opens, Reason.OPENED, once=True)
    if speaks.on_last_day:
        yield AlertMoment(calendar.last_open_on_or_before(duty.target), Reason.REMINDER)


def moments_of_default(
    d: Default, policy: Policy, calendar: Calendar, as_of: date
) -> Iterator[AlertMoment]:
    """When to alert on a default: when computed, each week while it is open, and when cured."""
    if not d.is_open:
        if policy.default.when_ended and d.accrues_to is not None:
            yield AlertMoment(d.accrues_to, Reason.RESOLVED, once=True)
        return
    if policy.default.when_opened:
        yield AlertMoment(d.accrues_from, Reason.OPENED, once=True)
    if policy.weekly_statement:
        handover = business_days_after(d.occurred_on, policy.missed_for_business_days, calendar)
        monday = as_of - timedelta(days=as_of.weekday())
        first = calendar.first_open_on_or_after(monday)
        if handover.result < first <= as_of:
            yield AlertMoment(first, Reason.STATEMENT)


def moments_of_rate_step(
    change: RateChange, accrual: Accrual, policy: Policy, calendar: Calendar
) -> Iterator[AlertMoment]:
    """When to alert on a day on which the rate changes."""
    if change.on > accrual.as_of:
        for lead in policy.rate_step.remind:
            yield AlertMoment(_count_back(change.on, lead, calendar), Reason.RATE_STEP)
    elif policy.rate_step.when_opened:
        yield AlertMoment(change.on, Reason.RATE_STEP)


def is_last_call_day(due: date, speaks: ReminderRules, calendar: Calendar, as_of: date) -> bool:
    """Whether `as_of` is the last Business Day on which something due by `due` can be done."""
    return speaks.last_call and calendar.last_open_on_or_before(due) == as_of


def _missed(due: date, policy: Policy, calendar: Calendar) -> Iterator[AlertMoment]:
    for n in range(1, policy.missed_for_business_days + 1):
        yield AlertMoment(business_days_after(due, n, calendar).result, Reason.MISSED)


def _count_back(due: date, lead: int, calendar: Calendar) -> date:
    last = calendar.last_open_on_or_before(due)
    return business_days_before(last, lead, calendar).result
