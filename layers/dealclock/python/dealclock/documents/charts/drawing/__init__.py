"""Drawing pictures as SVG, on a page as wide as a phone's screen.

Each element is positioned explicitly, in points: plotting libraries lay out for paper. The same
data gives the same SVG on any day and machine, and `documents/pdf_picture` draws it as PDF.
"""

from dealclock.documents.charts.chart import Chart
from dealclock.documents.charts.drawing.accrual import draw_steps
from dealclock.documents.charts.drawing.letters import wrapped
from dealclock.documents.charts.drawing.page import DARK, INNER, LIGHT, MARGIN, WIDTH, ChartPage
from dealclock.documents.charts.drawing.timeline import draw_rows

_SHORT = 28  # characters that fit on one line in the largest letters


def draw(chart: Chart, *, dark: bool = False) -> str:
    """The picture as SVG, 390 points wide, with the most important line first and largest."""
    page = ChartPage(DARK if dark else LIGHT, chart.title)
    theme, frame, course = page.theme, chart.frame, chart.course
    for banner in frame.banners:
        _banner(page, banner)
    page.lines(chart.headline, 20 if len(chart.headline) <= _SHORT else 16, bold=True, gap=2)
    for line in chart.lines:
        loud = line == chart.overdue
        color = theme.alert if loud else ""
        page.lines(line, 12, bold=loud, color=color, gap=2 if course else 1)
    page.y += 5
    page.lines(frame.title, 13, bold=True, gap=0)
    page.lines(frame.as_of, 12, color=theme.soft, gap=6)
    if course:
        draw_steps(page, chart, course)
    else:
        draw_rows(page, chart)
        page.y += 4
    if chart.more:
        page.lines(chart.more, 12, bold=True)
    page.y += 6 if course else 0
    page.line([(MARGIN, page.y), (WIDTH - MARGIN, page.y)], theme.line)
    page.y += 6
    for each in frame.footings:
        page.lines(each, 10.5, color=theme.soft, gap=1.5)
    return page.svg()


def _banner(page: ChartPage, says: str) -> None:
    """A banner, which must not be overlooked, in a frame."""
    size = 11.5
    lines = list(wrapped(says, INNER - 12, size, bold=True))
    height = len(lines) * size * 1.32 + 8
    page.box(MARGIN, page.y, INNER, height, "alert")
    for place, line in enumerate(lines):
        y = page.y + 5 + place * size * 1.32
        page.text(MARGIN + 6, y, line, size, bold=True, color=page.theme.alert)
    page.y += height + 7
