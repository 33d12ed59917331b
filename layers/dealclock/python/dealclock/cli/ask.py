"""`dealclock ask`: the answer to a `/deal` command from a deal's files."""

import argparse

from dealclock.cli import clock, terminal
from dealclock.cli.arguments import add_as_of, add_files
from dealclock.cli.load_view import as_of, deal_of
from dealclock.cli.parser import Parser
from dealclock.desk.of_files import answer_of_files


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Answer a /deal command from a deal's files alone, with the same first line as "
        "in Slack. `dealclock ask DEAL_DIR help` lists the commands.",
        "agreements/infocrossing-2004 --facts histories/story.yaml "
        "--as-of 2005-01-20 usable on 2004-12-17",
    )
    add_files(parser)
    add_as_of(parser)
    parser.add_argument(
        "words", metavar="WORD", nargs="+", help="the /deal command, such as: next 30"
    )


def run(args: argparse.Namespace) -> int:
    """Print the answer."""
    deal = deal_of(args)
    day, _ = as_of(deal, args)
    terminal.say_lines(answer_of_files(" ".join(args.words), deal, day, clock.now()))
    return 0
