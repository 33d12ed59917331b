"""`dealclock draft`: a draft for counsel of what an open obligation wants in writing."""

import argparse
from importlib import import_module

from dealclock.cli import file_command, terminal
from dealclock.cli.parser import Subparsers
from dealclock.errors import DealclockError
from dealclock.render.drafts.form import TEXT, DraftFormat
from dealclock.usecases.drafts import give_draft


class WordPackageMissingError(DealclockError):
    """The package that writes .docx is not there."""


def add(subparsers: Subparsers) -> None:
    """The command and its options."""
    parser = file_command.add(
        subparsers,
        "draft",
        "Drafts the notice, advice or certificate an open obligation requires, as .docx. A "
        "cover sheet for counsel shows each step, the methods of delivery with their deemed "
        "dates, and what is not confirmed. Nothing is sent.",
        "dealclock draft Granite trustee-notice/default-ii --as maria",
    )
    parser.add_argument(
        "--text", action="store_true", help="plain text; printed unless --to is given"
    )


def run(args: argparse.Namespace) -> int:
    """Make the draft, and write or show it."""
    form = TEXT if args.text else _word()
    stack, deal, now = file_command.reached(args)
    made = give_draft(
        deal,
        args.obligation,
        deal.team.access.person(args.person),
        stack.services().at(now),
        stack.by,
        form,
        file_command.moment_of(args, deal, now),
    )
    if args.text and args.to is None:
        terminal.say(made.text.rstrip("\n"))
        return 0
    file_command.say_written(made, file_command.write(made, args.to))
    return 0


def _word() -> DraftFormat:
    """The form of .docx, whose package is loaded only for it."""
    try:
        module = import_module("dealclock.render.drafts.word")
    except ModuleNotFoundError as missing:
        raise WordPackageMissingError(
            f".docx needs the package python-docx ({missing.name} is missing). Install "
            "dealclock with [documents], or use --text."
        ) from None
    found: DraftFormat = module.WORD
    return found
