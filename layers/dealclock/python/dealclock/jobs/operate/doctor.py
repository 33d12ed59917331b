"""Checking a stack on request: the watchdog's checks, and whether everything is set up.

Each check is made as far as the caller's permissions allow. One that could not be made is reported.
No check prints a secret, posts anything, or changes anything; Slack is asked about samples only.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

from slack_sdk import WebClient

from dealclock.alerts.health_findings import Finding, Severity, list_key
from dealclock.alerts.outcome import Refused
from dealclock.channels.web_api import SlackCallError, read_scopes, web_client, write_call
from dealclock.errors import DealclockError, NotFoundError
from dealclock.jobs.dead_letters import What, count_messages, key_in, list_queues
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.failures import without_data
from dealclock.jobs.operate.watch import watch
from dealclock.jobs.services import Services
from dealclock.jobs.settings import SlackSecret
from dealclock.messages.slack_views.samples import YOUNG, samples
from dealclock.records import record
from dealclock.store import Store
from dealclock.store.stack import queue_attributes

SKEW, TOO_MUCH_SKEW = timedelta(seconds=30), timedelta(minutes=5)
_SLACK = "https://slack.com/api/"
_HERE = "http://127.0.0.1:"
_SCOPES = (
    "commands chat:write groups:read groups:history im:write im:history users:read files:write"
)
SCOPES = frozenset(_SCOPES.split())
"""What the app needs, as slack/manifest.yaml grants it."""
FIRST_SPEND_LIMIT = 1
"""Dollars a month that AWS lets a new account spend on SMS."""
_INVALID = ("invalid_blocks", "invalid_view")
_QUEUES = {
    "AssessQueueUrl": "the assess queue",
    "DeliveryQueueUrl": "the delivery queue",
    "AssessDeadLettersUrl": "the dead letters of assess",
    "DeliveryDeadLettersUrl": "the dead letters of deliver",
    "FileQueueUrl": "the file queue",
    "FileDeadLettersUrl": "the dead letters of files",
    "ScheduleDeadLettersUrl": "the scheduled checks that could not start",
    "SweepFailuresUrl": "the scheduled checks that failed",
    "MailEventFailuresUrl": "the email outcomes that could not be recorded",
}


@record
class CheckedStack:
    """The stack to check; `local`: it runs on this machine."""

    store: Store
    client: Callable[[str], Any]
    outputs: Mapping[str, str]
    local: bool


SetupCheck = Callable[[CheckedStack], Iterable[Finding]]


def examine(stack: CheckedStack, now: datetime) -> Round:
    """Make every check that applies: of the setup, and those of the watchdog without repairs."""
    setup = examine_setup(stack, now, SETUP_CHECKS)

    def dead_letters() -> Mapping[What, int]:
        return count_messages(stack.client("sqs"), list_queues(stack.outputs.__getitem__))

    watched = watch(Round(setup.services, dead_letters, repairs=False))
    setup.findings += watched.findings
    setup.unchecked += watched.unchecked
    if not watched.findings and not watched.unchecked:
        setup.in_order.append(
            "scheduled checks, deliveries, escalations, dead letters and wake days"
        )
    return setup


def examine_slack(stack: CheckedStack, now: datetime) -> Round:
    """Check the token, and a sample of each kind of screen, which holds nothing of any deal."""
    return examine_setup(stack, now, {"Slack": _slack})


def examine_setup(stack: CheckedStack, now: datetime, checks: Mapping[str, SetupCheck]) -> Round:
    """Make each check on its own: one that cannot be made, or does not apply, is listed."""
    setup = Round(Services(stack.store, lambda: now), repairs=False)
    for what, check in checks.items():
        try:
            findings = list(check(stack))
        except NotFoundError as error:
            setup.not_applicable.append(f"{what}: {error}")
        except KeyError as error:
            setup.unchecked.append(
                f"{what}: the stack does not report {error}; deploy this release"
            )
        except Exception as error:  # noqa: BLE001 - one check must not hide the others
            setup.unchecked.append(f"{what}: {without_data(error)}")
        else:
            setup.findings += findings
            setup.in_order += [] if findings else [what]
    return setup


def failing(text: str, do: str) -> Finding:
    """What keeps the stack from working."""
    return Finding("settings", Severity.FAILING, text, do)


def warning(text: str, do: str) -> Finding:
    """What may keep it from working for some."""
    return Finding("settings", Severity.WARNING, text, do)


def _secret(stack: CheckedStack) -> Iterator[Finding]:
    try:
        secret = _read_secret(stack)
    except DealclockError:
        yield failing(
            "The Slack secret is empty or invalid.",
            "Fill it in as docs/operations.md describes (Filling the secret).",
        )
        return
    for name, value in (("signing_secret", secret.signing_secret), ("bot_token", secret.bot_token)):
        if value != value.strip() or any(c.isspace() for c in value):
            yield failing(
                f"The secret's {name} contains a space or a line break.",
                "Enter it again without the extra characters.",
            )


def _read_secret(stack: CheckedStack) -> SlackSecret:
    arn = stack.outputs["SlackSecretArn"]
    return SlackSecret.fetch(stack.client("secretsmanager"), arn)


def _environment(stack: CheckedStack) -> Mapping[str, str]:
    """The environment of the deliver function."""
    configuration = stack.client("lambda").get_function_configuration(
        FunctionName=stack.outputs["DeliverFunctionName"]
    )
    variables: Mapping[str, str] = configuration.get("Environment", {}).get("Variables", {})
    return variables


def _slack(stack: CheckedStack) -> Iterator[Finding]:
    url = _environment(stack)["DEALCLOCK_SLACK_API_URL"]
    if url != _SLACK and not url.startswith(_HERE):
        yield failing(
            "The stack is set to an address that is neither Slack nor this machine.",
            "Deploy again without SlackApiUrl, and replace the bot token: it was sent to that "
            "address.",
        )
        return
    if url.startswith(_HERE) and not stack.local:
        yield failing(
            "A stack in AWS is set to reach Slack at 127.0.0.1.",
            "Deploy again without SlackApiUrl.",
        )
        return
    client = web_client(_read_secret(stack).bot_token, url)
    try:
        missing = SCOPES - read_scopes(client)
        refused = [name for name, sample in samples().items() if not _takes(client, sample)]
    except SlackCallError as failed:
        if isinstance(failed.outcome, Refused):
            yield failing(
                f"Slack refuses the bot token: {failed.outcome.cause}.",
                "Reinstall the app and replace the token in the secret.",
            )
        else:
            yield warning("Slack does not answer.", "Try again; see status.slack.com.")
        return
    if missing:
        yield failing(
            f"The app lacks the scopes {', '.join(sorted(missing))}.",
            "Give it those of slack/manifest.yaml, and reinstall it.",
        )
    if young := [name for name in refused if name in YOUNG]:
        yield warning(
            f"This workspace does not take {' or '.join(young)} yet.",
            "Nothing: these answers come as lines until it does.",
        )
    if others := [name for name in refused if name not in YOUNG]:
        yield failing(
            f"This workspace refuses the sample of {', '.join(others)}.",
            "Report it with the version of this release: people do not see these.",
        )


def _takes(client: WebClient, sample: Mapping[str, Any]) -> bool:
    """Whether the workspace takes this sample; raises SlackCallError if it does not say."""
    try:
        write_call(client, "blocks.validate", sample)
    except SlackCallError as failed:
        if isinstance(failed.outcome, Refused) and failed.outcome.cause in _INVALID:
            return False
        raise
    return True


def _queues(stack: CheckedStack) -> Iterator[Finding]:
    client = stack.client("sqs")
    for output, what in _QUEUES.items():
        attributes = queue_attributes(client, stack.outputs[output])
        if attributes is None:
            yield failing(f"{what} no longer exists.", "Deploy the stack again.")
            continue
        redrives = "RedrivePolicy" in attributes
        if output in ("AssessQueueUrl", "DeliveryQueueUrl", "FileQueueUrl") and not redrives:
            yield failing(f"Messages that fail for good lose {what}.", "Deploy the stack again.")


def _table(stack: CheckedStack) -> Iterator[Finding]:
    name = stack.outputs["TableName"]
    table = stack.client("dynamodb").describe_table(TableName=name)["Table"]
    if table["TableStatus"] not in ("ACTIVE", "UPDATING"):
        restore = "See docs/operations.md, The restore drill."
        yield failing(f"The table is {table['TableStatus']}.", restore)
    if not stack.local and not table.get("DeletionProtectionEnabled"):
        yield failing("The table has no deletion protection.", "Deploy the stack again.")


def _key(stack: CheckedStack) -> Iterator[Finding]:
    return list_key(key_in(stack.client("kms"), stack.outputs["DataKeyArn"]))


def _recovery(stack: CheckedStack) -> Iterator[Finding]:
    if stack.local:
        raise NotFoundError("a stack on this machine has no backups")
    name = stack.outputs["TableName"]
    backups = stack.client("dynamodb").describe_continuous_backups(TableName=name)
    recovery = backups["ContinuousBackupsDescription"].get("PointInTimeRecoveryDescription", {})
    if recovery.get("PointInTimeRecoveryStatus") != "ENABLED":
        yield failing("The table has no point-in-time recovery.", "Deploy it again.")


def _schedules(stack: CheckedStack) -> Iterator[Finding]:
    if stack.local:
        raise NotFoundError("a local stack runs its checks by hand")
    client = stack.client("scheduler")
    prefix = stack.outputs["WatchdogScheduleName"].partition("WatchdogSchedule")[0]
    pages = client.get_paginator("list_schedules").paginate(NamePrefix=prefix)
    # Those of the stack dealclock-test begin with dealclock- too.
    own = re.compile(re.escape(prefix) + "[A-Za-z]+Schedule-")
    schedules = [each for page in pages for each in page["Schedules"] if own.match(each["Name"])]
    if not schedules:
        yield failing("Nothing is scheduled.", "Deploy the stack again.")
    for schedule in schedules:
        if schedule.get("State") != "ENABLED":
            yield failing(
                f"{schedule['Name']} is paused.",
                "Deploy again with SchedulesState=ENABLED; if it was paused by hand, first with "
                "SchedulesState=DISABLED, since a deployment changes only what the stack changed.",
            )


def _clock(stack: CheckedStack) -> Iterator[Finding]:
    before = datetime.now(UTC)
    answer = stack.client("sqs").get_queue_attributes(
        QueueUrl=stack.outputs["DeliveryQueueUrl"], AttributeNames=["QueueArn"]
    )
    date_header = answer["ResponseMetadata"]["HTTPHeaders"].get("date")
    if date_header is None:
        raise NotFoundError("the stack does not report its time")
    skew = abs(parsedate_to_datetime(date_header) - before)
    if skew >= SKEW:
        finding = failing if skew >= TOO_MUCH_SKEW else warning
        yield finding(
            f"This machine's clock and the stack's differ by {int(skew.total_seconds())} seconds.",
            "Set this machine's clock; events recorded from it may have wrong timestamps.",
        )


def _mail(stack: CheckedStack) -> Iterator[Finding]:
    environment = _environment(stack)
    if environment["DEALCLOCK_EMAIL_TRANSPORT"] != "ses":
        raise NotFoundError("email goes to a local sink")
    yield from find_in_ses(stack, environment["DEALCLOCK_EMAIL_FROM"])


def find_in_ses(stack: CheckedStack, sender: str) -> Iterator[Finding]:
    """What keeps SES from sending emails from an address to anyone."""
    client = stack.client("sesv2")
    if not any(_verified(client, name) for name in (sender, sender.partition("@")[2])):
        yield failing(
            "Neither the sender's address nor its domain is verified in SES.",
            "Verify it in SES; until then every email is refused.",
        )
    account = client.get_account()
    if not account.get("SendingEnabled", True):
        yield failing("SES has paused this account's sending.", "See the SES console for why.")
    if not account.get("ProductionAccessEnabled", True):
        yield warning(
            "SES is in its sandbox and sends only to verified addresses.",
            "Ask AWS for production access.",
        )


def _verified(client: Any, identity: str) -> bool:
    try:
        return bool(client.get_email_identity(EmailIdentity=identity)["VerifiedForSendingStatus"])
    except client.exceptions.NotFoundException:
        return False


def _sms(stack: CheckedStack) -> Iterator[Finding]:
    origination = _environment(stack).get("DEALCLOCK_SMS_ORIGINATION", "")
    if not origination:
        raise NotFoundError("this stack sends no SMS")
    if not any(each == origination for each in list_originations(stack)):
        yield failing(
            "SmsOrigination is no active pool or number of this account for transactional SMS.",
            "Choose one in the console of AWS End User Messaging, and deploy again with its id.",
        )
    yield from find_sms_limits(stack)


def list_originations(stack: CheckedStack) -> Iterator[str]:
    """The pools and numbers from which the account can send SMS about a transaction, by id."""
    client = stack.client("pinpoint-sms-voice-v2")
    for operation, kind in (("describe_phone_numbers", "PhoneNumber"), ("describe_pools", "Pool")):
        for page in client.get_paginator(operation).paginate():
            for each in page[f"{kind}s"]:
                if (each["Status"], each["MessageType"]) == ("ACTIVE", "TRANSACTIONAL"):
                    yield each[f"{kind}Id"]


def find_sms_limits(stack: CheckedStack) -> Iterator[Finding]:
    """What keeps the account from sending SMS to anyone."""
    client = stack.client("pinpoint-sms-voice-v2")
    attributes = client.describe_account_attributes()["AccountAttributes"]
    if {"Name": "ACCOUNT_TIER", "Value": "SANDBOX"} in attributes:
        yield warning(
            "SMS is in AWS's sandbox and is sent only to numbers that are verified there.",
            "Ask AWS for production access to SMS.",
        )
    for limit in client.describe_spend_limits()["SpendLimits"]:
        spent = limit["EnforcedLimit"]
        if limit["Name"] == "TEXT_MESSAGE_MONTHLY_SPEND_LIMIT" and spent <= FIRST_SPEND_LIMIT:
            yield warning(
                f"SMS stops for the month once ${spent} is spent.",
                "Ask AWS for a higher limit, and set it in the console of AWS End User Messaging.",
            )


def _alarms(stack: CheckedStack) -> Iterator[Finding]:
    if stack.local:
        raise NotFoundError("a local stack sends no email")
    client = stack.client("sns")
    pages = client.get_paginator("list_subscriptions_by_topic").paginate(
        TopicArn=stack.outputs["AlarmTopicArn"]
    )
    arns = [
        subscription["SubscriptionArn"] for page in pages for subscription in page["Subscriptions"]
    ]
    if not any(arn.startswith("arn:") for arn in arns):
        yield failing(
            "Alarms reach no one: the alarm topic has no confirmed subscription.",
            "Confirm the email sent to AlarmEmail, or deploy again with an AlarmEmail.",
        )


SETUP_CHECKS: Mapping[str, SetupCheck] = {
    "the Slack secret": _secret,
    "Slack": _slack,
    "mail": _mail,
    "SMS": _sms,
    "queues": _queues,
    "the table": _table,
    "the key": _key,
    "point-in-time recovery": _recovery,
    "schedules": _schedules,
    "alarms": _alarms,
    "clocks": _clock,
}
"""What must be set up for a stack to work."""
