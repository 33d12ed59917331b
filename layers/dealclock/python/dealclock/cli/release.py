"""`dealclock release`: release one conclusion of a deal to a person outside the team."""

import argparse

from dealclock.cli import arguments, connection, terminal
from dealclock.cli.commands import ON_A_STACK
from dealclock.cli.parser import Subparsers
from dealclock.desk.release import ReleaseRequest, release
from dealclock.messages.layout import wrapped
from dealclock.messages.message import text_lines


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    parser = subparsers.add_parser(
        "release",
        help=ON_A_STACK["release"],
        description="Release one conclusion, with its status, dates and amount as they are now, "
        "to a person outside the team. It is shown to them once a second person approves it; "
        "later changes are not. --withdraw ends the release at once.",
        epilog="Example: dealclock release Granite default-ii --to trustee --as maria",
    )
    arguments.add_loaded_deal(parser)
    parser.add_argument(
        "instance", metavar="OBLIGATION", help="obligation, window, default or duty"
    )
    parser.add_argument(
        "--to", metavar="WHOM", required=True, help="trustee, counterparty or 'holder NAME'"
    )
    parser.add_argument("--withdraw", action="store_true", help="withdraw the release to them")
    arguments.add_person(parser, "id on the team of the lead who releases it")
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Release or withdraw, and print the result."""
    stack = connection.connect(args)
    request = ReleaseRequest(args.deal, args.instance, args.to, args.person, withdraw=args.withdraw)
    done = release(request, stack.services(assess=True).pinned(), stack.by)
    for line in text_lines(done.message):
        terminal.say("\n".join(wrapped(line, terminal.width(), hanging=2) or [""]))
    return 0
