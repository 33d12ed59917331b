"""Tables in a message: cells that sort by their day or amount, and where the table stands.

A table repeats what its sections say, for text, email and a workspace that refuses tables.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction
from itertools import compress
from zoneinfo import ZoneInfo

from dealclock.messages import words
from dealclock.messages.message import Cell, DataTable, Section, listed, with_content

_DAY = 24 * 60 * 60  # seconds


def day_cell(day: date | None, text: str = "") -> Cell:
    """A day, sorted by the day; `text` is shown instead of it, or where there is none."""
    if day is None:
        return Cell(text)
    return Cell(text or words.day(day), float(f"{day:%Y%m%d}"))


def without_empty(table: DataTable) -> DataTable:
    """The table without the columns that are empty in every row, such as that of record dates."""
    kept = [any(row[n].text for row in table.rows) for n in range(len(table.columns))]
    if not any(kept):
        return table
    rows = tuple(tuple(compress(row, kept)) for row in table.rows)
    return replace(table, columns=tuple(compress(table.columns, kept)), rows=rows)


def instant_cell(at: datetime, zone: str) -> Cell:
    """An instant, sorted among days by its day and time in the zone."""
    local = at.astimezone(ZoneInfo(zone))
    seconds = (local.hour * 60 + local.minute) * 60 + local.second
    return Cell(words.instant(at, zone), float(f"{local:%Y%m%d}") + seconds / _DAY)


def money_cell(amount: Fraction | None, text: str = "") -> Cell:
    """Dollars, sorted by the amount; `text` is shown instead, or where there is none."""
    return Cell(text) if amount is None else Cell(text or words.dollars(amount), float(amount))


def in_table(
    sections: Sequence[Section], table: DataTable, urgent: Iterable[str] = ()
) -> tuple[Section, ...]:
    """The sections with content, of which the first draws the table before its own content.

    Above the table, `urgent` names each item that is overdue or due today. A table without rows is
    not drawn.
    """
    shown = with_content(*sections)
    if not shown or not table.rows:
        return shown
    first, *others = shown
    own = (first,) if first.drawn is None else first.drawn
    above = with_content(listed("Overdue or due today", urgent))
    return (replace(first, drawn=(*above, table, *own)), *others)


def left_to_table(section: Section, *rows: str, lines: bool = True) -> Section:
    """The section, drawn without what a table shows: with these of its rows, and its lines."""
    kept = tuple(row for row in section.rows if row.label in rows)
    rest = replace(section, rows=kept, lines=section.lines if lines else ())
    return replace(section, drawn=with_content(rest))
