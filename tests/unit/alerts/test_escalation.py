"""Who gets a critical alert, and when, until someone acknowledges it."""

from datetime import date
from typing import Any

import pytest

from dealclock.people.escalation_policy import Critical, Escalation, StepAfter
from dealclock.people.policy import Reason
from tests.unit.alerts.escalating import (
    DUE,
    FILED,
    FOUR_STEPS,
    acknowledged,
    already_sent,
    away,
    due,
    look,
    new_york,
    next_at,
    team,
    went,
)
from tests.unit.engine.deals import effective, fact, log, trustee_notified

TODAY = already_sent("2004-10-28 08:00", Reason.DUE_TODAY)  # a Thursday
OWNER = went("2004-10-28 09:00", "owner")
BACKUP = went("2004-10-28 11:00", "backup")
GROUP = went("2004-10-28 13:00", "group")
MISSED_STEPS = [("09:00", "owner"), ("11:00", "backup"), ("13:00", "group")]
LEAD = went("2004-10-29 08:00", "lead")


@pytest.mark.parametrize(
    ("at", "before", "steps", "then"),
    [
        ("2004-10-28 08:00", [], [], "2004-10-28 09:00"),
        ("2004-10-28 08:59", [], [], "2004-10-28 09:00"),
        ("2004-10-28 09:00", [], ["owner mention:olga"], "2004-10-28 11:00"),
        ("2004-10-28 10:59", [OWNER], [], "2004-10-28 11:00"),
        ("2004-10-28 11:00", [OWNER], ["backup mention:bert"], "2004-10-28 13:00"),
        (
            "2004-10-28 13:00",
            [OWNER, BACKUP],
            ["group email:olga email:bert email:vera"],
            "2004-10-29 08:00",
        ),
        ("2004-10-29 07:59", [OWNER, BACKUP, GROUP], [], "2004-10-29 08:00"),
        ("2004-10-29 08:00", [OWNER, BACKUP, GROUP], ["lead mention:lena"], None),
        ("2004-10-29 08:15", [OWNER, BACKUP, GROUP, LEAD], [], None),
    ],
)
def test_each_step_comes_once_after_its_delay(
    at: str, before: list[object], steps: list[str], then: str | None
) -> None:
    assert due(at, [TODAY, *before]) == steps  # type: ignore[list-item]
    assert next_at(at, [TODAY, *before]) == then  # type: ignore[list-item]


def test_steps_missed_by_a_stopped_watchdog_are_all_taken_at_once_in_order() -> None:
    assert due("2004-10-28 13:30", [TODAY]) == [
        "owner mention:olga",
        "backup mention:bert",
        "group email:olga email:bert email:vera",
    ]


def test_a_friday_afternoon_alert_waits_over_the_weekend_and_a_clock_change() -> None:
    friday = [already_sent("2004-10-29 16:30", Reason.MISSED)]
    assert next_at("2004-10-29 16:30", friday) == "2004-10-29 17:30"
    owner = went("2004-10-29 17:30", "owner")
    # 90 minutes until 18:00 on Friday, 90 from 08:00 on Monday: the clocks went back on Sunday.
    assert next_at("2004-10-30 10:00", [*friday, owner]) == "2004-11-01 09:30"
    assert due("2004-11-01 09:29", [*friday, owner]) == []
    assert due("2004-11-01 09:30", [*friday, owner]) == ["backup mention:bert"]
    assert look("2004-11-01 09:30", [*friday, owner])[0].at == new_york("2004-11-01 09:30")


def test_the_lead_is_not_messaged_before_the_group() -> None:
    # 16:30 on Thursday: the next morning is Friday 08:00, the group's 300 minutes end at 11:30.
    late = [already_sent("2004-10-28 16:30", Reason.DUE_TODAY), went("2004-10-28 17:30", "owner")]
    assert due("2004-10-29 09:30", late) == ["backup mention:bert"]
    both = [*late, went("2004-10-29 09:30", "backup")]
    assert due("2004-10-29 11:29", both) == []
    assert due("2004-10-29 11:30", both) == [
        "group email:olga email:bert email:vera",
        "lead mention:lena",
    ]


def test_no_one_is_messaged_on_a_holiday() -> None:
    # Wed, Nov 10, 17:30: 30 minutes are left; Thu, Nov 11 is Veterans Day.
    wednesday = [already_sent("2004-11-10 17:30", Reason.MISSED)]
    assert due("2004-11-11 12:00", wednesday) == []
    assert next_at("2004-11-11 12:00", wednesday) == "2004-11-12 08:30"
    assert due("2004-11-12 08:30", wednesday) == ["owner mention:olga"]


