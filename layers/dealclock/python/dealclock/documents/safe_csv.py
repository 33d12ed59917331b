"""Tables as .csv in which spreadsheet programs find no formula.

A cell that begins with a formula sign gets an apostrophe before it, which such programs read as
"this is text".
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from dealclock.messages.message import flat
from dealclock.people.insiders import Insider

# The signs of a formula, also as full-width characters; tabs and line ends are removed first.
_SIGNS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def safe_csv(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """The table in UTF-8 with a byte order mark for such programs; every cell is quoted."""
    made = io.StringIO()
    writer = csv.writer(made, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(headings)
    writer.writerows([escape_cell(cell) for cell in row] for row in rows)
    return made.getvalue().encode("utf-8-sig")


def escape_cell(cell: str) -> str:
    """The text of one cell: on one line, and no formula."""
    text = flat(cell)
    return f"'{text}" if text.lstrip().startswith(_SIGNS) else text


HEADER = (
    *("name", "person", "email", "slack", "role", "audience", "stands for", "holder"),
    *("from", "to", "added by", "why", "by way of"),
)


def insider_csv(found: Iterable[Insider]) -> bytes:
    """One line for each period in which a person had access; `to` is empty while it is ongoing."""
    return safe_csv(HEADER, _lines(found))


def _lines(found: Iterable[Insider]) -> Iterator[tuple[str, ...]]:
    for each in found:
        yield (
            *(each.name, each.person, each.email, each.slack),
            *(each.role, each.audience, each.stands_for, each.holder),
            *(each.since.isoformat(), each.to.isoformat() if each.to else ""),
            *(each.added_by, each.why, each.by_way_of),
        )
