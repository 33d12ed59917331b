"""Least privilege: every action that a policy allows is needed, and the emulator enforces it.

Each test takes one action of one statement away, sees the work that needs it fail by a denied
access, gives it back, and sees the same work succeed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from local.stack import FunctionFailedError
from tests.contract.cloudformation import FUNCTIONS, policy_of
from tests.contract.test_template_policies import STATEMENTS
from tests.end_to_end.house import House
from tests.end_to_end.permissions import restart, without
from tests.end_to_end.works import NotDoneError, Work, Works

# Used by AWS in the role's name and not by our code; the emulator does not ask for them, so
# tests/contract/test_template_policies.py ties each to what needs it.
NOT_ENFORCED = {
    **dict.fromkeys(
        ((policy, "WriteTraces") for policy, each in STATEMENTS.items() if "WriteTraces" in each),
        "Lambda writes the traces",
    ),
    **dict.fromkeys(
        (("DeploymentPolicy", sid) for sid in STATEMENTS["DeploymentPolicy"]),
        "CodeDeploy moves the aliases, and the embedded AWS does not know it",
    ),
    ("CanaryPolicy", "WriteLogs"): "Lambda writes the logs",
    ("CanaryPolicy", "AnswerCodeDeploy"): "CodeDeploy, which the embedded AWS does not know, asks",
    ("SweepPolicy", "WriteLogs"): "Lambda writes the logs",
    ("AssessPolicy", "WriteLogs"): "Lambda writes the logs",
    ("DeliverPolicy", "WriteLogs"): "Lambda writes the logs",
    ("SlackPolicy", "WriteLogs"): "Lambda writes the logs",
    ("WatchdogPolicy", "WriteLogs"): "Lambda writes the logs",
    ("MailEventsPolicy", "WriteLogs"): "Lambda writes the logs",
    ("FilesPolicy", "WriteLogs"): "Lambda writes the logs",
    ("FilesPolicy", "TakeFiles"): "Lambda polls the queue",
    ("MailEventsPolicy", "KeepFailedEvents"): "Lambda keeps what failed",
    ("WebPolicy", "WriteLogs"): "Lambda writes the logs",
    ("VerifyPolicy", "WriteLogs"): "Lambda writes the logs",
    ("AssessPolicy", "TakeDeals"): "Lambda polls the queue",
    ("DeliverPolicy", "TakeDeliveries"): "Lambda polls the queue",
    ("SweepPolicy", "KeepFailedSweeps"): "Lambda keeps what failed",
    ("SchedulePolicy", "StartSweep"): "the scheduler starts the sweep",
    ("SchedulePolicy", "StartWatchdog"): "the scheduler starts the watchdog",
    ("SchedulePolicy", "StartVerify"): "the scheduler starts the second engine",
    ("SchedulePolicy", "KeepUnstartedSweeps"): "the scheduler keeps what it could not start",
    **{
        ("BackupPolicy", sid): "off by default: AWS Backup copies the tables"
        for sid in STATEMENTS["BackupPolicy"]
    },
    **{
        ("ArchiveExportPolicy", sid): "off by default: the scheduler exports the archive"
        for sid in STATEMENTS["ArchiveExportPolicy"]
    },
}
FOLDERS = {policy_of(function): function for function in FUNCTIONS}
ENFORCED = [
    (FOLDERS[policy], sid, action)
    for policy, statements in STATEMENTS.items()
    for sid, (actions, _) in statements.items()
    for action in actions
    if (policy, sid) not in NOT_ENFORCED
]
NAMES = [f"{function} {sid} {action.partition(':')[2]}" for function, sid, action in ENFORCED]
DENIED = "AccessDenied"


@pytest.mark.parametrize(("function", "sid", "action"), ENFORCED, ids=NAMES)
def test_without_any_one_action_the_work_that_needs_it_is_denied(
    house: House, works: Works, function: str, sid: str, action: str
) -> None:
    work: Work = getattr(works, WORKS.get((function, sid), function))()
    with without(house.local.stack, function, sid, action):
        if sid == "ReadSlackSecret":
            restart(house.local.stack, function)  # it is read once, at the start
        began = time.time()
        with pytest.raises((FunctionFailedError, NotDoneError)) as failed:
            work()
        items = [str(failed.value), *house.log_of(function, began)]
        assert any(DENIED in line for line in items), "it failed for another reason"
    work()


def test_the_daily_check_is_within_the_rights_of_assess(works: Works) -> None:
    works.daily_check()()


def test_every_statement_is_tried_or_excepted_with_a_reason() -> None:
    tried = {(policy_of(function), sid) for function, sid, _ in ENFORCED}
    every = {(policy, sid) for policy, statements in STATEMENTS.items() for sid in statements}
    assert tried | set(NOT_ENFORCED) == every
    assert not tried & set(NOT_ENFORCED)


# Where a statement is not needed by the function's plainest work.
WORKS = {
    ("sweep", "RequeueDeliveries"): "sweep_left_behind",
    ("deliver", "SendAgainLater"): "deliver_later",
    ("deliver", "ReadReaders"): "deliver_digest",
    ("slack", "ReadSlackSecret"): "slack_start",
    ("slack", "ReadSummaries"): "slack_across",
    ("slack", "CountWhatIsDone"): "slack_ack",
    ("slack", "LookAgain"): "slack_ack",
    ("slack", "QueueFiles"): "slack_file",
    ("files", "SendAgainLater"): "files_later",
    ("slack", "ShowMessagesAnew"): "slack_click",
    ("watchdog", "RequeueDeliveries"): "watchdog_left_behind",
    ("assess", "ReadPosts"): "web",
    ("assess", "ReadArchive"): "web",
    ("assess", "AddToArchive"): "web",
    ("assess", "QueueDeals"): "web",
    ("web", "MarkRequests"): "web_refused",
    ("watchdog", "ReadDeals"): "watchdog_mend",
    ("watchdog", "ReadLines"): "watchdog_escalate",
    ("watchdog", "MendWakes"): "watchdog_mend",
    ("watchdog", "ReadArchive"): "watchdog_mend",
    ("watchdog", "AddToArchive"): "watchdog_mend",
    ("watchdog", "QueueEscalations"): "watchdog_escalate",
}


@pytest.fixture
def works(house: House) -> Iterator[Works]:
    made = Works(house)
    yield made
    made.clean()
