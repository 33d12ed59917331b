"""Which alerts are due on a day, and why."""

from dataclasses import replace
from datetime import date

import pytest

from dealclock.alerts.alert import Alert, AlertHistory, SentAlert, sent_alert
from dealclock.alerts.plan import plan_alerts
from dealclock.alerts.slots import Slot
from dealclock.facts.log import FactLog
from dealclock.people.policy import Policy, Reason, ReminderRules
from tests.unit.alerts.made import assessed, owed
from tests.unit.alerts.playing import at, list_alerts, played, recorded, seen, whole
from tests.unit.engine.deals import (
    effective,
    filed,
    history,
    issued,
    log,
    suspended,
    unusable,
    usable,
)
from tests.unit.engine.deals import trustee_notified as trustee_told

FILED = filed("2004-07-13")


def test_a_moved_date_is_alerted_with_the_earlier_date_and_a_new_revision() -> None:
    first = suspended("2005-02-01", id="S1", recorded_at="2005-02-01T18:00-05:00")
    corrected = suspended(
        "2005-01-28", id="S2", corrects="S1", recorded_at="2005-02-03T11:00-05:00"
    )
    known = log(FILED, effective("2004-10-01"), first, corrected)
    alerts = [a for _, a in played(known, "2005-02-01", "2005-02-10") if a.kind == "day budget"]
    assert [(a.day.isoformat(), a.reasons, a.revision) for a in alerts] == [
        ("2005-02-02", (Reason.OPENED,), 0),
        ("2005-02-03", (Reason.MOVED,), 1),  # at noon, an hour after it was recorded
    ]
    assert alerts[1].moved_from == date(2005, 3, 17)
    assert alerts[1].due == date(2005, 3, 13)


def test_an_end_moved_by_a_correction_is_reported_again_with_the_earlier_date() -> None:
    # Due Mon, Nov 1, 2004. Given late on the 10th, says the first fact; on the 17th, the second.
    known = log(
        FILED,
        trustee_told("2004-11-10", "default-ii", id="N1", recorded_at="2004-11-10T09:30-05:00"),
        trustee_told(
            "2004-11-17", "default-ii", id="N2", corrects="N1", recorded_at="2004-11-18T09:30-05:00"
        ),
    )
    every = played(known, "2004-11-08", "2004-11-26")
    alerts = [a for _, a in every if a.instance == "trustee-notice/default-ii"]
    assert [(a.day.day, a.reasons, a.ended_on, a.moved_from, a.revision) for a in alerts[1:]] == [
        (10, (Reason.CONFIRMED,), date(2004, 11, 10), None, 0),
        (18, (Reason.CONFIRMED,), date(2004, 11, 17), date(2004, 11, 10), 1),
    ]


@pytest.mark.full
@pytest.mark.parametrize("corrected", ["2004-12-01", "2004-12-08"])
def test_a_cure_corrected_to_another_day_is_reported_again(corrected: str) -> None:
    known = log(
        FILED,
        effective("2004-12-06", id="E1", recorded_at="2004-12-06T18:00-05:00"),
        effective(corrected, id="E2", corrects="E1", recorded_at="2004-12-20T10:00-05:00"),
    )
    alerts = [a for _, a in played(known, "2004-12-03", "2004-12-24") if a.instance == "default-ii"]
    assert [(a.day.day, a.reason, a.ended_on) for a in alerts[-2:]] == [
        (7, Reason.RESOLVED, date(2004, 12, 6)),
        (20, Reason.RESOLVED, date.fromisoformat(corrected)),
    ]
    assert alerts[-1].moved_from == date(2004, 12, 6)


@pytest.mark.full
def test_a_default_found_by_a_late_correction_is_reported() -> None:
    # Cured by the fifth Business Day, Jan 18, 2005, it was said; on the 20th in truth.
    known = log(
        FILED,
        effective("2004-10-01"),
        unusable("2005-01-10"),
        usable("2005-01-12", id="C1", recorded_at="2005-01-12T18:00-05:00"),
        usable("2005-01-20", id="C2", corrects="C1", recorded_at="2005-02-07T10:00-05:00"),
    )
    assert list_alerts(known, "2005-01-11", "2005-02-11", "default-iii/F3") == [
        "2005-02-07 resolved"
    ]
    unheard = played(known, "2005-02-07", "2005-02-11")
    assert [a.instance for _, a in unheard if a.kind == "default"] == []


