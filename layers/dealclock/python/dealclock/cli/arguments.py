"""Parsing dates, instants and readings, and the arguments that several commands share."""

import argparse
import re
from datetime import date, datetime
from pathlib import Path

from dealclock.cli.parser import Parser
from dealclock.days.typed_day import FORMS, DayWords, read_day
from dealclock.files.source import DATE_TOO_LATE, LAST_YEAR

NO_FACTS = "NO_FACTS"
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_FORM = "give a date as YYYY-MM-DD, such as 2004-11-20"


def day(text: str) -> date:
    """Parse a civil day; anything else is refused with the expected form."""
    if not _DAY.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a date; {_FORM}")
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date; {_FORM}") from None


def day_words(text: str) -> DayWords:
    """Parse a civil day as `/deal` reads it: "2004-11-20", "Nov 20 2004", "friday"."""
    words = read_day(text.split())
    if words is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date; give one of {FORMS}")
    return words


def moment(text: str) -> date | datetime:
    """Parse a civil day, which means its end, or an instant with its offset."""
    if _DAY.fullmatch(text):
        return day(text)
    try:
        instant = datetime.fromisoformat(text)
    except ValueError:
        instant = None
    if instant is not None and instant.year > LAST_YEAR:
        raise argparse.ArgumentTypeError(f"{text!r} is too late; {DATE_TOO_LATE}")
    if instant is None or instant.tzinfo is None:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a date; {_FORM}, or an instant with its offset, such as "
            "2004-11-20T08:00-05:00"
        )
    return instant


def choice(text: str) -> tuple[str, str]:
    """Parse a reading given as QUESTION=CHOICE."""
    question, equals, chosen = text.partition("=")
    if not (question and equals and chosen):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a reading; give QUESTION=CHOICE, such as default-occurs=NEXT-DAY"
        )
    return question, chosen


def add_loaded_deal(parser: Parser) -> None:
    """Add the argument for a deal of a running stack."""
    parser.add_argument("deal", metavar="DEAL", help="id or code name of a loaded deal")


def add_person(parser: Parser, who: str, *, required: bool = True) -> None:
    """Add the option for a person by their id on the deal's team; `who` is its help."""
    person = {"metavar": "PERSON", "dest": "person", "default": ""}
    parser.add_argument("--as", **person, required=required, help=who)


def add_files(parser: Parser) -> None:
    """Add the arguments for a deal's folder and its events file."""
    parser.add_argument("folder", metavar="DEAL_DIR", type=Path, help="folder of the deal")
    parser.add_argument(
        "--facts",
        metavar="FILE",
        help=f"events file to use instead of facts.yaml, or {NO_FACTS} for no events",
    )


def add_as_of(parser: Parser) -> None:
    """Add the option for the day that an answer from a deal's files is about."""
    parser.add_argument(
        "--as-of",
        metavar="DATE",
        type=day_words,
        help="as-of date, as in /deal: 2004-11-20, friday (default: today in the deal's time zone)",
    )


def add_deal(parser: Parser) -> None:
    """Add the arguments for a deal's files, the as-of and known-at times and readings."""
    add_files(parser)
    add_as_of(parser)
    parser.add_argument(
        "--known-at",
        metavar="DATE|INSTANT",
        type=moment,
        help="use only events recorded by then (default: the end of the as-of day)",
    )
    parser.add_argument(
        "--reading",
        metavar="QUESTION=CHOICE",
        dest="readings",
        action="append",
        type=choice,
        default=[],
        help="use another reading of an ambiguous Section; repeatable",
    )
