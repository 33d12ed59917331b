"""`Message`: one message, described once, in order, for every medium that lays it out.

Every string is raw text, part of it typed by people. A medium passes each through `flat` and
then through its own escaping.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from dealclock.alerts.response_options import AlertAct
from dealclock.records import record

STATUS = "/deal status"
QUIET = "Confidential: deal team only"
"""Inbox lists and notifications show the first words of a message, so these come first."""
POSSIBLY_REPEATED = "Possible duplicate: delivery of an earlier copy could not be confirmed."
REHEARSAL = "REHEARSAL"
HEADLINE_MOST = 120
"""Characters of a headline of ours, so that no screen has to cut it."""
OF_NO_DEAL = "Dealclock"  # the preview of a message that is not about one deal


@record
class MessageRow:
    """A label and its value: "Owner" and a name; without a label, a line of its own."""

    label: str
    value: str


@record
class Cell:
    """What a table's cell shows, and the number it sorts by where its text would not sort."""

    text: str
    rank: float | None = None


@record
class DataTable:
    """A table: a cell for each of its columns in every row, the gravest row first.

    The first column identifies the row; `caption` is what a screen reader begins with.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@record
class DataChart:
    """Lines over the same points: their labels, and of each line its name and value at every point.

    `across` says what the points are, `up` the unit of the values.
    """

    title: str
    points: tuple[str, ...]
    lines: tuple[tuple[str, tuple[float, ...]], ...]
    across: str
    up: str


@record
class Section:
    """Rows and then lines under an optional title. A line's leading spaces are kept.

    `drawn` is what a medium that draws tables and charts shows in its place, possibly nothing;
    None: itself.
    """

    rows: tuple[MessageRow, ...] = ()
    lines: tuple[str, ...] = ()
    title: str = ""
    drawn: "tuple[Section | DataTable | DataChart, ...] | None" = None


@record
class Message:
    """One message. Only `preview` may be shown where others can see it.

    `preview` holds the code name, the kind of thing, its Section and a date and nothing else; it is
    an email's subject. `deal` is the code name that a post begins with, "" if it begins with the
    preview. `more` is the command that shows what a medium with little room had to cut. `present`
    is the status since it was sent, a line for each item, "" while nothing has changed: once no one
    is asked to acknowledge, the message folds to it. `repeated` when an earlier copy may have
    arrived. `acts` are the actions its reader may take, in a medium with buttons.
    """

    preview: str
    headline: str
    banners: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    footnotes: tuple[str, ...] = ()
    more: str = STATUS
    present: str = ""
    repeated: bool = False
    acts: tuple[AlertAct, ...] = ()
    deal: str = ""

    @property
    def is_folded(self) -> bool:
        """Whether only its present status is shown: no one is asked to acknowledge it now."""
        return bool(self.present) and "acknowledge" not in self.acts

    @property
    def has_tables(self) -> bool:
        """Whether a medium that draws tables shows it in another form."""
        return any(section.drawn is not None for section in self.sections)

    def marked(self, rehearsal: bool) -> "Message":
        """The same message, marked if it is a rehearsal's where it is previewed and where it is
        read.

        A subject names it with the deal, "[Granite, rehearsal] Digest"; any other preview begins
        with it.
        """
        if not rehearsal:
            return self
        deal, bracket, preview = self.preview.partition("] ")
        subject = f"{deal}, rehearsal] {preview}"
        return replace(
            self,
            preview=subject if bracket and deal[:1] == "[" else f"{REHEARSAL} {self.preview}",
            headline=f"{REHEARSAL}: {self.headline}",
        )


def rows(*pairs: tuple[str, str]) -> tuple[MessageRow, ...]:
    """Rows of the pairs, without those whose value is empty."""
    return tuple(MessageRow(label, value) for label, value in pairs if value)


def first_line(start: str, parts: Iterable[str], *, rehearsal: bool) -> str:
    """A headline: `start`, the first part, and of the others, the gravest first, each that fits.

    It is measured with the mark that `marked` adds. The body must have what is left out.
    """
    first, *others = parts
    line, room = first, headline_room(start, rehearsal=rehearsal)
    for part in others:
        longer = f"{line}; {part}"
        line = longer if len(longer) <= room else line
    return f"{start}{line}"


def headline_room(start: str, *, rehearsal: bool) -> int:
    """The characters that a headline has after `start`, and after the mark of a rehearsal."""
    return HEADLINE_MOST - len(start) - (len(f"{REHEARSAL}: ") if rehearsal else 0)


def listed(title: str, lines: Iterable[str]) -> Section:
    """A section of lines, each with a bullet before it."""
    return Section(title=title, lines=tuple(f"• {line}" for line in lines))


def with_content(*sections: Section) -> tuple[Section, ...]:
    """The sections that have rows or lines."""
    return tuple(s for s in sections if s.rows or s.lines)


def flat(text: str) -> str:
    """`text` on one line: leading spaces kept, other white space made single spaces.

    Control characters, and the invisible ones that turn the direction of text, are dropped, so
    that a typed value can neither start a line of its own nor be displayed in another order.
    """
    indent = len(text) - len(text.lstrip(" "))
    words = " ".join(text.split())
    if not words.isprintable():
        words = "".join(c for c in words if c.isprintable())
    return " " * indent + words


def cut(text: str, most: int) -> str:
    """`text` in at most `most` characters; if it was longer, it ends with how many were cut."""
    if len(text) <= most:
        return text
    # The number never has more digits than the whole length, so the result is never too long.
    room = max(most - len(f"... (+{len(text)} characters)"), 0)
    return f"{text[:room]}... (+{len(text) - room} characters)"


def text_lines(message: Message) -> Iterator[str]:
    """Every line shown, in reading order, with an empty line between parts."""
    yield from (flat(line) for line in message.present.splitlines())
    if message.is_folded:
        return
    yield flat(message.headline)
    yield from (flat(b) for b in message.banners)
    for section in message.sections:
        yield ""
        if section.title:
            yield flat(section.title)
        yield from (row_line(row) for row in section.rows)
        yield from (flat(line) for line in section.lines)
    if message.footnotes:
        yield ""
        yield from (flat(f) for f in message.footnotes)


def row_line(row: MessageRow) -> str:
    """A row in a line: "Owner: Maria Lopez"; without a label, its value alone."""
    return f"{row.label}: {flat(row.value)}" if row.label else flat(row.value)
