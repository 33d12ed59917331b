"""A picture as PDF, drawn from its SVG: a page of its size, with text that can be read and copied.

It knows the shapes that pictures are made of, and their hatchings, which are drawn as lines.
"""

import io
import re
from collections.abc import Mapping
from typing import Literal
from xml.etree.ElementTree import Element, fromstring

from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from dealclock.documents.paper import CONFIDENTIAL
from dealclock.documents.pdf import BOLD, REGULAR, drawable

_LINE = re.compile(r"M(-?\d+) (-?\d+)L(-?\d+) (-?\d+)")
_SHARES = {"middle": 0.5, "end": 1.0}  # of a text's width that is left of its anchor


def picture_pdf(svg: str) -> bytes:
    """The picture as PDF; the same SVG gives the same bytes. The title gives nothing away."""
    root, made = fromstring(svg), io.BytesIO()  # noqa: S314 - our own, without a document type
    wide, high = float(root.attrib["width"]), float(root.attrib["height"])
    canvas = Canvas(made, pagesize=(wide, high), invariant=1, pageCompression=0)
    canvas.setTitle(CONFIDENTIAL)
    canvas.setCreator("Dealclock")
    canvas.transform(1, 0, 0, -1, 0, high)  # SVG counts from the top
    shapes, hatches = list(root), dict[str, Element]()
    for element in shapes:
        match _tag(element):
            case "defs":
                hatches = {f"url(#{each.attrib['id']})": each for each in element}
            case "text":
                _text(canvas, element)
            case "rect" | "circle" | "polyline" | "polygon":
                _shape(canvas, element, hatches)
    canvas.showPage()
    canvas.save()
    return made.getvalue()


def _tag(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _text(canvas: Canvas, element: Element) -> None:
    font = BOLD if element.get("font-weight") == "bold" else REGULAR
    size, text = float(element.attrib["font-size"]), drawable(element.text or "")
    left = _SHARES.get(element.get("text-anchor", ""), 0) * stringWidth(text, font, size)
    modes: tuple[tuple[str | None, Literal[0, 1]], ...]
    modes = ((element.get("stroke"), 1), (element.attrib["fill"], 0))
    for color, mode in modes:
        if color:  # outlined, then filled: the mode of one lasts until the state is restored
            canvas.saveState()
            canvas.translate(float(element.attrib["x"]) - left, float(element.attrib["y"]))
            canvas.scale(1, -1)
            canvas.setStrokeColor(HexColor(color))
            canvas.setFillColor(HexColor(color))
            canvas.setLineWidth(float(element.get("stroke-width", "1")))
            written = canvas.beginText(0, 0)
            written.setFont(font, size)
            written.setTextRenderMode(mode)
            written.textOut(text)
            canvas.drawText(written)
            canvas.restoreState()


def _shape(canvas: Canvas, element: Element, hatches: Mapping[str, Element]) -> None:
    fill, stroke = element.get("fill", "none"), element.get("stroke")
    canvas.saveState()
    if (hatch := hatches.get(fill)) is not None:
        canvas.saveState()
        canvas.clipPath(_path(canvas, element), stroke=0)
        _hatch(canvas, hatch, _points(element))
        canvas.restoreState()
    elif fill != "none":
        canvas.setFillColor(HexColor(fill))
    if stroke:
        canvas.setStrokeColor(HexColor(stroke))
        canvas.setLineWidth(float(element.get("stroke-width", "1")))
        canvas.setLineJoin(1 if "stroke-linejoin" in element.attrib else 0)
        canvas.setDash([float(each) for each in element.get("stroke-dasharray", "").split()])
    filled = fill != "none" and fill not in hatches
    canvas.drawPath(_path(canvas, element), fill=filled, stroke=bool(stroke))
    canvas.restoreState()


def _path(canvas: Canvas, element: Element) -> PDFPathObject:
    path, given = canvas.beginPath(), element.attrib
    if _tag(element) == "circle":
        path.circle(*(float(given[name]) for name in ("cx", "cy", "r")))
        return path
    first, *others = _points(element)
    path.moveTo(*first)
    for point in others:
        path.lineTo(*point)
    if _tag(element) != "polyline":
        path.close()
    return path


def _points(element: Element) -> list[tuple[float, float]]:
    """The corners of a rectangle, or the points of a line or a polygon."""
    given = element.attrib
    if "points" in given:
        pairs = (point.split(",") for point in given["points"].split())
        return [(float(x), float(y)) for x, y in pairs]
    x, y, wide, high = (float(given.get(name, "0")) for name in ("x", "y", "width", "height"))
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]


def _hatch(canvas: Canvas, hatch: Element, around: list[tuple[float, float]]) -> None:
    """The lines of a pattern in each of its squares that the points are in or between."""
    (lines,), size = hatch, int(hatch.attrib["width"])
    canvas.setStrokeColor(HexColor(lines.attrib["stroke"]))
    canvas.setLineWidth(float(lines.attrib["stroke-width"]))
    canvas.setLineCap(1 if lines.attrib["stroke-linecap"] == "round" else 0)
    each = [tuple(map(int, found)) for found in _LINE.findall(lines.attrib["d"])]
    across, down = (
        range(int(min(values)) // size * size, int(max(values)) + 1, size)
        for values in zip(*around, strict=True)
    )
    canvas.lines(
        [(x + a, y + b, x + c, y + d) for x in across for y in down for a, b, c, d in each]
    )
