"""Output to the terminal: answers on stdout, refusals on stderr, in the available width."""

import json
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from itertools import groupby

from dealclock.answers.catalog import QUESTIONS
from dealclock.errors import DealclockError, InvalidError, Problem
from dealclock.files.source import few
from dealclock.messages import words
from dealclock.messages.layout import Line, flowed, wrapped
from dealclock.messages.message import Message, text_lines
from dealclock.messages.view import DealView

_NARROWEST, _WIDEST = 72, 120


def width() -> int:
    """The terminal's width, within what tables need and people can read."""
    return min(max(shutil.get_terminal_size().columns, _NARROWEST), _WIDEST)


def replace_unprintable() -> None:
    """Show a mark for a character that the terminal cannot show."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def say(text: str) -> None:
    """Print an answer."""
    sys.stdout.write(f"{text}\n")


def say_json(document: Mapping[str, object]) -> None:
    """Print an answer as JSON."""
    say(json.dumps(document, indent=2, ensure_ascii=False))


def say_wrapped(*lines: Line, hanging: int = 2) -> None:
    """Print lines, wrapped to the available width, and tables; what wraps is indented."""
    say("\n".join(flowed(lines, width(), hanging)))


def say_lines(message: Message) -> None:
    """Print an answer line by line, which need not be about a deal."""
    say_wrapped(*map(as_typed_here, text_lines(message)))


def say_message(message: Message, view: DealView, chosen: str = "") -> None:
    """Print an answer about a deal's files: its first line, the deal and the day, the rest.

    `chosen` describes how the day was chosen if none was given.
    """
    headline, *rest = map(as_typed_here, text_lines(message))
    how = f", {chosen}" if chosen else ""
    covers = words.day_covered(view.terms)
    of = f"{view.terms.agreement.title}, as of {words.day(view.as_of)}{how}: {covers}."
    say_wrapped(headline, of, hanging=0)
    say_wrapped(*rest)


def as_typed_here(text: str) -> str:
    """A text with the commands of `/deal` that a terminal has as they are typed there."""
    return _SLASH.sub(lambda m: _TYPED.get(m[1], m[0]), text)


_SLASH = re.compile(r"/deal ([a-z-]+)")
_TYPED = {name: f"dealclock {name} DEAL_DIR" for name in QUESTIONS} | {
    "help": "dealclock help",
    "record": "dealclock record",
}


_MOST_PROBLEMS = 100  # of one file
_FEW_ALIKE = 3  # said one by one; of more, the first and where the others are


def refuse(error: DealclockError) -> None:
    """Print a refusal with its reason; for files, every problem found."""
    if isinstance(error, InvalidError):
        complain_of(error.problems)
    else:
        complain(str(error))


def complain(message: str) -> None:
    """Print a refusal as one paragraph."""
    sys.stderr.write("\n".join(wrapped(f"dealclock: {as_typed_here(message)}", width())) + "\n")


def complain_of(problems: Sequence[Problem]) -> None:
    """Print the problems of the files, each with its file and line; the first of very many."""
    count = words.number(len(problems), "problem")
    lines = [f"dealclock: {count}; no file was accepted."]
    for _, in_file in groupby(problems, key=lambda p: p.file):
        lines.append("")
        alike: dict[tuple[str, str], list[Problem]] = {}
        for p in in_file:
            alike.setdefault((p.given, p.allowed), []).append(p)
        firsts = {id(same[0]): same for same in alike.values() if len(same) > _FEW_ALIKE}
        said = [
            p for same in alike.values() for p in (same[:1] if len(same) > _FEW_ALIKE else same)
        ]
        said.sort()
        for p in said[:_MOST_PROBLEMS]:
            lines.append(f"{p.place}: {p.at}")
            lines += wrapped(f"given {p.given}; {p.allowed}", width(), 4, 2)
            if same := firsts.get(id(p), [])[1:]:
                at = few([str(each.line or each.at) for each in same])
                where = f"at{' lines' * bool(p.line)} {at}"
                lines += wrapped(f"Same problem {len(same)} more times, {where}.", width(), 4, 2)
        if more := said[_MOST_PROBLEMS:]:
            others = f"{more[0].place} and on: {words.number(len(more), 'more problem')}"
            lines.append(f"{others}. Correct those above, then check again.")
    sys.stderr.write("\n".join(lines) + "\n")
