"""A picture's SVG as tests look at it: its elements, and where the ink of each text stands.

Widths and heights come from the outlines of DejaVu Sans, which PDF files embed: it is wider than
other fonts, and the library estimates.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any
from xml.etree import ElementTree as ET

from fontTools.ttLib import TTFont

from local.fonts import FOLDER

NAMESPACE = "{http://www.w3.org/2000/svg}"
ALLOWED = {
    "svg": {"width", "height", "viewBox", "font-family"},
    "title": set(),
    "defs": set(),
    "pattern": {"id", "width", "height", "patternUnits"},
    "path": {"d", "fill", "stroke", "stroke-width", "stroke-linecap"},
    "rect": {"x", "y", "width", "height", "fill", "stroke", "stroke-width"},
    "polyline": {
        "points", "fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-dasharray",
    },
    "polygon": {"points", "fill", "stroke", "stroke-width"},
    "circle": {"cx", "cy", "r", "fill", "stroke", "stroke-width"},
    "text": {
        "x", "y", "font-size", "font-weight", "fill", "text-anchor", "stroke", "stroke-width",
        "stroke-linejoin", "paint-order",
    },
}  # fmt: skip
"""Every element that a picture may hold, with its attributes."""


@dataclass(frozen=True)
class Ink:
    """What a text covers, in points from the top left of the page."""

    says: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Ink") -> bool:
        across = self.left < other.right - 0.01 and other.left < self.right - 0.01
        return across and self.top < other.bottom - 0.01 and other.top < self.bottom - 0.01


def tree(svg: str) -> ET.Element:
    """The picture, parsed. It has no document type, so no entity of its own."""
    assert "<!" not in svg
    return ET.fromstring(svg)


def elements(svg: str, tag: str) -> list[ET.Element]:
    return list(tree(svg).iter(f"{NAMESPACE}{tag}"))


def says(svg: str) -> list[str]:
    return [each.text or "" for each in elements(svg, "text")]


def inks(svg: str) -> list[Ink]:
    return [_ink(each) for each in elements(svg, "text")]


def overlapping(svg: str) -> list[tuple[str, str]]:
    """The texts that stand on one another."""
    return [(a.says, b.says) for a, b in combinations(inks(svg), 2) if a.overlaps(b)]


@cache
def font(weight: str) -> Any:
    return TTFont(FOLDER / f"{weight}.ttf")


def advance(text: str, size: float, weight: str) -> float:
    """How wide a text is by the font's own table."""
    of, cmap = font(weight), font(weight).getBestCmap()
    units: int = sum(of["hmtx"][cmap[ord(c)]][0] for c in text if ord(c) in cmap)
    return units * size / int(of["head"].unitsPerEm)


def _ink(text: ET.Element) -> Ink:
    says, size = text.text or "", float(text.attrib["font-size"])
    weight = text.get("font-weight", "regular")
    of, cmap = font(weight), font(weight).getBestCmap()
    outlines = [of["glyf"][cmap[ord(c)]] for c in says if ord(c) in cmap]
    heights = [(o.yMin, o.yMax) for o in outlines if o.numberOfContours]
    em = of["head"].unitsPerEm
    share = {"middle": 0.5, "end": 1}.get(text.get("text-anchor", ""), 0)
    x, y = float(text.attrib["x"]), float(text.attrib["y"])
    x -= share * advance(says, size, weight)
    return Ink(
        says,
        x,
        y - max(high for _, high in heights) / em * size,
        x + advance(says, size, weight),
        y - min(low for low, _ in heights) / em * size,
    )
