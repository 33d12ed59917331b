"""`dealclock assess`: the whole assessment of a deal as of a day."""

import argparse

from dealclock.answers.assess import assess
from dealclock.answers.terminal.table import tables
from dealclock.cli import terminal
from dealclock.cli.arguments import add_deal
from dealclock.cli.commands import ON_FILES
from dealclock.cli.load_view import as_of, deal_of, look
from dealclock.cli.parser import Subparsers
from dealclock.engine.assessment import Assessment
from dealclock.messages.layout import wrapped
from dealclock.messages.message import text_lines
from dealclock.messages.view import View


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    parser = subparsers.add_parser(
        "assess",
        help=ON_FILES["assess"],
        description="Show a deal's obligations, defaults and accruals as of the start of a day, "
        "from its files alone.",
        epilog="Example: dealclock assess agreements/infocrossing-2004 --as-of 2004-11-20",
    )
    add_deal(parser)
    parser.add_argument(
        "--all-readings",
        action="store_true",
        help="also show the range of each figure over all combinations of readings",
    )
    parser.add_argument(
        "--outside",
        action="store_true",
        help="show what a person outside the team sees: what was delivered or released to them",
    )
    parser.add_argument(
        "--to",
        metavar="WHOM",
        help="with --outside: trustee (default), counterparty or 'holder NAME'",
    )
    parser.add_argument("--json", action="store_true", help="print JSON (docs/assessment.md)")


def run(args: argparse.Namespace) -> int:
    """Print the assessment, or what a person outside the team sees."""
    deal = deal_of(args)
    day, _ = as_of(deal, args)
    seen = look(deal, day, args)
    found = assess(seen, args.all_readings, args.outside, args.to)
    if args.json:
        terminal.say_json(assess.document(found.body))
        return 0
    width = terminal.width()
    if isinstance(found.body, Assessment):
        view = View.with_assessment(seen, found.body)
        terminal.say("\n".join(tables(view, seen.history, width)))
    else:
        lines = (wrapped(line, width, hanging=2) for line in text_lines(found.say(seen)))
        terminal.say("\n".join(line for paragraph in lines for line in paragraph or [""]))
    return 0
