"""Alarms: that they notify, what each reads, and what they and their metrics cost."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dealclock.jobs.operate import observe
from tests.contract.cloudformation import (
    CHECKOUT,
    FUNCTIONS,
    Json,
    named,
    of_type,
    target,
    transformed,
)

CHARTED = {"DealsQueued", "Sent"}
"""Metrics of the dashboard alone."""

TOPIC = [{"Ref": "AlarmTopic"}]


def test_every_alarm_notifies_when_it_begins_and_when_it_ends() -> None:
    for name, alarm in of_type("AWS::CloudWatch::Alarm").items():
        assert alarm["AlarmActions"] == TOPIC, name
        assert alarm["OKActions"] == TOPIC, name
        assert alarm["AlarmDescription"], name


def test_alarms_do_not_need_the_key_that_one_of_them_is_about() -> None:
    assert "KmsMasterKeyId" not in named("AlarmTopic")


def test_an_address_is_subscribed_only_when_one_is_given() -> None:
    assert transformed()["Resources"]["AlarmSubscription"]["Condition"] == "AlarmsByEmail"
    assert named("AlarmSubscription")["Protocol"] == "email"


STACK = {"Ref": "AWS::StackName"}


def metrics_of(alarm: Json) -> Iterator[tuple[str, str, Any]]:
    """The namespace, name and dimension of each metric that an alarm reads, and costs."""
    stats = [
        each["MetricStat"]["Metric"] for each in alarm.get("Metrics", []) if "MetricStat" in each
    ]
    for metric in stats or [alarm]:
        dimensions = metric.get("Dimensions", [])
        yield (
            metric["Namespace"],
            metric["MetricName"],
            dimensions[0]["Value"] if dimensions else None,
        )


def read_by(name: str) -> set[tuple[str, str]]:
    """The metrics of an alarm, each with the logical id of what it is about."""
    return {(metric, target(about)) for _, metric, about in metrics_of(named(name))}


def test_everything_that_fails_behind_a_queue_or_a_schedule_or_before_a_person_is_an_alarm() -> (
    None
):
    ours = {("Failed", "AWS::StackName")}
    asked = {"slack", "web"}
    behind = {("Errors", FUNCTIONS[each]) for each in set(FUNCTIONS) - asked}
    before = {("Errors", FUNCTIONS[each]) for each in asked}
    assert read_by("WorkFailing") == behind | ours
    assert read_by("RequestsFailed") == before | {("RequestFailed", "AWS::StackName")}
    once, twice = named("RequestsFailed"), named("WorkFailing")
    assert (once["EvaluationPeriods"], once["Threshold"]) == (1, 1)
    assert (twice["DatapointsToAlarm"], twice["EvaluationPeriods"], twice["Threshold"]) == (2, 3, 1)


def test_public_functions_and_an_exhausted_account_show_throttles() -> None:
    assert read_by("FunctionsThrottled") == {
        ("Throttles", FUNCTIONS[each]) for each in ("slack", "web", "deliver")
    }


def test_metric_math_adds_up_or_takes_the_most_of_all_its_metrics() -> None:
    for name, alarm in of_type("AWS::CloudWatch::Alarm").items():
        for each in alarm.get("Metrics", []):
            if "Expression" in each and name != "MailReputation":
                most = name == "WorkWaiting"
                assert each["Expression"] == ("MAX(METRICS())" if most else "SUM(METRICS())"), name
            elif "MetricStat" in each:
                assert each["ReturnData"] is False, name


@pytest.mark.parametrize(
    ("name", "metric", "periods"),
    [("WatchdogMissing", "WatchCompleted", 3), ("SweepMissing", "SweepsCompleted", 1)],
)
def test_a_heartbeat_that_stops_is_an_alarm_at_any_hour(
    name: str, metric: str, periods: int
) -> None:
    """A metric of each run of the watchdog, on weekends too, so that no arithmetic on days is
    needed; with paused schedules nothing is missed.
    """
    alarm = named(name)
    assert transformed()["Resources"][name]["Condition"] == "SchedulesEnabled"
    assert alarm["MetricName"] == metric
    assert alarm["TreatMissingData"] == "breaching"
    assert (alarm["ComparisonOperator"], alarm["Threshold"]) == ("LessThanThreshold", 1)
    assert (alarm["Period"], alarm["EvaluationPeriods"]) == (900, periods)


def test_only_a_missing_heartbeat_is_silence() -> None:
    for name, alarm in of_type("AWS::CloudWatch::Alarm").items():
        silent = "breaching" if name in ("WatchdogMissing", "SweepMissing") else "notBreaching"
        assert alarm["TreatMissingData"] == silent, name


def test_the_reputation_that_ses_judges_by_is_an_alarm_if_ses_carries_email() -> None:
    assert transformed()["Resources"]["MailReputation"]["Condition"] == "MailThroughSes"
    [math] = [each for each in named("MailReputation")["Metrics"] if "Expression" in each]
    assert math["Expression"] == "MAX([bounces / 0.05, complaints / 0.001])"


# --- What is sent, and what it costs ----------------------------------------------------------

HEARTBEATS = {"WatchCompleted", "SweepsCompleted"}
SENT = re.compile(r'add_metric\("(\w+)"|^    "[a-z ]+": "(\w+)",$', re.MULTILINE)


def sent() -> set[str]:
    """The names of all metrics that functions send."""
    files = [*CHECKOUT.glob("functions/*/app.py"), Path(observe.__file__)]
    found = SENT.findall("".join(file.read_text(encoding="utf-8") for file in files))
    return {one or other for one, other in found}


def ours(alarms: Iterable[Json]) -> set[str]:
    return {name for each in alarms for space, name, _ in metrics_of(each) if space == "Dealclock"}


def test_every_metric_sent_is_one_of_the_stack_and_of_an_alarm_or_the_dashboard() -> None:
    alarms = of_type("AWS::CloudWatch::Alarm").values()
    assert ours(alarms) - sent() == set(), "an alarm on what no function sends"
    assert sent() - ours(alarms) == CHARTED, "a metric that no one looks at"
    for alarm in alarms:
        for space, _, about in metrics_of(alarm):
            assert space != "Dealclock" or about == STACK


def test_alarms_and_metrics_cost_at_most_eight_dollars_a_month() -> None:
    """List prices: 0.10 a metric of an alarm, 0.30 a metric of ours that is sent in every hour."""
    alarms = of_type("AWS::CloudWatch::Alarm").values()
    read = sum(len(list(metrics_of(alarm))) for alarm in alarms)
    assert 0.10 * read + 0.30 * len(sent()) <= 8.00
    # What is sent only when something is wrong, or due, costs those hours.
    assert 0.10 * read + 0.30 * len(HEARTBEATS) <= 4.50
