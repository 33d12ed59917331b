"""A message as Slack blocks, within Slack's limits, with typed text escaped.

Notifications show the top-level text on a phone and the first blocks on a desktop, locked
screens included: in a channel both begin with the preview (docs/decisions/alerts.md). The
answer to a command notifies no one, so it begins with the answer.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dealclock.messages import buttons, plain
from dealclock.messages.message import (
    POSSIBLY_REPEATED,
    QUIET,
    Cell,
    DataChart,
    DataTable,
    Message,
    Section,
    cut,
    flat,
    with_content,
)
from dealclock.records import record

Block = dict[str, Any]

HEADER_MOST = 150
SECTION_MOST = 3000
LINE_MOST = 1500  # so that one line of typed text leaves room for the others
WHOLE_MOST = 9000  # over all blocks of a message; Slack refuses from about 12,000
BLOCKS_MOST = 50  # of one message
_BLOCK_COSTS = 125  # what Slack seems to count for a block in addition to its text
_NOTHING = "-"  # Slack refuses an empty text
_MORE_MOST = 400  # room for the line about it, and for one extra block
_BANNERS_MOST, _FOOTNOTES_MOST = 3, 5
_ROWS_MOST = 100  # of a table, with its header; sources say 101 or 201
_PAGE = 20  # rows of a table before its reader has to turn a page
_CELL_MOST = 300
_COUNTED = ("text", "caption", "label", "name", "title")  # a property whose value is shown
_DIVIDER: Block = {"type": "divider"}


@record
class SlackMessage:
    """What is posted: the text of the notification, and the visible blocks."""

    text: str
    blocks: tuple[Block, ...]


def render_message(message: Message, ref: str = "") -> SlackMessage:
    """The message for a channel; neither its text nor its first block gives anything away.

    `ref` is the opaque reference by which its buttons find it again; without one it has none. A
    settled message folds to its present status.
    """
    text = fit_text(f"{QUIET}. {message.preview}" if message.deal else message.preview, 300)
    first = [f"{message.deal or message.preview} · {QUIET}"]
    first += [POSSIBLY_REPEATED] if message.repeated else []
    quiet = _context("\n".join(fit_text(each, 300) for each in first))
    present = [_text("\n".join(fit_text(each, 700) for each in message.present.splitlines()))]
    hands = buttons.render_buttons(message.acts, ref) if ref else []
    if message.is_folded:
        return SlackMessage(text, (quiet, *present, *hands))
    before = [quiet, *(present if message.present else [])]
    return SlackMessage(text, tuple(_blocks(message, *before, buttons=hands)))


def render_reply(message: Message) -> SlackMessage:
    """A line in a thread: its headline, under a preview that gives nothing away."""
    quiet = _context(fit_text(message.preview, 300))
    return SlackMessage(
        fit_text(message.preview, 300), (quiet, _text(fit_text(message.headline, LINE_MOST)))
    )


def render_ephemeral(message: Message, *, tables: bool = False) -> dict[str, Any]:
    """The answer to a command, visible to one person; its text is the whole answer, in words.

    With `tables` it has blocks that are too young for some workspaces, which refuse it whole.
    """
    lines = [
        fit_text(each, LINE_MOST) if each else "" for each in plain.as_text(message).splitlines()
    ]
    return {
        "response_type": "ephemeral",
        "text": "\n".join(_fitting(lines, message.more)),
        "blocks": list(_blocks(message, tables=tables)),
    }


def escape_text(text: str) -> str:
    """`text` as Slack displays it and never acts on it: no mention, link or channel can result."""
    whole = flat(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    # Emphasis marks belong to the reader, not to the person who typed the value.
    return "".join(f"{mark}\u200b" if mark in "*_~`" else mark for mark in whole)


def fit_text(text: str, most: int) -> str:
    """`text` escaped, in at most `most` characters; cut before escaping, so no entity is halved.

    Never empty.
    """
    text, room = flat(text) or _NOTHING, most
    while len(found := escape_text(cut(text, room))) > most:
        room = min(room - 1, room * most // len(found))
    return found


def _blocks(
    message: Message, *before: Block, buttons: Sequence[Block] = (), tables: bool = False
) -> Iterator[Block]:
    """The whole message: its mandatory first blocks, then as much of its body as fits.

    Then `buttons`, before the footnotes.
    """
    head: list[Block] = [*before, _header(message.headline)]
    head += [_text(f"*{fit_text(b, 700)}*") for b in message.banners[:_BANNERS_MOST]]
    notes = [fit_text(note, 300) for note in message.footnotes[:_FOOTNOTES_MOST]]
    foot = [*buttons, *([_context("\n".join(notes))] if notes else [])]
    yield from head
    room = WHOLE_MOST - sum(_weight(b) for b in (*head, *foot))
    parts = [
        part
        for section in with_content(*message.sections)
        for part in (section.drawn if tables and section.drawn is not None else (section,))
    ]
    yield from _body(parts, message.more, room, BLOCKS_MOST - len(head) - len(foot))
    yield from foot


def _header(headline: str) -> Block:
    """The headline, whole and once: one too long for Slack's header is a bold line instead."""
    if len(escape_text(headline)) > HEADER_MOST:
        return _text(f"*{fit_text(headline, LINE_MOST)}*")
    text = fit_text(headline, HEADER_MOST)
    return {"type": "header", "text": {"type": "plain_text", "text": text, "emoji": False}}