def test_a_missed_step_is_taken_late_the_same_day_or_at_the_next_opening() -> None:
    friday = [already_sent("2004-10-29 16:00", Reason.MISSED)]
    assert due("2004-10-29 18:40", friday) == ["owner mention:olga"]
    assert due("2004-10-30 09:00", friday) == []
    assert next_at("2004-10-30 09:00", friday) == "2004-11-01 08:00"
    assert due("2004-11-01 07:45", friday) == []
    assert due("2004-11-01 08:00", friday) == ["owner mention:olga"]


def test_a_response_ends_the_escalation_at_any_step() -> None:
    answer = [acknowledged("2004-10-28 09:30", "2004-11-01")]
    assert due("2004-10-28 11:00", [TODAY, OWNER], handled=answer) == []
    assert next_at("2004-10-28 11:00", [TODAY, OWNER], handled=answer) is None


@pytest.mark.parametrize("action", ["acknowledged", "snoozed", "done"])
def test_any_of_the_three_responses_ends_it(action: str) -> None:
    answer = [acknowledged("2004-10-28 08:30", "2004-10-29", action)]
    assert due("2004-10-28 09:00", [TODAY], handled=answer) == []


def test_seen_by_others_does_not_end_it() -> None:
    for action in ("seen", "done"):
        only_seen = [acknowledged("2004-10-28 08:30", None, action)]
        assert due("2004-10-28 09:00", [TODAY], handled=only_seen) == ["owner mention:olga"]


def test_a_satisfied_item_is_not_escalated_further() -> None:
    met = log(FILED, effective("2004-10-28"))
    after = "2004-10-29 08:00"
    assert due(after, [TODAY, OWNER], facts=met) == []
    assert due(after, [TODAY, OWNER]) != []


def test_a_moved_date_is_not_escalated_further() -> None:
    moved = log(FILED, fact("extension", "2004-10-27", about="effectiveness", target="2004-12-01"))
    assert due("2004-10-28 09:00", [TODAY], facts=moved) == []
    assert due("2004-10-28 09:00", [TODAY]) != []


def test_a_response_given_before_the_date_moved_does_not_cover_the_new_date() -> None:
    again = already_sent("2004-10-28 08:00", Reason.MOVED, Reason.DUE_TODAY, revision=1)
    answer = [acknowledged("2004-10-27 09:00", "2004-10-29")]
    assert due("2004-10-28 09:00", [again], handled=answer) == ["owner mention:olga"]


def test_a_last_call_waits_along_with_the_morning_alert_and_starts_no_new_escalation() -> None:
    calls = [TODAY, OWNER, BACKUP, GROUP, already_sent("2004-10-28 12:00", Reason.LAST_CALL)]
    assert due("2004-10-28 17:00", calls) == []


def test_a_last_call_alone_starts_an_escalation() -> None:
    # The morning was lost; the call at noon is the first that was heard.
    call = [already_sent("2004-10-28 12:00", Reason.LAST_CALL)]
    assert due("2004-10-28 13:00", call) == ["owner mention:olga"]


def test_a_more_serious_alert_restarts_the_escalation() -> None:
    everyone = [TODAY, OWNER, BACKUP, GROUP, LEAD]
    missed = [*everyone, already_sent("2004-10-29 08:00", Reason.MISSED)]
    assert due("2004-10-29 09:00", missed) == ["owner mention:olga"]
    assert look("2004-10-29 09:00", missed)[0].of.reason is Reason.MISSED
    # To the lead as well, who heard at eight that nobody had answered what was due.
    rest = [went(f"2004-10-29 {at}", step) for at, step in MISSED_STEPS]
    assert due("2004-11-01 08:00", [*missed, *rest]) == ["lead mention:lena"]


def test_the_chosen_due_date_is_escalated_even_if_the_adverse_one_was() -> None:
    # Another reading makes it due on Wednesday already, and everyone was asked then.
    wednesday = [
        already_sent("2004-10-27 08:00", Reason.DUE_TODAY),
        went("2004-10-27 09:00", "owner"),
        went("2004-10-27 11:00", "backup"),
        went("2004-10-27 13:00", "group"),
        went("2004-10-28 08:00", "lead"),
    ]
    assert due("2004-10-28 08:30", wednesday) == []
    assert due("2004-10-28 09:00", [*wednesday, TODAY]) == ["owner mention:olga"]


