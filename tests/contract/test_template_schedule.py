"""The schedule, whose time zone and substitutions the embedded AWS does not have."""

import json
from datetime import time

from dealclock.alerts.slots import SCHEDULED
from tests.contract.cloudformation import Json, named, of_type, target, transformed


def schedules() -> dict[str, Json]:
    """The schedules of the sweep."""
    every = of_type("AWS::Scheduler::Schedule")
    return {
        name: each
        for name, each in every.items()
        if name not in ("WatchdogSchedule", "VerifySchedule", "ArchiveExportSchedule")
    }


def test_the_sweep_runs_in_every_slot_of_new_yorks_working_days() -> None:
    assert {name: each["ScheduleExpression"] for name, each in schedules().items()} == {
        "MorningSchedule": "cron(0 8 ? * MON-FRI *)",
        "PaymentsSchedule": "cron(0 9 ? * MON-FRI *)",
        "MiddaySchedule": "cron(0 12 ? * MON-FRI *)",
        "AfternoonSchedule": "cron(0 16 ? * MON-FRI *)",
    }
    assert dict(SCHEDULED) == {
        "morning": time(8),
        "payments": time(9),
        "midday": time(12),
        "afternoon": time(16),
    }
    for each in schedules().values():
        assert each["ScheduleExpressionTimezone"] == "America/New_York"


def test_a_sweep_starts_on_the_minute() -> None:
    for each in schedules().values():
        assert each["FlexibleTimeWindow"] == {"Mode": "OFF"}


def test_each_sweep_gets_its_slot_and_its_scheduled_time() -> None:
    inputs = {name: json.loads(each["Target"]["Input"]) for name, each in schedules().items()}
    assert inputs == {
        f"{slot.title()}Schedule": {
            "scheduled_time": "<aws.scheduler.scheduled-time>",
            "slot": slot,
            "execution": "<aws.scheduler.execution-id>",
        }
        for slot in ("morning", "payments", "midday", "afternoon")
    }


def test_a_sweep_that_cannot_start_is_tried_for_two_hours_and_then_kept() -> None:
    for name, each in schedules().items():
        assert target(each["Target"]["Arn"]) == "SweepFunction", name
        assert each["Target"]["RetryPolicy"] == {
            "MaximumEventAgeInSeconds": 7200,
            "MaximumRetryAttempts": 20,
        }, name
        assert target(each["Target"]["DeadLetterConfig"]["Arn"]) == "ScheduleDeadLetters", name


def test_the_watchdog_runs_every_fifteen_minutes_day_and_night() -> None:
    watchdog = named("WatchdogSchedule")
    assert watchdog["ScheduleExpression"] == "cron(0/15 * * * ? *)"
    assert watchdog["FlexibleTimeWindow"] == {"Mode": "OFF"}
    assert target(watchdog["Target"]["Arn"]) == "WatchdogFunction"
    # One that comes after the next would look at the same things again.
    assert watchdog["Target"]["RetryPolicy"]["MaximumEventAgeInSeconds"] == 15 * 60


def test_figures_are_computed_again_between_two_rounds_of_the_watchdog() -> None:
    verify = named("VerifySchedule")
    assert verify["ScheduleExpression"] == "cron(7/15 * * * ? *)"
    assert target(verify["Target"]["Arn"]) == "VerifyFunction"
    assert verify["Target"]["RetryPolicy"]["MaximumEventAgeInSeconds"] == 15 * 60


def test_the_schedules_are_paused_by_a_parameter() -> None:
    assert transformed()["Parameters"]["SchedulesState"]["Default"] == "ENABLED"
    for each in (*schedules().values(), named("VerifySchedule")):
        assert each["State"] == {"Ref": "SchedulesState"}
    watchdog = named("WatchdogSchedule")
    assert watchdog["State"] == "ENABLED"
    when, running, paused = watchdog["Target"]["Input"]["Fn::If"]
    assert when == "SchedulesEnabled"
    assert json.loads(paused) == {**json.loads(running), "paused": True}


def test_the_scheduler_uses_its_own_role_for_this_account_only() -> None:
    for name, each in of_type("AWS::Scheduler::Schedule").items():
        role = "ArchiveExportRole" if name == "ArchiveExportSchedule" else "ScheduleRole"
        assert target(each["Target"]["RoleArn"]) == role
        [trust] = named(role)["AssumeRolePolicyDocument"]["Statement"]
        assert trust["Principal"] == {"Service": "scheduler.amazonaws.com"}
        account = {"aws:SourceAccount": {"Ref": "AWS::AccountId"}}
        assert trust["Condition"] == {"StringEquals": account}
