"""Whether what an alert says is still so, when its turn to be sent has come."""

from typing import Literal

from dealclock.alerts.alert import Alert
from dealclock.alerts.policy import Policy, Reason
from dealclock.alerts.topics import Topic, topics
from dealclock.days.calendars import calendar
from dealclock.engine.assessment import Assessment

Cause = Literal["met", "moved", "acknowledged", "snoozed", "superseded", "closed"]

PAST = frozenset({Reason.MOVED, Reason.RESOLVED, Reason.CLOSED, Reason.CONFIRMED, Reason.CAUGHT_UP})
"""Reasons that report something that happened: true until the contrary is known."""


def still_true(alert: Alert, assessment: Assessment) -> Cause | None:
    """Why the alert is no longer true in an assessment of its day; None while it is.

    The assessment is as of `alert.day` with all that is known by now. What people did with the
    alert is asked of `handling.stopped`.
    """
    topic = _topic(alert.instance, assessment)
    if alert.reason in PAST:
        return "superseded" if _contrary(alert, topic) else None
    if topic is None:
        return "superseded"
    if topic.state != "open":
        ended = topic.state == "met" or topic.kind in ("default", "day budget")
        return "met" if ended else "superseded"
    return "moved" if topic.due != alert.due else None


def _contrary(alert: Alert, topic: Topic | None) -> bool:
    """Whether what a report of the past says has been taken back, or overtaken by a later move."""
    if alert.reason is Reason.MOVED:
        return topic is None or topic.due != alert.due
    if topic is None:
        return False
    return topic.state == "open" or (alert.ended_on or topic.ended_on) != topic.ended_on


def _topic(instance: str, assessment: Assessment) -> Topic | None:
    days = calendar(assessment.readings["business-day"])
    return next((t for t in topics(assessment, Policy(), days) if t.instance == instance), None)