def _body(
    parts: Sequence[Section | DataTable | DataChart], more: str, room: int, blocks: int
) -> Iterator[Block]:
    """The parts, line by line until room or blocks are used; then how many lines are left."""
    room -= _MORE_MOST
    blocks -= 1  # for the line on what is left out
    left = 0
    between = False
    for part in parts:
        if between and not left and blocks > 1:
            yield _DIVIDER
            room -= _BLOCK_COSTS
            blocks -= 1
        if not isinstance(part, Section):
            shown = 0 if left or blocks < 1 else _rows_that_fit(part, room)
            left += (len(part.rows) if isinstance(part, DataTable) else 1) - shown
            if shown:
                block = _draw(part, shown)
                yield block
                room -= _weight(block)
                blocks -= 1
            between = True
            continue
        between, piece = True, ""
        for line in _lines(part):
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
        yield _context(describe_left_out(left, more))


def _rows_that_fit(part: DataTable | DataChart, room: int) -> int:
    """How many of a table's first rows fit in this room, and in Slack's limit; a chart is one."""
    room -= _weight(_draw(part, 0))
    if isinstance(part, DataChart):
        return int(room >= 0)
    for number, row in enumerate(part.rows[: _ROWS_MOST - 1]):
        room -= sum(len(_cell(cell)["text"]) for cell in row)
        if room < 0:
            return number
    return min(len(part.rows), _ROWS_MOST - 1)


def _draw(part: DataTable | DataChart, rows: int) -> Block:
    """A chart, or the first rows of a table; what it shows is raw text, so nothing is escaped."""
    if isinstance(part, DataChart):
        axes = {"categories": list(part.points), "x_label": part.across, "y_label": part.up}
        series = [
            {
                "name": name,
                "data": [
                    {"label": label, "value": value}
                    for label, value in zip(part.points, values, strict=True)
                ],
            }
            for name, values in part.lines
        ]
        chart = {"type": "line", "series": series, "axis_config": axes}
        return {"type": "data_visualization", "title": part.title, "chart": chart}
    head = [_cell(Cell(name)) for name in part.columns]
    return {
        "type": "data_table",
        "caption": cut(flat(part.caption), HEADER_MOST),
        "rows": [head, *([_cell(cell) for cell in row] for row in part.rows[:rows])],
        "page_size": _PAGE,
        "row_header_column_index": 0,
    }


def _cell(cell: Cell) -> Block:
    """Never empty: Slack has lost whole messages for one empty cell."""
    text = cut(flat(cell.text).strip() or _NOTHING, _CELL_MOST)
    if cell.rank is None:
        return {"type": "raw_text", "text": text}
    return {"type": "raw_number", "value": cell.rank, "text": text}


def _fitting(lines: list[str], more: str) -> Iterator[str]:
    """The lines that fit in a message, and how many do not."""
    room = WHOLE_MOST - _MORE_MOST
    for i, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            yield describe_left_out(len(lines) - i, more)
            return
        yield line


def describe_left_out(left: int, command: str) -> str:
    """How many lines were left out, and the command that shows them."""
    return f"+{left} more {'line' if left == 1 else 'lines'}: `{command}`"


def _lines(section: Section) -> Iterator[str]:
    if section.title:
        yield f"*{fit_text(section.title, HEADER_MOST)}*"
    for row in section.rows:
        label = f"*{fit_text(row.label, HEADER_MOST)}:* " if row.label else ""
        yield f"{label}{fit_text(row.value, LINE_MOST)}"
    for line in section.lines:
        yield fit_text(line, LINE_MOST)


def _weight(block: Block) -> int:
    return _BLOCK_COSTS + sum(_texts(block))


def _texts(part: object) -> Iterator[int]:
    """The length of every text in a block, at any depth."""
    if isinstance(part, list):
        for each in part:
            yield from _texts(each)
    elif isinstance(part, dict):
        for name, each in part.items():
            if name in _COUNTED and isinstance(each, str):
                yield len(each)
            else:
                yield from _texts(each)


def _text(text: str) -> Block:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}


def _context(text: str) -> Block:
    return {"type": "context", "elements": [{"type": "mrkdwn", "text": text, "verbatim": True}]}


def add_mentions(message: SlackMessage, people: Mapping[str, str]) -> SlackMessage:
    """The message with mentions of people, which notify them: their names by Slack id.

    A person is mentioned where the body first names them; others after the preview block.
    """
    quiet, *rest = message.blocks
    elsewhere = []
    for person, name in people.items():
        named = re.compile(rf"(?<!\w){re.escape(escape_text(name))}(?!\w)")
        place = next((i for i, each in enumerate(rest) if _has_text(each, named)), None)
        if place is None:
            elsewhere.append(f"<@{person}>")
        else:
            text = rest[place]["text"]
            said = named.sub(f"<@{person}>", text["text"], count=1)
            rest[place] = {**rest[place], "text": {**text, "text": said}}
    if elsewhere:
        shown = {"type": "mrkdwn", "text": " ".join(elsewhere)}
        rest.insert(0, {"type": "section", "text": shown})
    everyone = " ".join(f"<@{person}>" for person in people)
    return SlackMessage(f"{everyone} {message.text}", (quiet, *rest))


def _has_text(block: Block, pattern: re.Pattern[str]) -> bool:
    return block["type"] == "section" and bool(pattern.search(block["text"]["text"]))
