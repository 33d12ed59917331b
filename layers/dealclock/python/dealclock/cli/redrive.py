"""`dealclock redrive`: retry dead letters once their cause is fixed."""

import argparse
import json
from typing import Any

from dealclock.cli import clock, connection, terminal
from dealclock.cli.connection import Connection
from dealclock.cli.parser import Parser
from dealclock.errors import RefusedError
from dealclock.jobs.dead_letters import count_messages, list_queues
from dealclock.jobs.operate.redrive import EVERYTHING, RedriveQueues, Start, redrive
from dealclock.messages.words import number

_LEFT = 1


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Return dead letters to their queues, and retry failed scheduled checks and email "
        "outcomes. Nothing is lost, and nothing is done twice. Exits with 1 if "
        "any could not be retried.",
        "assess --dry-run",
    )
    parser.add_argument(
        "what",
        metavar="WHAT",
        nargs="?",
        choices=EVERYTHING,
        help=f"what to retry: {', '.join(EVERYTHING)} (default: all)",
    )
    parser.add_argument("--dry-run", action="store_true", help="only show the counts")
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Redrive, or with --dry-run only count, and print the counts."""
    stack = connection.connect(args)
    wanted = (args.what,) if args.what else EVERYTHING
    queues, client = redrive_queues(stack), stack.client("sqs")
    if args.dry_run:
        for what, count in count_messages(client, {w: queues.dead[w] for w in wanted}).items():
            terminal.say(f"{what}: would return {number(count, 'message')}.")
        return 0
    left = 0
    for what in wanted:
        moved, kept = redrive(what, queues, client)
        detail = {"what": what, "moved": moved, "left": len(kept)}
        stack.store.archive.audit(None, "redrove", stack.by, clock.now(), detail)
        terminal.say(f"{what}: returned {number(moved, 'message')}.")
        for reason in kept:
            terminal.say(f"  Left {reason}")
        left += len(kept)
    return _LEFT if left else 0


def redrive_queues(stack: Connection) -> RedriveQueues:
    """The stack's dead-letter queues, and where their messages came from."""

    def restart(output: str) -> Start:
        def start(event: dict[str, Any]) -> None:
            answer = stack.client("lambda").invoke(
                FunctionName=stack.output(output), Payload=json.dumps(event).encode()
            )
            if answer.get("FunctionError"):
                raise RefusedError("the retry failed; see the function's log")

        return start

    return RedriveQueues(
        dead=list_queues(stack.output),
        home={
            "assess": stack.output("AssessQueueUrl"),
            "deliveries": stack.output("DeliveryQueueUrl"),
            "files": stack.output("FileQueueUrl"),
        },
        start={
            "sweeps": stack.sweep,
            "mails": restart("MailEventsFunctionName"),
        },
    )
