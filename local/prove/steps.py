"""The steps of a run: what each does, costs and deletes, and its work.

Each works on AWS and on the stand-ins of this machine alike (`place.py`). A step returns what it
saw, in words that may be published once they are redacted.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dealclock.alerts.outcome import Refused, State
from dealclock.channels.web_api import SlackCallError, web_client, write_call
from dealclock.cli.connection import Connection
from dealclock.errors import DealclockError
from dealclock.jobs.operate.before_deploy import examine_account
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.doctor import CheckedStack, examine
from dealclock.jobs.settings import SlackSecret
from dealclock.messages.slack_views.samples import YOUNG, samples
from dealclock.messages.words import number
from dealclock.store import StoredDelivery
from local.demo import SAMPLE
from local.environments import CHECKOUT
from local.prove.failed import FailedError, SkippedError
from local.prove.place import Place, acknowledge

FIRST_DAY, NEXT_DAY = "2004-06-30", "2004-07-08"
"""Mornings of the sample on which one alert is due: the closing, and a first reminder."""
MINUTES = 60
_SIMULATOR = "simulator.amazonses.com"
_NOBODY = ("U0DEALCLOCK1", "U0DEALCLOCK2")  # nor any person these
# A month, in US dollars of us-east-1: a key, a secret, a metric of an alarm, a metric of our own.
_KEY, _SECRET, _ALARM_METRIC, _METRIC = 1.00, 0.40, 0.10, 0.30
_COMPOSITE = 0.50
_READ, _WRITTEN = 0.125e-6, 0.625e-6  # a unit of DynamoDB, on demand


@dataclass
class Proof:
    """A run: its place, and what it stores between two starts.

    `tag` names its deals, `made` what it made and is to delete; `private` must not be published.
    """

    place: Place
    tag: str
    began: datetime
    made: set[str] = field(default_factory=set)
    private: set[str] = field(default_factory=set)

    @property
    def stack(self) -> Connection:
        """The stack; what it is called and where it answers must not be published."""
        stack = self.place.connection()
        self.private.update(map(str, stack.outputs.values()))
        return stack

    def deal(self, kind: str) -> str:
        """The id of one of the run's rehearsals."""
        return f"prove-{self.tag}-{kind}"

    def channel(self, kind: str) -> str:
        """The id of a channel that no workspace has: one for each deal, as the stack wants it."""
        return f"C0{self.tag}{kind}".upper()

    def resources(self) -> Mapping[str, str]:
        """The physical name of each resource of the stack, by its name in the template."""
        client = self.stack.client("cloudformation")
        pages = client.get_paginator("list_stack_resources").paginate(
            StackName=self.place.given.stack
        )
        found = {
            each["LogicalResourceId"]: each.get("PhysicalResourceId", "")
            for page in pages
            for each in page["StackResourceSummaries"]
        }
        self.private.update(found.values())
        return found

    def deliveries(self, kind: str, day: str) -> Sequence[StoredDelivery]:
        """The alerts of one of its rehearsals on a day."""
        every = self.stack.store.outbox.of_deal(self.deal(kind))
        return [each for each in every if str(each.delivery.alert.day) == day]


@dataclass(frozen=True)
class Step:
    """One step: its name, title and work; what it asks before it costs or deletes something; the
    steps that must have passed; what is used instead of AWS, Slack or a person on this machine.
    """

    name: str
    title: str
    work: Callable[[Proof], str]
    asks: str = ""
    needs: Sequence[str] = ()
    stand_in: str = ""


# --- The account, the stack, the workspace ---


def _before(proof: Proof) -> str:
    place = proof.place
    if place.stand_in:
        raise SkippedError("an account is asked for its limits; this machine has none")
    account = place.account()
    caller = account.client("sts").get_caller_identity()
    proof.private.update((caller["Account"], caller["Arn"], caller["UserId"]))
    checked = examine_account(_checked(account), place.given.email_from, datetime.now(UTC))
    return _in_words(checked)


def _deploy(proof: Proof) -> str:
    place, given = proof.place, proof.place.given
    if place.exists():
        taken = given.stack not in proof.made
        proof.resources()
        return f"a stack that was there {'is taken' if taken else 'is taken up again'}"
    proof.made.add(given.stack)
    more = dict(each.split("=", 1) for each in given.parameters)
    place.deploy(EmailFrom=given.email_from, AlarmEmail=given.alarm_email, **more)
    return f"deployed, {number(len(proof.resources()), 'resource')}"


