"""What is said to the terminal: answers on stdout, refusals on stderr, in the width there is."""

import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from itertools import groupby

from dealclock.errors import DealclockError
from dealclock.files.source import InvalidFiles, Problem
from dealclock.media.layout import wrapped
from dealclock.messages import words
from dealclock.messages.message import Message, text_lines
from dealclock.messages.view import DealView

_NARROWEST, _WIDEST = 72, 120


def width() -> int:
    """The terminal's width, within what tables can use and eyes can follow."""
    return min(max(shutil.get_terminal_size().columns, _NARROWEST), _WIDEST)


def never_fail_on_a_character() -> None:
    """Where the terminal cannot show a character of a deal, show a mark in its place."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def say(text: str) -> None:
    """An answer."""
    sys.stdout.write(f"{text}\n")


def say_json(document: Mapping[str, object]) -> None:
    """An answer as JSON."""
    say(json.dumps(document, indent=2, ensure_ascii=False))


def say_message(message: Message, view: DealView, chosen: str = "") -> None:
    """An answer about a deal's files: the answer in a line, the deal and the day, the rest.

    `chosen` says how the day was, where none was given.
    """
    headline, *rest = text_lines(message)
    how = f"{chosen}, as it begins" if chosen else "as that day begins"
    of = f"{view.terms.agreement.title}, as of {words.day(view.as_of)}, {how}."
    lines = [*wrapped(headline, width()), *wrapped(of, width())]
    for line in rest:
        indent = len(line) - len(line.lstrip(" "))
        lines += wrapped(line.strip(), width(), indent, 2) or [""]
    say("\n".join(lines))


def refuse(error: DealclockError) -> None:
    """What was refused and why: of files, every problem found."""
    if isinstance(error, InvalidFiles):
        complain_of(error.problems)
    else:
        complain(str(error))


def complain(message: str) -> None:
    """A refusal, as one paragraph."""
    sys.stderr.write("\n".join(wrapped(f"dealclock: {message}", width())) + "\n")


def complain_of(problems: Sequence[Problem]) -> None:
    """Every problem of some files, each under its file and line."""
    count = words.number(len(problems), "problem")
    lines = [f"dealclock: {count}; no file was accepted."]
    for _, found in groupby(problems, key=lambda p: p.file):
        lines.append("")
        for p in found:
            lines.append(f"{p.place}: {p.at}")
            lines += wrapped(f"given {p.given}; {p.allowed}", width(), 4, 2)
    sys.stderr.write("\n".join(lines) + "\n")
