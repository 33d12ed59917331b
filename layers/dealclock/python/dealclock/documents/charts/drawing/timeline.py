"""Drawing the timeline: for each row its text, above a strip with its span and mark."""

from collections.abc import Mapping

from dealclock.documents.charts.chart import Chart, Fill, Row, Shape
from dealclock.documents.charts.drawing.letters import width_of, wrapped
from dealclock.documents.charts.drawing.months import Scale, months
from dealclock.documents.charts.drawing.page import (
    INNER,
    MARGIN,
    WIDTH,
    ChartPage,
    Hatch,
    Ink,
    Mark,
    Place,
)

_STRIP, _LABEL, _TITLE, _GAP = 13.0, 12.0, 11.5, 9.0
# The sign, and whether it is filled; no two are alike.
_SIGNS: Mapping[Shape, tuple[Mark, bool]] = {
    Shape.MET: ("round", True),
    Shape.MISSED: ("cross", True),
    Shape.DUE: ("round", False),
    Shape.TODAY: ("diamond", True),
    Shape.IDLE: ("square", False),
}
_HATCHES: Mapping[Fill, Hatch | None] = {
    Fill.DEFAULT: "crossed",
    Fill.SUSPENSION: "slanted",
    Fill.WINDOW: "dotted",
    Fill.RUNNING: None,
}


def draw_rows(page: ChartPage, chart: Chart) -> None:
    """The rows of each group, below the months."""
    scale, top = Scale(chart.first, chart.last, MARGIN, WIDTH - MARGIN), page.y
    page.y += 28  # the months and "today"
    strips: list[tuple[float, float]] = []
    if not chart.groups:
        page.y += 6
        page.lines("Nothing falls in these months.", 12, gap=10)
    for group in chart.groups:
        page.y += 4
        page.text(MARGIN, page.y, group.heading.upper(), 10.5, bold=True, color=page.theme.soft)
        page.y += 18
        strips += [_row(page, row, scale) for row in group.rows]
    months(page, scale, top, page.y)
    # A line at the day, drawn on the strips only, so that it crosses no text.
    x, wide = scale.at(chart.today), width_of("today", 10.5, bold=True)
    at = min(max(x, MARGIN + wide / 2), WIDTH - MARGIN - wide / 2)
    page.text(at, top + 14, "today", 10.5, bold=True, align="center", over=True)
    for start, end in strips:
        page.line([(x, start - 2), (x, end + 2)], page.theme.ink, 1.6, dashed=True, layer=4.5)


def _row(page: ChartPage, row: Row, scale: Scale) -> tuple[float, float]:
    """Draw one row; returns the top and the bottom of its strip."""
    theme = page.theme
    loud = row.mark in (Shape.MISSED, Shape.TODAY) or row.fill is Fill.DEFAULT
    sections = list(wrapped(row.clause, INNER / 3, _LABEL))
    room = INNER - max((width_of(line, _LABEL) for line in sections), default=0) - 8
    labels = list(wrapped(row.label, room, _LABEL, bold=True))
    color = theme.alert if loud else theme.ink
    for place, line in enumerate(sections):
        y = page.y + place * _LABEL * 1.3
        page.text(WIDTH - MARGIN, y, line, _LABEL, color=theme.soft, align="right")
    for place, line in enumerate(labels):
        page.text(MARGIN, page.y + place * _LABEL * 1.3, line, _LABEL, bold=True, color=color)
    page.y += max(len(sections), len(labels)) * _LABEL * 1.3
    for line in wrapped(row.title, INNER, _TITLE):
        page.text(MARGIN, page.y, line, _TITLE)
        page.y += _TITLE * 1.3
    top = page.y + 2
    _strip(page, row, scale, top + _STRIP / 2)
    page.y = top + _STRIP + _GAP
    return top - 1, top + _STRIP + 1


def _strip(page: ChartPage, row: Row, scale: Scale, middle: float) -> None:
    theme = page.theme
    color = theme.alert if row.fill is Fill.DEFAULT else theme.calm
    left = scale.within(row.start)
    right = scale.right if row.end is None else scale.within(row.end)
    earlier = row.start < scale.first
    later = row.end is None or row.end > scale.last
    if row.fill is Fill.RUNNING:
        page.line([(left, middle), (right, middle)], theme.soft, 2)
    else:
        ink: Ink = "alert" if row.fill is Fill.DEFAULT else "calm"
        page.box(left, middle - 5, max(right - left, 3), 10, ink, _HATCHES[row.fill])
    edge = theme.soft if row.fill is Fill.RUNNING else color
    if earlier:
        page.arrow(scale.left, middle, -1, edge)
    if later:
        page.arrow(scale.right, middle, 1, edge)
    if row.safe is not None and scale.first <= row.safe <= scale.last:
        x = scale.at(row.safe)
        page.line([(x, middle - 7), (x, middle + 7)], theme.ink, 1.8, layer=5)
        beside = [Place(x - 3, middle - 5, "right"), Place(x + 3, middle - 5)]
        page.label("safe", 9.5, beside)
    if row.mark is not None and row.on is not None:
        form, filled = _SIGNS[row.mark]
        color = theme.alert if row.mark in (Shape.MISSED, Shape.TODAY) else theme.calm
        x = min(max(scale.within(row.on), scale.left + 6), scale.right - 6)
        if row.on < scale.first:
            x = scale.left + 16
        elif row.on > scale.last:
            x = scale.right - 16
        page.mark(x, middle, form, 5.2, color, filled=filled)