def _secret(proof: Proof) -> str:
    stack, place = proof.stack, proof.place
    manifest = (CHECKOUT / "slack/manifest.yaml").read_text(encoding="utf-8")
    own = place.folder / "manifest.yaml"
    url = stack.outputs["SlackUrl"]
    own.write_text(manifest.replace("https://replace-with-the-output-SlackUrl.example.com/", url))
    client, arn = stack.client("secretsmanager"), stack.outputs["SlackSecretArn"]
    try:
        SlackSecret.fetch(client, arn)
    except DealclockError:
        place.does(
            "Create the app at api.slack.com/apps, From a manifest, with\n"
            f"{own}, and install it. Then invite it to the private test channel, in which only\n"
            "you and it are: /invite @Dealclock. Confirm AWS's email on the alarms as well.",
            lambda _: None,
        )
        typed = {
            "signing_secret": place.type_secret("Signing secret (Basic Information)"),
            "bot_token": place.type_secret("Bot token (OAuth & Permissions)"),
        }
        client.put_secret_value(SecretId=arn, SecretString=json.dumps(typed))
    secret = SlackSecret.fetch(client, arn)
    proof.private.update((secret.signing_secret, secret.bot_token))
    return "the app is installed and the secret filled"


def _doctor(proof: Proof) -> str:
    return _in_words(examine(_checked(proof.stack), datetime.now(UTC)))


def _checked(stack: Connection) -> CheckedStack:
    return CheckedStack(stack.store, stack.client, stack.outputs, stack.local)


def _in_words(checked: Round) -> str:
    """What the doctor found; raises FailedError if something is failing."""
    found = " ".join(f"{each.text} {each.do}" for each in checked.findings)
    unchecked = "".join(f" Not checked: {each}." for each in checked.unchecked)
    if checked.severity > 1:
        raise FailedError(found + unchecked)
    return f"{number(len(checked.in_order), 'check')} in order. {found}{unchecked}".strip()


def _screens(proof: Proof) -> str:
    stack = proof.stack
    secret = SlackSecret.fetch(stack.client("secretsmanager"), stack.outputs["SlackSecretArn"])
    configured = stack.client("lambda").get_function_configuration(
        FunctionName=stack.outputs["DeliverFunctionName"]
    )
    url = configured["Environment"]["Variables"]["DEALCLOCK_SLACK_API_URL"]
    client, refused = web_client(secret.bot_token, url), {}
    for name, sample in samples().items():
        try:
            write_call(client, "blocks.validate", sample)
        except SlackCallError as error:
            outcome = error.outcome
            refused[name] = outcome.cause if isinstance(outcome, Refused) else "no answer"
    accepted = f"{len(samples()) - len(refused)} of {len(samples())} kinds are accepted"
    said = "; ".join([accepted, *(f"{name}: {cause}" for name, cause in refused.items())])
    if refused.keys() - {*YOUNG}:
        raise FailedError(said)
    return said + (". The rest are sent as lines." if refused else f": {', '.join(samples())}")


# --- Alerts ---


def _load_alert(proof: Proof, channel: str) -> None:
    given = proof.place.given
    people = [
        _person("operator", given.email, given.person),
        _person("backup", f"success@{_SIMULATOR}", _NOBODY[0]),
    ]
    folder = _write_deal(proof, "alert", people, "alert", "refused", channel=channel)
    proof.place.dealclock("load", str(folder), "--rehearsal")


def _alert(proof: Proof) -> str:
    place, given = proof.place, proof.place.given
    _load_alert(proof, given.channel)
    sent = _play(proof, "alert", FIRST_DAY)
    _expect(sent, {"slack": State.SENT, "email": State.SENT})
    place.sees(
        "Is the alert in the test channel, with its buttons, and in your inbox?",
        lambda local: (
            "shelf" in str(local.slack.messages(given.channel)).lower()
            and any(given.email in each.recipients for each in local.received())
        ),
    )
    return "planned by a scheduled check, sent, and seen in Slack and by email"


def _click(proof: Proof) -> str:
    place, given = proof.place, proof.place.given
    place.does(
        "Press Acknowledge under the alert in the test channel.",
        lambda local: acknowledge(local, given.person, given.channel),
    )
    deal = proof.deal("alert")

    def acknowledged() -> bool:
        return any(
            act.action == "acknowledged" for act in proof.stack.store.responses.of_deal(deal)
        )

    place.until(acknowledged, MINUTES, "the acknowledgment was stored")
    place.dealclock("archive", deal)
    return "the click arrived, signed, and is stored; every link of the archive holds"


