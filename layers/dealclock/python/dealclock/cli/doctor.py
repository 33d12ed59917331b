"""`dealclock doctor`: the problems of a running stack, and what to do."""

import argparse
import json
from collections.abc import Iterator

from dealclock.alerts.health_findings import Severity
from dealclock.cli import clock, connection, terminal
from dealclock.cli.parser import Parser
from dealclock.jobs.operate.before_deploy import examine_account
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.doctor import CheckedStack, examine

_WORDS = {
    Severity.FINE: "No problems found.",
    Severity.WARNING: "Needs attention.",
    Severity.FAILING: "Failing.",
}


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Check a running stack as the watchdog does, and its setup as far as your "
        "permissions allow, with a sample of each kind of screen in Slack. Posts and changes "
        "nothing. Exits with 0 if no problems are "
        "found, 1 if something needs attention or could not be checked, 2 if something is "
        "failing.",
        "--before-deploy dealclock@example.com",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--before-deploy",
        metavar="EMAIL",
        help="check the account instead, for a deployment with this EmailFrom: limits, email, "
        "addresses without IAM, and the secret and Slack if the stack exists",
    )
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the findings, most severe first."""
    before = args.before_deploy
    stack = connection.connect_account() if before else connection.connect(args)
    checked = CheckedStack(stack.store, stack.client, stack.outputs, stack.local)
    now = clock.now()
    diagnosis = examine_account(checked, before, now) if before else examine(checked, now)
    if args.json:
        terminal.say(json.dumps(_document(diagnosis), indent=2, ensure_ascii=False))
    else:
        terminal.say_wrapped(*_lines(diagnosis))
    return int(diagnosis.severity)


def _lines(diagnosis: Round) -> Iterator[str]:
    yield _WORDS[diagnosis.severity]
    for finding in sorted(diagnosis.findings, key=lambda f: -f.severity):
        yield ""
        yield f"{finding.severity.name}: {finding.text}"
        yield f"  {finding.do}"
    if diagnosis.unchecked:
        yield ""
        yield from (f"not checked: {check}" for check in diagnosis.unchecked)
    yield ""
    yield from (f"not applicable here: {check}" for check in diagnosis.not_applicable)
    if diagnosis.in_order:
        yield f"in order: {', '.join(diagnosis.in_order)}"


def _document(diagnosis: Round) -> dict[str, object]:
    return {
        "format": "dealclock-doctor/1",
        "severity": diagnosis.severity.name.lower(),
        "findings": [
            {
                "check": finding.check,
                "severity": finding.severity.name.lower(),
                "says": finding.text,
                "do": finding.do,
            }
            for finding in sorted(diagnosis.findings, key=lambda f: -f.severity)
        ],
        "not_checked": diagnosis.unchecked,
        "does_not_apply": diagnosis.not_applicable,
        "in_order": diagnosis.in_order,
    }
