"""Mornings whose check was missed: what they would have sent, in one message for each instance.

    last run          missed: nobody swept             today
    ---|----------*----------*----------*--------------|
             opened      closing      met         caught up

What is still true today is sent today anyway, because a moment waits until it was sent; the alert
only names what the missed mornings would have sent. What began and ended in between is told as
such.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime

from dealclock.alerts.alert import Alert, AlertHistory, MissedMorning, SentAlert, sent_alert
from dealclock.alerts.plan import plan_alerts
from dealclock.alerts.topics import list_topics
from dealclock.days.calendars import Calendar, calendar
from dealclock.days.counting import business_days_before
from dealclock.engine.assessment import Assessment
from dealclock.people.policy import PRESSING, Policy, Reason
from dealclock.records import record

MOST = 60  # Business Days looked back on; what began and ended before them is not reported


@record
class Mornings:
    """Business Days whose check was missed; `cut` says that there were more before them."""

    days: tuple[date, ...]
    cut: bool


def missed_mornings(last: date | None, today: date, days: Calendar) -> Mornings:
    """The Business Days after `last` and before `today`, at most MOST; none without a last one."""
    if last is None or last >= today:
        return Mornings((), cut=False)
    missed: list[date] = []
    day = today
    while len(missed) < MOST and (day := business_days_before(day, 1, days).result) > last:
        missed.append(day)
    more = bool(missed) and business_days_before(missed[-1], 1, days).result > last
    return Mornings(tuple(reversed(missed)), cut=more)


def add_missed(
    alerts: Sequence[Alert],
    missed: Iterable[Assessment],
    today: Assessment,
    policy: Policy,
    ledger: AlertHistory,
    *,
    cut: bool = False,
) -> tuple[Alert, ...]:
    """Today's alerts, naming what the missed mornings would have sent about the same instance.

    `missed` are the assessments of those mornings, in order, each with what was known at its own
    hour. What began and ended in between gets an alert of its own, unless people were notified
    since that it is over. `cut` marks them all as looking back no further than the first of
    `missed`.
    """
    would_have: list[SentAlert] = []
    passed: dict[str, list[MissedMorning]] = {}
    last: dict[str, tuple[Alert, datetime]] = {}
    first: date | None = None
    for morning in missed:
        first = first or morning.as_of
        said = AlertHistory.before(morning.known_at, (*ledger.sent, *would_have), ledger.handled)
        for alert in plan_alerts(morning, policy, said):
            would_have.append(sent_alert(alert, morning.known_at))
            passed.setdefault(alert.instance, []).append(MissedMorning(alert.day, alert.reasons))
            last[alert.instance] = alert, morning.known_at
    looked_from = first if cut else None
    completed = [_with(alert, passed.pop(alert.instance, []), looked_from) for alert in alerts]
    there = {
        t.instance: t for t in list_topics(today, policy, calendar(today.readings["business-day"]))
    }
    for instance, unheard in passed.items():
        topic = there.get(instance)
        if topic is not None and topic.state == "open":
            continue
        alert, known_at = last[instance]
        if any(s.ended and s.known_at > known_at for s in ledger.of(instance)[-1:]):
            continue
        own = replace(alert, reasons=(Reason.CAUGHT_UP,), day=today.as_of, calendar=False)
        if topic:
            own = replace(own, due=topic.due, ended_on=topic.ended_on)
        completed.append(replace(own, passed=tuple(unheard), looked_from=looked_from))
    return tuple(sorted(completed, key=lambda a: PRESSING.index(a.reason)))


def _with(alert: Alert, passed: Sequence[MissedMorning], looked_from: date | None) -> Alert:
    if not passed:
        return alert
    reasons = sorted({*alert.reasons, Reason.CAUGHT_UP}, key=PRESSING.index)
    return replace(alert, reasons=tuple(reasons), passed=tuple(passed), looked_from=looked_from)