def _refused(proof: Proof) -> str:
    sent = _play(proof, "refused", FIRST_DAY)
    _expect(sent, {"slack": State.REFUSED, "email": State.SENT})
    cause = next(each.cause for each in sent if each.delivery.route.kind == "slack")
    return f"Slack refused the post ({cause}); the email was sent"


def _email(proof: Proof) -> str:
    place, given = proof.place, proof.place.given
    people = [
        _person("bounce", f"bounce@{_SIMULATOR}", given.person),
        _person("success", f"success@{_SIMULATOR}", _NOBODY[0]),
        _person("complaint", f"complaint@{_SIMULATOR}", _NOBODY[1]),
    ]
    place.dealclock("load", str(_write_deal(proof, "email", people, "email")), "--rehearsal")
    emails = [e for e in _play(proof, "email", FIRST_DAY) if e.delivery.route.kind == "email"]
    place.report_emails(emails)
    sent = {each.delivery.id for each in emails}

    def reported() -> bool:
        # What is planned once these are refused, a notice by email among it, is not reported on.
        every = [(str(each.delivery.route), each) for each in proof.deliveries("email", FIRST_DAY)]
        now = {route: each for route, each in every if each.delivery.id in sent}
        return (
            now["email:bounce"].cause == "bounced"
            and now["email:complaint"].cause == "complained"
            and bool(now["email:success"].delivered)
            and any(route == "dm:bounce" and each.state is State.SENT for route, each in every)
        )

    try:
        place.until(reported, 10 * MINUTES, "a bounce, a complaint and a delivery were recorded")
    except FailedError as error:
        raise FailedError(f"{error}; {_states(proof.deliveries('email', FIRST_DAY))}") from None
    return (
        "a bounce, a complaint and a delivery were recorded; after the bounce a direct message "
        "was sent instead"
    )


def _person(name: str, email: str, slack: str) -> dict[str, str]:
    return {
        "id": name,
        "name": f"Prove {name}",
        "email": email,
        "slack": slack,
        "role": "lead",
        "digest": "none",
    }


def _write_deal(
    proof: Proof, name: str, people: Sequence[Mapping[str, str]], *deals: str, channel: str = ""
) -> Path:
    """A folder of the public sample with rehearsals of the run's own; only the one that is to
    arrive has a channel that exists.
    """
    folder = proof.place.folder / name
    shutil.copytree(SAMPLE, folder, dirs_exist_ok=True)
    both = {"owner": people[0]["id"], "backup": people[-1]["id"]}
    team = {
        "code_name": f"Prove-{proof.tag.capitalize()}",
        "people": people,
        "owners": {"company": both, "holder": both},
        "channel": {"id": proof.channel("live"), "name": "live"},
        "email": [each["id"] for each in people if each["id"] != "backup"],
        "rehearsals": [
            {
                "id": proof.deal(kind),
                "code_name": f"Prove-{proof.tag.capitalize()}-{kind.capitalize()}",
                "channel": {
                    "id": channel if kind == "alert" else proof.channel(kind),
                    "name": kind,
                },
                "facts": "histories/story.yaml",
            }
            for kind in deals
        ],
    }
    (folder / "team.yaml").write_text(json.dumps(team, indent=1), encoding="utf-8")
    proof.private.update(each[key] for each in people for key in ("name", "email", "slack"))
    return folder


def _play(proof: Proof, kind: str, day: str) -> Sequence[StoredDelivery]:
    """Play a morning through the stack's own scheduled check, and return its alerts."""
    proof.place.dealclock("rehearse", proof.deal(kind), "--from", day)
    if not (sent := proof.deliveries(kind, day)):
        raise FailedError("no alert was planned")
    return sent


def _expect(sent: Sequence[StoredDelivery], wanted: Mapping[str, State]) -> None:
    states = {each.delivery.route.kind: each.state for each in sent if not each.delivery.alert.step}
    if any(states.get(kind) is not state for kind, state in wanted.items()):
        raise FailedError(f"not as expected: {_states(sent)}")


def _states(sent: Sequence[StoredDelivery]) -> str:
    return ", ".join(f"{e.delivery.route.kind} {e.state} {e.cause or ''}".strip() for e in sent)


# --- What an operator does ---


