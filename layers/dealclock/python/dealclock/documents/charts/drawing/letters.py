"""Text measured by estimate: the font that shows a picture is the reader's, or the PDF's.

An estimate is no less than the width in any common sans-serif font, so that nothing overlaps.
"""

from collections.abc import Iterator
from unicodedata import east_asian_width, normalize

UNKNOWN = "\ufffd"
"""Stands for a character that cannot be shown."""
_NARROW = frozenset("fijlrtI.,:;'|!()[]/ -")
_WIDE = frozenset("mwMW@%&")
_BOLDER = 1.13


def drawable(text: str) -> str:
    """The text with a visible sign in place of each character that cannot be shown."""
    return "".join(each if each.isprintable() else UNKNOWN for each in normalize("NFC", text))


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """At most how wide a text is drawn, in points."""
    return sum(map(_share, drawable(text))) * size * (_BOLDER if bold else 1)


def _share(each: str) -> float:
    """The width of a character as a share of the font's size."""
    if each in _NARROW:
        return 0.42
    if each in _WIDE or each > "\u024f":  # beyond Latin, such as a dash or Greek
        return 1.1 if each == UNKNOWN or east_asian_width(each) in "WF" else 1.0
    return 0.8 if each.isupper() else 0.64


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
