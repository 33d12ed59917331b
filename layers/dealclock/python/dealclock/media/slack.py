"""A message as Slack blocks, within Slack's limits, with everything anyone typed made harmless.

Notifications show the top-level text on a phone and the first blocks on a desktop, locked screens
included: in a channel both begin with the preview (docs/decisions/0020-previews.md). The answer to
a command notifies nobody, so it begins with the answer.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dealclock.media import buttons, plain
from dealclock.messages.message import POSSIBLY_REPEATED, Message, Section, cut, flat, with_content

Block = dict[str, Any]

HEADER_MOST = 150
SECTION_MOST = 3000
LINE_MOST = 1500  # one line of typed text never takes the room of all others
WHOLE_MOST = 9000  # over all blocks of a message; Slack refuses from about 12,000
BLOCKS_MOST = 50  # of one message
_BLOCK_COSTS = 125  # what Slack seems to count for a block beside its text
_NOTHING = "-"  # Slack refuses an empty text
_MORE_MOST = 400  # the line that says so, and one block more than reckoned
_BANNERS_MOST, _FOOTNOTES_MOST = 3, 5
_DIVIDER: Block = {"type": "divider"}


@dataclass(frozen=True, slots=True)
class SlackMessage:
    """What is posted: the text of the notification, and the blocks that are read."""

    text: str
    blocks: tuple[Block, ...]


def message(told: Message, ref: str = "") -> SlackMessage:
    """The message for a channel; neither its text nor its first block gives anything away.

    `ref` is the opaque reference by which its buttons find it again; without one it has none. One
    that is settled folds to its present status.
    """
    text = fitted(f"{plain.QUIET}. {told.preview}" if told.deal else told.preview, 300)
    first = [f"{told.deal or told.preview} · {plain.QUIET}"]
    first += [POSSIBLY_REPEATED] if told.repeated else []
    quiet = _context("\n".join(fitted(each, 300) for each in first))
    present = [_text("\n".join(fitted(each, 700) for each in told.present.splitlines()))]
    hands = buttons.of(told.acts, ref) if ref else []
    if told.is_folded:
        return SlackMessage(text, (quiet, *present, *hands))
    before = [quiet, *(present if told.present else [])]
    return SlackMessage(text, tuple(_blocks(told, *before, hands=hands)))


def reply(told: Message) -> SlackMessage:
    """A line in a thread: its headline, under a preview that gives nothing away."""
    quiet = _context(fitted(told.preview, 300))
    return SlackMessage(fitted(told.preview, 300), (quiet, _text(fitted(told.headline, LINE_MOST))))


def ephemeral(told: Message) -> dict[str, Any]:
    """The answer to a command, for the asker alone; its text is the whole answer, in words."""
    lines = [fitted(each, LINE_MOST) if each else "" for each in plain.as_text(told).splitlines()]
    return {
        "response_type": "ephemeral",
        "text": "\n".join(_fitting(lines, told.more)),
        "blocks": list(_blocks(told)),
    }


def escaped(text: str) -> str:
    """`text` as Slack shows it and never acts on it: no mention, link or channel can be made."""
    whole = flat(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    # Emphasis marks belong to the reader, not to the person who typed the value.
    return "".join(f"{mark}\u200b" if mark in "*_~`" else mark for mark in whole)


def fitted(text: str, most: int) -> str:
    """`text` escaped, in at most `most` characters; cut before escaping, so no entity is halved.

    Never empty.
    """
    text, room = flat(text) or _NOTHING, most
    while len(found := escaped(cut(text, room))) > most:
        room = min(room - 1, room * most // len(found))
    return found


def _blocks(told: Message, *before: Block, hands: Sequence[Block] = ()) -> Iterator[Block]:
    """The whole message: what must stand in it first, then as much of its body as fits.

    Then `hands`, the buttons, before the footnotes.
    """
    headline = fitted(told.headline, HEADER_MOST)
    head: list[Block] = [
        *before,
        {"type": "header", "text": {"type": "plain_text", "text": headline, "emoji": False}},
    ]
    if len(flat(told.headline)) > HEADER_MOST:
        head.append(_text(fitted(told.headline, LINE_MOST)))
    head += [_text(f"*{fitted(b, 700)}*") for b in told.banners[:_BANNERS_MOST]]
    notes = [fitted(note, 300) for note in told.footnotes[:_FOOTNOTES_MOST]]
    foot = [*hands, *([_context("\n".join(notes))] if notes else [])]
    yield from head
    room = WHOLE_MOST - sum(_weight(b) for b in (*head, *foot))
    yield from _body(told, room, BLOCKS_MOST - len(head) - len(foot))
    yield from foot


def _body(told: Message, room: int, blocks: int) -> Iterator[Block]:
    """The sections, line by line until the room or the blocks are used; then how many are left."""
    room -= _MORE_MOST
    blocks -= 1  # the one that says so
    left = 0
    between = False
    for section in with_content(*told.sections):
        if between and not left and blocks > 1:
            yield _DIVIDER
            room -= _BLOCK_COSTS
            blocks -= 1
        between, piece = True, ""
        for line in _lines(section):
            longer = f"{piece}\n{line}" if piece else line
            splits = len(longer) > SECTION_MOST
            if left or len(longer) + _BLOCK_COSTS > room or blocks < (2 if splits else 1):
                left += 1
            elif splits:
                yield _text(piece)
                room -= len(piece) + _BLOCK_COSTS
                blocks -= 1
                piece = line
            else:
                piece = longer
        if piece:
            yield _text(piece)
            room -= len(piece) + _BLOCK_COSTS
            blocks -= 1
    if left:
        yield _context(more_lines(left, told.more))


def _fitting(lines: list[str], more: str) -> Iterator[str]:
    """The lines that fit in a message, and how many do not."""
    room = WHOLE_MOST - _MORE_MOST
    for i, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            yield more_lines(len(lines) - i, more)
            return
        yield line


def more_lines(left: int, command: str) -> str:
    """How many lines were left out, and the command that shows them."""
    return f"+{left} more {'line' if left == 1 else 'lines'}: `{command}`"


def _lines(section: Section) -> Iterator[str]:
    if section.title:
        yield f"*{fitted(section.title, HEADER_MOST)}*"
    for row in section.rows:
        label = f"*{fitted(row.label, HEADER_MOST)}:* " if row.label else ""
        yield f"{label}{fitted(row.value, LINE_MOST)}"
    for line in section.lines:
        yield fitted(line, LINE_MOST)


def _weight(block: Block) -> int:
    return _BLOCK_COSTS + sum(_texts(block))


def _texts(part: object) -> Iterator[int]:
    """The length of every text in a block, however deep."""
    if isinstance(part, list):
        for each in part:
            yield from _texts(each)
    elif isinstance(part, dict):
        for name, each in part.items():
            if name == "text" and isinstance(each, str):
                yield len(each)
            else:
                yield from _texts(each)


def _text(text: str) -> Block:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}


def _context(text: str) -> Block:
    return {"type": "context", "elements": [{"type": "mrkdwn", "text": text, "verbatim": True}]}


def mentioning(told: SlackMessage, people: Iterable[str]) -> SlackMessage:
    """The message naming people by their Slack ids, which notifies them; after the quiet block."""
    names = " ".join(f"<@{person}>" for person in people)
    quiet, *rest = told.blocks
    named = {"type": "section", "text": {"type": "mrkdwn", "text": names}}
    return SlackMessage(f"{names} {told.text}", (quiet, named, *rest))
