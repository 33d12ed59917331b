"""A Slack message as wrapped text in a light box, the same wherever it is printed.

Blocks are shown if there are any, else the text, as Slack does. Emphasis marks are dropped, a
link becomes `text (url)`, an emoji keeps its name.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

WIDTH = 78
_CODE = re.compile(r"(```.*?```|`[^`\n]+`)", re.DOTALL)
_ANGLE = re.compile(r"<([^<>\n]+)>")
_MARKS = [
    re.compile(rf"(?<![\w{m}]){m}(?=\S)([^\n]+?)(?<=\S){m}(?![\w{m}])") for m in (r"\*", "_", "~")
]
_BULLET = re.compile(r"^(\s*(?:[•◦▪\-–]|\d+\.|&gt;|>)\s+)")  # fmt: skip


def render(
    message: Mapping[str, Any],
    heading: str = "",
    *,
    width: int = WIDTH,
    names: Mapping[str, str] | None = None,
) -> str:
    """The message in a box, without a last newline.

    `names` are those of user ids, for mentions. A reply to a command is shown by its `message`.
    """
    painter = _Painter(width - 2, names or {})
    return boxed(heading, list(painter.message(message)), width)


def boxed(heading: str, lines: list[str | None], width: int = WIDTH) -> str:
    """Lines behind a light rule; None is a line across. The right side stays open."""
    title = f" {heading} " if heading else ""
    top = "┌─" + title + "─" * max(1, width - 2 - len(title))
    body = [("├" + "─" * (width - 1)) if each is None else f"│ {each}".rstrip() for each in lines]
    return "\n".join([top, *body, "└" + "─" * (width - 1)])


def wrapped(text: str, width: int) -> list[str]:
    """The text's own lines, each wrapped; a bullet's or quote's further lines are indented."""
    lines: list[str] = []
    for line in text.split("\n"):
        bullet = _BULLET.match(line)
        indent = " " * len(bullet.group(1)) if bullet else ""
        lines += textwrap.wrap(
            line, width, subsequent_indent=indent, break_on_hyphens=False
        ) or [""]  # fmt: skip
    return lines


def plain(mrkdwn: str, names: Mapping[str, str] | None = None) -> str:
    """Slack's mrkdwn as plain text; code keeps its backticks and is otherwise left alone."""
    parts = _CODE.split(mrkdwn)
    for place, part in enumerate(parts):
        text = part
        if place % 2 == 0:
            # Emphasis before links: an underscore inside an address is not a mark.
            pieces = _ANGLE.split(text)
            pieces[1::2] = [_angle(each, names or {}) for each in pieces[1::2]]
            text = _without_marks(pieces)
        parts[place] = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return "".join(parts)


def _without_marks(pieces: list[str]) -> str:
    """The text with its emphasis dropped; every second piece is a link, kept as it is."""
    kept = pieces[1::2]
    text = "".join(each if place % 2 == 0 else "\0" for place, each in enumerate(pieces))
    for mark in _MARKS:
        text = mark.sub(r"\1", text)
    for each in kept:
        text = text.replace("\0", each, 1)
    return text


def _angle(inside: str, names: Mapping[str, str]) -> str:
    target, _, label = inside.partition("|")
    if target.startswith("@"):
        return "@" + (label or names.get(target[1:], target[1:]))
    if target.startswith("#"):
        return "#" + (label or target[1:])
    if target.startswith("!date"):
        return label or target
    if target.startswith("!"):
        return label or "@" + target[1:]
    address = target.removeprefix("mailto:")
    return f"{label} ({address})" if label and label != address else address


def _cells(rows: list[list[Mapping[str, Any]]]) -> list[list[str]]:
    return [[str(cell.get("text") or cell["value"]) for cell in row] for row in rows]


def _points(chart: Mapping[str, Any]) -> list[list[str]]:
    """A chart as a table: a row for each category, a column for each series."""
    series = chart["series"]
    values = [[f"{point['value']:,.2f}" for point in each["data"]] for each in series]
    labels = chart["axis_config"]["categories"]
    head = [chart["axis_config"].get("x_label", ""), *(each["name"] for each in series)]
    return [head, *([label, *row] for label, *row in zip(labels, *values, strict=True))]


class _Painter:
    def __init__(self, width: int, names: Mapping[str, str]) -> None:
        self._width = width
        self._names = names

    def message(self, message: Mapping[str, Any]) -> Iterator[str | None]:
        blocks = message.get("blocks") or []
        for block in blocks:
            yield from self._block(block)
        if not blocks:
            yield from self._words(message.get("text", ""))
        for file in message.get("files", ()):
            yield from self._words(f"[{file['name']}] {file['alt_txt']}".rstrip())
        if message.get("edited"):
            yield "(edited)"

    def _block(self, block: Mapping[str, Any]) -> Iterator[str | None]:
        match block["type"]:
            case "divider":
                yield None
            case "header":
                yield from wrapped(block["text"]["text"], self._width)
            case "section":
                yield from self._section(block)
            case "context":
                said = "  ".join(self._element(each) for each in block["elements"])
                yield from wrapped(said, self._width)
            case "actions":
                yield from wrapped("  ".join(map(self._element, block["elements"])), self._width)
            case "data_table":
                yield from self._table(block["caption"], _cells(block["rows"]))
            case "data_visualization":
                yield from self._table(block["title"], _points(block["chart"]))
            case _:
                yield from wrapped(self._element(block), self._width)

    def _table(self, caption: str, rows: list[list[str]]) -> Iterator[str]:
        """The rows in columns if they fit, else each row as its cells under their headings."""
        yield from wrapped(caption, self._width)
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        if sum(widths) + 2 * len(widths) <= self._width + 2:
            for row in rows:
                cells = zip(row, widths, strict=True)
                yield "  ".join(f"{cell:<{width}}" for cell, width in cells).rstrip()
            return
        header, *others = rows
        for first, *rest in others:
            yield from wrapped(first, self._width)
            said = "; ".join(f"{n}: {c}" for n, c in zip(header[1:], rest, strict=True))
            yield from (f"  {line}" for line in wrapped(said, self._width - 2))

    def _section(self, block: Mapping[str, Any]) -> Iterator[str]:
        if "text" in block:
            yield from self._words(self._text(block["text"]))
        fields = [self._text(each) for each in block.get("fields", ())]
        column = (self._width - 2) // 2
        for place in range(0, len(fields), 2):
            left = wrapped(fields[place], column)
            right = wrapped(fields[place + 1], column) if place + 1 < len(fields) else []
            for line in range(max(len(left), len(right))):
                first = left[line] if line < len(left) else ""
                second = right[line] if line < len(right) else ""
                yield f"{first:<{column}}  {second}".rstrip()
        if "accessory" in block:
            yield from wrapped(self._element(block["accessory"]), self._width)

    def _element(self, element: Mapping[str, Any]) -> str:
        match element["type"]:
            case "mrkdwn" | "plain_text":
                return self._text(element)
            case "image":
                return f"[image: {element['alt_text']}]"
            case "button":
                return f"[ {self._text(element['text'])} ]"
            case "overflow" | "static_select":
                return f"[ {' | '.join(self._text(o['text']) for o in element['options'])} ]"
            case other:
                return f"[ {other} ]"

    def _text(self, text: Mapping[str, Any]) -> str:
        said = str(text["text"])
        return plain(said, self._names) if text["type"] == "mrkdwn" else said

    def _words(self, text: str) -> list[str]:
        return wrapped(plain(text, self._names), self._width)