def test_an_end_withdrawn_unsent_and_true_after_all_is_reported_again() -> None:
    known = log(FILED, effective("2004-10-01"), unusable("2005-01-10"))
    told_on = date(2005, 1, 11)
    (opened,) = (
        a
        for a in plan_alerts(seen(known, told_on), Policy(), AlertHistory(()))
        if a.instance == "cure-window/F3"
    )
    said = sent_alert(opened, at(told_on))
    day = date(2005, 1, 12)
    for taken_back, reasons in (
        (False, (Reason.CLOSING,)),
        (True, (Reason.OPENED, Reason.CLOSING)),
    ):
        before = AlertHistory((replace(said, taken_back=taken_back),))
        (alert,) = (
            a
            for a in plan_alerts(seen(known, day), Policy(), before)
            if a.instance == "cure-window/F3"
        )
        assert (alert.reasons, alert.revision) == (reasons, int(taken_back))


def test_a_repeated_alert_says_due_today_when_it_is() -> None:
    known, day = log(FILED), date(2004, 10, 28)
    said = _said_of("effectiveness", known, day, ())
    assert said.reasons == (Reason.DUE_TODAY,)
    again = _said_of("effectiveness", known, day, (replace(said, taken_back=True),), "midday")
    assert (again.reasons, again.revision) == ((Reason.DUE_TODAY, Reason.OPENED), 1)


def test_an_end_that_some_people_were_not_sent_is_sent_once_more() -> None:
    known = log(FILED, effective("2004-10-18"))
    first = _said_of("effectiveness", log(FILED), date(2004, 10, 14), ())
    met = _said_of("effectiveness", known, date(2004, 10, 19), (first,))
    assert (met.reasons, met.revision) == ((Reason.CONFIRMED,), 0)
    day = date(2004, 10, 20)
    repeated = _said_of("effectiveness", known, day, (first, replace(met, taken_back=True)))
    assert (repeated.reasons, repeated.revision, repeated.ended_on) == (
        (Reason.CONFIRMED,),
        1,
        met.ended_on,
    )
    for heard in ((first, met), (first, replace(met, taken_back=True), repeated)):
        later = plan_alerts(seen(known, date(2004, 10, 21)), Policy(), AlertHistory(heard))
        assert [a for a in later if a.instance == "effectiveness"] == []


def test_an_item_that_no_longer_arises_is_reported_once_more_to_people_not_yet_notified() -> None:
    opened = sent_alert(alert_of("suspension/F9"), at(date(2004, 10, 4)))
    over = _said_of("suspension/F9", log(FILED), date(2004, 10, 5), (opened,))
    unheard = replace(over, taken_back=True)
    repeated = _said_of("suspension/F9", log(FILED), date(2004, 10, 6), (opened, unheard))
    assert [(s.reasons, s.revision) for s in (over, repeated)] == [
        ((Reason.CLOSED,), 0),
        ((Reason.CLOSED,), 1),
    ]
    heard = AlertHistory((opened, unheard, repeated))
    later = plan_alerts(seen(log(FILED), date(2004, 10, 7)), Policy(), heard)
    assert [a for a in later if a.instance == "suspension/F9"] == []


def alert_of(instance: str) -> Alert:
    return Alert(
        deal="",
        instance=instance,
        kind="day budget",
        clause="4(b)(i)",
        title="Suspension",
        reasons=(Reason.OPENED,),
        day=date(2004, 10, 4),
        due=date(2004, 11, 17),
    )


def _said_of(
    instance: str, known: FactLog, day: date, said: tuple[SentAlert, ...], slot: Slot = "morning"
) -> SentAlert:
    """What is said of an instance in a slot of a day, after what was said before."""
    planned = plan_alerts(seen(known, day, slot), Policy(), AlertHistory(said), slot)
    (alert,) = (a for a in planned if a.instance == instance)
    return sent_alert(alert, at(day, slot))


