"""`dealclock load`: load a deal's files into a running stack, or show what would change."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from dealclock.cli import clock, connection, terminal
from dealclock.cli.parser import Parser
from dealclock.cli.silences import silence_warnings
from dealclock.desk.load import LoadResult, bundles, load_all
from dealclock.documents.deal_files import FACTS, read_deal
from dealclock.engine.changes import Changes
from dealclock.errors import RefusedError
from dealclock.messages.changes import render_lines
from dealclock.messages.words import day, number


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Load a deal from a folder or, with --rehearsal, every rehearsal its team "
        "lists. Loads everything or nothing. Each change to the terms or the team becomes a new "
        "version; loading the same files again changes nothing. A live deal that changes is "
        "assessed at once.",
        "agreements/infocrossing-2004 --rehearsal --dry-run",
    )
    parser.add_argument("folder", metavar="DEAL_DIR", type=Path, help="folder of the deal")
    parser.add_argument(
        "--rehearsal",
        action="store_true",
        help="load the team's rehearsals instead of the live deal",
    )
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")
    parser.add_argument(
        "--over-desk",
        action="store_true",
        help="overwrite settings changed in Slack since the last load",
    )
    connection.add_option(parser)


def run(args: argparse.Namespace) -> int:
    """Load, or with --dry-run only print what would change."""
    files = read_deal(args.folder, args.folder / FACTS, now=clock.now())
    wanted = bundles(files, rehearsal=args.rehearsal)
    stack = connection.connect(args)
    if stack.local and not args.rehearsal:
        raise RefusedError(
            "this local stack has no schedule, and its Slack and email are simulated, so a live "
            "deal would send no alerts. Load a rehearsal from team.yaml with --rehearsal, or "
            f"name the AWS stack in {connection.VARIABLE}."
        )
    services = stack.services(assess=not (args.rehearsal or args.dry_run))
    results = load_all(
        wanted,
        services.pinned(),
        stack.by,
        dry_run=args.dry_run,
        over_desk=args.over_desk,
    )
    for loaded in results:
        terminal.say("\n".join(_lines(loaded, args.dry_run)))
    for warning in silence_warnings(files):
        terminal.say_wrapped("", f"WARNING: {warning}", hanging=0)
    return 0


def _lines(loaded: LoadResult, dry_run: bool) -> Iterator[str]:
    changes = loaded.changes
    name = f"{loaded.code_name} ({changes.id})"
    if changes.nothing:
        yield f"{name}: no change; the stack already has all of it."
        return
    verb = "would load" if dry_run else "loaded"
    parts = [
        f"{what} version {after}"
        for what, (before, after) in (("terms", changes.terms), ("team", changes.team))
        if before != after
    ]
    if changes.new_facts:
        parts.append(number(len(changes.new_facts), "new event"))
    yield f"{name}: {verb} {', '.join(parts)}."
    if changes.created:
        yield from _watched_dates(loaded, dry_run)
    elif loaded.moved:
        yield from change_lines(loaded.moved)


def _watched_dates(loaded: LoadResult, dry_run: bool) -> Iterator[str]:
    """The open dates of a new deal from its first day on."""
    verb = "Would watch" if dry_run else "Watches"
    yield f"  {verb}, as of {day(loaded.as_of)}:"
    for o in loaded.watched:
        yield f"    {day(o.due)}: {o.title} ({o.instance})"
    if not loaded.watched:
        yield "    no date yet; events will open them."


def change_lines(changes: Changes) -> Iterator[str]:
    """What changes as of the deal's own day, one line each."""
    as_of = f"as of {day(changes.as_of)}"
    yield f"  Changes {as_of}:" if changes.items else f"  Nothing changes {as_of}."
    yield from (f"    {line}" for line in render_lines(changes))
