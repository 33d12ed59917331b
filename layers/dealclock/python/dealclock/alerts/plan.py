"""Planning: which alerts are due on a day, each with its named reasons.

A pure function of the assessment, the policy and the ledger of earlier runs. At most one alert a
morning for each instance, its gravest reason first.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from dealclock.alerts.alert import Alert, Ledger
from dealclock.alerts.handling import after_answers
from dealclock.alerts.moments import (
    Moment,
    last_call,
    of_default,
    of_obligation,
    of_rate_step,
    of_window,
)
from dealclock.alerts.policy import Policy, Reason
from dealclock.alerts.slots import LAST_CALLS, Slot
from dealclock.days.calendars import Calendar, calendar
from dealclock.days.counting import business_days_after
from dealclock.engine.assessment import Assessment

GRAVITY = tuple(Reason)
_LATELY = 5  # Business Days
# Told to those who heard of the instance before, or while it is fresh.
_PASSING = frozenset({Reason.CLOSED, Reason.RESOLVED, Reason.RATE_STEP})


@dataclass(frozen=True, slots=True)
class _Topic:
    """Something that may be spoken of, with the days on which the policy wants it."""

    instance: str
    kind: str
    clause: str
    title: str
    due: date | None
    over: bool
    moments: tuple[Moment, ...]


def plan(
    assessment: Assessment, policy: Policy, ledger: Ledger, slot: Slot = "morning"
) -> tuple[Alert, ...]:
    """The alerts due on the assessment's day: in the morning all, later in the day last calls.

    Gravest first, then as the agreement orders its provisions. Planned again with the ledger of
    the same earlier runs, the same alerts come out with the same ids.
    """
    closed_days = calendar(assessment.readings["business-day"])
    if slot in LAST_CALLS:
        alerts = list(_last_calls(assessment, policy, ledger, closed_days, slot))
    else:
        topics = _topics(assessment, policy, closed_days)
        spoken = ((t, _reasons(t, assessment, ledger, closed_days)) for t in topics)
        alerts = [_alert(t, reasons, assessment, ledger) for t, reasons in spoken if reasons]
    return tuple(sorted(alerts, key=lambda a: GRAVITY.index(a.reason)))


def _topics(assessment: Assessment, policy: Policy, days: Calendar) -> Iterator[_Topic]:
    for o in assessment.obligations:
        moments = tuple(of_obligation(o, policy, days))
        yield _Topic(o.instance, o.kind, o.clause, o.title, o.due, not o.is_open, moments)
    for w in assessment.windows:
        moments = tuple(of_window(w, policy, days))
        over = w.ended_on is not None
        yield _Topic(w.instance, w.kind, w.clause, w.title, w.closes, over, moments)
    for d in assessment.defaults:
        moments = tuple(of_default(d, policy, days, assessment.as_of))
        yield _Topic(d.instance, "default", d.clause, d.title, None, not d.is_open, moments)
    accrual = assessment.accrual
    for change in (accrual.last_change, accrual.next_change):
        if change is not None:
            moments = tuple(of_rate_step(change, accrual, policy, days))
            name = f"rate/{change.on.isoformat()}"
            yield _Topic(
                name, "rate schedule", accrual.clause, "Rate step", change.on, False, moments
            )


def _reasons(
    topic: _Topic, assessment: Assessment, ledger: Ledger, days: Calendar
) -> tuple[Reason, ...]:
    spoken = ledger.of(topic.instance)
    said = {reason for s in spoken for reason in s.reasons}
    last = max((s.day for s in spoken), default=date.min)
    due: set[Reason] = set()
    for moment in topic.moments:
        if moment.day > assessment.as_of or (moment.once and moment.reason in said):
            continue
        if moment.reason in _PASSING and not spoken and not _lately(moment.day, assessment, days):
            continue
        if moment.once or moment.day > last:
            due.add(moment.reason)
    if not topic.over:
        if _moved(topic, ledger):
            due.add(Reason.MOVED)
        revision = _revision(topic, ledger)
        due = after_answers(due, ledger.handled, topic.instance, revision, assessment.as_of, last)
    return tuple(sorted(due, key=GRAVITY.index))


def _lately(day: date, assessment: Assessment, days: Calendar) -> bool:
    return assessment.as_of <= business_days_after(day, _LATELY, days).result


def _moved(topic: _Topic, ledger: Ledger) -> bool:
    spoken = ledger.of(topic.instance)
    return bool(spoken) and topic.due is not None and spoken[-1].due != topic.due


def _revision(topic: _Topic, ledger: Ledger) -> int:
    """How often the date had moved when last announced, this move included."""
    spoken = ledger.of(topic.instance)
    return (spoken[-1].revision if spoken else 0) + _moved(topic, ledger)


def _alert(
    topic: _Topic, reasons: tuple[Reason, ...], assessment: Assessment, ledger: Ledger
) -> Alert:
    spoken = ledger.of(topic.instance)
    moved = _moved(topic, ledger)
    return Alert(
        deal=assessment.deal,
        instance=topic.instance,
        kind=topic.kind,
        clause=topic.clause,
        title=topic.title,
        reasons=reasons,
        day=assessment.as_of,
        due=topic.due,
        revision=_revision(topic, ledger),
        moved_from=spoken[-1].due if moved else None,
        calendar=bool(topic.due and topic.due >= assessment.as_of and (moved or not spoken)),
    )


def _last_calls(
    assessment: Assessment, policy: Policy, ledger: Ledger, days: Calendar, slot: Slot
) -> Iterable[Alert]:
    for topic in _topics(assessment, policy, days):
        if topic.over or topic.due is None:
            continue
        if last_call(topic.due, policy.for_kind(topic.kind), days, assessment.as_of):
            alert = _alert(topic, (Reason.LAST_CALL,), assessment, ledger)
            yield replace(alert, calendar=False, step=slot)
