"""A page in points, its origin at the top left: text that is measured and wrapped, lines, boxes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

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
class _Part:
    """One element of the picture, drawn over those with a lower `layer`."""

    tag: Literal["rect", "polyline", "polygon", "circle", "text"]
    attributes: Mapping[str, str]
    layer: float
    text: str = ""


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A hatching: a square that is repeated."""

    id: str
    size: int
    lines: str
    color: str
    thick: float
    cap: Literal["butt", "round"] = "butt"


_SLANT = "M-1 1L1 -1M0 6L6 0M5 7L7 5"
_BACK = "M-1 5L1 7M0 0L6 6M5 -1L7 1"


def _patterns(theme: Theme) -> Iterable[_Pattern]:
    for ink, color in (("alert", theme.alert), ("calm", theme.calm)):
        yield _Pattern(f"crossed-{ink}", 6, _SLANT + _BACK, color, 0.9)
        yield _Pattern(f"slanted-{ink}", 6, _SLANT, color, 1.1)
        # A line of zero length with round ends is drawn as a dot.
        yield _Pattern(f"dotted-{ink}", 4, "M2 2L2 2", color, 1.5, "round")


@dataclass(frozen=True, slots=True)
class _Box:
    left: float
    top: float
    right: float
    bottom: float

    def is_clear_of(self, other: "_Box") -> bool:
        return (
            self.right <= other.left
            or other.right <= self.left
            or self.bottom <= other.top
            or other.bottom <= self.top
        )


@dataclass(frozen=True, slots=True)
class Place:
    """A place for a text: the position of its left, middle or right, and of its top."""

    x: float
    y: float
    align: Align = "left"


class ChartPage:
    """A page being filled from the top; `y` is how far it is filled."""

    def __init__(self, theme: Theme, title: str) -> None:
        self.theme = theme
        self.y = MARGIN
        self._title = title
        self._parts: list[_Part] = []
        self._texts: list[_Box] = []

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
        box = _box(says, Place(x, y, align), size, bold=bold)
        self._texts.append(box)
        attributes = {
            "x": _number(x),
            "y": _number(y + size * _BASELINE),
            "font-size": _number(size),
            **({"font-weight": "bold"} if bold else {}),
            "fill": color or self.theme.ink,
            **({} if align == "left" else {"text-anchor": _ANCHORS[align]}),
        }
        if over:
            attributes |= {
                "stroke": self.theme.ground,
                "stroke-width": "3",
                "stroke-linejoin": "round",
                "paint-order": "stroke",
            }
        self._parts.append(_Part("text", attributes, 6, says))

    def label(
        self,
        says: str,
        size: float,
        places: Iterable[Place],
        *,
        bold: bool = False,
        color: str = "",
    ) -> bool:
        """Draw text at the first of some places that is on the page and free of other text.

        Returns False, with nothing drawn, if there is no such place.
        """
        for place in places:
            box = _box(drawable(says), place, size, bold=bold)
            fits = box.left >= MARGIN - 1 and box.right <= WIDTH - MARGIN + 1
            if fits and all(box.is_clear_of(other) for other in self._texts):
                self.text(
                    place.x, place.y, says, size, bold=bold, color=color, align=place.align,
                    over=True,
                )  # fmt: skip
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
        attributes = {
            "points": _points(points),
            "fill": "none",
            "stroke": color,
            "stroke-width": _number(width),
            "stroke-linejoin": "round",
            **({"stroke-dasharray": "5 3"} if dashed else {}),
        }
        self._parts.append(_Part("polyline", attributes, layer))

    def shade(self, x: float, y: float, width: float, height: float) -> None:
        """A shade behind everything, its top left at x, y."""
        self._box(x, y, width, height, {"fill": self.theme.shade}, 0)

    def box(
        self, x: float, y: float, width: float, height: float, ink: Ink, hatch: Hatch | None = None
    ) -> None:
        """A framed box with its top left at x, y, on the page's background; hatched if given."""
        edge = {"stroke": getattr(self.theme, ink), "stroke-width": "1.2"}
        self._box(x, y, width, height, {"fill": self.theme.ground, **edge}, 2)
        if hatch:
            self._box(x, y, width, height, {"fill": f"url(#{hatch}-{ink})"}, 2)

    def _box(
        self, x: float, y: float, width: float, height: float, how: Mapping[str, str], layer: float
    ) -> None:
        where = {"x": x, "y": y, "width": width, "height": height}
        named = {name: _number(value) for name, value in where.items()}
        self._parts.append(_Part("rect", {**named, **how}, layer))

    def area(self, points: Points, ink: Ink, hatch: Hatch) -> None:
        """A closed shape, hatched and framed; what is behind it shows through."""
        attributes = {
            "points": _points(points),
            "fill": f"url(#{hatch}-{ink})",
            "stroke": getattr(self.theme, ink),
            "stroke-width": "1.2",
        }
        self._parts.append(_Part("polygon", attributes, 2.5))

    def arrow(self, x: float, y: float, way: Literal[-1, 1], color: str) -> None:
        """A filled arrowhead that points left or right."""
        points = [(x + way * 9, y), (x - way, y - 7), (x - way, y + 7)]
        self._parts.append(_Part("polygon", {"points": _points(points), "fill": color}, 4))

    def mark(
        self, x: float, y: float, form: Mark, radius: float, color: str, *, filled: bool
    ) -> None:
        """A sign with its middle at x, y; a hollow one shows the page's background."""
        how = {
            "fill": color if filled else self.theme.ground,
            "stroke": color,
            "stroke-width": "1.8",
        }
        if form == "round":
            where = {"cx": _number(x), "cy": _number(y), "r": _number(radius)}
            self._parts.append(_Part("circle", {**where, **how}, 5))
            return
        outline = [(x + dx * radius, y + dy * radius) for dx, dy in _OUTLINES[form]]
        self._parts.append(_Part("polygon", {"points": _points(outline), **how}, 5))

    def svg(self) -> str:
        """The page as far as it is filled; the same content always gives the same text."""
        return render_template(
            "picture.svg",
            width=_number(WIDTH),
            height=_number(round(self.y + MARGIN)),
            family="Arial, Helvetica, sans-serif",
            title=drawable(self._title),
            ground=self.theme.ground,
            hatches=tuple(_patterns(self.theme)),
            parts=sorted(self._parts, key=lambda part: part.layer),
        )


