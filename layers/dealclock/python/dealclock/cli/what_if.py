"""`dealclock what-if`: the question, with the answer also as a memo."""

import argparse
from pathlib import Path
from typing import Any

from dealclock.answers.what_if import suppose_and_compare
from dealclock.cli import file_command, terminal
from dealclock.cli.parser import Parser
from dealclock.cli.question_command import of_question
from dealclock.documents.drafts.what_if import memo
from dealclock.errors import RefusedError

_COMMAND = of_question("what-if")


def add(parser: Parser) -> None:
    """The command and its options."""
    _COMMAND.add(parser)
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
    seen, values, *_ = _COMMAND.asked(args)
    given: dict[str, Any] = {name.replace("-", "_"): value for name, value in values.items()}
    content = form.made(memo(suppose_and_compare(seen, **given), seen))
    file_command.write_bytes(content, to)
    terminal.say(f"{to}: {seen.team.code_name}, what-if memo")
    return 0
