"""Queues: nothing is lost, unnoticed or unencrypted in them."""

from datetime import timedelta

import pytest

from dealclock.jobs import dead_letters, limits
from dealclock.jobs.deliver import refresh_messages
from dealclock.jobs.deliver.deliver import LEASE
from dealclock.jobs.documents import make_file as make
from dealclock.jobs.settings import WatchdogSettings
from tests.contract.cloudformation import FUNCTIONS, Json, named, of_type, target, transformed
from tests.simulation.history import TOGETHER

FOURTEEN_DAYS = 1_209_600
WORK = {
    "AssessQueue": "AssessDeadLetters",
    "DeliveryQueue": "DeliveryDeadLetters",
    "FileQueue": "FileDeadLetters",
}
QUEUE_NAMES = [
    "AssessDeadLetters",
    "DeliveryDeadLetters",
    "FileDeadLetters",
    "ScheduleDeadLetters",
    "SweepFailures",
    "MailEventFailures",
]


def mapping(queue: str) -> Json:
    [mapping] = [
        each
        for each in of_type("AWS::Lambda::EventSourceMapping").values()
        if target(each["EventSourceArn"]) == queue
    ]
    return mapping


def test_these_are_all_the_queues() -> None:
    assert sorted(of_type("AWS::SQS::Queue")) == sorted([*WORK, *QUEUE_NAMES])


def test_every_queue_is_encrypted_with_the_key() -> None:
    for name, queue in of_type("AWS::SQS::Queue").items():
        assert queue["KmsMasterKeyId"] == {"Fn::GetAtt": ["DataKey", "Arn"]}, name


@pytest.mark.parametrize(("queue", "dead"), WORK.items())
def test_work_that_fails_five_times_goes_to_its_dead_letters(queue: str, dead: str) -> None:
    assert named(queue)["RedrivePolicy"] == {
        "deadLetterTargetArn": {"Fn::GetAtt": [dead, "Arn"]},
        "maxReceiveCount": 5,
    }


def test_dead_letters_are_kept_as_long_as_a_queue_allows() -> None:
    for name in QUEUE_NAMES:
        assert named(name)["MessageRetentionPeriod"] == FOURTEEN_DAYS, name


def test_deals_queue_in_order_and_deliveries_may_be_delayed() -> None:
    kinds = {
        name: queue.get("FifoQueue", False) for name, queue in of_type("AWS::SQS::Queue").items()
    }
    assert kinds == {
        "AssessQueue": True,
        "AssessDeadLetters": True,
        "DeliveryQueue": False,
        "DeliveryDeadLetters": False,
        "FileQueue": False,
        "FileDeadLetters": False,
        "ScheduleDeadLetters": False,
        "SweepFailures": False,
        "MailEventFailures": False,
    }


def test_a_second_run_of_one_morning_is_not_dropped_as_a_duplicate() -> None:
    assert named("AssessQueue")["ContentBasedDeduplication"] is False


@pytest.mark.parametrize("queue", WORK)
def test_a_message_is_hidden_for_six_times_the_functions_timeout(queue: str) -> None:
    function = named(target(mapping(queue)["FunctionName"]))
    assert named(queue)["VisibilityTimeout"] >= 6 * function["Timeout"]


def test_a_delivery_is_taken_over_only_when_a_message_of_its_worker_would_be_found() -> None:
    """Claimed as the function begins, sent as it ends; then as long as after a lost answer."""
    timeout = timedelta(seconds=named(FUNCTIONS["deliver"])["Timeout"])
    assert timeout + limits.LOOK_AFTER <= LEASE
    assert timeout + 2 * limits.CLOCK_ERROR <= refresh_messages.LEASE


def test_a_file_is_given_up_only_when_its_worker_has_ended() -> None:
    timeout = timedelta(seconds=named(FUNCTIONS["files"])["Timeout"])
    assert timeout + 2 * limits.CLOCK_ERROR <= make.SHARING


@pytest.mark.parametrize("queue", WORK)
def test_a_batch_reports_its_failures_one_by_one(queue: str) -> None:
    assert mapping(queue)["FunctionResponseTypes"] == ["ReportBatchItemFailures"]


def test_each_queue_triggers_its_own_function() -> None:
    assert {queue: target(mapping(queue)["FunctionName"]) for queue in WORK} == {
        "AssessQueue": FUNCTIONS["assess"],
        "DeliveryQueue": FUNCTIONS["deliver"],
        "FileQueue": FUNCTIONS["files"],
    }


def test_a_deal_is_assessed_alone() -> None:
    """Messages in one batch with a message that fails for good end where it ends."""
    assert mapping("AssessQueue")["BatchSize"] == TOGETHER


def test_deliveries_come_in_batches_of_at_most_five() -> None:
    assert 1 <= mapping("DeliveryQueue")["BatchSize"] <= 5


def test_a_sweep_that_fails_three_times_is_kept() -> None:
    configs = of_type("AWS::Lambda::EventInvokeConfig").values()
    [config] = [each for each in configs if target(each["FunctionName"]) == "SweepFunction"]
    assert target(config["FunctionName"]) == "SweepFunction"
    assert config["MaximumRetryAttempts"] == 2
    assert target(config["DestinationConfig"]["OnFailure"]["Destination"]) == "SweepFailures"


def test_a_failed_ses_event_is_retried_twice_and_then_kept() -> None:
    configs = of_type("AWS::Lambda::EventInvokeConfig").values()
    [config] = [c for c in configs if target(c["FunctionName"]) == "MailEventsFunction"]
    assert config["MaximumRetryAttempts"] == 2
    assert target(config["DestinationConfig"]["OnFailure"]["Destination"]) == "MailEventFailures"


def watched(alarm: str) -> dict[str, str]:
    """The metric that an alarm reads of each queue."""
    stats = [e["MetricStat"]["Metric"] for e in named(alarm)["Metrics"] if "MetricStat" in e]
    queues = [each for each in stats if each["Namespace"] == "AWS/SQS"]
    return {target(each["Dimensions"][0]["Value"]): each["MetricName"] for each in queues}


def test_everything_kept_can_be_redriven_and_is_counted_by_the_watchdog() -> None:
    brought_back = sorted(queue for queues in dead_letters.QUEUE_NAMES.values() for queue in queues)
    variables = named("WatchdogFunction")["Environment"]["Variables"]
    given = {name: str(value) for name, value in variables.items()}
    settings = WatchdogSettings.load({**given, "DEALCLOCK_OUTSIDE_WATCH_URL": ""})
    expected = {
        what: tuple(f"{{'Ref': '{queue}'}}" for queue in queues)
        for what, queues in dead_letters.QUEUE_NAMES.items()
    }
    assert brought_back == sorted(QUEUE_NAMES)
    assert settings.dead_letters == expected


def test_one_dead_letter_is_an_alarm() -> None:
    assert named("DeadLettersWaiting")["Threshold"] == 1
    visible = "ApproximateNumberOfMessagesVisible"
    assert watched("DeadLettersWaiting") == dict.fromkeys(QUEUE_NAMES, visible)


def test_work_that_waits_half_an_hour_is_an_alarm() -> None:
    assert named("WorkWaiting")["Threshold"] == 1800
    assert watched("WorkWaiting") == dict.fromkeys(WORK, "ApproximateAgeOfOldestMessage")


def test_every_queue_is_in_the_stack_outputs() -> None:
    shown = {output["Value"].get("Ref") for output in transformed()["Outputs"].values()}
    assert set(of_type("AWS::SQS::Queue")) <= shown
