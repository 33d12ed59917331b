"""What an account lacks for a deployment, before anything is deployed. Changes nothing."""

import re
from collections.abc import Iterator
from datetime import datetime

from dealclock.alerts.health_findings import Finding
from dealclock.errors import NotFoundError
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.doctor import (
    SETUP_CHECKS,
    CheckedStack,
    SetupCheck,
    examine_setup,
    failing,
    find_in_ses,
    find_sms_limits,
    list_originations,
    warning,
)

RESERVED, UNRESERVED = 17, 100
"""The concurrency that template.yaml reserves, and what AWS wants to stay unreserved."""


def examine_account(stack: CheckedStack, sender: str, now: datetime) -> Round:
    """Check the caller's account for a deployment whose emails come from an address.

    The secret and Slack are checked if the stack is there already, which then has outputs.
    """

    def mail(of: CheckedStack) -> Iterator[Finding]:
        yield from find_in_ses(of, sender)
        yield from _signing(of, sender)

    checks: dict[str, SetupCheck] = {
        "concurrency": _concurrency,
        "addresses without IAM": _addresses,
        "mail": mail,
        "SMS": _sms,
    }
    for name in ("the Slack secret", "Slack"):
        checks[name] = _if_deployed(SETUP_CHECKS[name])
    return examine_setup(stack, now, checks)


def _concurrency(stack: CheckedStack) -> Iterator[Finding]:
    limit = stack.client("lambda").get_account_settings()["AccountLimit"]["ConcurrentExecutions"]
    if limit < RESERVED + UNRESERVED and not stack.outputs:
        yield failing(
            f"Lambda's concurrency limit is {limit}; the stack reserves {RESERVED}, and "
            f"{UNRESERVED} must stay unreserved.",
            "Have it raised under Service Quotas, or deploy with ReserveConcurrency=false.",
        )


def _addresses(stack: CheckedStack) -> Iterator[Finding]:
    """Slack cannot sign for AWS, so the stack's addresses ask for no IAM, unless a REST API's."""
    if ".execute-api." in stack.outputs.get("SlackUrl", ""):
        return
    caller = stack.client("sts").get_caller_identity()["Arn"]
    answer = stack.client("iam").simulate_principal_policy(
        PolicySourceArn=_principal(caller),
        ActionNames=["lambda:CreateFunctionUrlConfig", "lambda:AddPermission"],
        ContextEntries=[
            {
                "ContextKeyName": "lambda:FunctionUrlAuthType",
                "ContextKeyValues": ["NONE"],
                "ContextKeyType": "string",
            }
        ],
    )
    results = answer["EvaluationResults"]
    organization = (each.get("OrganizationsDecisionDetail", {}) for each in results)
    if not all(each.get("AllowedByOrganizations", True) for each in organization):
        yield failing(
            "Your organization forbids addresses that ask for no IAM (AuthType NONE).",
            "Deploy with Addresses=rest-api (docs/operations.md, Where such addresses are "
            "forbidden).",
        )
    elif any(each["EvalDecision"] != "allowed" for each in results):
        yield warning(
            "You may not create an address that asks for no IAM (AuthType NONE) yourself.",
            "Deploy as someone who may, or with the roles of deployer.yaml.",
        )


def _principal(caller: str) -> str:
    """The role or user behind a session: what it may do is asked of that."""
    assumed = re.fullmatch(r"arn:([^:]+):sts::(\d+):assumed-role/([^/]+)/.*", caller)
    if assumed is None:
        return caller
    partition, account, role = assumed.groups()
    return f"arn:{partition}:iam::{account}:role/{role}"


def _signing(stack: CheckedStack, sender: str) -> Iterator[Finding]:
    """Unsigned email is treated as spam, or refused."""
    client, domain = stack.client("sesv2"), sender.partition("@")[2]
    try:
        found = client.get_email_identity(EmailIdentity=domain)
    except client.exceptions.NotFoundException:
        raise NotFoundError(f"{domain} is not an identity in SES, so nothing is signed") from None
    if found.get("DkimAttributes", {}).get("Status") != "SUCCESS":
        yield warning(
            f"SES does not sign email from {domain} (DKIM).",
            "Publish the three records that its page in the SES console shows.",
        )


def _sms(stack: CheckedStack) -> Iterator[Finding]:
    """Off by default, so of interest only where the account has what it would be sent from."""
    if not any(list_originations(stack)):
        raise NotFoundError("this account has no pool or number to send it from")
    yield from find_sms_limits(stack)


def _if_deployed(check: SetupCheck) -> SetupCheck:
    def checked(stack: CheckedStack) -> Iterator[Finding]:
        if not stack.outputs:
            raise NotFoundError("the stack is not deployed yet")
        yield from check(stack)

    return checked
