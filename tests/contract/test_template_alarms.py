"""Alarms: that they notify, and when the missing-sweep alarm does and does not."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.contract.cloudformation import FUNCTIONS, Json, named, of_type, target, transformed

TOPIC = [{"Ref": "AlarmTopic"}]


def test_every_alarm_notifies_when_it_begins_and_when_it_ends() -> None:
    for name, alarm in of_type("AWS::CloudWatch::Alarm").items():
        assert alarm["AlarmActions"] == TOPIC, name
        assert alarm["OKActions"] == TOPIC, name
        assert alarm["AlarmDescription"], name


def test_alarms_are_encrypted_in_transit() -> None:
    assert named("AlarmTopic")["KmsMasterKeyId"] == {"Fn::GetAtt": ["DataKey", "Arn"]}


def test_an_address_is_subscribed_only_when_one_is_given() -> None:
    assert transformed()["Resources"]["AlarmSubscription"]["Condition"] == "AlarmsByEmail"
    assert named("AlarmSubscription")["Protocol"] == "email"


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("metric", ["Errors", "Throttles"])
def test_every_function_has_an_alarm_for_errors_and_for_throttles(
    function: str, metric: str
) -> None:
    [alarm] = [
        each
        for each in of_type("AWS::CloudWatch::Alarm").values()
        if each.get("Namespace") == "AWS/Lambda"
        and each["MetricName"] == metric
        and target(each["Dimensions"][0]["Value"]) == FUNCTIONS[function]
    ]
    assert (alarm["Threshold"], alarm["Statistic"]) == (1, "Sum")


@pytest.mark.parametrize("metric", ["DeliveryRefused", "DeliveryUnknown"])
def test_one_alert_that_reached_no_one_is_an_alarm(metric: str) -> None:
    [alarm] = [
        each
        for each in of_type("AWS::CloudWatch::Alarm").values()
        if each.get("MetricName") == metric
    ]
    assert alarm["Namespace"] == "Dealclock"
    assert alarm["Threshold"] == 1
    assert alarm["Dimensions"] == [
        {"Name": "service", "Value": {"Fn::Sub": "${AWS::StackName}-deliver"}}
    ]


def of_the_watchdog() -> dict[str, Json]:
    """The alarms on the watchdog's own metrics."""
    service = [{"Name": "service", "Value": {"Fn::Sub": "${AWS::StackName}-watchdog"}}]
    every = of_type("AWS::CloudWatch::Alarm").items()
    return {name: each for name, each in every if each.get("Dimensions") == service}


def test_everything_the_watchdog_finds_is_an_alarm_that_names_no_deal() -> None:
    """Dead letters are alarms of their own queues, so that they need no watchdog."""
    watched = {each["MetricName"]: each["Threshold"] for each in of_the_watchdog().values()}
    assert watched == {
        "WatchCompleted": 1,
        "SweepsMissed": 1,
        "AssessmentsMissed": 1,
        "OldestUnsent": 1800,
        "OutcomesUnknown": 1,
        "AlertsUnacknowledged": 1,
        "WakesRepaired": 1,
        "DealsSilent": 1,
    }


def test_a_silent_watchdog_is_itself_an_alarm() -> None:
    alarm = named("WatchdogMissing")
    assert transformed()["Resources"]["WatchdogMissing"]["Condition"] == "SchedulesEnabled"
    assert alarm["TreatMissingData"] == "breaching"
    assert (alarm["ComparisonOperator"], alarm["Threshold"]) == ("LessThanThreshold", 1)
    # Three checks that were missed or incomplete.
    assert (alarm["Period"], alarm["EvaluationPeriods"], alarm["Statistic"]) == (900, 3, "Sum")


@pytest.mark.parametrize("metric", ["Bounce", "Reject", "Complaint"])
def test_undelivered_email_is_an_alarm_if_ses_carries_it(metric: str) -> None:
    [name] = [
        name
        for name, each in of_type("AWS::CloudWatch::Alarm").items()
        if each.get("MetricName") == metric
    ]
    assert transformed()["Resources"][name]["Condition"] == "MailThroughSes"


# --- The missing sweep ------------------------------------------------------------------------

NEW_YORK = ZoneInfo("America/New_York")
HOUR = timedelta(hours=1)


