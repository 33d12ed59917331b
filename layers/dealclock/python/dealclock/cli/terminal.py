"""What is said to the terminal: answers on stdout, refusals on stderr, in the width there is."""

import shutil
import sys
from collections.abc import Sequence
from itertools import groupby

from dealclock.agreement.source import InvalidFiles, Problem
from dealclock.errors import DealclockError
from dealclock.render.layout import wrapped
from dealclock.render.words import number

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
    count = number(len(problems), "problem")
    lines = [f"dealclock: {count}; nothing was read."]
    for _, found in groupby(problems, key=lambda p: p.file):
        lines.append("")
        for p in found:
            lines.append(f"{p.place}: {p.at}")
            lines += wrapped(f"given {p.given}; {p.allowed}", width(), 4, 2)
    sys.stderr.write("\n".join(lines) + "\n")
