"""How acknowledgments and snoozes change what later checks send."""

from datetime import UTC, date, datetime

from dealclock.alerts.alert import AlertHistory, sent_alert
from dealclock.alerts.plan import find_next_word, plan_alerts
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.engine.assessment import Assessment
from dealclock.people.acts import Act, ActKind
from dealclock.people.policy import Policy, Reason
from tests.unit.alerts.playing import at, recorded, seen
from tests.unit.engine.deals import filed, log

FILED = filed("2004-07-13")
DUTY, DUE = "effectiveness", date(2004, 10, 28)


def did(action: ActKind, on: str, until: str | None, hour: int = 9, revision: int = 0) -> Act:
    """Something done at an hour of a day in New York, in daylight saving time."""
    instant = datetime.fromisoformat(f"{on}T{hour:02}:00-04:00").astimezone(UTC)
    ends = date.fromisoformat(until) if until else None
    return Act(action, DUTY, str(revision), "maria", instant, due=DUE, until=ends)


# Nobody answers: Oct 14, 21, 26 and 27 remind, Thu, Oct 28 is the day, Fri, Oct 29 is missed.


def test_a_snooze_that_ends_on_a_missed_morning_is_caught_up_by_the_next_check() -> None:
    done = (did("snoozed", "2004-10-21", "2004-10-25"),)
    earlier = [
        recorded(DUTY, date(2004, 10, 21), DUE, 0, (Reason.REMINDER,), at(date(2004, 10, 21)))
    ]
    tuesday = date(2004, 10, 26)
    before = AlertHistory.before(at(tuesday), earlier, done)
    (alert,) = (
        a for a in plan_alerts(seen(log(FILED), tuesday), Policy(), before) if a.instance == DUTY
    )
    assert alert.reasons == (Reason.SNOOZE_ENDED,)


def test_the_deal_wakes_on_the_day_a_response_expires() -> None:
    thursday = date(2004, 10, 14)  # the next reminder would be on Thu, Oct 21

    def assessed(day: date) -> Assessment:
        return seen(log(FILED), day)

    (first,) = (
        a
        for a in plan_alerts(seen(log(FILED), thursday), Policy(), AlertHistory(()))
        if a.instance == DUTY
    )
    said = AlertHistory(
        (sent_alert(first, at(thursday)),), (did("snoozed", "2004-10-14", "2004-10-19"),)
    )
    woken = find_next_word(thursday, said, Policy(), FEDERAL_RESERVE, assessed).day
    assert woken == date(2004, 10, 19)


def test_an_escalation_to_one_person_does_not_count_as_sent_to_the_others() -> None:
    tuesday = date(2004, 10, 26)
    said = [
        recorded(DUTY, date(2004, 10, 21), DUE, 0, (Reason.REMINDER,), at(date(2004, 10, 21))),
        recorded(DUTY, tuesday, DUE, 0, (Reason.ESCALATED, Reason.OPENED), at(tuesday), "lead"),
    ]
    ledger = AlertHistory.before(at(tuesday, "midday"), said)
    (alert,) = (
        a for a in plan_alerts(seen(log(FILED), tuesday), Policy(), ledger) if a.instance == DUTY
    )
    assert alert.reasons == (Reason.REMINDER,)
