"""Plain text in columns, without boxes: rows that wrap inside a width, and lines below a row.

One drawing for the terminal, for letters and memos as text, and for proof packs. A library for
terminals (`rich`) draws no lines below a row, may not be in a layer of Lambda, where letters and
packs are written, and takes a tenth of a second to import.
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from dealclock.messages.message import flat
from dealclock.records import record

_GAP = 2  # one if the rows only fit that way
_INDENT = 2


@record
class Column:
    """A column: its heading, whether it holds numbers, and whether it may be narrowed."""

    heading: str
    right: bool = False
    wraps: bool = False


@record
class TableRow:
    """A row's cells, and the lines below them from the second column on."""

    cells: tuple[str, ...]
    beneath: tuple[str, ...] = ()


@record
class TextTable:
    """Rows under their headings."""

    columns: Sequence[Column]
    rows: Sequence[TableRow]


Line = str | TextTable


def flowed(lines: Iterable[Line], width: int, hanging: int = 2) -> Iterator[str]:
    """Lines, each wrapped under its own indentation, further ones by `hanging` more; and tables."""
    for line in lines:
        if isinstance(line, str):
            yield from wrapped(line, width, 0, hanging) or ("",)
        else:
            yield from table(line, width)


def table(of: TextTable, width: int) -> list[str]:
    """The rows under their headings, no line longer than `width` where the words allow it."""
    columns, rows = of.columns, of.rows
    widths = _widths(columns, rows, width)
    room = width - _INDENT - sum(widths)
    between = len(widths) - 1
    gap = 1 if between <= room < _GAP * between else _GAP
    lines = [*_row(columns, [c.heading for c in columns], widths, gap)]
    hanging = _INDENT + widths[0] + gap
    for row in rows:
        lines += _row(columns, row.cells, widths, gap)
        for text in row.beneath:
            lines += wrapped(text, width, hanging)
    return lines


def wrapped(text: str, width: int, indent: int = 0, hanging: int = 0) -> list[str]:
    """One paragraph, wrapped and indented beyond its own leading spaces, further lines by `hanging`
    more; no word is broken."""
    words = flat(text).lstrip(" ")
    first = " " * (indent + len(text) - len(text.lstrip(" ")))
    return textwrap.wrap(
        words,
        width,
        initial_indent=first,
        subsequent_indent=first + " " * hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _widths(columns: Sequence[Column], rows: Sequence[TableRow], width: int) -> list[int]:
    """The column widths: the longest cell of each; any excess is taken from the columns that wrap.

    The first of them is narrowed first, and none below its longest word.
    """
    cells = [[c.heading for c in columns], *(row.cells for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(columns))]
    for i in (i for i, c in enumerate(columns) if c.wraps):
        over = _INDENT + sum(widths) + _GAP * (len(widths) - 1) - width
        if over > 0:
            longest = max(len(word) for line in cells for word in line[i].split() or [""])
            widths[i] = max(longest, widths[i] - over)
    return widths


def _row(
    columns: Sequence[Column], cells: Sequence[str], widths: Sequence[int], gap: int
) -> Iterator[str]:
    split = (wrapped(cell, width) for cell, width in zip(cells, widths, strict=True))
    for parts in zip_longest(*split, fillvalue=""):
        each = zip(parts, widths, columns, strict=True)
        shown = (p.rjust(w) if c.right else p.ljust(w) for p, w, c in each)
        yield (" " * _INDENT + (" " * gap).join(shown)).rstrip()
