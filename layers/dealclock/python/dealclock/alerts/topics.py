"""What a deal's alerts can be about: every part of an assessment with a day and an instance."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from dealclock.alerts.moments import (
    LAPSE,
    moments_of_default,
    moments_of_obligation,
    moments_of_rate_step,
    moments_of_target,
    moments_of_window,
)
from dealclock.days.calendars import Calendar
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation, Status, Window
from dealclock.people.policy import AlertMoment, Policy

State = Literal["open", "met", "over"]
# Windows in which something must be done, and is not only allowed.
_TO_BE_DONE = frozenset({"lead time", "window before"})


@dataclass(frozen=True, slots=True)
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
        yield Topic(w.instance, w.kind, w.clause, w.title, w.closes, state, moments, ended)
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