def test_an_item_due_the_day_it_opens_is_alerted_at_once() -> None:
    day = date(2004, 11, 10)
    now = assessed(day, owed("deadline", day, day, day))
    (first,) = plan_alerts(now, Policy(), AlertHistory(()), "at once")
    assert first.reasons == (Reason.DUE_TODAY,)
    reminded = replace(first, reasons=(Reason.REMINDER,), day=date(2004, 11, 9))
    told_before = AlertHistory((sent_alert(reminded, at(reminded.day)),))
    assert plan_alerts(now, Policy(), told_before, "at once") == ()


def test_a_calendar_entry_goes_only_with_the_first_alert_and_with_a_move() -> None:
    every = played(log(FILED), "2004-10-01", "2004-10-28")
    alerts = [a for _, a in every if a.instance == "effectiveness"]
    assert [a.calendar for a in alerts] == [True] + [False] * 6


def test_a_missed_morning_is_caught_up_by_the_next_one() -> None:
    lost = list_alerts(
        log(FILED), "2004-10-01", "2004-10-28", "effectiveness", skip=("2004-10-21",)
    )
    assert lost[:2] == ["2004-10-14 first, reminder", "2004-10-22 reminder"]


@pytest.mark.full
def test_planning_a_day_twice_plans_the_same_alerts_with_the_same_ids() -> None:
    said = [sent_alert(alert, at(alert.day, slot)) for slot, alert in whole("story")]
    first = [a.id for _, a in whole("story")]
    again = [a.id for _, a in played(history("story"), "2004-06-30", "2005-03-15", said=said)]
    assert first == again
    assert len(set(first)) == len(first)


def test_alerts_of_the_same_run_do_not_change_what_it_plans() -> None:
    today = date(2004, 10, 28)
    spoken = recorded("effectiveness", today, date(2004, 10, 28), 0, (Reason.DUE_TODAY,), at(today))
    planned = plan_alerts(
        seen(log(FILED), today), Policy(), AlertHistory.before(at(today), [spoken])
    )
    assert {a.reason for a in planned if a.instance == "effectiveness"} == {Reason.DUE_TODAY}


def test_each_instance_alerts_at_most_once_a_morning_the_most_serious_alert_first() -> None:
    for day in ("2004-10-29", "2004-11-01", "2005-01-18"):
        alerts = [a for s, a in played(history("story"), day, day) if s == "morning"]
        assert len({a.instance for a in alerts}) == len(alerts)
        gravity = [list(Reason).index(a.reason) for a in alerts]
        assert gravity == sorted(gravity)


def test_the_afternoon_sends_only_last_calls_and_what_was_recorded_since_noon() -> None:
    reasons = {alert.reason for slot, alert in whole("story") if slot == "afternoon"}
    assert reasons == {Reason.LAST_CALL, Reason.CONFIRMED}


def test_a_policy_without_reminders_sends_none() -> None:
    quiet = Policy(deadline=ReminderRules(on_last_day=True))
    assert list_alerts(log(FILED), "2004-10-01", "2004-10-28", "effectiveness", policy=quiet) == [
        "2004-10-28 due today"
    ]


@pytest.mark.full
def test_option_notes_change_no_deadline_and_send_no_alert() -> None:
    with_option = log(FILED, issued("2004-07-20", lot="option"))
    assert list(played(with_option, "2004-07-14", "2004-10-13")) == []


@pytest.mark.parametrize(
    ("kind", "reason"),
    [("ping", Reason.TEST), ("route", Reason.ROUTE_FAILED), ("note", Reason.REPLIED)],
)
def test_an_alert_of_no_provision_is_never_reported_as_over(kind: str, reason: Reason) -> None:
    yesterday, today = date(2004, 7, 20), date(2004, 7, 21)
    said = recorded(f"{kind}/1", yesterday, None, 0, (reason,), at(yesterday), kind=kind)
    assert (
        plan_alerts(seen(log(FILED), today), Policy(), AlertHistory.before(at(today), [said])) == ()
    )
