"""A message as Slack blocks, within Slack's limits, with everything anyone typed made harmless.

The top-level text is what notifications show, on locked screens too: in a channel it is the
preview alone (docs/decisions/0020-previews.md). Screen readers read the blocks, which are all text.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dealclock.render.told import Section, Told, cut, flat

Block = dict[str, Any]

HEADER_MOST = 150
SECTION_MOST = 2900  # Slack's 3,000, less what may be added to say that something was cut
WHOLE_MOST = 8500  # over all blocks of one message
BLOCKS_MOST = 45


@dataclass(frozen=True, slots=True)
class SlackMessage:
    """What is posted: the text of the notification, and the blocks that are read."""

    text: str
    blocks: tuple[Block, ...]


def message(told: Told) -> SlackMessage:
    """The message for a channel; its text gives nothing away."""
    return SlackMessage(escaped(told.preview), tuple(_blocks(told)))


def ephemeral(told: Told) -> dict[str, Any]:
    """The answer to a command, for the asker alone; its text is its first line."""
    return {
        "response_type": "ephemeral",
        "text": escaped(cut(told.headline, SECTION_MOST)),
        "blocks": list(_blocks(told)),
    }


def escaped(text: str) -> str:
    """`text` as Slack shows it and never acts on it: no mention, link or channel can be made."""
    plain = flat(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    # Emphasis marks stay marks of the reader's, not of whoever typed the value.
    return "".join(f"{mark}\u200b" if mark in "*_~`" else mark for mark in plain)


def _blocks(told: Told) -> Iterator[Block]:
    headline = flat(told.headline)
    yield {
        "type": "header",
        "text": {"type": "plain_text", "text": cut(headline, HEADER_MOST), "emoji": False},
    }
    if len(headline) > HEADER_MOST:
        yield _text(escaped(cut(headline, SECTION_MOST // 2)))
    yield from (_context(escaped(cut(banner, SECTION_MOST // 2))) for banner in told.banners)
    yield from _body(told)
    if told.footnotes:
        notes = [escaped(cut(note, SECTION_MOST // 8)) for note in told.footnotes]
        yield {"type": "divider"}
        yield _context("\n".join(notes))


def _body(told: Told) -> Iterator[Block]:
    """The sections, until the room of one message is used; then how many lines are left out."""
    room, blocks = WHOLE_MOST, 0
    pending = [chunk for section in told.sections for chunk in _chunks(_lines(section))]
    for i, chunk in enumerate(pending):
        if len(chunk) > room or blocks >= BLOCKS_MOST:
            left = sum(c.count("\n") + 1 for c in pending[i:])
            yield _context(f"+{left} more lines: `{told.more}`")
            return
        yield _text(chunk)
        room, blocks = room - len(chunk), blocks + 1


def _lines(section: Section) -> list[str]:
    lines = [f"*{escaped(section.title)}*"] if section.title else []
    lines += [f"*{escaped(r.label)}:* {escaped(r.value)}" for r in section.rows]
    return lines + [escaped(line) for line in section.lines]


def _chunks(lines: list[str]) -> Iterator[str]:
    """Lines joined into pieces a section block can hold; a longer line is cut visibly."""
    piece = ""
    for line in (cut(each, SECTION_MOST) for each in lines):
        if piece and len(piece) + 1 + len(line) > SECTION_MOST:
            yield piece
            piece = line
        else:
            piece = f"{piece}\n{line}" if piece else line
    if piece:
        yield piece


def _text(text: str) -> Block:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}


def _context(text: str) -> Block:
    return {"type": "context", "elements": [{"type": "mrkdwn", "text": text, "verbatim": True}]}
