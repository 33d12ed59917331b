"""The doctor's report on a stack: problems, checks passed, and what could not be checked."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from botocore.exceptions import ClientError
from moto import mock_aws

from dealclock.alerts.health_findings import Severity
from dealclock.alerts.outcome import Later, Refused
from dealclock.channels.web_api import SlackCallError
from dealclock.jobs.operate import doctor
from dealclock.jobs.operate.before_deploy import examine_account
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.doctor import CheckedStack, examine
from dealclock.store import Store
from tests.contract.imitated import client_of
from tests.contract.store.tables import create
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.memory_table import MemoryTable

NOW = datetime(2026, 11, 21, 15, tzinfo=UTC)  # a Saturday: no sweep is missed
SECRET = {"signing_secret": "a" * 32, "bot_token": "xoxb-canary-2f8d"}
QUEUES = (
    "AssessDeadLettersUrl",
    "AssessQueueUrl",
    "DeliveryDeadLettersUrl",
    "DeliveryQueueUrl",
    "FileDeadLettersUrl",
    "FileQueueUrl",
    "MailEventFailuresUrl",
    "ScheduleDeadLettersUrl",
    "SweepFailuresUrl",
)


class Answers:
    """A client that answers as told, or refuses; what it is not told it refuses."""

    def __init__(self, **answers: Any) -> None:
        self._answers = answers

    def __getattr__(self, name: str) -> Callable[..., Any]:
        answer = self._answers.get(name)
        if answer is None:
            raise denied(name)
        if isinstance(answer, Exception):
            raise answer
        return lambda **_: answer

    def get_paginator(self, name: str) -> Any:
        pages = self._answers[name]
        return type("Pages", (), {"paginate": lambda _, **__: [pages]})()


def denied(name: str) -> ClientError:
    error = {"Error": {"Code": "AccessDeniedException", "Message": "canary"}}
    return ClientError(error, name)  # type: ignore[arg-type]


TOLD = {
    "DEALCLOCK_SLACK_API_URL": "https://slack.com/api/",
    "DEALCLOCK_EMAIL_TRANSPORT": "ses",
    "DEALCLOCK_EMAIL_FROM": "dealclock@example.com",
    "DEALCLOCK_SMS_ORIGINATION": "phone-1",
}


def lambda_told(**more: str) -> Answers:
    return Answers(get_function_configuration={"Environment": {"Variables": {**TOLD, **more}}})


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> Iterator[CheckedStack]:
    """A stack in AWS that is in order; what its table holds is in memory."""
    monkeypatch.setattr(doctor, "read_scopes", lambda *_: doctor.SCOPES)
    monkeypatch.setattr(doctor, "write_call", lambda *_: {"ok": True})
    with mock_aws():
        dynamodb, sqs = client_of("dynamodb"), client_of("sqs")
        create(dynamodb, "deals")
        on = {"PointInTimeRecoveryEnabled": True}
        dynamodb.update_continuous_backups(TableName="deals", PointInTimeRecoverySpecification=on)
        dynamodb.update_table(TableName="deals", DeletionProtectionEnabled=True)
        outputs = {
            "TableName": "deals",
            "DeliverFunctionName": "deliver",
            "WatchdogScheduleName": "dealclock-WatchdogSchedule-A",
            "AlarmTopicArn": "topic",
        }
        for name in QUEUES:
            outputs[name] = sqs.create_queue(QueueName=name)["QueueUrl"]
        arn = "arn:aws:sqs:us-east-1:123456789012:AssessDeadLettersUrl"
        policy = json.dumps({"deadLetterTargetArn": arn, "maxReceiveCount": 5})
        for name in ("AssessQueueUrl", "DeliveryQueueUrl", "FileQueueUrl"):
            sqs.set_queue_attributes(QueueUrl=outputs[name], Attributes={"RedrivePolicy": policy})
        kms = client_of("kms")
        outputs["DataKeyArn"] = kms.create_key()["KeyMetadata"]["Arn"]
        secrets = client_of("secretsmanager")
        made = secrets.create_secret(Name="slack", SecretString=json.dumps(SECRET))
        outputs["SlackSecretArn"] = made["ARN"]
        clients = {
            "dynamodb": dynamodb,
            "sqs": sqs,
            "kms": kms,
            "secretsmanager": secrets,
            "lambda": lambda_told(),
            "scheduler": Answers(list_schedules={"Schedules": [scheduled("ENABLED")]}),
            "sesv2": Ses(),
            "pinpoint-sms-voice-v2": Sms(),
            "sns": Answers(
                list_subscriptions_by_topic={"Subscriptions": [{"SubscriptionArn": "arn:aws:x"}]}
            ),
        }
        yield CheckedStack(Store(MemoryTable()), clients.__getitem__, outputs, local=False)


class Sms(Answers):
    """AWS End User Messaging with a number, out of the sandbox."""

    def __init__(self, tier: str = "PRODUCTION", limit: int = 50, **number: str) -> None:
        spent = {"Name": "TEXT_MESSAGE_MONTHLY_SPEND_LIMIT", "EnforcedLimit": limit}
        active = {"Status": "ACTIVE", "MessageType": "TRANSACTIONAL"}
        super().__init__(
            describe_phone_numbers={
                "PhoneNumbers": [active | {"PhoneNumberId": "phone-1"} | number]
            },
            describe_pools={"Pools": []},
            describe_account_attributes={
                "AccountAttributes": [{"Name": "ACCOUNT_TIER", "Value": tier}]
            },
            describe_spend_limits={"SpendLimits": [spent]},
        )


class Ses:
    """SES with one verified domain."""

    class exceptions:  # noqa: N801 - as boto3 names it
        NotFoundException = type("NotFoundException", (Exception,), {})

    verified = "example.com"
    account: Mapping[str, bool] = {"SendingEnabled": True, "ProductionAccessEnabled": True}

    def get_email_identity(self, *, EmailIdentity: str) -> Mapping[str, bool]:  # noqa: N803
        if EmailIdentity != self.verified:
            raise self.exceptions.NotFoundException
        return {"VerifiedForSendingStatus": True}

    def get_account(self) -> Mapping[str, bool]:
        return self.account


def scheduled(state: str) -> dict[str, str]:
    return {"Name": "dealclock-MorningSchedule-B", "State": state}


def with_client(patient: CheckedStack, service: str, client: object) -> CheckedStack:
    there = patient.client
    return replace(patient, client=lambda name: client if name == service else there(name))


def said(found: Round) -> list[str]:
    return [finding.text for finding in found.findings]


def test_a_healthy_stack_is_reported_check_by_check(patient: CheckedStack) -> None:
    found = examine(patient, NOW)
    assert (said(found), found.unchecked, found.not_applicable) == ([], [], [])
    assert found.severity is Severity.FINE
    assert len(found.in_order) == 12


def test_a_check_without_permission_is_reported_and_is_not_a_pass(patient: CheckedStack) -> None:
    found = examine(with_client(patient, "lambda", Answers()), NOW)
    assert [each.partition(":")[0] for each in found.unchecked] == ["Slack", "mail", "SMS"]
    assert all("AccessDenied" in each for each in found.unchecked)
    assert "canary" not in str(found)
    assert found.severity is Severity.WARNING


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("", "The Slack secret is empty"),
        ("{}", "The Slack secret is empty"),
        (json.dumps({**SECRET, "bot_token": "canary"}), "The Slack secret is empty"),
        (json.dumps({**SECRET, "signing_secret": "canary\n"}), "signing_secret contains a space"),
    ],
)
def test_a_malformed_secret_is_failing_and_never_printed(
    patient: CheckedStack, value: str, says: str
) -> None:
    secrets = Answers(get_secret_value={"SecretString": value})
    secrets.exceptions = type(  # type: ignore[attr-defined]
        "E", (), {"ResourceNotFoundException": KeyError}
    )
    found = examine(with_client(patient, "secretsmanager", secrets), NOW)
    assert any(says in each for each in said(found))
    assert found.severity is Severity.FAILING
    assert "canary" not in str(found)


@pytest.mark.parametrize(
    ("outcome", "severity"),
    [(Refused("token_revoked"), Severity.FAILING), (Later(30), Severity.WARNING)],
)
def test_slack_refusing_the_token_is_failing_and_no_answer_from_slack_is_a_warning(
    patient: CheckedStack,
    monkeypatch: pytest.MonkeyPatch,
    outcome: Refused | Later,
    severity: Severity,
) -> None:
    def ask(*_: object) -> object:
        raise SlackCallError(outcome)

    monkeypatch.setattr(doctor, "read_scopes", ask)
    (finding,) = examine(patient, NOW).findings
    assert finding.severity is severity
    assert ("token_revoked" in finding.text) == isinstance(outcome, Refused)


@pytest.mark.parametrize(
    ("refuses", "severity", "named"),
    [
        ("data_table", Severity.WARNING, "an answer with a table"),
        ("overflow", Severity.FAILING, "an alert"),
    ],
)
def test_the_kinds_of_screen_that_a_workspace_refuses_are_named(
    patient: CheckedStack,
    monkeypatch: pytest.MonkeyPatch,
    refuses: str,
    severity: Severity,
    named: str,
) -> None:
    def ask(_: object, method: str, given: Mapping[str, object]) -> object:
        assert method == "blocks.validate"
        assert "Granite" not in str(given)
        if refuses in str(given):
            raise SlackCallError(Refused("invalid_blocks"))
        return {"ok": True}

    monkeypatch.setattr(doctor, "write_call", ask)
    (finding,) = examine(patient, NOW).findings
    assert finding.severity is severity
    assert named in finding.text
    assert doctor.examine_slack(patient, NOW).findings == [finding]


@pytest.mark.parametrize("url", ["https://evil.example/api/", "http://127.0.0.1:8080/api/"])
def test_the_token_is_sent_only_to_slack(
    patient: CheckedStack, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(doctor, "read_scopes", lambda *given: asked.append(given))
    not_applicable = with_client(patient, "lambda", lambda_told(DEALCLOCK_SLACK_API_URL=url))
    assert examine(not_applicable, NOW).severity is Severity.FAILING
    assert asked == []


def test_scopes_that_the_app_lacks_are_named(
    patient: CheckedStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "read_scopes", lambda *_: doctor.SCOPES - {"im:write"})
    assert said(examine(patient, NOW)) == ["The app lacks the scopes im:write."]


SIGNED = {"VerifiedForSendingStatus": True, "DkimAttributes": {"Status": "SUCCESS"}}


def account(limit: int = 1000, decision: str = "allowed", organization: bool = True) -> Answers:
    """Lambda, STS and IAM of an account: its limit, and whether it may have open addresses."""
    result = {
        "EvalDecision": decision,
        "OrganizationsDecisionDetail": {"AllowedByOrganizations": organization},
    }
    return Answers(
        get_account_settings={"AccountLimit": {"ConcurrentExecutions": limit}},
        get_caller_identity={"Arn": "arn:aws:sts::123456789012:assumed-role/Deployer/ann"},
        simulate_principal_policy={"EvaluationResults": [result]},
    )


@pytest.mark.parametrize(
    ("given", "signed", "says"),
    [
        ({}, SIGNED, []),
        ({"limit": 10}, SIGNED, ["Lambda's concurrency limit is 10"]),
        ({"limit": 116}, SIGNED, ["Lambda's concurrency limit is 116"]),
        ({"limit": 117}, SIGNED, []),
        ({"decision": "implicitDeny"}, SIGNED, ["You may not create an address"]),
        (
            {"decision": "explicitDeny", "organization": False},
            SIGNED,
            ["Your organization forbids"],
        ),
        ({}, {**SIGNED, "DkimAttributes": {}}, ["SES does not sign email from example.com"]),
    ],
)
def test_an_account_is_checked_before_anything_is_deployed(
    patient: CheckedStack, given: Mapping[str, Any], signed: Mapping[str, Any], says: list[str]
) -> None:
    ses = Ses()
    ses.get_email_identity = lambda **_: signed  # type: ignore[method-assign]
    answering = account(**given)
    sms = Sms(Status="PENDING")
    clients = {
        "lambda": answering,
        "sts": answering,
        "iam": answering,
        "sesv2": ses,
        "pinpoint-sms-voice-v2": sms,
    }
    empty = replace(patient, client=clients.__getitem__, outputs={})
    found = examine_account(empty, "dealclock@example.com", NOW)
    assert [text[: len(start)] for text, start in zip(said(found), says, strict=True)] == says
    assert found.unchecked == []
    assert [each.partition(":")[0] for each in found.not_applicable] == [
        "SMS",
        "the Slack secret",
        "Slack",
    ]


def test_an_account_with_the_stack_has_its_secret_and_slack_checked(patient: CheckedStack) -> None:
    found = examine_account(patient, "dealclock@example.com", NOW)
    assert {"the Slack secret", "Slack", "SMS"} <= set(found.in_order)
    # What these clients do not answer is said, and is no pass.
    assert len(found.unchecked) == 2


def test_a_queue_that_is_missing_or_has_no_dead_letter_queue_is_failing(
    patient: CheckedStack,
) -> None:
    sqs = patient.client("sqs")
    sqs.delete_queue(QueueUrl=patient.outputs["SweepFailuresUrl"])
    sqs.set_queue_attributes(
        QueueUrl=patient.outputs["AssessQueueUrl"], Attributes={"RedrivePolicy": ""}
    )
    wording("health/doctor", said(examine(patient, NOW)))


def test_a_table_without_recovery_is_failing(patient: CheckedStack) -> None:
    off = {"PointInTimeRecoveryEnabled": False}
    patient.client("dynamodb").update_continuous_backups(
        TableName="deals", PointInTimeRecoverySpecification=off
    )
    wording("health/doctor", said(examine(patient, NOW)))


def test_a_paused_or_missing_schedule_is_failing(patient: CheckedStack) -> None:
    paused = Answers(list_schedules={"Schedules": [scheduled("DISABLED")]})
    assert said(examine(with_client(patient, "scheduler", paused), NOW)) == [
        "dealclock-MorningSchedule-B is paused."
    ]
    other = {"Name": "dealclock-test-MorningSchedule-C", "State": "DISABLED"}
    both = Answers(list_schedules={"Schedules": [scheduled("ENABLED"), other]})
    assert said(examine(with_client(patient, "scheduler", both), NOW)) == []
    none = Answers(list_schedules={"Schedules": []})
    assert said(examine(with_client(patient, "scheduler", none), NOW)) == ["Nothing is scheduled."]


def test_alarms_that_reach_no_one_are_failing(patient: CheckedStack) -> None:
    waiting = {"Subscriptions": [{"SubscriptionArn": "PendingConfirmation"}]}
    sns = Answers(list_subscriptions_by_topic=waiting)
    (found,) = said(examine(with_client(patient, "sns", sns), NOW))
    assert found.startswith("Alarms reach no one")


def test_an_unverified_sender_is_failing_and_a_sandbox_a_warning(
    patient: CheckedStack,
) -> None:
    ses = Ses()
    ses.verified = "other.example"
    (found,) = said(examine(with_client(patient, "sesv2", ses), NOW))
    wording("health/doctor", found)
    sandbox = Ses()
    sandbox.account = {"SendingEnabled": True, "ProductionAccessEnabled": False}
    (finding,) = examine(with_client(patient, "sesv2", sandbox), NOW).findings
    assert finding.severity is Severity.WARNING


@pytest.mark.parametrize(
    ("sms", "severity"),
    [
        (Sms(tier="SANDBOX"), Severity.WARNING),
        (Sms(limit=1), Severity.WARNING),
        (Sms(Status="DELETED"), Severity.FAILING),
        (Sms(MessageType="PROMOTIONAL"), Severity.FAILING),
        (Sms(PhoneNumberId="phone-2"), Severity.FAILING),
    ],
    ids=["sandbox", "spending limit", "gone", "promotional", "another"],
)
def test_sms_that_reaches_no_one_or_few_is_reported(
    patient: CheckedStack, sms: Sms, severity: Severity
) -> None:
    (finding,) = examine(with_client(patient, "pinpoint-sms-voice-v2", sms), NOW).findings
    assert finding.severity is severity
    wording("health/doctor", finding.text)


@pytest.mark.parametrize(
    ("skew", "severity"),
    [(10, Severity.FINE), (45, Severity.WARNING), (400, Severity.FAILING)],
)
def test_a_wrong_clock_is_reported(
    patient: CheckedStack, skew: int, severity: Severity, monkeypatch: pytest.MonkeyPatch
) -> None:
    sqs = patient.client("sqs")
    asked = sqs.get_queue_attributes

    def later(**given: Any) -> Any:
        then = datetime.now(UTC) + timedelta(seconds=skew)
        result = asked(**given)
        result["ResponseMetadata"]["HTTPHeaders"]["date"] = format_datetime(then, usegmt=True)
        return result

    monkeypatch.setattr(sqs, "get_queue_attributes", later)
    assert examine(patient, NOW).severity is severity


def test_watchdog_findings_are_reported_and_nothing_is_changed(patient: CheckedStack) -> None:
    sqs = patient.client("sqs")
    for queue in ("DeliveryDeadLettersUrl", "MailEventFailuresUrl"):
        sqs.send_message(QueueUrl=patient.outputs[queue], MessageBody="canary")
    found = examine(patient, NOW)
    assert shows(wording("health/doctor", said(found)[0]), "1")
    assert shows(wording("health/doctor", said(found)[1], "second"), "1")
    assert found.severity is Severity.FAILING
    assert patient.store.runs.watch() is None


def test_checks_that_do_not_apply_on_this_machine_are_listed_separately(
    patient: CheckedStack,
) -> None:
    result = lambda_told(
        DEALCLOCK_SLACK_API_URL="http://127.0.0.1:8080/api/",
        DEALCLOCK_EMAIL_TRANSPORT="smtp://127.0.0.1:2525",
        DEALCLOCK_SMS_ORIGINATION="",
    )
    found = examine(replace(with_client(patient, "lambda", result), local=True), NOW)
    assert (said(found), found.unchecked) == ([], [])
    assert [each.partition(":")[0] for each in found.not_applicable] == [
        "mail",
        "SMS",
        "point-in-time recovery",
        "schedules",
        "alarms",
    ]
    assert found.severity is Severity.FINE