def _box(says: str, place: Place, size: float, *, bold: bool) -> _Box:
    """The area that a text covers, from the top of its capitals to the bottom of its letters."""
    wide = width_of(says, size, bold=bold)
    left = place.x - {"left": 0.0, "center": wide / 2, "right": wide}[place.align]
    return _Box(left, place.y, left + wide, place.y + size * _DEPTH)


def _points(points: Points) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    """A number to two places, without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def banners(page: ChartPage, says: Sequence[str]) -> None:
    """Draw each banner, which must not be overlooked, in a frame."""
    for banner in says:
        size = 11.5
        lines = list(wrapped(banner, INNER - 12, size, bold=True))
        height = len(lines) * size * 1.32 + 8
        page.box(MARGIN, page.y, INNER, height, "alert")
        for place, line in enumerate(lines):
            y = page.y + 5 + place * size * 1.32
            page.text(MARGIN + 6, y, line, size, bold=True, color=page.theme.alert)
        page.y += height + 7


def headline(page: ChartPage, says: str) -> None:
    """Draw the most important line, in the largest letters."""
    page.lines(says, 20 if len(says) <= _SHORT else 16, bold=True, gap=2)


def heading(page: ChartPage, title: str, as_of: str) -> None:
    """Draw the title with the deal, and the day the picture is as of."""
    page.y += 5
    page.lines(title, 13, bold=True, gap=0)
    page.lines(as_of, 12, color=page.theme.soft, gap=6)


_SHORT = 28  # characters that fit on one line in the largest letters


def foot(page: ChartPage, footings: Sequence[str]) -> None:
    """Draw the small print, below a rule."""
    page.line([(MARGIN, page.y), (WIDTH - MARGIN, page.y)], page.theme.line)
    page.y += 6
    for each in footings:
        page.lines(each, 10.5, color=page.theme.soft, gap=1.5)
