"""`dealclock insiders`: who had access to a deal, from when to when."""

import argparse
import sys

from dealclock.cli import clock, connection
from dealclock.cli.commands import ON_A_STACK
from dealclock.cli.parser import Subparsers
from dealclock.render.insiders import insider_csv
from dealclock.usecases.insiders import insider_list
from dealclock.usecases.record import find_deal


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    parser = subparsers.add_parser(
        "insiders",
        help=ON_A_STACK["insiders"],
        description="Prints as CSV everybody who had access to a deal, also those who have no "
        "more: from which day to which, in what role and audience, and who added them. It is made "
        "from every version of the team the stack holds; the export is in the deal's archive.",
        epilog="example: dealclock insiders Granite > granite-insiders.csv",
    )
    parser.add_argument("deal", metavar="DEAL", help="the id or code name of a loaded deal")
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the list."""
    stack = connection.connect(args)
    deal = find_deal(args.deal, stack.store)
    sys.stdout.write(insider_csv(insider_list(deal, stack.store, clock.now(), stack.by)))
    return 0
