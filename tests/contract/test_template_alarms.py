"""Alarms: that they notify, what each reads, and what they and their metrics cost."""

import importlib.util
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dealclock.jobs.operate import observe
from tests.contract.cloudformation import (
    CHECKOUT,
    FUNCTIONS,
    SERVING,
    Json,
    named,
    of_type,
    target,
    transformed,
)

CHARTED = {"DealsQueued", "Sent", "Unsettled"}
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
    behind = {("Errors", FUNCTIONS[each]) for each in set(SERVING) - asked}
    before = {("Errors", FUNCTIONS[each]) for each in asked}
    assert read_by("WorkFailing") == behind | ours
    assert read_by("RequestsFailed") == before | {("RequestFailed", "AWS::StackName")}
    once, twice = named("RequestsFailed"), named("WorkFailing")
    assert (once["EvaluationPeriods"], once["Threshold"]) == (1, 1)
    assert (twice["DatapointsToAlarm"], twice["EvaluationPeriods"], twice["Threshold"]) == (2, 5, 1)


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


AT_WORK = {"DealsQueued", "Sent", "Unsettled", "OldestUnsent"}
"""Metrics of working hours, less than a third of a month's."""


def test_alarms_and_metrics_cost_at_most_six_dollars_a_month() -> None:
    """List prices in cents: 10 a metric of an alarm; 30 a metric of ours, by the hours in which it
    is sent. The rest are sent only when something is wrong.
    """
    alarms = of_type("AWS::CloudWatch::Alarm").values()
    read = sum(len(list(metrics_of(alarm))) for alarm in alarms)
    assert sent() >= HEARTBEATS | AT_WORK
    # With 1.92 for the key, the secret and the usage, under eight.
    assert 10 * read + 30 * len(HEARTBEATS) + 10 * len(AT_WORK) <= 600


def test_the_dashboard_shows_the_day_from_metrics_that_exist() -> None:
    body, names = named("Dashboard")["DashboardBody"]["Fn::Sub"]
    resources = transformed()["Resources"]
    filled = re.findall(r"\$\{(\w+)(?:\.\w+)?\}", body)
    assert {*filled} - {*resources} == {*names}
    shown = json.loads(body)["widgets"]
    metrics = [m for each in shown for m in each["properties"].get("metrics", ())]
    assert {m[1] for m in metrics if m[0] == "Dealclock"} >= CHARTED | HEARTBEATS
    assert {m[1] for m in metrics if m[0] == "Dealclock"} <= sent()
    assert all(m[2:4] == ["service", "${AWS::StackName}"] for m in metrics if m[0] == "Dealclock")
    # Each function's log and latency, and each queue of dead letters.
    [log] = [each["properties"]["query"] for each in shown if each["type"] == "log"]
    for function in SERVING.values():
        assert f"'${{{function.removesuffix('Function')}Logs}}'" in log
        assert any(m[1] == "Duration" and m[3] == f"${{{function}}}" for m in metrics)
    dead = {target(each["Dimensions"][0]["Value"]) for each in _queues("DeadLettersWaiting")}
    visible = {m[3] for m in metrics if m[1] == "ApproximateNumberOfMessagesVisible"}
    assert visible == {f"${{{queue}.QueueName}}" for queue in dead}


def _queues(alarm: str) -> list[Json]:
    return [e["MetricStat"]["Metric"] for e in named(alarm)["Metrics"] if "MetricStat" in e]


def test_functions_are_traced_by_lambda_alone() -> None:
    """A tracing library takes 0.28 seconds of each cold start to import."""
    for name in FUNCTIONS.values():
        assert named(name)["TracingConfig"] == {"Mode": "Active"}, name
    assert importlib.util.find_spec("aws_xray_sdk") is None
