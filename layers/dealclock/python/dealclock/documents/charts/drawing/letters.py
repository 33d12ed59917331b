"""Text measured in the shipped fonts: their characters, widths, and line breaks.

Widths are data, made from the fonts (`python -m local.fonts`): the fonts have neither kerning nor
ligatures, so the width of a text is the sum of its characters' widths.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from unicodedata import normalize

FONTS = Path(__file__).resolve().parent.parent / "fonts"
FAMILY = "DejaVu Sans"
UNKNOWN = "\ufffd"
"""Stands for a character that the fonts lack."""


@cache
def _widths() -> Mapping[str, Mapping[str, float]]:
    """The width of each character by weight, as a share of the font's size."""
    measured = json.loads((FONTS / "widths.json").read_text(encoding="utf-8"))
    return {
        weight: {each: float(width) / 1000 for width, alike in by_width.items() for each in alike}
        for weight, by_width in measured.items()
    }


def drawable(text: str) -> str:
    """The text with a visible sign in place of each character that the fonts lack."""
    has = _widths()["regular"]
    return "".join(each if each in has else UNKNOWN for each in normalize("NFC", text))


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a text as drawn, in points."""
    of = _widths()["bold" if bold else "regular"]
    return sum(of[each] for each in drawable(text)) * size


def wrapped(text: str, width: float, size: float, *, bold: bool = False) -> Iterator[str]:
    """The text in lines at most `width` points wide; a word wider than that is broken."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if width_of(longer, size, bold=bold) <= width:
            line = longer
            continue
        if line:
            yield line
        line = word
        while width_of(line, size, bold=bold) > width:
            most = next(
                n
                for n in range(len(line) - 1, 0, -1)
                if n == 1 or width_of(line[:n], size, bold=bold) <= width
            )
            yield line[:most]
            line = line[most:]
    if line:
        yield line
