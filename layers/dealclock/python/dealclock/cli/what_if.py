"""`dealclock what-if`: the question, with the answer also as a memo."""

import argparse
from pathlib import Path
from typing import Any

from dealclock.answers.options import read_options
from dealclock.answers.what_if import suppose_and_compare, what_if
from dealclock.cli import file_command, terminal
from dealclock.cli.load_view import as_of, deal_of, look
from dealclock.cli.parser import Subparsers
from dealclock.cli.question_command import details_of, of_question
from dealclock.documents.drafts.what_if import memo
from dealclock.errors import RefusedError

_COMMAND = of_question("what-if")


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    parser = _COMMAND.add(subparsers)
    parser.add_argument(
        "--memo", metavar="FILE", type=Path, help="write the answer as a one-page PDF memo"
    )


def run(args: argparse.Namespace) -> int:
    """Ask, and print the answer or write the memo."""
    to: Path | None = args.memo
    if to is None:
        return _COMMAND.run(args)
    if to.suffix.lower() != ".pdf":
        raise RefusedError(f"--memo {to} is not a PDF file; give a name that ends in .pdf")
    form = file_command.writer("dealclock.documents.pdf").PDF
    deal = deal_of(args)
    seen = look(deal, as_of(deal, args)[0], args)
    given: dict[str, Any] = dict(read_options(what_if, details_of(what_if, args)))
    found = suppose_and_compare(
        seen,
        given.get("fact", ()),
        given.get("suspend-from"),
        given.get("suspend-days"),
        given.get("until"),
    )
    content = form.made(memo(found, seen))
    file_command.write_bytes(content, to)
    terminal.say(f"{to}: {deal.team.code_name}, what-if memo")
    return 0
