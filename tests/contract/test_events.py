"""Each trigger of each function has a real sample in `events/`, and each sample a trigger.

Shapes: AWS's developer guides, "Using Lambda with Amazon SQS", "Invoking Lambda function URLs" and
"Adding context attributes in EventBridge Scheduler".
"""

import base64
import hashlib
import json
import re
from datetime import UTC, date, datetime
from urllib.parse import parse_qsl
from zoneinfo import ZoneInfo

import pytest

from dealclock.desk.web.serve import WebRequest
from dealclock.jobs.queues import AssessDeal, Deliver, MakeFile
from dealclock.people.links import is_secret
from functions.mail_events.mail_event import read_mail_event
from functions.web.web_request import read_request
from tests.contract.cloudformation import CHECKOUT, FUNCTIONS, Json, named, of_type, target

EVENTS = CHECKOUT / "events"

SAMPLES = {
    "SweepFunction from MorningSchedule": ["sweep-morning.json"],
    "SweepFunction from PaymentsSchedule": ["sweep-payments.json"],
    "SweepFunction from MiddaySchedule": ["sweep-midday.json"],
    "SweepFunction from AfternoonSchedule": ["sweep-afternoon.json"],
    "SweepFunction from rehearse": ["sweep-rehearsal.json"],  # a command, not in the template
    "WatchdogFunction from WatchdogSchedule": ["watchdog.json"],
    "VerifyFunction from VerifySchedule": ["verify.json"],
    "AssessFunction from AssessQueue": ["assess-deal.json"],
    "DeliverFunction from DeliveryQueue": ["deliver-deliveries.json"],
    "FilesFunction from FileQueue": ["files-timeline.json"],
    "SlackFunction from its address": ["slack-status.json"],
    "SlackFunction from the API": ["slack-status-rest-api.json"],
    "WebFunction from the API": ["web-confirm-rest-api.json"],
    "MailEventsFunction from MailTopic": ["mail-events.json"],
    "WebFunction from its address": [
        "web-acknowledge.json",
        "web-calendar.json",
        "web-confirm.json",
    ],
}


def sample(name: str) -> Json:
    event: Json = json.loads((EVENTS / name).read_text())
    return event


def triggers() -> set[str]:
    """Every trigger the template makes, in the words of the table above."""
    by_schedule = {
        f"{target(each['Target']['Arn'])} from {name}"
        for name, each in of_type("AWS::Scheduler::Schedule").items()
        if ":aws-sdk:" not in str(each["Target"]["Arn"])  # a call of AWS itself, of no function
    }
    by_queue = {
        f"{target(each['FunctionName'])} from {target(each['EventSourceArn'])}"
        for each in of_type("AWS::Lambda::EventSourceMapping").values()
    }
    by_address = {
        f"{target(each['TargetFunctionArn'])} from its address"
        for each in of_type("AWS::Lambda::Url").values()
    }
    by_topic = {
        f"{target(each['Endpoint'])} from {target(each['TopicArn'])}"
        for each in of_type("AWS::SNS::Subscription").values()
        if each["Protocol"] == "lambda"
    }
    by_api = {
        f"{target(each['Integration']['Uri']['Fn::Sub'][1]['Alias'])} from the API"
        for each in of_type("AWS::ApiGateway::Method").values()
    }
    return by_schedule | by_queue | by_address | by_topic | by_api


def test_only_triggers_of_the_template_have_samples_and_all_do() -> None:
    assert triggers() | {"SweepFunction from rehearse"} == set(SAMPLES)


def test_every_file_is_the_sample_of_a_trigger() -> None:
    listed = sorted(name for names in SAMPLES.values() for name in names)
    assert sorted(path.name for path in EVENTS.glob("*.json")) == listed


def test_every_sample_is_explained_in_the_readme() -> None:
    table = (EVENTS / "README.md").read_text()
    explained = re.findall(r"^\| `(.+?\.json)` \| (\w+)", table, re.MULTILINE)
    assert sorted(explained) == sorted(
        (name, function)
        for trigger, names in SAMPLES.items()
        for name in names
        for function, logical_id in FUNCTIONS.items()
        if trigger.startswith(logical_id)
    )


