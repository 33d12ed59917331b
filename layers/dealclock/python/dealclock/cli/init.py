"""`dealclock init`: a new deal, from a model agreement or blank.

`check` lists the placeholders that are left in a blank one.
"""

import argparse
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from dealclock.cli import terminal
from dealclock.cli.parser import Parser
from dealclock.documents.deal_files import FACTS, TEAM, TERMS
from dealclock.errors import RefusedError
from dealclock.files.source import few
from dealclock.messages.words import listed

SAMPLES: Mapping[str, str] = {
    "pipe": "model-pipe",
    "144a": "model-144a",
    "covenants": "model-covenants",
    "registration-rights": "infocrossing-2004",
    "letter": "camden-letter-2002",
    "blank": "blank",
}
"""What a deal may begin from, and its folder of `agreements/`."""

_DEAL_ID = re.compile(r"[a-z][a-z0-9-]*")
_PUBLIC = ("registration-rights", "letter")
_SCHEMA = (
    "# yaml-language-server: $schema=terms.schema.json\n"
    "# An editor then describes each key, once this has run: dealclock schema --to "
    "terms.schema.json\n"
    "#\n"
)
_HEADER = (
    "# Based on a public sample. Replace its names, Sections, dates, amounts and days with those\n"
    "# of your agreement, then delete this comment.\n"
)


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Write the files of a new deal, with comments on what to fill in: of a model agreement, "
        "or without --from a registration rights agreement with placeholders. Never overwrites a "
        "file.",
        "deals/granite --from pipe",
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="folder to create")
    parser.add_argument(
        "--from",
        dest="sample",
        choices=tuple(SAMPLES),
        help="begin from a PIPE's registration rights agreement, a 144A indenture, a credit "
        "agreement's covenants, a public registration rights or letter agreement, or a minimal "
        "file",
    )


def run(args: argparse.Namespace) -> int:
    """Write the files, all of them or none."""
    folder: Path = args.folder
    blank, texts = files("dealclock.cli") / "blank", dict[str, str]()
    if args.sample is None:
        texts = dict(_texts(blank))
    else:
        texts = dict(_texts(files("dealclock.cli") / "agreements" / SAMPLES[args.sample]))
        texts[FACTS] = (blank / FACTS).read_text(encoding="utf-8")
        texts[TERMS] = _HEADER * (args.sample in _PUBLIC) + texts[TERMS]
        name = folder.resolve().name
        if _DEAL_ID.fullmatch(name):
            texts[TERMS] = re.sub(r"(?m)^id: .*$", f"id: {name}", texts[TERMS], count=1)
    texts[TERMS] = _SCHEMA + texts[TERMS]
    _write(folder, texts)
    wrote = f"Wrote {listed(list(texts))} in {folder}."
    if args.sample is None:
        terminal.say(f"{wrote} Fill them in, then run this:")
        terminal.say(f"  dealclock check {folder}")
        terminal.say("It lists each placeholder that is left, with its line and what replaces it.")
        return 0
    terminal.say_wrapped(wrote)
    terminal.say(
        f"1. In {TERMS} and {TEAM}, replace what is not yours. Compare {TERMS} with the Agreement."
    )
    terminal.say(f"2. dealclock check {folder}      lists every problem, with its line")
    terminal.say(
        f"3. dealclock proofread {folder}  prints each date, to compare with the Agreement"
    )
    return 0


def _texts(folder: Traversable, within: str = "") -> Iterator[tuple[str, str]]:
    """The files of a folder and its subfolders, by path, those of a deal first."""
    order = {TERMS: 0, TEAM: 1, FACTS: 2}
    for each in sorted(folder.iterdir(), key=lambda path: (order.get(path.name, 3), path.name)):
        if each.is_dir():
            yield from _texts(each, f"{within}{each.name}/")
        else:
            yield f"{within}{each.name}", each.read_text(encoding="utf-8")


def _write(folder: Path, texts: Mapping[str, str]) -> None:
    """Write new files, all of them or none; raises RefusedError where one exists, or cannot be
    written.
    """
    if existing := [name for name in texts if (folder / name).exists()]:
        raise RefusedError(
            f"{folder} already contains {few(existing)}. Give a folder without a deal."
        )
    made = list[Path]()
    try:
        for name, text in texts.items():
            path = folder / name
            missing = [each for each in (*path.parents,) if not each.exists()]
            for each in reversed(missing):
                each.mkdir()
                made.append(each)
            with path.open("x", encoding="utf-8") as file:
                made.append(path)
                file.write(text)
    except OSError as error:
        for path in reversed(made):
            path.rmdir() if path.is_dir() else path.unlink()
        raise RefusedError(
            f"cannot write {folder}: {error.strerror}. Give another folder."
        ) from None