def _restore(proof: Proof) -> str:
    stack, place = proof.stack, proof.place
    client, table, began = stack.client("dynamodb"), stack.outputs["TableName"], datetime.now(UTC)
    copy = f"{place.given.stack}-prove-{proof.tag}"
    proof.private.add(copy)

    def restorable() -> datetime | None:
        backups = client.describe_continuous_backups(TableName=table)
        recovery = backups["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]
        latest: datetime | None = recovery.get("LatestRestorableDateTime")
        return latest if latest and latest >= began.replace(microsecond=0) else None

    if copy not in client.list_tables(ExclusiveStartTableName=copy[:-1], Limit=5)["TableNames"]:
        at = place.until(restorable, 15 * MINUTES, "this moment can be restored")
        proof.made.add(copy)
        client.restore_table_to_point_in_time(
            SourceTableName=table,
            TargetTableName=copy,
            RestoreDateTime=at,
            SSESpecificationOverride={
                "Enabled": True,
                "SSEType": "KMS",
                "KMSMasterKeyId": stack.outputs["DataKeyArn"],
            },
        )
    place.until(
        lambda: client.describe_table(TableName=copy)["Table"]["TableStatus"] == "ACTIVE",
        180 * MINUTES,
        "the copy is there",
    )
    took = (datetime.now(UTC) - began).total_seconds()
    before, after = _count_deals(client, table), _count_deals(client, copy)
    if before != after:
        raise FailedError(f"{before} deals in the table, {after} in its copy")
    said = f"{number(after, 'deal')} in the copy, as in the table, after {took:.0f} seconds"
    if place.given.stack in proof.made:
        said += f"; {_deploy_with(proof, copy, table)}"
    else:
        said += "; not put in, since the stack was there before"
    client.delete_table(TableName=copy)
    proof.made.discard(copy)
    return said


def _count_deals(client: Any, table: str) -> int:
    pages = client.get_paginator("query").paginate(
        TableName=table,
        KeyConditionExpression="PK = :deals",
        ExpressionAttributeValues={":deals": {"S": "DEALS"}},
        Select="COUNT",
    )
    return sum(page["Count"] for page in pages)


def _deploy_with(proof: Proof, copy: str, table: str) -> str:
    """Put the copy in, play the next morning on it, and go back."""
    place = proof.place
    try:
        place.deploy(TableName=copy, DeploymentType="AllAtOnce")
        if proof.stack.outputs["TableName"] != copy:
            raise FailedError("the deployment did not put the copy in")
        _expect(_play(proof, "alert", NEXT_DAY), {"slack": State.SENT, "email": State.SENT})
    finally:
        place.deploy(TableName="", DeploymentType="Canary10Percent15Minutes")
    if proof.stack.outputs["TableName"] != table:
        raise FailedError("the way back did not put the stack's own table in")
    return "put in by a deployment, the next morning's alert was sent from it; then back"


def _alarms(proof: Proof) -> str:
    place, stack = proof.place, proof.stack
    client, names = stack.client("cloudwatch"), proof.resources()
    alarms = [
        each
        for each in _own_alarms(client, names)
        if each["AlarmActions"] and each["ActionsEnabled"]
    ]
    count_arrived = place.listen(stack.outputs["AlarmTopicArn"])
    for each in alarms:
        for state in ("OK", "ALARM"):  # one that is on already goes off again
            client.set_alarm_state(
                AlarmName=each["AlarmName"], StateValue=state, StateReason="make prove"
            )
    logical = {physical: name for name, physical in names.items()}
    shown = ", ".join(sorted(logical[each["AlarmName"]] for each in alarms))
    try:
        place.sees(
            f"Did an email arrive for each of these {len(alarms)} alarms?\n{shown}\n",
            lambda _: count_arrived() == len(alarms),
        )
    finally:
        for each in alarms:
            client.set_alarm_state(
                AlarmName=each["AlarmName"], StateValue="OK", StateReason="make prove is done"
            )
    return f"each of {number(len(alarms), 'alarm')} went off and arrived: {shown}"


def _own_alarms(client: Any, names: Mapping[str, str]) -> Iterator[Mapping[str, Any]]:
    """The alarms of the stack: those of metrics, and those over others."""
    pages = client.get_paginator("describe_alarms").paginate(
        AlarmTypes=["MetricAlarm", "CompositeAlarm"]
    )
    physical = {*names.values()}
    for page in pages:
        every = (*page.get("MetricAlarms", ()), *page.get("CompositeAlarms", ()))
        yield from (each for each in every if each["AlarmName"] in physical)


def _bill(proof: Proof) -> str:
    stack = proof.stack
    client, names = stack.client("cloudwatch"), proof.resources()
    alarms = list(_own_alarms(client, names))
    read = sum(_metrics_of(each) for each in alarms)
    composite = sum("AlarmRule" in each for each in alarms)
    pages = client.get_paginator("list_metrics").paginate(Namespace="Dealclock")
    own = sum(
        any(name["Value"] == proof.place.given.stack for name in each["Dimensions"])
        for page in pages
        for each in page["Metrics"]
    )
    fixed = _KEY + _SECRET + read * _ALARM_METRIC + composite * _COMPOSITE
    units = [
        _sum_of(client, f"Consumed{kind}CapacityUnits", stack.outputs["TableName"], proof.began)
        for kind in ("Read", "Write")
    ]
    used = units[0] * _READ + units[1] * _WRITTEN
    return (
        f"a month: key and secret {_KEY + _SECRET:.2f} USD, {len(alarms)} alarms over {read} "
        f"metrics {read * _ALARM_METRIC + composite * _COMPOSITE:.2f}, together {fixed:.2f}; "
        f"{own} metrics of its own at up to {_METRIC} each, for the hours they are sent. "
        f"This run: {units[0]:.0f} units read and {units[1]:.0f} written, {used:.4f} USD"
    )


def _metrics_of(alarm: Mapping[str, Any]) -> int:
    if "AlarmRule" in alarm:
        return 0
    return sum("MetricStat" in each for each in alarm.get("Metrics", ())) or 1


def _sum_of(client: Any, metric: str, table: str, since: datetime) -> float:
    points = client.get_metric_statistics(
        Namespace="AWS/DynamoDB",
        MetricName=metric,
        Dimensions=[{"Name": "TableName", "Value": table}],
        StartTime=since,
        EndTime=datetime.now(UTC),
        Period=3600,
        Statistics=["Sum"],
    )["Datapoints"]
    return sum(float(point["Sum"]) for point in points)


def _clean(proof: Proof) -> str:
    place, stack = proof.place, proof.stack
    copies = [each for each in proof.made if each != place.given.stack]
    for copy in copies:
        stack.client("dynamodb").delete_table(TableName=copy)
        proof.made.discard(copy)
    said = f"{number(len(copies), 'copy', 'copies')} left and deleted"
    if place.given.stack not in proof.made:
        _load_alert(proof, proof.channel("freed"))
        return f"{said}; the stack was there before and stays, with this run's three rehearsals"
    said += f"; {place.delete(proof.resources())}"
    proof.made.discard(place.given.stack)
    return said


_AWS, _SLACK = "the embedded AWS", "the Slack stand-in"
STEPS = (
    Step("before", "The account before a deployment", _before),
    Step(
        "deploy",
        "A stack deployed",
        _deploy,
        asks="Deploy the stack, unless it is there? It costs about 7 USD a month, a day of it "
        "0.25, until it is deleted.",
        stand_in=_AWS,
    ),
    Step("secret", "The Slack app and its secret", _secret, needs=["deploy"], stand_in=_SLACK),
    Step("doctor", "`dealclock doctor`", _doctor, needs=["secret"], stand_in=_AWS),
    Step(
        "screens",
        "`blocks.validate` of each kind of message",
        _screens,
        needs=["secret"],
        stand_in=f"{_SLACK}'s table of limits",
    ),
    Step(
        "alert",
        "One alert, end to end",
        _alert,
        needs=["secret"],
        stand_in=f"{_AWS}, {_SLACK}, the mail sink",
    ),
    Step("click", "Acknowledge pressed in Slack", _click, needs=["alert"], stand_in=_SLACK),
    Step(
        "refused",
        "Slack refuses: email takes over",
        _refused,
        needs=["alert"],
        stand_in=_SLACK,
    ),
    Step(
        "email",
        "Outcomes of email, by SES's simulator",
        _email,
        needs=["secret"],
        stand_in="events of SES made by hand",
    ),
    Step(
        "restore",
        "The table restored, and a deployment with it",
        _restore,
        asks="Restore the table to a copy, put it in and go back (if this run deployed the stack), "
        "and delete the copy? It takes up to two hours and costs under 1 USD.",
        needs=["alert"],
        stand_in=_AWS,
    ),
    Step(
        "alarms",
        "Each alarm goes off once",
        _alarms,
        asks="Set each alarm off, and over again? The person who gets the stack's alarms gets "
        "three emails for each.",
        needs=["deploy"],
        stand_in=f"{_AWS}, a queue as the inbox; alarms of metric math are left out there",
    ),
    Step("bill", "The bill, counted", _bill, needs=["deploy"], stand_in=_AWS),
    Step(
        "clean",
        "What the run made is deleted",
        _clean,
        asks="Delete what this run made: the stack if it deployed it, with its tables and its key, "
        "and any copy? To run on later, answer no.",
        needs=["deploy"],
    ),
)
"""What a run does, in this order."""
