"""A page in points, its origin at the top left: text that is measured and wrapped, lines, boxes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dealclock.documents.charts.drawing.letters import drawable, width_of, wrapped
from dealclock.messages.from_template import render_template

WIDTH, MARGIN = 390.0, 14.0
INNER = WIDTH - 2 * MARGIN

# How far the baseline and the bottom of a text are below its top, as shares of its size.
_BASELINE, _DEPTH = 0.80, 1.04

Align = Literal["left", "center", "right"]
_ANCHORS: Mapping[Align, str] = {"center": "middle", "right": "end"}
Points = Sequence[tuple[float, float]]
Mark = Literal["round", "cross", "diamond", "square"]
Hatch = Literal["crossed", "slanted", "dotted"]
Ink = Literal["alert", "calm"]

# The outline of a sign around its middle, for a radius of one point.
_CROSS = (
    (-1, -0.5), (-0.5, -1), (0, -0.5), (0.5, -1), (1, -0.5), (0.5, 0),
    (1, 0.5), (0.5, 1), (0, 0.5), (-0.5, 1), (-1, 0.5), (-0.5, 0),
)  # fmt: skip
_OUTLINES: Mapping[Mark, Points] = {
    "cross": _CROSS,
    "diamond": ((0, -1.15), (1.15, 0), (0, 1.15), (-1.15, 0)),
    "square": ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
}


@dataclass(frozen=True, slots=True)
class Theme:
    """Colors that people with red-green color blindness can tell apart (after Okabe and Ito).

    No information is in the color alone. Each page has its own background, so it fits on any other.
    """

    ground: str
    ink: str
    soft: str  # small print, at a contrast of 4.5 at least
    shade: str  # every other month
    line: str
    alert: str
    calm: str


LIGHT = Theme("#ffffff", "#16191d", "#4d545c", "#eef1f4", "#b4bcc4", "#b5430c", "#00609a")
DARK = Theme("#16191d", "#f2f4f6", "#b9c1c9", "#22272d", "#565f69", "#ff9a5c", "#6cc3ff")


@dataclass(frozen=True, slots=True)
class Place:
    """A place for a text: the position of its left, middle or right, and of its top."""

    x: float
    y: float
    align: Align = "left"


_Box = tuple[float, float, float, float]  # left, top, right, bottom
_Attribute = str | float | Points | None


class ChartPage:
    """A page being filled from the top; `y` is how far it is filled."""

    def __init__(self, theme: Theme, title: str) -> None:
        self.theme = theme
        self.y = MARGIN
        self._title = title
        self._parts: list[tuple[float, str, Mapping[str, str], str]] = []
        self._texts: list[_Box] = []

    def _draw(self, layer: float, tag: str, says: str = "", **given: _Attribute) -> None:
        """Draw an element over those of a lower `layer`, with the attributes that are given."""
        named = {
            name.replace("_", "-"): _written(value)
            for name, value in given.items()
            if value is not None
        }
        self._parts.append((layer, tag, named, says))

    def text(
        self,
        x: float,
        y: float,
        says: str,
        size: float = 12,
        *,
        bold: bool = False,
        color: str = "",
        align: Align = "left",
        over: bool = False,
    ) -> None:
        """Text whose top is at `y`; `over` clears the background around its letters."""
        says = drawable(says)
        if not says:
            return
        self._texts.append(_box(says, Place(x, y, align), size, bold=bold))
        self._draw(
            6,
            "text",
            says,
            x=x,
            y=y + size * _BASELINE,
            font_size=size,
            font_weight="bold" if bold else None,
            fill=color or self.theme.ink,
            text_anchor=_ANCHORS.get(align),
            stroke=self.theme.ground if over else None,
            stroke_width=3 if over else None,
            stroke_linejoin="round" if over else None,
            paint_order="stroke" if over else None,
        )

    def label(self, says: str, size: float, places: Iterable[Place], *, bold: bool = False) -> bool:
        """Draw text at the first of some places that is on the page and free of other text.

        Returns False, with nothing drawn, if there is no such place.
        """
        for place in places:
            box = _box(drawable(says), place, size, bold=bold)
            fits = box[0] >= MARGIN - 1 and box[2] <= WIDTH - MARGIN + 1
            if fits and not any(_meet(box, other) for other in self._texts):
                self.text(place.x, place.y, says, size, bold=bold, align=place.align, over=True)
                return True
        return False

    def lines(
        self, says: str, size: float, *, bold: bool = False, color: str = "", gap: float = 3
    ) -> None:
        """Wrapped text over the page's whole width, below the content so far."""
        for line in wrapped(says, INNER, size, bold=bold):
            self.text(MARGIN, self.y, line, size, bold=bold, color=color)
            self.y += size * 1.32
        self.y += gap

    def line(
        self,
        points: Points,
        color: str,
        width: float = 1,
        *,
        dashed: bool = False,
        layer: float = 3,
    ) -> None:
        """A line through points."""
        self._draw(
            layer,
            "polyline",
            points=points,
            fill="none",
            stroke=color,
            stroke_width=width,
            stroke_linejoin="round",
            stroke_dasharray="5 3" if dashed else None,
        )

    def shade(self, x: float, y: float, width: float, height: float) -> None:
        """A shade behind everything, its top left at x, y."""
        self._draw(0, "rect", x=x, y=y, width=width, height=height, fill=self.theme.shade)

    def box(
        self, x: float, y: float, width: float, height: float, ink: Ink, hatch: Hatch | None = None
    ) -> None:
        """A framed box with its top left at x, y, on the page's background; hatched if given."""
        where: dict[str, Any] = {"x": x, "y": y, "width": width, "height": height}
        stroke = getattr(self.theme, ink)
        self._draw(2, "rect", **where, fill=self.theme.ground, stroke=stroke, stroke_width=1.2)
        if hatch:
            self._draw(2, "rect", **where, fill=f"url(#{hatch}-{ink})")

    def area(self, points: Points, ink: Ink, hatch: Hatch) -> None:
        """A closed shape, hatched and framed; what is behind it shows through."""
        fill, stroke = f"url(#{hatch}-{ink})", getattr(self.theme, ink)
        self._draw(2.5, "polygon", points=points, fill=fill, stroke=stroke, stroke_width=1.2)

    def arrow(self, x: float, y: float, way: Literal[-1, 1], color: str) -> None:
        """A filled arrowhead that points left or right."""
        points = [(x + way * 9, y), (x - way, y - 7), (x - way, y + 7)]
        self._draw(4, "polygon", points=points, fill=color)

    def mark(
        self, x: float, y: float, form: Mark, radius: float, color: str, *, filled: bool
    ) -> None:
        """A sign with its middle at x, y; a hollow one shows the page's background."""
        how: dict[str, Any] = {"fill": color if filled else self.theme.ground, "stroke": color}
        if form == "round":
            self._draw(5, "circle", cx=x, cy=y, r=radius, **how, stroke_width=1.8)
            return
        outline = [(x + dx * radius, y + dy * radius) for dx, dy in _OUTLINES[form]]
        self._draw(5, "polygon", points=outline, **how, stroke_width=1.8)

    def svg(self) -> str:
        """The page as far as it is filled; the same content always gives the same text."""
        return render_template(
            "picture.svg",
            width=_written(WIDTH),
            height=_written(round(self.y + MARGIN)),
            family="Arial, Helvetica, sans-serif",
            title=drawable(self._title),
            theme=self.theme,
            parts=sorted(self._parts, key=lambda part: part[0]),
        )


def _box(says: str, place: Place, size: float, *, bold: bool) -> _Box:
    """The area that a text covers, from the top of its capitals to the bottom of its letters."""
    wide = width_of(says, size, bold=bold)
    left = place.x - {"left": 0.0, "center": wide / 2, "right": wide}[place.align]
    return left, place.y, left + wide, place.y + size * _DEPTH


def _meet(one: _Box, other: _Box) -> bool:
    return one[2] > other[0] and other[2] > one[0] and one[3] > other[1] and other[3] > one[1]


def _written(value: str | float | Points) -> str:
    """An attribute: text, points, or a number to two places, without trailing zeros."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return " ".join(f"{_written(x)},{_written(y)}" for x, y in value)