def test_an_overdue_item_is_escalated_once_and_not_every_day() -> None:
    days = [
        already_sent("2004-10-29 08:00", Reason.MISSED),
        went("2004-10-29 09:00", "owner"),
        went("2004-10-29 11:00", "backup"),
        went("2004-10-29 13:00", "group"),
        went("2004-11-01 08:00", "lead"),
        already_sent("2004-11-01 08:00", Reason.MISSED),
    ]
    assert due("2004-11-01 12:00", days) == []
    assert next_at("2004-11-01 12:00", days) is None


def test_a_step_is_taken_once_when_two_alerts_of_an_instance_wait_for_it() -> None:
    both = [
        already_sent("2004-10-27 16:00", Reason.OPENED),
        already_sent("2004-10-28 08:00", Reason.DUE_TODAY),
    ]
    opened = team(
        escalation=FOUR_STEPS.model_copy(
            update={"critical": (Critical(reason="opened"), Critical(reason="due today"))}
        )
    )
    assert due("2004-10-28 09:00", both, of=opened) == ["owner mention:olga", "backup mention:bert"]


def test_an_alert_after_a_response_expired_must_be_acknowledged_again() -> None:
    # Missed on Friday and acknowledged until Tuesday, when it is said again and asks again.
    story = [
        already_sent("2004-10-29 08:00", Reason.MISSED),
        already_sent("2004-11-01 08:00", Reason.MISSED),
        already_sent("2004-11-02 08:00", Reason.MISSED, Reason.REMINDER),
    ]
    answer = [acknowledged("2004-10-29 08:30", "2004-11-02")]
    assert due("2004-11-01 18:00", story[:2], handled=answer) == []
    assert due("2004-11-02 08:59", story, handled=answer) == []
    assert due("2004-11-02 09:00", story, handled=answer) == ["owner mention:olga"]


def test_an_item_overdue_after_the_response_counts_as_not_acknowledged() -> None:
    missed = already_sent("2004-10-29 08:00", Reason.MISSED)
    story = [TODAY, missed, already_sent("2004-11-01 08:00", Reason.MISSED)]
    trusted = acknowledged("2004-10-28 08:30", "2004-11-01")
    assert due("2004-10-28 18:00", [TODAY], handled=[trusted]) == []
    assert due("2004-10-29 08:59", story[:2], handled=[trusted]) == []
    assert due("2004-10-29 09:00", story[:2], handled=[trusted]) == ["owner mention:olga"]
    assert look("2004-10-29 09:00", story[:2], handled=[trusted])[0].of.since == missed.known_at
    answered = acknowledged("2004-10-29 09:30", "2004-11-02")
    assert due("2004-11-01 18:00", story, handled=[trusted, answered]) == []


def test_repeating_a_critical_alert_is_critical() -> None:
    # A notice opened on Friday is acknowledged until Tuesday; it only reminds then.
    default, notice = "default-ii", "trustee-notice/default-ii"
    on: dict[str, Any] = {"instance": notice, "due": date(2004, 11, 1)}
    opened = already_sent("2004-10-29 08:00", Reason.OPENED, **on)
    again = already_sent("2004-11-02 08:00", Reason.REMINDER, **on)
    answer = [acknowledged("2004-10-29 08:30", "2004-11-02", subject=notice, due=on["due"])]
    assert due("2004-11-02 09:00", [opened, again], handled=answer) == ["owner mention:olga"]
    assert due("2004-11-02 09:00", [again], handled=answer) == []
    given = log(FILED, trustee_notified("2004-11-01", default))
    assert due("2004-11-02 09:00", [opened, again], handled=answer, facts=given) == []


def test_a_default_is_escalated_until_counsel_confirms_or_disputes_it() -> None:
    opened = [already_sent("2004-10-29 08:00", Reason.OPENED, instance="default-ii", due=None)]
    assert due("2004-10-29 09:00", opened) == ["owner mention:olga"]
    for word in ("default-confirmed", "default-disputed"):
        heard = log(FILED, fact(word, "2004-10-29", about="default-ii", recorded_by="James"))
        assert due("2004-11-01 09:00", opened, facts=heard) == []


@pytest.mark.parametrize(
    "reason", [Reason.REMINDER, Reason.MOVED, Reason.CLOSING, Reason.SNOOZE_ENDED]
)
def test_an_alert_that_is_not_critical_is_not_escalated(reason: Reason) -> None:
    assert due("2004-10-29 12:00", [already_sent("2004-10-28 08:00", reason)]) == []


