"""Who may do what, listed in full by hand in `policies.yaml`: a wider policy fails a test."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from dealclock.store import keys
from tests.contract.cloudformation import (
    FUNCTIONS,
    Json,
    many,
    named,
    of_type,
    policy_of,
    target,
    transformed,
)

RIGHTS = yaml.safe_load((Path(__file__).parent / "policies.yaml").read_text(encoding="utf-8"))
LOG, TAKE = RIGHTS["actions"]["log"], RIGHTS["actions"]["take"]
STATEMENTS: dict[str, dict[str, tuple[list[str], list[str]]]] = {
    policy: {
        sid: (RIGHTS["actions"].get(str(each["allow"]), each["allow"]), each["resources"])
        for sid, each in written.items()
    }
    for policy, written in RIGHTS["policies"].items()
}
"""Of each policy what its statements allow, on which resources of the template."""


def statements(policy: str) -> list[Json]:
    statements: list[Json] = named(policy)["PolicyDocument"]["Statement"]
    return statements


def shown(resource: Any) -> str:
    if resource == "*":
        return "*"
    return str(resource["Fn::Sub"]) if "Fn::Sub" in resource else target(resource)


def test_no_policy_is_left_out_of_the_list() -> None:
    assert sorted(of_type("AWS::IAM::Policy")) == sorted(
        [*STATEMENTS, "DeliverMailPolicy", "DeliverSmsPolicy"]
    )


@pytest.mark.parametrize("policy", STATEMENTS)
def test_a_policy_allows_exactly_what_is_listed(policy: str) -> None:
    allowed = {
        each["Sid"]: (many(each["Action"]), [shown(one) for one in many(each["Resource"])])
        for each in statements(policy)
    }
    assert allowed == STATEMENTS[policy]
    assert {each["Effect"] for each in statements(policy)} == {"Allow"}


def test_email_may_leave_from_one_address_and_only_if_ses_carries_it() -> None:
    assert transformed()["Resources"]["DeliverMailPolicy"]["Condition"] == "MailThroughSes"
    [statement] = statements("DeliverMailPolicy")
    # SES checks a raw message as SendRawEmail even when the v2 SendEmail carries it.
    assert statement["Action"] == ["ses:SendEmail", "ses:SendRawEmail"]
    assert statement["Condition"] == {"StringEquals": {"ses:FromAddress": {"Ref": "EmailFrom"}}}


def test_sms_may_leave_from_one_pool_or_number_and_only_if_one_is_given() -> None:
    assert transformed()["Resources"]["DeliverSmsPolicy"]["Condition"] == "SmsOn"
    assert transformed()["Parameters"]["SmsOrigination"]["Default"] == ""
    [statement] = statements("DeliverSmsPolicy")
    assert statement["Action"] == "sms-voice:SendTextMessage"
    named = [shown(each).rpartition(":")[2] for each in statement["Resource"]]
    assert named == ["pool/${SmsOrigination}", "phone-number/${SmsOrigination}"]


def test_each_function_has_a_role_and_each_role_one_function() -> None:
    roles = {name: target(named(function)["Role"]) for name, function in FUNCTIONS.items()}
    assert roles == {
        "sweep": "SweepRole",
        "assess": "AssessRole",
        "deliver": "DeliverRole",
        "slack": "SlackRole",
        "watchdog": "WatchdogRole",
        "verify": "VerifyRole",
        "mail_events": "MailEventsRole",
        "files": "FilesRole",
        "web": "WebRole",
        "canary": "CanaryRole",
    }


def test_a_role_has_only_its_trust_policy() -> None:
    """No managed policy of AWS: each of those reaches further than one stack."""
    for name, role in of_type("AWS::IAM::Role").items():
        assert set(role) == {"AssumeRolePolicyDocument"}, name


def test_each_policy_belongs_to_the_role_of_its_name() -> None:
    belongs = {
        name: [target(role) for role in each["Roles"]]
        for name, each in of_type("AWS::IAM::Policy").items()
    }
    assert belongs == {
        "SweepPolicy": ["SweepRole"],
        "AssessPolicy": ["AssessRole"],
        "DeliverPolicy": ["DeliverRole"],
        "DeliverMailPolicy": ["DeliverRole"],
        "DeliverSmsPolicy": ["DeliverRole"],
        "SlackPolicy": ["SlackRole"],
        "WatchdogPolicy": ["WatchdogRole"],
        "VerifyPolicy": ["VerifyRole"],
        "MailEventsPolicy": ["MailEventsRole"],
        "FilesPolicy": ["FilesRole"],
        "WebPolicy": ["WebRole"],
        "SchedulePolicy": ["ScheduleRole"],
        "CanaryPolicy": ["CanaryRole"],
        "DeploymentPolicy": ["DeploymentRole"],
        "BackupPolicy": ["BackupRole"],
        "ArchiveExportPolicy": ["ArchiveExportRole"],
    }


def documents() -> Iterator[tuple[str, Json]]:
    """Every policy document of the template, with the path to it."""

    def walk(path: str, value: Any) -> Iterator[tuple[str, Json]]:
        if isinstance(value, dict):
            if "Statement" in value:
                yield path, value
            for key, inner in value.items():
                yield from walk(f"{path}/{key}", inner)
        elif isinstance(value, list):
            for inner in value:
                yield from walk(path, inner)

    for name, resource in transformed()["Resources"].items():
        yield from walk(name, resource["Properties"])


def test_no_policy_has_a_wildcard_for_an_action() -> None:
    for path, document in documents():
        for statement in document["Statement"]:
            if path == TLS_ONLY:
                continue
            for action in many(statement["Action"]):
                assert "*" not in action, (path, statement.get("Sid"), action)


def test_no_policy_has_a_wildcard_for_a_resource_except_a_keys_own() -> None:
    """In a key's or a table's own policy "*" is that key or that table, whose name is not known.
    What CodeDeploy touches has names that CloudFormation makes: the stack's, and something.
    """
    for path, document in documents():
        if path in ("DataKey/KeyPolicy", DENIED_TO_ALL, TLS_ONLY):
            continue
        for statement in document["Statement"]:
            # X-Ray has no resources, and a backup no name before it exists.
            if statement.get("Sid") in ("WriteTraces", "CopyNowhereElse"):
                continue
            for resource in many(statement.get("Resource", [])):
                own = str(resource).replace(":${AWS::StackName}-*", "")
                own = own.replace(
                    "${ArchiveExports.Arn}/*", ""
                )  # a bucket's files have no names yet
                assert "*" not in own, (path, statement.get("Sid"), resource)


def test_only_the_function_urls_are_open_to_everyone() -> None:
    everyone = {
        name
        for name, permission in of_type("AWS::Lambda::Permission").items()
        if permission["Principal"] == "*"
    }
    assert everyone == {
        "SlackFunctionUrlPublicPermissions",
        "SlackFunctionURLInvokeAllowPublicAccess",
        "WebFunctionUrlPublicPermissions",
        "WebFunctionURLInvokeAllowPublicAccess",
    }
    for name in everyone:
        function = target(of_type("AWS::Lambda::Permission")[name]["FunctionName"])
        assert name.startswith(function)
    for path, document in documents():
        for statement in document["Statement"]:
            if path in (DENIED_TO_ALL, TLS_ONLY):
                assert statement["Effect"] == "Deny"
            else:
                assert "*" not in many(statement.get("Principal", {}).get("AWS", [])), path


DENIED_TO_ALL = "ArchiveTable/ResourcePolicy/PolicyDocument"
TLS_ONLY = "ArchiveExportsPolicy/PolicyDocument"
COPYING = ("BackupPolicy", "ArchiveExportPolicy")
"""What AWS copies the tables with; the tests of storage name their conditions."""


def test_the_archive_can_only_be_added_to_and_by_no_role_otherwise() -> None:
    """IAM cannot tell a new item from one put over another: the chain of hashes shows that."""
    [statement] = named("ArchiveTable")["ResourcePolicy"]["PolicyDocument"]["Statement"]
    assert (statement["Effect"], statement["Principal"]) == ("Deny", "*")
    changing = {"UpdateItem", "DeleteItem", "BatchWriteItem", "DeleteTable", "UpdateTimeToLive"}
    by_text = {"PartiQLInsert", "PartiQLUpdate", "PartiQLDelete"}
    assert {each.partition(":")[2] for each in statement["Action"]} == changing | by_text
    assert "TimeToLiveSpecification" not in named("ArchiveTable")
    for policy, each in STATEMENTS.items():
        for sid, (actions, resources) in each.items():
            if "ArchiveInUse" in resources and policy not in COPYING:
                assert {*actions} <= {"dynamodb:PutItem", "dynamodb:Query"}, (policy, sid)


# --- What AWS does in a role's name, where the embedded AWS asks no permission ----------------
#
# Taking anything else away makes its work fail (tests/end_to_end/test_permissions.py). These
# eighteen (logs of nine functions, two queues, three failures, four of the schedule) are used by
# AWS and not by our code, and the embedded AWS does not check them; so each is tied here to what
# needs it.


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_function_writes_to_its_own_log_group(function: str) -> None:
    group = target(named(FUNCTIONS[function])["LoggingConfig"]["LogGroup"])
    assert STATEMENTS[policy_of(function)]["WriteLogs"] == (LOG, [group])


@pytest.mark.parametrize(
    ("function", "policy", "sid"),
    [
        ("AssessFunction", "AssessPolicy", "TakeDeals"),
        ("DeliverFunction", "DeliverPolicy", "TakeDeliveries"),
    ],
)
def test_a_function_reads_from_the_queue_that_triggers_it(
    function: str, policy: str, sid: str
) -> None:
    [queue] = [
        target(each["EventSourceArn"])
        for each in of_type("AWS::Lambda::EventSourceMapping").values()
        if target(each["FunctionName"]) == function
    ]
    assert STATEMENTS[policy][sid] == (TAKE, [queue])


def test_a_failed_sweep_is_written_where_the_function_says() -> None:
    [config] = [
        each
        for each in of_type("AWS::Lambda::EventInvokeConfig").values()
        if target(each["FunctionName"]) == "SweepFunction"
    ]
    queue = target(config["DestinationConfig"]["OnFailure"]["Destination"])
    assert STATEMENTS["SweepPolicy"]["KeepFailedSweeps"] == (["sqs:SendMessage"], [queue])


def test_a_failed_mail_event_is_written_where_the_function_says() -> None:
    [config] = [
        each
        for each in of_type("AWS::Lambda::EventInvokeConfig").values()
        if target(each["FunctionName"]) == "MailEventsFunction"
    ]
    queue = target(config["DestinationConfig"]["OnFailure"]["Destination"])
    assert STATEMENTS["MailEventsPolicy"]["KeepFailedEvents"] == (["sqs:SendMessage"], [queue])


def test_only_this_accounts_ses_may_publish_to_the_email_topic() -> None:
    [statement] = named("MailTopicPolicy")["PolicyDocument"]["Statement"]
    assert statement["Principal"] == {"Service": "ses.amazonaws.com"}
    assert statement["Action"] == "sns:Publish"
    assert statement["Condition"]["StringEquals"] == {
        "aws:SourceAccount": {"Ref": "AWS::AccountId"}
    }


def test_the_scheduler_starts_and_keeps_what_the_schedules_name() -> None:
    schedules = of_type("AWS::Scheduler::Schedule")
    del schedules["ArchiveExportSchedule"]
    watchdog, verify = (
        schedules.pop(f"{each}Schedule")["Target"] for each in ("Watchdog", "Verify")
    )
    assert "DeadLetterConfig" not in {*watchdog, *verify}
    for schedule in schedules.values():
        function = target(schedule["Target"]["Arn"])
        queue = target(schedule["Target"]["DeadLetterConfig"]["Arn"])
        assert STATEMENTS["SchedulePolicy"] == {
            "StartSweep": (["lambda:InvokeFunction"], [function]),
            "StartWatchdog": (["lambda:InvokeFunction"], [target(watchdog["Arn"])]),
            "StartVerify": (["lambda:InvokeFunction"], [target(verify["Arn"])]),
            "KeepUnstartedSweeps": (["sqs:SendMessage"], [queue]),
        }


OWN = {
    ("SweepPolicy", "WriteCompleted"): ("StringEquals", [keys.sweeps(False), keys.sweeps(True)]),
    ("FilesPolicy", "MarkRequests"): ("StringLike", [keys.request("*")]),
    ("WebPolicy", "MarkRequests"): ("StringLike", [keys.request("*"), keys.AUDIT]),
    ("VerifyPolicy", "WriteVerdicts"): ("StringLike", [keys.verdict("*")]),
}
"""Which partitions of the table some functions may write, and by which comparison."""


def test_four_functions_write_partitions_of_their_own_and_no_item_of_a_deal() -> None:
    """The embedded AWS does not check it: tests/own_partitions.py plays their work under it."""
    found = {
        (policy, each["Sid"]): each["Condition"]
        for policy in STATEMENTS
        for each in statements(policy)
        if "Condition" in each and policy not in COPYING
    }
    assert found == {
        which: {f"ForAllValues:{operator}": {"dynamodb:LeadingKeys": partitions}}
        for which, (operator, partitions) in OWN.items()
    }
    for policy in ("SweepPolicy", "FilesPolicy", "WebPolicy", "VerifyPolicy"):
        written = [
            (policy, sid)
            for sid, (actions, resources) in STATEMENTS[policy].items()
            if "TableInUse" in resources
            and {"dynamodb:PutItem", "dynamodb:UpdateItem"} & {*actions}
        ]
        assert [*written] == [which for which in OWN if which[0] == policy]
