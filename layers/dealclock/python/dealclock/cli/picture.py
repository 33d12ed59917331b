"""`dealclock picture`: the timeline or the accrual steps of a deal as a file, PDF or SVG."""

import argparse
from pathlib import Path
from typing import Any

from dealclock.cli import terminal
from dealclock.cli.arguments import add_deal
from dealclock.cli.file_command import writer
from dealclock.cli.load_view import as_of, assessed, deal_of
from dealclock.cli.parser import Parser
from dealclock.documents.charts.timeline import MONTHS_MOST
from dealclock.documents.pictures import PICTURES, picture
from dealclock.errors import RefusedError


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Draw a deal as of the start of a day, sized for a phone, from its files "
        "alone, and print the same content in words.",
        "agreements/infocrossing-2004 timeline --as-of 2004-11-20 --to timeline.pdf",
    )
    add_deal(parser)
    parser.add_argument(
        "kind", metavar="KIND", choices=PICTURES, help=f"what to draw: {' or '.join(PICTURES)}"
    )
    parser.add_argument(
        "--to", metavar="FILE", type=Path, required=True, help="file to write, .pdf or .svg"
    )
    parser.add_argument(
        "--months",
        metavar="N",
        default=3,
        help=f"months to show before and after the day, 1 to {MONTHS_MOST} (timeline only; "
        "default: 3)",
    )
    parser.add_argument("--dark", action="store_true", help="use a dark background")


def run(args: argparse.Namespace) -> int:
    """Draw the picture, write it, and print its content in words."""
    to: Path = args.to
    suffix = to.suffix.lower()
    if suffix not in (".pdf", ".svg"):
        raise RefusedError(
            f"--to {to} is neither .pdf nor .svg; give a name ending in .pdf or .svg"
        )
    pdf: Any = None
    if suffix == ".pdf":
        pdf = writer("dealclock.documents.pdf_picture", ", or give an .svg file")
    deal = deal_of(args)
    day, _ = as_of(deal, args)
    view = assessed(deal, day, args, together=args.kind == "accrual")
    options = {"months": str(args.months), "dark": "yes" if args.dark else "no"}
    drawing = picture(args.kind, view, options)
    content = pdf.picture_pdf(drawing.svg) if pdf else drawing.svg.encode()
    try:
        to.write_bytes(content)
    except OSError as error:
        raise RefusedError(
            f"cannot write --to {to}: {error.strerror}. Give another file."
        ) from None
    terminal.say(f"{to}: {drawing.alt_text}")
    return 0
