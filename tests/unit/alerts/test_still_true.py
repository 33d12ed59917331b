"""Which waiting alerts are not sent: satisfied, moved or superseded."""

from datetime import date
from typing import Any

import pytest

from dealclock.alerts.alert import Alert
from dealclock.alerts.still_true import assessment_day, why_untrue
from dealclock.engine.conclusions import Obligation, Window
from dealclock.people.policy import Reason
from tests.unit.alerts.made import assessed, duty, open_window, owed

OPENS, DAY, DUE = date(2004, 7, 1), date(2004, 7, 8), date(2004, 7, 15)


def alert(reason: Reason, **more: Any) -> Alert:
    given: dict[str, Any] = {"kind": "deadline", "due": DUE, "day": DAY, **more}
    return Alert(deal="deal", instance="it", clause="1", title="It", reasons=(reason,), **given)


WAITING = owed("deadline", OPENS, DUE, DAY)
MET = owed("deadline", OPENS, DUE, DAY, met_on=DAY)
MOVED = owed("deadline", OPENS, date(2004, 7, 20), DAY)


@pytest.mark.parametrize(
    ("reason", "now", "cause"),
    [
        (Reason.REMINDER, WAITING, None),
        (Reason.REMINDER, MET, "met"),
        (Reason.DUE_TODAY, MET, "met"),
        (Reason.LAST_CALL, MET, "met"),
        (Reason.MISSED, MET, "met"),
        (Reason.ESCALATED, MET, "met"),
        (Reason.REMINDER, MOVED, "moved"),
        (Reason.DUE_TODAY, MOVED, "moved"),
        (Reason.REMINDER, None, "superseded"),
        (Reason.MOVED, WAITING, None),
        (Reason.MOVED, MET, None),
        (Reason.MOVED, MOVED, "superseded"),
        (Reason.MOVED, None, "superseded"),
        (Reason.CONFIRMED, MET, None),
        (Reason.CONFIRMED, WAITING, "superseded"),
        (Reason.CLOSED, None, None),
        (Reason.CLOSED, WAITING, "superseded"),
        (Reason.CAUGHT_UP, MET, None),
        (Reason.CAUGHT_UP, WAITING, "superseded"),
    ],
)
def test_an_alert_that_is_no_longer_true_is_dropped_with_its_cause(
    reason: Reason, now: Obligation | None, cause: str | None
) -> None:
    assert why_untrue(alert(reason), assessed(DAY, *([now] if now else [])), DAY) == cause


@pytest.mark.parametrize(
    ("reason", "today", "cause"),
    [
        (Reason.DUE_TODAY, DUE, None),
        (Reason.DUE_TODAY, date(2004, 7, 16), "past"),
        (Reason.REMINDER, date(2004, 7, 16), "past"),
        (Reason.CLOSING, DUE, None),
        (Reason.LAST_CALL, DAY, None),
        (Reason.LAST_CALL, date(2004, 7, 9), "past"),
        (Reason.MISSED, date(2004, 7, 16), None),
        (Reason.OPENED, date(2004, 7, 16), None),
    ],
)
def test_a_reminder_is_not_sent_after_its_date(
    reason: Reason, today: date, cause: str | None
) -> None:
    owing = owed("deadline", OPENS, DUE, today)
    assert why_untrue(alert(reason), assessed(today, owing), today) == cause


@pytest.mark.parametrize("reason", [Reason.DUE_TODAY, Reason.LAST_CALL])
@pytest.mark.parametrize("kind", ["payment", "payment step"])
def test_a_payment_reminder_is_not_sent_after_its_date_either(kind: str, reason: Reason) -> None:
    call = alert(reason, kind=kind, due=DAY)
    day = assessment_day(call, DUE)
    now = assessed(day, owed(kind, OPENS, DAY, day))
    assert (day, why_untrue(call, now, DAY), why_untrue(call, now, DUE)) == (DAY, None, "past")


def test_a_future_alert_is_checked_as_of_today_and_a_report_as_of_its_own_day() -> None:
    assert assessment_day(alert(Reason.REMINDER), DUE) == DUE
    assert assessment_day(alert(Reason.REMINDER), OPENS) == DAY
    assert assessment_day(alert(Reason.CONFIRMED), DUE) == DAY
    assert assessment_day(alert(Reason.RATE_STEP, kind="rate schedule"), DUE) == DAY


@pytest.mark.parametrize(("told", "cause"), [(DAY, None), (OPENS, "superseded"), (None, None)])
def test_an_end_reported_on_a_date_that_has_since_changed_is_dropped(
    told: date | None, cause: str | None
) -> None:
    assert why_untrue(alert(Reason.CONFIRMED, ended_on=told), assessed(DAY, MET), DAY) == cause


@pytest.mark.parametrize(
    ("kind", "ended", "cause"),
    [("day budget", DAY, "met"), ("lead time", DAY, "met"), ("window", DAY, "superseded")],
)
def test_a_window_that_is_over_needs_no_alert(kind: str, ended: date, cause: str) -> None:
    now: Window = open_window(kind, OPENS, DUE, DAY, ended_on=ended)
    assert why_untrue(alert(Reason.REMINDER, kind=kind), assessed(DAY, now), DAY) == cause


def test_a_duty_that_is_done_needs_no_alert() -> None:
    about = alert(Reason.REMINDER, kind="undated duty", due=None)
    assert why_untrue(about, assessed(DAY, duty(OPENS, DUE, DAY)), DAY) is None
    assert why_untrue(about, assessed(DAY, duty(OPENS, DUE, DAY, done_on=DAY)), DAY) == "met"
