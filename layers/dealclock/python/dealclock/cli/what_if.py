"""`dealclock what-if`: the question, and its answer as a memo."""

import argparse
from pathlib import Path

from dealclock.cli import file_command, terminal
from dealclock.cli.load_view import asked, deal_of, history_of, look
from dealclock.cli.parser import Subparsers, UsageError
from dealclock.cli.question_command import details_of, of_question
from dealclock.render.drafts.what_if import memo

_COMMAND = of_question("what-if")


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    parser = _COMMAND.add(subparsers)
    parser.add_argument(
        "--memo", metavar="FILE", type=Path, help="write the answer as a one-page memo, a .pdf"
    )


def run(args: argparse.Namespace) -> int:
    """Ask, and print the answer or write the memo."""
    to: Path | None = args.memo
    if to is None:
        return _COMMAND.run(args)
    if to.suffix.lower() != ".pdf":
        raise UsageError(f"--memo {to}: a memo is a PDF file; give a name that ends in .pdf")
    form = file_command.writer("dealclock.render.pdf").PDF
    deal = deal_of(args)
    question = _COMMAND.question
    given = details_of(question, args)
    answered = question.answer(asked(question, deal, args.as_of, args, given))
    made = form.made(memo(answered, look(deal, args.as_of, args).view, history_of(deal)))
    file_command.write_bytes(made, to)
    terminal.say(f"{to}: {deal.team.code_name}, what-if memo")
    return 0
