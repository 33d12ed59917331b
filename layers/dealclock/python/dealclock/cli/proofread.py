"""`dealclock proofread`: every provision as entered, with its dates, to hold against the paper."""

import argparse
from hashlib import sha256
from pathlib import Path

from dealclock.cli import file_command, terminal
from dealclock.cli.arguments import add_deal
from dealclock.cli.load_view import as_of, assessed, deal_of
from dealclock.cli.parser import Parser
from dealclock.documents.deal_files import TERMS
from dealclock.documents.drafts.text import TEXT
from dealclock.documents.proofread import sheet
from dealclock.errors import RefusedError
from dealclock.files import raw
from dealclock.files.source import parse_file
from dealclock.terms.key_names import counsel_keys
from dealclock.terms.terms import Terms


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Print each provision as it was entered, by Section, with every date and amount that it "
        "gives on the deal's events, how each was counted and what other readings give, to be held "
        "against the paper; or write it as the PDF that counsel signs.",
        "agreements/infocrossing-2004 --facts histories/story.yaml --as-of 2005-06-01 "
        "--to proofread.pdf",
    )
    add_deal(parser)
    parser.add_argument("--to", metavar="FILE", type=Path, help="PDF to write (default: print)")


def run(args: argparse.Namespace) -> int:
    """Print the sheet, or write it."""
    to: Path | None = args.to
    if to is not None and to.suffix.lower() != ".pdf":
        raise RefusedError(f"--to {to} is not a PDF file; give a name that ends in .pdf")
    form = TEXT if to is None else file_command.writer("dealclock.documents.pdf").PDF
    deal = deal_of(args)
    day, _ = as_of(deal, args)
    file = deal.folder / TERMS
    written = raw.records(counsel_keys(parse_file(file).data, Terms), "provisions")
    entered = {str(each.get("id")): dict(each.items()) for each in written}
    digest = sha256(file.read_bytes()).hexdigest()
    content = form.made(sheet(assessed(deal, day, args), entered, digest))
    if to is None:
        terminal.say(content.decode().rstrip())
    else:
        file_command.write_bytes(content, to)
        terminal.say(f"{to}: {deal.team.code_name}, proofreading sheet")
    return 0
