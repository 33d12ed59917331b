"""What a deal's alerts can be about: every part of an assessment with a day and an instance, and
the days on which a policy alerts on each.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Literal

from dealclock.alerts.adverse import adverse_end
from dealclock.days.calendars import Calendar
from dealclock.days.counting import business_days_after, business_days_before
from dealclock.engine.assessment import Assessment
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
from dealclock.records import record

LAPSE = frozenset({"outage with cure", "day budget", "state"})
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
    ends_alone = w.kind == "state" and w.limit_days is None
    if w.kind in INFORMING or w.is_open_ended or ends_alone:
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


State = Literal["open", "met", "over"]
# Windows in which something must be done, and is not only allowed.
_TO_BE_DONE = frozenset({"lead time", "window before"})


@record
class Topic:
    """An item to alert on, with the days on which the policy asks for alerts.

    It is `open`, or `met` by an event reported to people who were alerted, or just `over`.
    `ended_on` is the day from which it is either, None while it is open and where a default is
    alerted instead; `lapsed` is, for a default, the instance of what was not satisfied.
    """

    instance: str
    kind: str
    clause: str
    title: str
    due: date | None
    state: State
    moments: tuple[AlertMoment, ...]
    ended_on: date | None = None
    lapsed: str = ""


def list_topics(assessment: Assessment, policy: Policy, days: Calendar) -> Iterator[Topic]:
    """Everything that can be alerted on, in the order of the assessment."""
    for o in assessment.obligations:
        moments = tuple(moments_of_obligation(o, policy, days))
        state = _owed(o)
        met = o.done_on if state == "met" else None
        yield Topic(o.instance, o.kind, o.clause, o.title, o.due, state, moments, met)
    for w in assessment.windows:
        moments = tuple(moments_of_window(w, policy, days))
        state = _window(w)
        ended = w.done_on if state != "open" else None
        yield Topic(w.instance, w.kind, w.clause, w.title, w.last_day, state, moments, ended)
    for u in assessment.duties:
        if u.opens is not None:
            moments = tuple(moments_of_target(u, policy, days))
            state = "open" if u.is_open else "met"
            kind, day = "undated duty", u.done_on
            yield Topic(u.instance, kind, u.clause, u.title, None, state, moments, day)
    for d in assessment.defaults:
        moments = tuple(moments_of_default(d, policy, days, assessment.as_of))
        state = "open" if d.is_open else "over"
        kind, day = "default", d.accrues_to
        yield Topic(d.instance, kind, d.clause, d.title, None, state, moments, day, d.lapsed)
    accrual = assessment.accrual
    for change in (accrual.last_change, accrual.next_change):
        if change is not None:
            moments = tuple(moments_of_rate_step(change, accrual, policy, days))
            name = f"rate/{change.on.isoformat()}"
            yield Topic(
                name, "rate schedule", accrual.clause, "Rate step", change.on, "open", moments
            )


def _owed(o: Obligation) -> State:
    if o.is_open:
        return "open"
    if o.status is Status.MET or (o.status is Status.MET_LATE and o.kind not in LAPSE):
        return "met"
    return "over"


def _window(w: Window) -> State:
    if w.status is not Status.CLOSED and w.done_on is None:
        return "open"
    return "met" if w.done_on is not None and w.kind in _TO_BE_DONE else "over"
