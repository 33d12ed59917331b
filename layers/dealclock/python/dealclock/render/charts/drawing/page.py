"""A page in points, its origin at the top left: text that is measured and wrapped, lines, boxes."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont
from matplotlib.ft2font import FT2Font, LoadFlags
from matplotlib.patches import Polygon, Rectangle
from PIL import Image

WIDTH, MARGIN = 390.0, 14.0
INNER = WIDTH - 2 * MARGIN
_DPI = 144  # two pixels a point
_COLOURS = 64
_SETTINGS: tuple[tuple[Literal["font.family", "hatch.linewidth"], str | float], ...] = (
    ("font.family", "DejaVu Sans"),
    ("hatch.linewidth", 1.0),
)

Align = Literal["left", "center", "right"]
Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours that people who confuse red and green tell apart (after Okabe and Ito).

    Nothing is told by them alone. Each page has its own ground, so it stands on any other.
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


class ChartPage:
    """A page being filled from the top; `y` is how far it is filled."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.y = MARGIN
        self._later: list[tuple[str, tuple[object, ...], dict[str, object]]] = []

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
        """Text whose first line's top is at `y`; `over` clears the ground behind it."""
        how: dict[str, object] = {
            "fontsize": size,
            "fontweight": "bold" if bold else "normal",
            "color": color or self.theme.ink,
            "ha": align,
            "va": "top",
            "zorder": 6,
            # A dollar is a dollar here, and no formula.
            "parse_math": False,
        }
        if over:
            how["bbox"] = {"facecolor": self.theme.ground, "edgecolor": "none", "pad": 1.0}
        self._later.append(("text", (x, y, says), how))

    def lines(
        self, says: str, size: float, *, bold: bool = False, color: str = "", gap: float = 3
    ) -> None:
        """Wrapped text over the page's whole width, beneath what is there."""
        for line in wrapped(says, INNER, size, bold=bold):
            self.text(MARGIN, self.y, line, size, bold=bold, color=color)
            self.y += size * 1.32
        self.y += gap

    def line(
        self, points: Points, color: str, width: float = 1, style: str = "-", zorder: float = 3
    ) -> None:
        """A line through points."""
        xs, ys = [x for x, _ in points], [y for _, y in points]
        how: dict[str, object] = {"color": color, "lw": width, "ls": style, "zorder": zorder}
        self._later.append(("plot", (xs, ys), how))

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        edge: str = "none",
        hatch: str = "",
        zorder: float = 2,
    ) -> None:
        """A box with its top left at x, y; hatched in the colour of its edge."""
        how = _filled(fill, edge, hatch, zorder)
        self._later.append(("box", (x, y, width, height), how))

    def polygon(
        self, points: Points, *, fill: str, edge: str = "none", hatch: str = "", zorder: float = 3
    ) -> None:
        """A closed shape, filled and hatched."""
        how = _filled(fill, edge, hatch, zorder)
        self._later.append(("polygon", (list(points),), how))

    def dot(
        self, x: float, y: float, form: str, size: float, *, fill: str, edge: str, zorder: float = 5
    ) -> None:
        """A mark of one of matplotlib's forms."""
        how: dict[str, object] = {
            "marker": form,
            "markersize": size,
            "markerfacecolor": fill,
            "markeredgecolor": edge,
            "markeredgewidth": 1.8,
            "ls": "",
            "zorder": zorder,
        }
        self._later.append(("plot", ([x], [y]), how))

    def png(self) -> bytes:
        """The page as far as it is filled, as PNG; of the same content always the same bytes."""
        height = self.y + MARGIN
        with mpl.rc_context():
            mpl.rcdefaults()  # whatever this machine's own settings are
            for name, value in _SETTINGS:
                mpl.rcParams[name] = value
            figure = Figure(figsize=(WIDTH / 72, height / 72), dpi=_DPI)
            figure.set_facecolor(self.theme.ground)
            axes = figure.add_axes((0, 0, 1, 1))
            axes.set_xlim(0, WIDTH)
            axes.set_ylim(height, 0)
            axes.axis("off")
            for what, where, how in self._later:
                _draw(axes, what, where, how)
            canvas = FigureCanvasAgg(figure)
            canvas.draw()  # type: ignore[no-untyped-call]
        return _png(canvas)


def _filled(fill: str, edge: str, hatch: str, zorder: float) -> dict[str, object]:
    return {
        "facecolor": fill,
        "edgecolor": edge,
        "hatch": hatch or None,
        "lw": 1.2 if edge != "none" else 0,
        "zorder": zorder,
    }


def _png(canvas: FigureCanvasAgg) -> bytes:
    """The page in as many colours as a few inks and their edges need: a third of the bytes."""
    size = canvas.get_width_height()
    pixels = bytes(canvas.buffer_rgba())  # type: ignore[no-untyped-call]
    whole = Image.frombytes("RGBA", size, pixels)
    few = whole.convert("RGB").quantize(
        _COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
    )
    written = io.BytesIO()
    few.save(written, "PNG", optimize=True, dpi=(_DPI, _DPI))
    return written.getvalue()


def _draw(axes: Axes, what: str, where: tuple[object, ...], how: dict[str, object]) -> None:
    match what:
        case "box":
            x, y, width, height = where
            axes.add_patch(Rectangle((x, y), width, height, **how))  # type: ignore[arg-type]
        case "polygon":
            axes.add_patch(Polygon(*where, closed=True, **how))  # type: ignore[arg-type]
        case _:
            getattr(axes, what)(*where, **how)


@cache
def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is, in points."""
    font = _font(bold)
    font.set_size(size, 72)
    font.set_text(text, 0, flags=LoadFlags.NO_HINTING)
    return float(font.get_width_height()[0] / 64)


@cache
def _font(bold: bool) -> FT2Font:
    named = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal")
    return FT2Font(findfont(named))


def wrapped(text: str, width: float, size: float, *, bold: bool = False) -> Iterator[str]:
    """The text in lines no wider than that; a word that is wider alone is broken."""
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


def head(page: ChartPage, title: str, as_of: str, banners: Sequence[str]) -> None:
    """Banners, loudest; the title; the day."""
    for banner in banners:
        size = 11.5
        lines = list(wrapped(banner, INNER - 12, size, bold=True))
        height = len(lines) * size * 1.32 + 8
        page.box(
            MARGIN, page.y, INNER, height, fill=page.theme.ground, edge=page.theme.alert, zorder=2
        )
        for place, line in enumerate(lines):
            y = page.y + 5 + place * size * 1.32
            page.text(MARGIN + 6, y, line, size, bold=True, color=page.theme.alert)
        page.y += height + 7
    page.lines(title, 17, bold=True, gap=1)
    page.lines(as_of, 12, color=page.theme.soft, gap=5)


def foot(page: ChartPage, footings: Sequence[str]) -> None:
    """Small print, beneath a rule."""
    page.line([(MARGIN, page.y), (WIDTH - MARGIN, page.y)], page.theme.line)
    page.y += 6
    for each in footings:
        page.lines(each, 10.5, color=page.theme.soft, gap=1.5)
