"""`dealclock explain`: one date or amount, step by step."""

import argparse

from dealclock.answers.explain import ACCRUAL, explain
from dealclock.cli import terminal
from dealclock.cli.arguments import add_deal
from dealclock.cli.commands import ON_FILES
from dealclock.cli.load_view import as_of, deal_of, look
from dealclock.cli.parser import Subparsers


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    parser = subparsers.add_parser(
        "explain",
        help=ON_FILES["explain"],
        description="Show the steps behind one date or amount, with the days skipped and why.",
        epilog="Example: dealclock explain agreements/infocrossing-2004 trustee-notice --as-of "
        "2004-11-20",
    )
    add_deal(parser)
    parser.add_argument(
        "obligation",
        metavar="OBLIGATION",
        help="an instance such as trustee-notice/default-ii, an id such as trustee-notice, or "
        f"{ACCRUAL}",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Print the explanation."""
    deal = deal_of(args)
    day, found_by = as_of(deal, args)
    seen = look(deal, day, args)
    found = explain(seen, args.obligation)
    if args.json:
        terminal.say_json(explain.document(found.body))
        return 0
    terminal.say_message(found.say(seen), seen, found_by)
    return 0
