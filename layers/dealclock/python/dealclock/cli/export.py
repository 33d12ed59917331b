"""`dealclock export`: events and obligations of a deal, for a spreadsheet or a program."""

import argparse

from dealclock.cli import file_command
from dealclock.cli.parser import Parser
from dealclock.jobs.documents.export import EXPORTS, QUARTER, give_export


def add(parser: Parser) -> None:
    """The command and its options."""
    file_command.add_of_deal(
        parser,
        "Export all events, including superseded ones, or all obligations and windows, as CSV; "
        "or everything as JSON; or a certificate of every date, with its steps, which verify.py "
        "in each proof pack checks without Dealclock; or the quarter's dates as PDF, whether they "
        "were computed twice and who checked the terms. Cells are escaped so that spreadsheets do "
        "not run them as formulas. The deal's archive records each export.",
        "Granite facts --as maria --to facts.csv",
    )
    parser.add_argument(
        "what",
        metavar="WHAT",
        choices=(*EXPORTS, QUARTER),
        help=f"what to export: {', '.join((*EXPORTS, QUARTER))}",
    )


def run(args: argparse.Namespace) -> int:
    """Make the export and write it."""
    document = give_export(file_command.request_of(args, "what"))
    file_command.say_written(document, file_command.write(document, args.to))
    return 0
