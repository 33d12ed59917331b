"""`dealclock record`: record events of a deal in a running stack."""

import argparse
from pathlib import Path

from dealclock.cli import connection, terminal
from dealclock.cli.load import change_lines
from dealclock.cli.parser import Parser
from dealclock.desk.record import record
from dealclock.facts.cross_checks import not_stated
from dealclock.files.source import parse_file


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Record the events in a file, each once by its id. An event is never edited: "
        "record a later event that corrects it.",
        "news.yaml --deal Granite",
    )
    parser.add_argument(
        "file", metavar="FILE", type=Path, help="events file, in the format of facts.yaml"
    )
    parser.add_argument(
        "--deal", metavar="DEAL", required=True, help="id or code name of a loaded deal"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="only show what would be recorded and change"
    )
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Record, or with --dry-run only check, and print what is new and what changes."""
    source = parse_file(args.file)
    stack = connection.connect(args)
    done = record(
        source,
        args.deal,
        stack.services(assess=True).pinned(),
        stack.by,
        dry_run=args.dry_run,
    )
    verb = "would record" if args.dry_run else "recorded"
    terminal.say(f"{done.deal.meta.code_name}: {verb} {', '.join(done.new) or 'nothing new'}.")
    if done.known:
        terminal.say(f"  Already recorded: {', '.join(done.known)}.")
    for line in done.taken_back:
        terminal.say_wrapped(f"  {line}.")
    if done.new:
        terminal.say("\n".join(change_lines(done.changes)))
    for _, warning in not_stated(done.facts):
        terminal.say_wrapped(f"WARNING: {args.file}: {warning}", hanging=0)
    return 0
