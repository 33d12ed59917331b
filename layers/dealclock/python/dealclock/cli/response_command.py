"""What `dealclock ack`, `snooze` and `done` share: a person acts on an alert of a running stack."""

import argparse
from datetime import date

from dealclock.cli import arguments, connection, terminal
from dealclock.cli.commands import ON_A_STACK
from dealclock.cli.parser import Parser, Subparsers
from dealclock.usecases.desk.respond import Act, ResponseRequest, respond


def add(subparsers: Subparsers, name: str, description: str, example: str) -> Parser:
    """A command's parser with the arguments all of them take."""
    parser = subparsers.add_parser(
        name, help=ON_A_STACK[name], description=description, epilog=f"Example: {example}"
    )
    arguments.add_loaded_deal(parser)
    parser.add_argument(
        "obligation",
        metavar="OBLIGATION",
        help="an instance, such as trustee-notice/default-ii, or an id with one open instance",
    )
    arguments.add_person(parser, "id on the team of the person who responds")
    connection.add_option(parser)
    return parser


def run(args: argparse.Namespace, what: Act, until: date | None = None) -> int:
    """Do it, and say what follows."""
    stack = connection.connect(args)
    asked = ResponseRequest(args.deal, args.obligation, what, args.person, until)
    done = respond(asked, stack.services(assess=True).pinned(), stack.by)
    mark = "REHEARSAL " if done.rehearsal else ""
    for i, line in enumerate(done.follows()):
        terminal.say(f"  {line}" if i else f"{mark}{done.code_name}: {line}")
    return 0
