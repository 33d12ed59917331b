"""Where a run takes place: an adopter's AWS account and workspace, or this machine's stand-ins.

The steps are the same in both. What only AWS, Slack or a person can do is here, twice: for real,
and by a stand-in.
"""

from __future__ import annotations

import getpass
import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from dealclock.cli.connection import (
    VARIABLE,
    Connection,
    connect_account,
    connect_stack,
    read_connection,
)
from dealclock.errors import RefusedError
from dealclock.messages.buttons import ACKNOWLEDGE
from dealclock.store import StoredDelivery
from dealclock.store.stack import outputs_of
from local import build
from local.environments import CHECKOUT
from local.launch import Running, launch
from local.prove.failed import FailedError

_PAUSE = 2.0  # seconds between looks in AWS
_EVENTS = {"bounce": "Bounce", "success": "Delivery", "complaint": "Complaint"}
"""What SES reports of each of its simulator's addresses."""


@dataclass(frozen=True)
class Given:
    """What the adopter gives: the stack's name, two addresses of email, and whom alerts reach."""

    stack: str
    email_from: str
    alarm_email: str
    channel: str
    person: str
    email: str
    parameters: Sequence[str] = ()


@dataclass
class Place:
    """An AWS account and a Slack workspace, with a person at the terminal.

    `secrets` are those typed: no report has them.
    """

    given: Given
    folder: Path
    stand_in = False
    pause = _PAUSE
    where = "AWS and Slack"
    secrets: list[str] = field(default_factory=list, repr=False)

    def exists(self) -> bool:
        """Whether the stack is deployed; raises RefusedError if the account cannot be asked."""
        try:
            return bool(outputs_of(self.given.stack))
        except RefusedError as error:
            if "does not exist" in str(error):
                return False
            raise

    def account(self) -> Connection:
        """The account; the stack has outputs if it is deployed."""
        os.environ[VARIABLE] = self.given.stack
        return connect_account()

    def connection(self) -> Connection:
        """The deployed stack."""
        return connect_stack(self.given.stack)

    def deploy(self, **parameters: str) -> None:
        """Deploy this checkout with these parameters of the template, the others as they are."""
        overrides = [f'{name}="{value}"' for name, value in parameters.items()]
        command = ["sam", "deploy", "--stack-name", self.given.stack, "--parameter-overrides"]
        if shutil.which("sam") is None:
            raise FailedError("the SAM command line (sam) is not installed")
        if build.main([]):
            raise FailedError("the layers could not be built")
        if subprocess.run([*command, *overrides], cwd=CHECKOUT, check=False).returncode:
            raise FailedError("sam deploy failed, or you did not confirm its changes")

    def dealclock(self, *words: str) -> str:
        """Run a command of `dealclock` on the stack, and return what it printed.

        Raises FailedError with its last words if it fails.
        """
        done = subprocess.run(
            [sys.executable, "-m", "dealclock.cli", *words, *self._named()],
            cwd=self.folder,  # a local stack's file in the checkout would come first
            env={**os.environ, VARIABLE: self.given.stack},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            said = (done.stderr.strip() or done.stdout.strip()).splitlines()
            raise FailedError(f"dealclock {words[0]}: {' '.join(said[-3:])}")
        return done.stdout

    def _named(self) -> Sequence[str]:
        return ()

    def delete(self, resources: Mapping[str, str]) -> str:
        """Delete the stack, by the physical names of its resources, and what it leaves behind."""
        client = self.connection().client
        archive = client("dynamodb").describe_table(TableName=resources["ArchiveTable"])["Table"]
        # It forbids to delete the table, and goes within seconds.
        client("dynamodb").delete_resource_policy(ResourceArn=archive["TableArn"])
        command = ["sam", "delete", "--stack-name", self.given.stack, "--no-prompts"]
        if subprocess.run(command, cwd=CHECKOUT, check=False).returncode:
            raise FailedError("sam delete failed: see the stack in CloudFormation")
        for table in (resources["Table"], resources["ArchiveTable"]):
            client("dynamodb").update_table(TableName=table, DeletionProtectionEnabled=False)
            client("dynamodb").delete_table(TableName=table)
        client("kms").schedule_key_deletion(KeyId=resources["DataKey"], PendingWindowInDays=7)
        return "the stack and its tables are deleted, its key is in 7 days"

    def agrees(self, question: str) -> bool:
        """Whether the person agrees, before something costs or is deleted."""
        return _asked(f"\n{question} [y/N] ").lower() in ("y", "yes")

    def sees(self, question: str, _: Callable[[Running], bool]) -> None:
        """Raise FailedError unless the person sees it."""
        if not self.agrees(question):
            raise FailedError(f'"{question}" was answered no')

    def does(self, request: str, stand_in: Callable[[Running], object]) -> None:
        """Ask the person to do something, and wait for Enter."""
        del stand_in
        _asked(f"\n{request} Then press Enter. ")

    def type_secret(self, name: str) -> str:
        """A secret, typed without being shown."""
        typed = getpass.getpass(f"{name}: ").strip()
        self.secrets.append(typed)
        return typed

    def report_emails(self, emails: Sequence[StoredDelivery]) -> None:
        """SES reports what became of emails to its simulator by itself."""

    def listen(self, _: str) -> Callable[[], int]:
        """The person's inbox has the alarms of a topic, and no count."""
        return int

    def until(self, check: Callable[[], Any], seconds: float, what: str) -> Any:
        """What `check` returns once it is true; raises FailedError after `seconds`."""
        end = time.monotonic() + seconds
        if seconds > 120:
            print(f"  until {what}, at most {seconds / 60:.0f} minutes", flush=True)
        while not (found := check()):
            if time.monotonic() > end:
                raise FailedError(f"{what}: not within {seconds:.0f} seconds")
            time.sleep(self.pause)
        return found


def _asked(question: str) -> str:
    try:
        return input(question).strip()
    except EOFError:
        return ""


@dataclass
class StandIns(Place):
    """The embedded AWS, the Slack stand-in and the mail sink, which do what a person would."""

    local: Running | None = None
    stand_in = True
    pause = 0.2
    where = "this machine: embedded AWS, Slack stand-in, mail sink"

    @property
    def running(self) -> Running:
        """The running stack."""
        if self.local is None:
            raise FailedError("the local stack is not running")
        return self.local

    def exists(self) -> bool:
        """No stack is taken: the local one was deployed for this run."""
        return False

    def connection(self) -> Connection:
        """The local stack."""
        return read_connection(self.running.run.stack_file)

    def deploy(self, **parameters: str) -> None:
        """Deploy the template to the embedded AWS; what only AWS takes is left out."""
        local = self.running
        more = {name: text for name, text in parameters.items() if name in _LOCAL_PARAMETERS}
        settings = replace(local.settings, more=more)
        stack = launch(local.run, local.aws, settings)
        self.local = replace(local, stack=stack, settings=settings)
        stack.client("dynamodb").update_continuous_backups(  # which its CloudFormation leaves off
            TableName=stack.table,
            PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True},
        )

    def _named(self) -> Sequence[str]:
        return ("--stack", str(self.running.run.stack_file))

    def delete(self, _: Mapping[str, str]) -> str:
        """Nothing."""
        return "the local stack ends with the run"

    def agrees(self, _: str) -> bool:
        """To everything: nothing costs."""
        return True

    def sees(self, question: str, check: Callable[[Running], bool]) -> None:
        """Look at the stand-ins."""
        self.until(lambda: check(self.running), 60, question)

    def does(self, request: str, stand_in: Callable[[Running], object]) -> None:
        """Do it on the stand-ins."""
        del request
        stand_in(self.running)

    def listen(self, topic: str) -> Callable[[], int]:
        """How many alarms have arrived in a queue, the inbox of this machine."""
        client, heard = self.connection().client, Counter[str]()
        url = client("sqs").create_queue(QueueName="prove-alarms")["QueueUrl"]
        attributes = client("sqs").get_queue_attributes(QueueUrl=url, AttributeNames=["QueueArn"])
        arn = attributes["Attributes"]["QueueArn"]
        allowed = {
            "Effect": "Allow",
            "Principal": {"Service": "sns.amazonaws.com"},
            "Action": "sqs:SendMessage",
            "Resource": arn,
        }
        policy = json.dumps({"Version": "2012-10-17", "Statement": [allowed]})
        client("sqs").set_queue_attributes(QueueUrl=url, Attributes={"Policy": policy})
        client("sns").subscribe(TopicArn=topic, Protocol="sqs", Endpoint=arn)

        def count() -> int:
            found = client("sqs").receive_message(QueueUrl=url, MaxNumberOfMessages=10)
            for message in found.get("Messages", ()):
                alarm = json.loads(json.loads(message["Body"])["Message"])
                heard[alarm["AlarmName"]] += alarm["NewStateValue"] == "ALARM"
                client("sqs").delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
            return sum(1 for each in heard.values() if each)

        return count

    def until(self, check: Callable[[], Any], seconds: float, what: str) -> Any:
        """As elsewhere, within a minute: nothing here takes longer."""
        return super().until(check, min(seconds, 60), what)

    def report_emails(self, emails: Sequence[StoredDelivery]) -> None:
        """Report each email as SES would, by the simulator's address that its person has."""
        for email in emails:
            kind = _EVENTS[email.delivery.route.to]
            self.running.stack.invoke("mail_events", _ses_event(kind, email.delivery.id))


_LOCAL_PARAMETERS = ("TableName",)


def _ses_event(kind: str, delivery: str) -> Mapping[str, Any]:
    """The sample event of SES, of another kind and another delivery."""
    event: dict[str, Any] = json.loads((CHECKOUT / "events/mail-events.json").read_text())
    notification = event["Records"][0]["Sns"]
    message = json.loads(notification["Message"])
    message["eventType"] = kind
    message["mail"]["tags"]["dealclock-delivery"] = [delivery]
    if kind != "Bounce":
        del message["bounce"]
    notification["Message"] = json.dumps(message)
    return event


def acknowledge(local: Running, person: str, channel: str) -> None:
    """Press Acknowledge under the channel's latest alert, as its owner."""
    app = local.app(60)  # however busy the machine is: whether Slack waits is not asked here
    posts = [each for each in local.slack.messages(channel) if ACKNOWLEDGE in str(each)]
    app.do("click", user=person, channel=channel, ts=posts[-1]["ts"], action=ACKNOWLEDGE)
