"""`dealclock assess`: everything true of a deal as of a day."""

import argparse
import json

from dealclock.cli import terminal
from dealclock.cli.arguments import add_deal, day
from dealclock.cli.commands import ON_FILES
from dealclock.cli.load_view import deal_of, look
from dealclock.cli.parser import Subparsers
from dealclock.render import table_outside
from dealclock.render.assessment_json import document
from dealclock.render.table import tables


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    parser = subparsers.add_parser(
        "assess",
        help=ON_FILES["assess"],
        description="Shows a deal's obligations, defaults and accruals as of the start of a day, "
        "from its files alone.",
        epilog="example: dealclock assess agreements/infocrossing-2004 --as-of 2004-11-20",
    )
    add_deal(parser)
    parser.add_argument("--as-of", metavar="DATE", type=day, required=True, help="the day")
    parser.add_argument(
        "--all-readings",
        action="store_true",
        help="also show each figure's range over all combinations of its readings",
    )
    parser.add_argument(
        "--outside",
        action="store_true",
        help="show only what people outside the team may see: confirmed conclusions",
    )
    parser.add_argument(
        "--json", action="store_true", help="print the assessment as JSON (docs/assessment.md)"
    )


def run(args: argparse.Namespace) -> int:
    """Print the assessment."""
    found = look(deal_of(args), args.as_of, args, together=args.all_readings, outside=args.outside)
    if args.json:
        terminal.say(json.dumps(document(found.view.assessment), indent=2, ensure_ascii=False))
    else:
        told = table_outside.tables if args.outside else tables
        terminal.say("\n".join(told(found.view, found.history, terminal.width())))
    return 0
