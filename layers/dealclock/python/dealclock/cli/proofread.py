"""`dealclock proofread`: provisions as entered, with their dates, to compare with the Agreement."""

import argparse
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dealclock.cli import clock, file_command, terminal
from dealclock.cli.arguments import add_deal
from dealclock.cli.load_view import as_of, assessed, deal_of, look
from dealclock.cli.parser import Parser
from dealclock.documents.deal_files import TEAM, TERMS, DealFiles
from dealclock.documents.drafts.text import TEXT
from dealclock.documents.proofread import sheet
from dealclock.errors import InvalidError, RefusedError
from dealclock.files import raw
from dealclock.files.source import nearest, parse, parse_file, read_text
from dealclock.files.yaml_text import one_line
from dealclock.messages import words
from dealclock.people.checks import versions_of
from dealclock.people.team import read_team
from dealclock.store.content import content
from dealclock.terms.versions import write_out_defaults

_ALL = "all"


def add(parser: Parser) -> None:
    """The command and its options."""
    parser.describe(
        "Print each provision as it was entered, by Section, with every date and amount that it "
        "gives on the deal's events, or on a sample timeline where these give none, how each was "
        "counted and what each open reading gives, to compare with the Agreement; or write it as "
        "the PDF that counsel signs. --checked and --drafted record who did so in team.yaml.",
        "agreements/infocrossing-2004 --facts histories/story.yaml --as-of 2005-06-01 "
        "--to proofread.pdf",
    )
    add_deal(parser)
    parser.add_argument("--to", metavar="FILE", type=Path, help="PDF to write (default: print)")
    for act, what in (("checked", "checked against the Agreement"), ("drafted", "drafted")):
        parser.add_argument(
            f"--{act}",
            metavar="ID",
            action="append",
            default=[],
            help=f"record that this provision was {what} by --by; repeatable, or {_ALL}",
        )
    parser.add_argument("--by", metavar="NAME", help="who checked or drafted it")


def run(args: argparse.Namespace) -> int:
    """Print the sheet, or write it, or record who drafted or checked provisions."""
    to: Path | None = args.to
    if to is not None and to.suffix.lower() != ".pdf":
        raise RefusedError(f"--to {to} is not a PDF file; give a name that ends in .pdf")
    if args.checked or args.drafted or args.by:
        return _record(args)
    form = TEXT if to is None else file_command.writer("dealclock.documents.pdf").PDF
    deal = deal_of(args)
    day, _ = as_of(deal, args)
    entered = parse_file(deal.folder / TERMS).data
    digest = content(write_out_defaults(deal.terms)).sha256  # as load stores them
    made = form.made(sheet(assessed(deal, day, args), entered, digest))
    if to is None:
        terminal.say(made.decode().rstrip())
    else:
        file_command.write_bytes(made, to)
        terminal.say(f"{to}: {deal.team.code_name}, proofreading sheet, terms sha256 {digest}")
    return 0


def _record(args: argparse.Namespace) -> int:
    """Write into team.yaml who drafted or checked the provisions; all of it or nothing."""
    if not args.by or bool(args.checked) is bool(args.drafted):
        raise RefusedError(
            "give --checked ID or --drafted ID, one of them, with --by NAME, the person who did it"
        )
    if args.to is not None:
        raise RefusedError("--to writes the sheet; give it without --checked and --drafted")
    deal = deal_of(args)
    day, _ = as_of(deal, args)
    versions = versions_of(look(deal, day, args).in_force)
    ids = args.checked or args.drafted
    for each in ids:
        if each not in versions and each != _ALL:
            hint = nearest(each, versions)
            raise RefusedError(f"no provision in force has the id {each!r}.{hint}")
    ids = list(versions) if _ALL in ids else ids
    file = deal.folder / TEAM
    text, on = read_text(file), clock.today(deal.terms.agreement.time_zone)
    for each in reversed(ids):  # the last is written first
        known = raw.record(raw.record(parse(text, TEAM).data, "checks"), each)
        was = {str(key): value for key, value in known.items()}
        drafted = {"drafted by": args.by} if args.drafted else was
        check = {"checked by": args.by, "on": on, "version": versions[each]}
        text = _with_check(text, each, drafted if args.drafted else {**was, **check})
    _refuse_unless_sound(text, deal)
    file_command.replace_text(text, file)
    what = "checked" if args.checked else "drafted"
    terminal.say(f"{file}: {words.number(len(ids), 'provision')} {what} by {args.by}.")
    return 0


def _with_check(text: str, provision: str, check: Mapping[str, Any]) -> str:
    """The text of a team with a line under `checks`, in the place of the provision's former one;
    raises RefusedError for checks that are written otherwise, with the line to write.
    """
    line = f"  {provision}: {one_line(check)}"
    if not re.search(r"^checks:", text, re.MULTILINE):
        text = text.rstrip("\n") + "\n\n# Who drafted and checked each provision.\nchecks:\n"
    former = re.compile(rf"^  {provision}: .*$", re.MULTILINE)
    head, under, rest = text.partition("\nchecks:\n")
    rest = former.sub(lambda _: line, rest, 1) if former.search(rest) else f"{line}\n{rest}"
    made = f"{head}{under}{rest}"
    old, new = (parse(each, TEAM).data for each in (text, made))
    checks = {**raw.record(old, "checks"), provision: dict(check)}
    if not under or new != {**old, "checks": checks}:
        raise RefusedError(
            f"checks of {TEAM} cannot be changed line by line; write under it:{line}"
        )
    return made


def _refuse_unless_sound(text: str, deal: DealFiles) -> None:
    try:
        read_team(parse(text, str(deal.folder / TEAM)), deal.terms.all_readings)
    except InvalidError as wrong:
        raise RefusedError(f"not written: {wrong.problems[0].allowed}") from None
