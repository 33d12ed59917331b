"""Whether an alert is still true when its delivery is due."""

from datetime import date
from typing import Literal

from dealclock.alerts.alert import Alert
from dealclock.alerts.topics import Topic, list_topics
from dealclock.days.calendars import calendar
from dealclock.engine.assessment import Assessment
from dealclock.people.policy import Policy, Reason

Cause = Literal[
    "met",
    "moved",
    "acknowledged",
    "snoozed",
    "superseded",
    "past",
    "closed",
    "unchanged",
    "in_alerts",
]
TAKEN_BACK = frozenset({"met", "moved", "superseded", "closed"})
"""Why an alert was not sent although it may become true again; then it is sent again."""

PAST = frozenset({Reason.MOVED, Reason.RESOLVED, Reason.CLOSED, Reason.CONFIRMED, Reason.CAUGHT_UP})
"""Reasons that report something that happened: true until the contrary is known."""


_TOWARDS = frozenset(
    {
        Reason.FIRST,
        Reason.REMINDER,
        Reason.CLOSING,
        Reason.DUE_TODAY,
        Reason.LAST_CALL,
        Reason.PAYMENT_STEP,
    }
)
"""Reasons that lead to a date: of no use once it is past, when what was missed is told instead."""
# Items that an assessment holds on their own day only, and not later.
_OF_ITS_DAY = frozenset({"rate schedule", "payment", "payment step"})


def assessment_day(alert: Alert, today: date) -> date:
    """The day whose assessment says on `today` whether an alert of an earlier day is still true.

    Today, since what happened in between counts; the alert's own day where it reports the status
    of that day.
    """
    own = alert.reason in PAST or alert.kind in _OF_ITS_DAY
    return alert.day if own else max(alert.day, today)


def why_untrue(alert: Alert, assessment: Assessment, today: date) -> Cause | None:
    """Why the alert is no longer true in an assessment of its `assessment_day`; None while it is.

    What is past is judged by `today`. The assessment is with all that is known by now. Responses
    are judged by `responses.why_withdrawn`.
    """
    if _is_past(alert, today):
        return "past"
    topic = _topic(alert.instance, assessment)
    if alert.reason in PAST:
        return "superseded" if _contrary(alert, topic) else None
    if topic is None:
        return "superseded"
    if topic.state != "open":
        ended = topic.state == "met" or topic.kind in ("default", "day budget", "state")
        return "met" if ended else "superseded"
    return "moved" if topic.due != alert.due else None


def _is_past(alert: Alert, today: date) -> bool:
    """Whether the alert counts down to a past date, or is a last call of another day."""
    if alert.reason is Reason.LAST_CALL and today > alert.day:
        return True
    # An alert that asks again about an overdue item leads to no date.
    ahead = alert.due is not None and alert.day <= alert.due
    return alert.reason in _TOWARDS and ahead and alert.due is not None and alert.due < today


def _contrary(alert: Alert, topic: Topic | None) -> bool:
    """Whether the event it reported was retracted, or overtaken by a later move."""
    if alert.reason is Reason.MOVED:
        return topic is None or topic.due != alert.due
    if topic is None:
        return False
    return topic.state == "open" or (alert.ended_on or topic.ended_on) != topic.ended_on


def _topic(instance: str, assessment: Assessment) -> Topic | None:
    days = calendar(assessment.readings["business-day"])
    return next(
        (t for t in list_topics(assessment, Policy(), days) if t.instance == instance), None
    )