def test_the_missing_sweep_alarm_has_the_settings_the_tests_below_assume() -> None:
    alarm = named("SweepMissing")
    metric, expression = alarm["Metrics"]
    assert metric["MetricStat"]["Metric"]["MetricName"] == "SweepCompleted"
    assert metric["MetricStat"]["Metric"]["Dimensions"] == [
        {"Name": "service", "Value": {"Fn::Sub": "${AWS::StackName}-sweep"}}
    ]
    assert (metric["MetricStat"]["Period"], metric["MetricStat"]["Stat"]) == (3600, "Sum")
    assert expression["Expression"] == "IF(DAY(sweeps) < 6, FILL(sweeps, 0), 1)"
    assert [metric["ReturnData"], expression["ReturnData"]] == [False, True]
    assert alarm["ComparisonOperator"] == "LessThanThreshold"
    assert (alarm["Threshold"], alarm["EvaluationPeriods"]) == (1, 17)
    assert alarm["TreatMissingData"] == "breaching"


def test_paused_schedules_are_not_missed() -> None:
    assert transformed()["Resources"]["SweepMissing"]["Condition"] == "SchedulesEnabled"


def sweeps(first: date, days: int) -> set[datetime]:
    """The hours, in UTC, in which a sweep completes: the four slots in New York, Mon to Fri."""
    hours = set()
    for number in range(days):
        day = first + timedelta(days=number)
        if day.weekday() < 5:
            for hour in (8, 9, 12, 16):
                local = datetime(day.year, day.month, day.day, hour, tzinfo=NEW_YORK)
                hours.add(local.astimezone(UTC))
    return hours


def alarms(completed: set[datetime], start: datetime, end: datetime) -> list[datetime]:
    """When the alarm is raised: at the end of the 17th hour in a row without a sweep."""
    raised, empty, hour = [], 0, start
    while hour < end:
        healthy = hour.isoweekday() >= 6 or hour in completed  # CloudWatch: Monday is 1, in UTC
        empty = 0 if healthy else empty + 1
        hour += HOUR
        if empty == 17:
            raised.append(hour)
    return raised


YEAR = (datetime(2026, 1, 2, 21, tzinfo=UTC), datetime(2027, 1, 1, 21, tzinfo=UTC))


def test_no_healthy_year_of_sweeps_raises_the_alarm() -> None:
    assert alarms(sweeps(date(2026, 1, 2), 365), *YEAR) == []


@pytest.mark.parametrize(
    ("day", "hours", "known"),
    [
        # In New York, worked out from the hours in the template's comment.
        pytest.param((2026, 1, 12), (8, 9), (2026, 1, 12, 12), id="Monday morning, by noon"),
        pytest.param((2026, 1, 13), (8, 9), (2026, 1, 13, 10), id="Tuesday morning, by ten"),
        pytest.param((2026, 7, 7), (8, 9), (2026, 7, 7, 10), id="a summer's Tuesday, by ten"),
        pytest.param((2026, 1, 13), (16,), (2026, 1, 14, 6), id="an afternoon, by six next day"),
        pytest.param((2026, 7, 7), (16,), (2026, 7, 8, 6), id="a summer's afternoon, likewise"),
        pytest.param((2026, 7, 6), (8, 9, 12), (2026, 7, 6, 13), id="Monday in summer, by one"),
    ],
)
def test_a_missed_morning_or_afternoon_is_detected(
    day: tuple[int, int, int], hours: tuple[int, ...], known: tuple[int, int, int, int]
) -> None:
    assert alarms(without(day, *hours), *YEAR)[:1] == [
        datetime(*known, tzinfo=NEW_YORK).astimezone(UTC)
    ]


def without(day: tuple[int, int, int], *hours: int) -> set[datetime]:
    """The checks of a year, without some hours of one day."""
    missed = {datetime(*day, hour, tzinfo=NEW_YORK).astimezone(UTC) for hour in hours}
    return sweeps(date(2026, 1, 2), 365) - missed


@pytest.mark.parametrize("hour", [8, 9, 12])
def test_one_slot_alone_is_left_to_the_watchdog(hour: int) -> None:
    """The slot before or after it is too close."""
    assert alarms(without((2026, 1, 13), hour), *YEAR) == []


def test_a_missed_summer_monday_morning_is_left_to_the_watchdog_if_noon_runs() -> None:
    assert alarms(without((2026, 7, 6), 8, 9), *YEAR) == []


def test_a_missed_friday_afternoon_is_left_to_the_other_alarms() -> None:
    """Too few working hours are left in the week; dead letters and errors still have alarms."""
    assert alarms(without((2026, 1, 16), 16), *YEAR) == []


def test_sweeps_that_stopped_for_good_are_reported_at_least_once_a_week() -> None:
    last = datetime(2026, 1, 14, 0, tzinfo=UTC)
    completed = {hour for hour in sweeps(date(2026, 1, 2), 365) if hour < last}
    raised = alarms(completed, *YEAR)
    assert raised[0] == datetime(2026, 1, 14, 15, tzinfo=UTC)
    assert len(raised) == 51  # once that week, and on the 50 Mondays from January 19
