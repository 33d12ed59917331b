"""What `dealclock ack`, `snooze` and `done` share: a person acts on an alert of a running stack."""

import argparse
from collections.abc import Callable
from contextlib import suppress
from datetime import date

from dealclock.cli import clock, connection, terminal
from dealclock.cli.commands import ON_A_STACK
from dealclock.cli.parser import Parser, Subparsers
from dealclock.render.handled import follows
from dealclock.usecases.handle import Act, Asked, handle
from dealclock.usecases.queues import SqsDeliveryQueue
from dealclock.usecases.refreshing import refresh


def add(subparsers: Subparsers, name: str, description: str, example: str) -> Parser:
    """A command's parser with the arguments all of them take."""
    parser = subparsers.add_parser(
        name, help=ON_A_STACK[name], description=description, epilog=f"example: {example}"
    )
    parser.add_argument("deal", metavar="DEAL", help="the id or code name of a loaded deal")
    parser.add_argument(
        "obligation",
        metavar="OBLIGATION",
        help="an instance, such as trustee-notice/default-ii, or an id with one that is open",
    )
    parser.add_argument(
        "--as",
        metavar="PERSON",
        dest="person",
        required=True,
        help="the id of the person of the team who does it",
    )
    connection.add_option(parser)
    return parser


def run(args: argparse.Namespace, what: Act, until: date | None = None) -> int:
    """Do it, and say what follows."""
    stack = connection.connect(args)
    asked = Asked(args.deal, args.obligation, what, args.person, until)
    done = handle(asked, stack.store, clock.now(), stack.by, _bring_up_to_date(stack))
    mark = "REHEARSAL " if done.rehearsal else ""
    lines = follows(
        done.handled,
        done.title,
        done.person.name,
        [p.name for p in done.answering],
        done.met_by,
        already=done.already,
    )
    for i, line in enumerate(lines):
        terminal.say(f"  {line}" if i else f"{mark}{done.code_name}: {line}")
    return 0


def _bring_up_to_date(stack: connection.Connection) -> Callable[[str, str], None]:
    """Lets what stands in Slack show the answer; where the queue is not told, the next run does."""

    def bring(deal: str, instance: str) -> None:
        with suppress(connection.NoStack):
            queue = SqsDeliveryQueue(stack.client("sqs"), stack.output("DeliveryQueueUrl"))
            refresh(deal, instance, stack.store, queue, clock.now())

    return bring
