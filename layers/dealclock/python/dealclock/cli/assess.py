"""`dealclock assess`: everything true of a deal as of a day."""

import argparse
import json

from dealclock.access.outside import Recipient, shown_outside
from dealclock.cli import terminal
from dealclock.cli.arguments import add_deal, day
from dealclock.cli.commands import ON_FILES
from dealclock.cli.load_view import deal_of, facts_known, look
from dealclock.cli.parser import Subparsers, UsageError
from dealclock.render import outside
from dealclock.render.assessment_json import document
from dealclock.render.layout import wrapped
from dealclock.render.message import text_lines
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
        help="what someone outside the team sees: what was delivered or released to it",
    )
    parser.add_argument(
        "--to",
        metavar="WHOM",
        default="trustee",
        help="with --outside, whom: trustee (unless given), counterparty, or 'holder NAME'",
    )
    parser.add_argument(
        "--json", action="store_true", help="print the assessment as JSON (docs/assessment.md)"
    )


def run(args: argparse.Namespace) -> int:
    """Print the assessment."""
    if args.outside:
        return _outside(args)
    found = look(deal_of(args), args.as_of, args, together=args.all_readings)
    if args.json:
        terminal.say(json.dumps(document(found.view.assessment), indent=2, ensure_ascii=False))
    else:
        terminal.say("\n".join(tables(found.view, found.history, terminal.width())))
    return 0


def _outside(args: argparse.Namespace) -> int:
    """Print what someone outside sees. A deal's files hold no approvals: none is waited for."""
    to = Recipient.parse(args.to)
    if to is None:
        raise UsageError(f"--to is {args.to!r}; give trustee, counterparty, or 'holder NAME'.")
    deal = deal_of(args)
    found = shown_outside(facts_known(deal, args.as_of, args), to)
    if args.json:
        terminal.say(
            json.dumps(outside.document(found, to, args.as_of), indent=2, ensure_ascii=False)
        )
        return 0
    message = outside.shown(deal.team.code_name, found, to, args.as_of)
    width = terminal.width()
    lines = (wrapped(line, width, hanging=2) or [""] for line in text_lines(message))
    terminal.say("\n".join(line for paragraph in lines for line in paragraph))
    return 0
