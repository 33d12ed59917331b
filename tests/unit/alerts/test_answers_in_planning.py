"""How acknowledgments and snoozes change what later checks send."""

from datetime import UTC, date, datetime, timedelta

from dealclock.alerts.alert import AlertHistory, SentAlert, sent_alert
from dealclock.alerts.plan import find_next_word, plan_alerts
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.engine.assessment import Assessment
from dealclock.facts.log import FactLog
from dealclock.people.acts import Act, ActKind
from dealclock.people.policy import Policy, Reason
from tests.unit.alerts.playing import at, recorded, seen
from tests.unit.engine.deals import effective, filed, log

FILED = filed("2004-07-13")
DUTY, DUE = "effectiveness", date(2004, 10, 28)


def did(action: ActKind, on: str, until: str | None, hour: int = 9, revision: int = 0) -> Act:
    """Something done at an hour of a day in New York, in daylight saving time."""
    instant = datetime.fromisoformat(f"{on}T{hour:02}:00-04:00").astimezone(UTC)
    ends = date.fromisoformat(until) if until else None
    return Act(action, DUTY, str(revision), "maria", instant, due=DUE, until=ends)


def alerts_after(first: str, last: str, *done: Act, facts: FactLog | None = None) -> list[str]:
    """What mornings and afternoons say of the duty, given what was done with it."""
    facts, said, found = facts or log(FILED), list[SentAlert](), list[str]()
    day = date.fromisoformat(first)
    while day <= date.fromisoformat(last):
        for slot in ("morning", "afternoon"):
            before = AlertHistory.before(at(day, slot), said, done)
            if day.weekday() < 5:
                for alert in plan_alerts(seen(facts, day, slot), Policy(), before, slot):
                    said.append(sent_alert(alert, at(day, slot)))
                    if alert.instance == DUTY:
                        found.append(f"{alert.day} {', '.join(alert.reasons)}")
        day += timedelta(days=1)
    return found


# Nobody answers: Oct 14, 21, 26 and 27 remind, Thu, Oct 28 is the day, Fri, Oct 29 is missed.


def test_an_acknowledged_reminder_is_quiet_until_the_acknowledgment_expires() -> None:
    # Acknowledged on Thu, Oct 21 for two Business Days; Tue, Oct 26 would remind anyway.
    assert alerts_after(
        "2004-10-21", "2004-10-26", did("acknowledged", "2004-10-21", "2004-10-25")
    ) == [
        "2004-10-21 first, reminder",
        "2004-10-25 reminder",
        "2004-10-26 reminder",
    ]


def test_due_today_last_call_and_overdue_are_sent_despite_an_acknowledgment() -> None:
    assert alerts_after(
        "2004-10-26", "2004-11-01", did("acknowledged", "2004-10-26", "2004-11-01")
    ) == [
        "2004-10-26 first, reminder",
        "2004-10-28 due today",
        "2004-10-28 last call",
        "2004-10-29 missed",
        "2004-11-01 missed, reminder",
    ]


def test_seen_by_others_changes_nothing() -> None:
    assert alerts_after("2004-10-21", "2004-10-27", did("seen", "2004-10-21", None)) == [
        "2004-10-21 first, reminder",
        "2004-10-26 reminder",
        "2004-10-27 reminder",
    ]


def test_a_snoozed_alert_is_sent_on_the_day_the_snooze_ends() -> None:
    assert alerts_after("2004-10-21", "2004-10-28", did("snoozed", "2004-10-21", "2004-10-27")) == [
        "2004-10-21 first, reminder",
        "2004-10-27 snooze ended",
        "2004-10-28 due today",
        "2004-10-28 last call",
    ]


def test_a_snooze_until_the_due_date_alerts_on_the_due_date() -> None:
    assert alerts_after("2004-10-21", "2004-10-28", did("snoozed", "2004-10-21", "2004-10-28")) == [
        "2004-10-21 first, reminder",
        "2004-10-28 due today, snooze ended",
        "2004-10-28 last call",
    ]


def test_a_snooze_of_an_item_satisfied_meanwhile_ends_without_an_alert() -> None:
    met = log(FILED, effective("2004-10-25"))
    said = alerts_after(
        "2004-10-21", "2004-10-29", did("snoozed", "2004-10-21", "2004-10-27"), facts=met
    )
    assert not any("snooze ended" in each for each in said)


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