def test_the_policy_says_which_alerts_are_critical_for_which_kinds() -> None:
    of = Escalation()
    both = (Reason.DUE_TODAY, Reason.REMINDER)
    assert of.critical_of(both, "deadline") is Reason.DUE_TODAY
    assert of.critical_of(both, "window") is None
    assert of.critical_of((Reason.OPENED,), "notice") is Reason.OPENED
    assert of.critical_of((Reason.OPENED,), "day budget") is None
    assert of.critical_of((Reason.MISSED, Reason.DUE_TODAY), "window") is Reason.MISSED


# Who is away


def test_the_delegate_gets_the_steps_of_the_person_away() -> None:
    gone = team(away=(away("olga", "2004-10-28", "2004-10-28", "dora"),))
    assert due("2004-10-28 09:00", [TODAY], of=gone) == ["owner mention:dora"]
    assert due("2004-10-29 09:00", [already_sent("2004-10-29 08:00", Reason.MISSED)], of=gone) == [
        "owner mention:olga"
    ]


def test_a_person_away_without_a_delegate_brings_the_next_step_forward() -> None:
    gone = team(away=(away("olga", "2004-10-25", "2004-10-29"),))
    assert next_at("2004-10-28 08:00", [TODAY], of=gone) == "2004-10-28 09:00"
    assert due("2004-10-28 09:00", [TODAY], of=gone) == ["backup mention:bert"]
    # The group still has its own delay.
    backup = went("2004-10-28 09:00", "backup")
    assert next_at("2004-10-28 09:00", [TODAY, backup], of=gone) == "2004-10-28 13:00"


def test_a_skipped_step_does_not_come_back_after_the_next_one() -> None:
    # Olga is away on Thursday and back on Friday; Bert was written to in her place.
    gone = team(away=(away("olga", "2004-10-28", "2004-10-28"),))
    passed = [TODAY, went("2004-10-28 09:00", "backup"), GROUP]
    assert due("2004-10-29 08:00", passed, of=gone) == ["lead mention:lena"]


def test_delegates_are_not_followed_twice() -> None:
    gone = team(
        away=(
            away("olga", "2004-10-25", "2004-10-29", "dora"),
            away("dora", "2004-10-28", "2004-10-28", "lena"),
        )
    )
    assert due("2004-10-28 09:00", [TODAY], of=gone) == ["backup mention:bert"]


def test_owner_and_backup_both_away_bring_the_group_step_forward() -> None:
    gone = team(
        away=(away("olga", "2004-10-25", "2004-10-29"), away("bert", "2004-10-28", "2004-10-28"))
    )
    assert due("2004-10-28 09:00", [TODAY], of=gone) == ["group email:olga email:bert email:vera"]


def test_absences_are_checked_for_the_day_of_the_step() -> None:
    # Olga is back on Monday, when the owner's step of late Friday is due.
    gone = team(away=(away("olga", "2004-10-25", "2004-10-29", "dora"),))
    friday = [already_sent("2004-10-29 17:30", Reason.MISSED)]
    assert due("2004-11-01 08:30", friday, of=gone) == ["owner mention:olga"]


def test_a_step_goes_to_no_one_without_permission_to_receive() -> None:
    denied = team(deny=("vera",))
    assert due("2004-10-28 13:00", [TODAY, OWNER, BACKUP], of=denied) == [
        "group email:olga email:bert"
    ]


def test_a_team_may_leave_out_steps() -> None:
    short = team(escalation=Escalation(steps=(StepAfter(to="lead", after=30),)))
    assert due("2004-10-28 08:30", [TODAY], of=short) == ["lead mention:lena"]
    silent = team(escalation=Escalation(steps=()))
    assert look("2004-10-29 12:00", [TODAY], of=silent) == ()
    assert next_at("2004-10-29 12:00", [TODAY], of=silent) is None


def test_the_alert_of_a_step_names_the_step_and_how_long_it_has_been_unacknowledged() -> None:
    (step,) = look("2004-10-28 09:15", [TODAY])
    alert = step.alert("granite", date(2004, 10, 28))
    assert alert.reasons == (Reason.ESCALATED, Reason.DUE_TODAY)
    assert (alert.step, alert.due, alert.day) == ("owner", DUE, date(2004, 10, 28))
    assert alert.since == new_york("2004-10-28 08:00")
    later = look("2004-10-28 09:30", [TODAY])[0].alert("granite", date(2004, 10, 28))
    assert later.id == alert.id
    backup = look("2004-10-28 11:00", [TODAY, OWNER])[0].alert("granite", date(2004, 10, 28))
    assert backup.id != alert.id
