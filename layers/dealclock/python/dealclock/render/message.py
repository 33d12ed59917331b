"""One message, described once: what it says, in order, whatever medium lays it out.

Every string is raw text, part of it typed by people. A medium passes each through `flat` and then
through its own escaping.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from dealclock.alerts.response_options import Act

STATUS = "/deal status"
POSSIBLY_REPEATED = "Possibly repeated: nobody can say whether this message arrived before."
REHEARSAL = "REHEARSAL"
OF_NO_DEAL = "Dealclock"  # the preview of what is about no one deal


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A label and what it says: "Due" and a date."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Section:
    """Rows and then lines under an optional title. A line's leading spaces are kept."""

    rows: tuple[MessageRow, ...] = ()
    lines: tuple[str, ...] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """One message. Only `preview` may be shown where others can see it.

    `preview` holds the code name, clause and date and nothing else. `more` is the command that
    shows what a medium with little room had to cut. `present` is how the matter stands since it was
    told, "" while it stands as told. `repeated` when nobody knows whether it arrived before. `acts`
    are what its reader may do with it, where a medium has buttons.
    """

    preview: str
    headline: str
    banners: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    footnotes: tuple[str, ...] = ()
    more: str = STATUS
    present: str = ""
    repeated: bool = False
    acts: tuple[Act, ...] = ()

    def of_rehearsal(self) -> "Message":
        """The same message marked REHEARSAL where it is previewed and where it is read."""
        return replace(
            self,
            preview=f"{REHEARSAL} {self.preview}",
            headline=f"{REHEARSAL}: {self.headline}",
        )


def rows(*pairs: tuple[str, str]) -> tuple[MessageRow, ...]:
    """Rows of the pairs that say something; one with an empty value is left out."""
    return tuple(MessageRow(label, value) for label, value in pairs if value)


def listed(title: str, lines: Iterable[str]) -> Section:
    """A section of lines, each with a bullet before it."""
    return Section(title=title, lines=tuple(f"• {line}" for line in lines))


def with_content(*sections: Section) -> tuple[Section, ...]:
    """The sections that say something."""
    return tuple(s for s in sections if s.rows or s.lines)


def flat(text: str) -> str:
    """`text` on one line: its leading spaces kept, all other white space made single spaces.

    Control characters, and the invisible ones that turn the direction of text, are dropped: a
    typed value can neither begin a line of its own nor read otherwise than it stands.
    """
    indent = len(text) - len(text.lstrip(" "))
    words = " ".join(text.split())
    if not words.isprintable():
        words = "".join(c for c in words if c.isprintable())
    return " " * indent + words


def cut(text: str, most: int) -> str:
    """`text` in at most `most` characters; when it was longer it says by how many."""
    if len(text) <= most:
        return text
    # The number never has more digits than the whole length, so the result is never too long.
    room = max(most - len(f"... (+{len(text)} characters)"), 0)
    return f"{text[:room]}... (+{len(text) - room} characters)"


def text_lines(message: Message) -> Iterator[str]:
    """Everything said, line by line, in the order it is read; an empty line between parts."""
    if message.present:
        yield flat(message.present)
    yield flat(message.headline)
    yield from (flat(b) for b in message.banners)
    for section in message.sections:
        yield ""
        if section.title:
            yield flat(section.title)
        yield from (f"{r.label}: {flat(r.value)}" for r in section.rows)
        yield from (flat(line) for line in section.lines)
    if message.footnotes:
        yield ""
        yield from (flat(f) for f in message.footnotes)
