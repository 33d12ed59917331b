"""Whether what an alert says is still so, when its turn to be sent has come."""

from typing import Literal

from dealclock.alerts.alert import Alert
from dealclock.alerts.policy import Reason
from dealclock.engine.assessment import Assessment

Cause = Literal["met", "moved", "acknowledged", "snoozed", "superseded"]

PAST = frozenset({Reason.MOVED, Reason.RESOLVED, Reason.CLOSED, Reason.CONFIRMED, Reason.CAUGHT_UP})
"""Reasons that report something that happened: these stay true until something newer is known."""


def still_true(alert: Alert, assessment: Assessment) -> Cause | None:
    """Why the alert is no longer true in an assessment of its day; None while it is.

    The assessment is as of `alert.day` with all that is known by now. What people did with the
    alert is asked of `handling.stopped`.
    """
    owed, window = assessment.obligation(alert.instance), assessment.window(alert.instance)
    if owed is not None:
        if alert.due is not None and owed.due != alert.due:
            return "moved"
        return "met" if not owed.is_open and alert.reason not in PAST else None
    if window is not None:
        if alert.due is not None and window.closes != alert.due:
            return "moved"
        return "met" if window.ended_on is not None and alert.reason not in PAST else None
    default = assessment.default(alert.instance)
    if default is not None:
        return "met" if not default.is_open and alert.reason not in PAST else None
    return None
