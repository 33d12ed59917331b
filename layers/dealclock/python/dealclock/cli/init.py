"""`dealclock init`: a commented blank deal. `check` lists the placeholders that are left in it."""

import argparse
from importlib.resources import files
from pathlib import Path

from dealclock.cli import terminal
from dealclock.cli.parser import Parser
from dealclock.documents.deal_files import FACTS, TEAM, TERMS
from dealclock.errors import RefusedError


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Write terms.yaml, team.yaml and facts.yaml for a blank deal, with comments "
        "on what to fill in. Never overwrites a file.",
        "deals/granite",
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="folder to create")


def run(args: argparse.Namespace) -> int:
    """Write the three files."""
    folder: Path = args.folder
    existing = [name for name in (TERMS, TEAM, FACTS) if (folder / name).exists()]
    if existing:
        raise RefusedError(
            f"{folder} already contains {', '.join(existing)}. Give a folder without a deal."
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in (TERMS, TEAM, FACTS):
            text = (files("dealclock.cli") / "blank" / name).read_text(encoding="utf-8")
            with (folder / name).open("x", encoding="utf-8") as file:
                file.write(text)
    except OSError as error:
        raise RefusedError(
            f"cannot write {folder}: {error.strerror}. Give another folder."
        ) from None
    terminal.say(f"Wrote {TERMS}, {TEAM} and {FACTS} in {folder}. Fill them in, then run this:")
    terminal.say(f"  dealclock check {folder}")
    terminal.say("It lists each placeholder that is left, with its line and what replaces it.")
    return 0
