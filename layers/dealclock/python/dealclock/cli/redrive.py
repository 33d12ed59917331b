"""`dealclock redrive`: bring dead letters back to work, once their cause is mended."""

import argparse
import json
from typing import Any

from dealclock.cli import clock, connection, terminal
from dealclock.cli.commands import ON_A_STACK
from dealclock.cli.connection import Connection
from dealclock.cli.parser import Subparsers
from dealclock.messages.words import number
from dealclock.store.stack import NoStack
from dealclock.usecases.dead_letters import counted, kept
from dealclock.usecases.operate.redrive import EVERYTHING, Places, Start, redrive

_LEFT = 1


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    parser = subparsers.add_parser(
        "redrive",
        help=ON_A_STACK["redrive"],
        description="Return dead letters to their queues, and retry failed scheduled checks, email "
        "outcomes and replies. Nothing is lost, and nothing is done twice. Exits with 1 if "
        "any could not be retried.",
        epilog="Example: dealclock redrive assess --dry-run",
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
    """Redrive, or with --dry-run only count, and say how many."""
    stack = connection.connect(args)
    wanted = (args.what,) if args.what else EVERYTHING
    found, client = places(stack), stack.client("sqs")
    if args.dry_run:
        for what, count in counted(client, {w: found.dead[w] for w in wanted}).items():
            terminal.say(f"{what}: would return {number(count, 'message')}.")
        return 0
    left = 0
    for what in wanted:
        done = redrive(what, found, client)
        detail = {"what": what, "moved": done.moved, "left": len(done.left)}
        stack.store.archive.audit(None, "redrove", stack.by, clock.now(), detail)
        terminal.say(f"{what}: returned {number(done.moved, 'message')}.")
        for why in done.left:
            terminal.say(f"  Left {why}")
        left += len(done.left)
    return _LEFT if left else 0


def places(stack: Connection) -> Places:
    """Where the stack's dead letters lie, and where they came from."""

    def again(output: str) -> Start:
        def start(event: dict[str, Any]) -> None:
            answer = stack.client("lambda").invoke(
                FunctionName=stack.output(output), Payload=json.dumps(event).encode()
            )
            if answer.get("FunctionError"):
                raise NoStack("the retry failed; see the function's log")

        return start

    return Places(
        dead=kept(stack.output),
        home={
            "assess": stack.output("AssessQueueUrl"),
            "deliveries": stack.output("DeliveryQueueUrl"),
            "files": stack.output("FileQueueUrl"),
        },
        start={
            "sweeps": stack.sweep,
            "mails": again("MailEventsFunctionName"),
        },
    )
