"""What `dealclock draft`, `proof` and `export` share: giving a file to a person on a deal."""

import argparse
from contextlib import suppress
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from dealclock.cli import arguments, clock, connection, terminal
from dealclock.cli.arguments import day, moment
from dealclock.cli.connection import Connection
from dealclock.cli.parser import Parser
from dealclock.engine.look import Look
from dealclock.errors import RefusedError
from dealclock.facts.log import end_of
from dealclock.jobs.deal_day import own_look
from dealclock.jobs.documents.document import Document, FileRequest
from dealclock.jobs.find_deal import find_deal
from dealclock.store import StoredDeal


def writer(module: str, instead: str = "") -> Any:
    """Import a module that writes documents, and its package, only when needed.

    Raises RefusedError with what to install or to do `instead`.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        raise RefusedError(
            f"Word and PDF files need python-docx and reportlab, and {missing.name} is not "
            f"installed. Install dealclock with [documents]{instead}."
        ) from None


def add(parser: Parser, description: str, example: str, to: str = "FILE") -> None:
    """Describe a command about one obligation, with the arguments they all take.

    `to` is FILE, or FOLDER if several files are written.
    """
    add_of_deal(parser, description, example, to)
    parser.add_argument(
        "obligation",
        metavar="OBLIGATION",
        help="an instance, such as trustee-notice/default-ii, or an id with one instance",
    )


def add_of_deal(parser: Parser, description: str, example: str, to: str = "FILE") -> None:
    """Describe a command about a whole deal, with the arguments they all take."""
    parser.describe(description, example)
    arguments.add_loaded_deal(parser)
    arguments.add_person(parser, "id of the recipient on the team")
    parser.add_argument(
        "--to",
        metavar=to,
        type=Path,
        help=(
            f"{to.lower()} to write (default: the current folder, named by code name, kind, "
            "Section and date)"
        ),
    )
    parser.add_argument(
        "--as-of", metavar="DATE", type=day, help="as-of date (default: the deal's own date)"
    )
    parser.add_argument(
        "--known-at",
        metavar="DATE|INSTANT",
        type=moment,
        help="use only what was known by then (default: everything known now)",
    )
    connection.add_option(parser)


def open_deal(args: argparse.Namespace) -> tuple[Connection, StoredDeal, datetime]:
    """The stack, the deal on it, and this instant."""
    stack = connection.connect(args)
    return stack, find_deal(args.deal, stack.store), clock.now()


def look_of(args: argparse.Namespace, deal: StoredDeal, now: datetime) -> Look:
    """The deal as of the requested moment."""
    known, zone = args.known_at, deal.terms.agreement.time_zone
    at = known if known is None or isinstance(known, datetime) else end_of(known, zone)
    return own_look(deal, now, args.as_of, at)


def request_of(args: argparse.Namespace, named: str) -> FileRequest:
    """The request of a file for a person on the deal; its argument is `named` as given."""
    stack, deal, now = open_deal(args)
    return FileRequest(
        deal,
        deal.team.access.person(args.person),
        {named: getattr(args, named)},
        look_of(args, deal, now),
        stack.services().at(now),
        stack.by,
    )


def write(document: Document, to: Path | None) -> Path:
    """Write the document; raises RefusedError if another file is in the way."""
    path = to or Path(document.name)
    write_bytes(document.content, path)
    return path


def write_bytes(content: bytes, path: Path) -> None:
    """Write a file; raises RefusedError if one with other content exists."""
    try:
        if path.exists() and path.read_bytes() != content:
            raise RefusedError(
                f"{path} already exists with other content. Give another file with --to, or move "
                "the existing one."
            )
        path.write_bytes(content)
    except OSError as error:
        raise RefusedError(f"cannot write {path}: {error.strerror}.") from None


def replace_text(text: str, path: Path) -> None:
    """Write a file in place of any former one, all of it or nothing; raises RefusedError if it
    cannot be written.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise RefusedError(f"cannot write {path}: {error.strerror}.") from None


def say_written(document: Document, path: Path) -> None:
    """Print where the document is, what it is about and its hash."""
    terminal.say(f"{path}: {document.about or 'the deal'}")
    terminal.say(f"sha256 {document.sha256}")
