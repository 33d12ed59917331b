"""A table as CSV that no spreadsheet takes for formulas."""

import csv
import io
from collections.abc import Iterable, Sequence

from dealclock.render.told import flat

_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def csv_text(header: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """The table, every cell quoted, lines ended as RFC 4180 has it."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([cell(text) for text in line] for line in lines)
    return out.getvalue()


def cell(text: str) -> str:
    """A text on one line, after an apostrophe where a spreadsheet would compute it.

    That is whatever begins with =, +, -, @, a tab or a line's end, spaces before it or not, and
    with the wide forms of these signs, which some programs take for the same.
    """
    guarded = text.startswith(_FORMULAS) or text.strip().startswith(_FORMULAS)
    return f"'{flat(text)}" if guarded else flat(text)