# --- The scheduler ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "schedule", "local_hour"),
    [
        ("sweep-morning.json", "MorningSchedule", 8),
        ("sweep-payments.json", "PaymentsSchedule", 9),
        ("sweep-midday.json", "MiddaySchedule", 12),
        ("sweep-afternoon.json", "AfternoonSchedule", 16),
    ],
)
def test_a_sweep_gets_the_schedules_input_with_the_scheduled_time_filled_in(
    name: str, schedule: str, local_hour: int
) -> None:
    event = sample(name)
    instant = datetime.strptime(event["scheduled_time"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    local = instant.astimezone(ZoneInfo("America/New_York"))
    assert (local.hour, local.minute, local.second) == (local_hour, 0, 0)
    assert local.isoweekday() <= 5
    written = named(schedule)["Target"]["Input"]
    assert _filled(written, event) == event


def _filled(written: str, event: Json) -> Json:
    """The input of a schedule, with the scheduler's own words filled in."""
    words = {"scheduled-time": event["scheduled_time"], "execution-id": event["execution"]}
    for word, value in words.items():
        written = written.replace(f"<aws.scheduler.{word}>", value)
    filled: Json = json.loads(written)
    return filled


def test_the_watchdog_gets_its_schedules_input_with_the_scheduled_time_filled_in() -> None:
    event = sample("watchdog.json")
    instant = datetime.fromisoformat(event["scheduled_time"])
    assert instant.minute % 15 == 0
    written = named("WatchdogSchedule")["Target"]["Input"]["Fn::If"][1]
    assert _filled(written, event) == event


def test_a_rehearsal_says_so_and_keeps_its_simulated_day() -> None:
    assert sample("sweep-rehearsal.json") == {
        "scheduled_time": "2004-10-29T12:00:00Z",
        "slot": "morning",
        "rehearsal": True,
    }


# --- Queues -----------------------------------------------------------------------------------

RECORD = {
    "attributes",
    "awsRegion",
    "body",
    "eventSource",
    "eventSourceARN",
    "md5OfBody",
    "messageAttributes",
    "messageId",
    "receiptHandle",
}
ATTRIBUTES = {
    "ApproximateFirstReceiveTimestamp",
    "ApproximateReceiveCount",
    "SenderId",
    "SentTimestamp",
}
FIFO_ATTRIBUTES = {"MessageDeduplicationId", "MessageGroupId", "SequenceNumber"}


def records(name: str) -> list[Json]:
    event = sample(name)
    assert set(event) == {"Records"}
    records: list[Json] = event["Records"]
    assert records
    return records


@pytest.mark.parametrize(
    ("name", "queue"),
    [
        ("assess-deal.json", "AssessQueue"),
        ("deliver-deliveries.json", "DeliveryQueue"),
        ("files-timeline.json", "FileQueue"),
    ],
)
def test_a_record_has_the_fields_of_sqs(name: str, queue: str) -> None:
    fifo = named(queue).get("FifoQueue", False)
    for record in records(name):
        assert set(record) == RECORD
        assert record["eventSource"] == "aws:sqs"
        assert set(record["attributes"]) == ATTRIBUTES | (FIFO_ATTRIBUTES if fifo else set())
        assert all(isinstance(value, str) for value in record["attributes"].values())
        assert record["md5OfBody"] == hashlib.md5(record["body"].encode()).hexdigest()
        arn = rf"arn:aws:sqs:us-east-1:\d{{12}}:dealclock-{queue}-\w+"
        assert re.fullmatch(arn + (r"\.fifo" if fifo else ""), record["eventSourceARN"])


def test_a_deal_to_assess_has_the_day_of_its_sweep() -> None:
    for record in records("assess-deal.json"):
        message = AssessDeal.model_validate_json(record["body"])
        assert message.as_of == date(2024, 10, 28)
        assert message.slot == "morning"
        assert record["attributes"]["MessageGroupId"] == message.deal


def test_a_batch_has_no_more_records_than_the_trigger_takes() -> None:
    sizes = {
        target(each["EventSourceArn"]): each["BatchSize"]
        for each in of_type("AWS::Lambda::EventSourceMapping").values()
    }
    assert len(records("assess-deal.json")) <= sizes["AssessQueue"]
    assert len(records("deliver-deliveries.json")) <= sizes["DeliveryQueue"]
    assert len(records("files-timeline.json")) <= sizes["FileQueue"]


def test_a_delivery_is_named_by_its_deal_and_its_id() -> None:
    [record] = records("deliver-deliveries.json")
    message = Deliver.model_validate_json(record["body"])
    assert (message.deal, message.day) == ("cedar", date(2024, 10, 28))
    assert message.delivery == "7c9a52e1f0b34d68"


def test_a_file_request_has_a_person_a_day_and_what_was_known() -> None:
    [record] = records("files-timeline.json")
    message = MakeFile.model_validate_json(record["body"])
    assert (message.kind, message.deal, message.user) == ("timeline", "cedar", "U0EXAMPLE1")
    assert (message.as_of, message.args) == (date(2024, 10, 28), {"dark": "yes"})
    assert message.known_at == datetime(2024, 10, 28, 13, 30, tzinfo=UTC)


# --- The topic of mail events ------------------------------------------------------------------


def test_a_mail_event_arrives_in_a_topics_envelope() -> None:
    event = sample("mail-events.json")
    assert set(event) == {"Records"}
    for record in event["Records"]:
        assert set(record) == {"EventSource", "EventSubscriptionArn", "EventVersion", "Sns"}
        assert record["EventSource"] == "aws:sns"
        topic = r"arn:aws:sns:us-east-1:\d{12}:dealclock-MailTopic-\w+"
        assert re.fullmatch(topic, record["Sns"]["TopicArn"])
        assert record["Sns"]["Type"] == "Notification"


def test_the_sample_reports_a_bounce_and_names_its_email_by_our_tag() -> None:
    [record] = sample("mail-events.json")["Records"]
    event = read_mail_event(record["Sns"]["Message"])
    assert (event.kind, event.mail) == ("Bounce", "7c9a52e1f0b34d68-email-dana")
    assert not event.transient


# --- Received mail ------------------------------------------------------------------------------


# --- The web ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "method", "path"),
    [
        ("web-acknowledge.json", "GET", f"/a/{'a' * 52}"),
        ("web-confirm.json", "POST", f"/a/{'a' * 52}"),
        ("web-calendar.json", "GET", f"/calendar/{'a' * 52}.ics"),
    ],
)
def test_a_personal_link_is_read_from_the_function_urls_payload(
    name: str, method: str, path: str
) -> None:
    event = sample(name)
    assert event["version"] == "2.0"
    request = read_request(event)
    assert isinstance(request, WebRequest)
    assert (request.method, request.path) == (method, path)
    assert request.form == ({"act": "acknowledge"} if method == "POST" else {})
    assert is_secret("a" * 52)


# --- Slack ------------------------------------------------------------------------------------


def test_a_slash_command_arrives_in_the_function_urls_payload() -> None:
    event = sample("slack-status.json")
    assert set(event) == {
        "body",
        "headers",
        "isBase64Encoded",
        "rawPath",
        "rawQueryString",
        "requestContext",
        "routeKey",
        "version",
    }
    assert event["version"] == "2.0"
    context = event["requestContext"]
    assert set(context) == {
        "accountId",
        "apiId",
        "domainName",
        "domainPrefix",
        "http",
        "requestId",
        "routeKey",
        "stage",
        "time",
        "timeEpoch",
    }
    assert context["accountId"] == "anonymous"  # AuthType NONE: no AWS identity
    assert set(context["http"]) == {"method", "path", "protocol", "sourceIp", "userAgent"}
    assert context["http"]["method"] == "POST"


def test_headers_arrive_in_lower_case() -> None:
    headers = sample("slack-status.json")["headers"]
    assert all(name == name.lower() for name in headers)
    assert headers["content-type"] == "application/x-www-form-urlencoded"


def test_the_body_is_a_slack_form_in_base64() -> None:
    event = sample("slack-status.json")
    assert event["isBase64Encoded"] is True
    body = base64.b64decode(event["body"], validate=True)
    assert event["headers"]["content-length"] == str(len(body))
    form = dict(parse_qsl(body.decode(), strict_parsing=True))
    assert form["command"] == "/deal"
    assert form["text"] == "status"
    assert {"team_id", "channel_id", "user_id", "response_url", "trigger_id"} <= set(form)


def test_no_sample_could_pass_as_a_signed_request() -> None:
    event = sample("slack-status.json")
    assert event["headers"]["x-slack-signature"] == "v0=" + "0" * 64
    sent = datetime.fromtimestamp(int(event["headers"]["x-slack-request-timestamp"]), UTC)
    assert sent.year == 2024
    assert int(sent.timestamp()) == event["requestContext"]["timeEpoch"] // 1000
