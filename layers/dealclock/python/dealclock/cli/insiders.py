"""`dealclock insiders`: who had access to a deal, and when."""

import argparse
from pathlib import Path

from dealclock.cli import arguments, connection, terminal
from dealclock.cli.parser import Parser
from dealclock.desk.break_glass import insider_list
from dealclock.documents.safe_csv import insider_csv
from dealclock.errors import RefusedError
from dealclock.jobs.find_deal import find_deal
from dealclock.messages.words import number


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Print as CSV everyone who has or had access to a deal: from when to when, "
        "in what role and audience, and who added them. Covers every version of the team on the "
        "stack. The deal's archive records the export.",
        "Granite --out insiders.csv",
    )
    arguments.add_loaded_deal(parser)
    parser.add_argument("--out", metavar="FILE", type=Path, help="file to write (default: print)")
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the list, or write it."""
    stack = connection.connect(args)
    deal = find_deal(args.deal, stack.store)
    insiders = insider_list(deal, stack.services().pinned(), stack.by)
    content = insider_csv(insiders)
    if args.out is None:
        terminal.say(content.decode("utf-8-sig").rstrip("\r\n").replace("\r\n", "\n"))
        return 0
    try:
        args.out.write_bytes(content)
    except OSError as error:
        raise RefusedError(
            f"cannot write --out {args.out}: {error.strerror}. Give another file."
        ) from None
    terminal.say(f"{deal.meta.code_name}: {number(len(insiders), 'line')} in {args.out}.")
    return 0
