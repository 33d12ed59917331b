"""`dealclock draft`: drafts of the writing that an open obligation requires."""

import argparse
from pathlib import Path

from dealclock.cli import file_command, terminal
from dealclock.cli.parser import Parser
from dealclock.documents.drafts.text import PLAIN
from dealclock.errors import RefusedError
from dealclock.jobs.documents.document import Document
from dealclock.jobs.documents.drafts import give_drafts


def add(parser: Parser) -> None:
    """The command and its options."""
    file_command.add(
        parser,
        "Draft the notice, advice or certificate that an open obligation requires, as .docx. "
        "Also writes a separate .docx for counsel, with the last safe time for each delivery "
        "method, the steps, the readings and what was not checked. A payment also gets a funding "
        "memo as PDF. Nothing is sent.",
        "Granite trustee-notice/default-ii --as maria",
        to="FOLDER",
    )
    parser.add_argument(
        "--text",
        action="store_true",
        help="plain text instead of files; printed unless --to is given",
    )


def run(args: argparse.Namespace) -> int:
    """Make the papers, and write or print them."""
    if args.to is not None and not args.to.is_dir():
        raise RefusedError(
            f"--to {args.to} is not a folder; several files are written, so give an existing folder"
        )
    forms = PLAIN
    if not args.text:
        forms = file_command.writer("dealclock.documents.drafts.word", ", or give --text").OFFICE
    documents = give_drafts(file_command.request_of(args, "obligation"), forms)
    if args.text and args.to is None:
        terminal.say("\n\n".join(document.text.rstrip("\n") for document in documents))
        return 0
    for document in documents:
        file_command.say_written(document, file_command.write(document, _path(args.to, document)))
    return 0


def _path(folder: Path | None, document: Document) -> Path | None:
    """The path of a paper: its own name in the given folder; None without a folder."""
    return folder / document.name if folder else None
