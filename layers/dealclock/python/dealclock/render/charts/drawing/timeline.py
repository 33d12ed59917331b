"""Drawing the timeline: for each row what it is, in words, above a strip with its span and mark."""

from dealclock.render.charts.drawing.months import Scale, months
from dealclock.render.charts.drawing.page import (
    DARK,
    INNER,
    LIGHT,
    MARGIN,
    WIDTH,
    ChartPage,
    foot,
    head,
    width_of,
    wrapped,
)
from dealclock.render.charts.timeline import Fill, Shape, Timeline, TimelineRow

_STRIP, _LABEL, _TITLE, _GAP = 13.0, 12.0, 11.5, 9.0
_SAFE = 26.0  # the room that the word "safe" takes left of its day
# matplotlib's forms; whether it is filled; never two alike.
_FORMS = {
    Shape.MET: ("o", True),
    Shape.MISSED: ("X", True),
    Shape.DUE: ("o", False),
    Shape.TODAY: ("D", True),
    Shape.IDLE: ("s", False),
}
_HATCH = {Fill.DEFAULT: "xxxx", Fill.SUSPENSION: "////", Fill.WINDOW: "...", Fill.RUNNING: ""}


def draw_timeline(chart: Timeline, *, dark: bool = False) -> bytes:
    """The picture as PNG, about 390 points wide at two pixels a point."""
    page = ChartPage(DARK if dark else LIGHT)
    scale = Scale(chart.first, chart.last, MARGIN, WIDTH - MARGIN)
    head(page, chart.frame.title, chart.frame.as_of, chart.frame.banners)
    top = page.y
    page.y += 18
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
    _today(page, scale, chart, top, strips)
    page.y += 4
    if chart.more:
        page.lines(chart.more, 12, bold=True)
    foot(page, chart.frame.footings)
    return page.png()


def _row(page: ChartPage, row: TimelineRow, scale: Scale) -> tuple[float, float]:
    """One row; from where to where its strip reaches down the page."""
    theme = page.theme
    loud = row.mark in (Shape.MISSED, Shape.TODAY) or row.fill is Fill.DEFAULT
    clause = width_of(row.clause, _LABEL)
    for place, line in enumerate(wrapped(row.label, INNER - clause - 8, _LABEL, bold=True)):
        if place == 0:
            page.text(WIDTH - MARGIN, page.y, row.clause, _LABEL, color=theme.soft, align="right")
        color = theme.alert if loud else theme.ink
        page.text(MARGIN, page.y, line, _LABEL, bold=True, color=color)
        page.y += _LABEL * 1.3
    for line in wrapped(row.title, INNER, _TITLE):
        page.text(MARGIN, page.y, line, _TITLE)
        page.y += _TITLE * 1.3
    top = page.y + 2
    _strip(page, row, scale, top + _STRIP / 2)
    page.y = top + _STRIP + _GAP
    return top - 1, top + _STRIP + 1


def _strip(page: ChartPage, row: TimelineRow, scale: Scale, middle: float) -> None:
    theme = page.theme
    color = theme.alert if row.fill is Fill.DEFAULT else theme.calm
    left = scale.within(row.start)
    right = scale.right if row.end is None else scale.within(row.end)
    earlier = row.start < scale.first
    later = row.end is None or row.end > scale.last
    if row.fill is Fill.RUNNING:
        page.line([(left, middle), (right, middle)], theme.soft, 2)
    else:
        page.box(
            left, middle - 5, max(right - left, 3), 10, fill=theme.ground, edge=color,
            hatch=_HATCH[row.fill], zorder=3,
        )  # fmt: skip
    edge = theme.soft if row.fill is Fill.RUNNING else color
    if earlier:
        _arrow(page, scale.left, middle, -1, edge)
    if later:
        _arrow(page, scale.right, middle, 1, edge)
    if row.safe is not None and scale.first <= row.safe <= scale.last:
        x = scale.at(row.safe)
        page.line([(x, middle - 7), (x, middle + 7)], theme.ink, 1.8, zorder=5)
        if x - scale.left >= _SAFE:
            page.text(x - 3, middle - 7, "safe", 9.5, align="right", over=True)
        else:
            page.text(x + 3, middle - 7, "safe", 9.5, over=True)
    if row.mark is not None and row.on is not None:
        form, filled = _FORMS[row.mark]
        mark = theme.alert if row.mark in (Shape.MISSED, Shape.TODAY) else theme.calm
        x = min(max(scale.within(row.on), scale.left + 6), scale.right - 6)
        if row.on < scale.first:
            x = scale.left + 16
        elif row.on > scale.last:
            x = scale.right - 16
        fill = mark if filled else theme.ground
        page.dot(x, middle, form, 10.5, fill=fill, edge=mark)


def _arrow(page: ChartPage, x: float, y: float, way: int, color: str) -> None:
    """A point at the edge of the page: it goes on there."""
    page.polygon(
        [(x + way * 9, y), (x - way * 1, y - 7), (x - way * 1, y + 7)], fill=color, zorder=4
    )


def _today(
    page: ChartPage, scale: Scale, chart: Timeline, top: float, strips: list[tuple[float, float]]
) -> None:
    """A line at the day, on the strips alone so that it strikes no word out."""
    x = scale.at(chart.today)
    wide = width_of("today", 10.5, bold=True)
    at = min(max(x, MARGIN + wide / 2), WIDTH - MARGIN - wide / 2)
    page.text(at, top + 14, "today", 10.5, bold=True, align="center", over=True)
    for start, end in strips:
        page.line([(x, start - 2), (x, end + 2)], page.theme.ink, 1.6, "--", zorder=4.5)
