"""`dealclock rehearse`: run rehearsals day by day through the real sweep."""

import argparse
import time

from dealclock.cli import clock, connection, terminal
from dealclock.cli.arguments import day
from dealclock.cli.parser import Parser
from dealclock.desk.rehearse import Stage, rehearse
from dealclock.jobs.find_deal import find_deal
from dealclock.messages import words


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Move rehearsals to a day and run their scheduled checks, Monday to Friday, "
        "through another day. Running it again sends nothing twice. Live deals keep the real "
        "date.",
        "Granite-Story --from 2004-06-30 --to 2004-07-15",
    )
    parser.add_argument(
        "deals", metavar="DEAL", nargs="+", help="ids or code names of loaded rehearsals"
    )
    parser.add_argument(
        "--from", dest="start", metavar="DATE", type=day, required=True, help="first day"
    )
    parser.add_argument(
        "--to", dest="end", metavar="DATE", type=day, help="last day (default: the first day only)"
    )
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Run the rehearsals, and print a line for each sweep that planned alerts."""
    stack = connection.connect(args)
    ids = (find_deal(named, stack.store).meta.id for named in args.deals)
    deals = list(dict.fromkeys(ids))
    stage = Stage(stack.store, stack.sweep, clock.now, time.sleep, stack.by)
    planned = already = 0
    for played in rehearse(deals, args.start, args.end or args.start, stage):
        planned, already = planned + played.planned, already + played.already
        if played.planned or played.already:
            when = f"{words.day(played.day)}, {played.slot}"
            terminal.say(f"{when}: {played.planned} new, {played.already} sent before")
    terminal.say(f"{planned} planned, {already} planned before.")
    return 0
