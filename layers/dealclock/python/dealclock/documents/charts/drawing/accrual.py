"""Drawing the accrual steps: the amount over time in its band, the rates beneath, the payments."""

from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction

from dealclock.documents.charts.accrual import AccrualChart
from dealclock.documents.charts.drawing.letters import width_of, wrapped
from dealclock.documents.charts.drawing.months import Scale, months
from dealclock.documents.charts.drawing.page import (
    DARK,
    INNER,
    LIGHT,
    MARGIN,
    WIDTH,
    ChartPage,
    Hatch,
    Place,
    banners,
    foot,
    heading,
    headline,
)
from dealclock.messages import words

_PLOT, _RATES = 210.0, 20.0
_GRID = 4
_MARK = 34.0  # room for the mark before a payment


def draw_accrual(chart: AccrualChart, *, dark: bool = False) -> str:
    """The picture as SVG, 390 points wide, with the unpaid amount first."""
    page = ChartPage(DARK if dark else LIGHT, chart.title)
    banners(page, chart.frame.banners)
    headline(page, chart.headline)
    to = f"To but excluding {words.day(chart.days[-1])}: {chart.figures}"
    for line in (to, chart.band, chart.next_step):
        page.lines(line, 12, gap=2 if line else 0)
    heading(page, chart.frame.title, chart.frame.as_of)
    scale = Scale(chart.days[0], chart.days[-1], MARGIN, WIDTH - MARGIN - 10)
    _Plot(page, chart, scale).draw()
    for step in chart.listed:
        page.lines(step.text, 11.5, gap=0)
    page.y += 4
    for payment in chart.payments:
        page.text(MARGIN, page.y, payment.mark, 11.5, bold=True)
        for line in wrapped(payment.text, INNER - _MARK, 11.5):
            page.text(MARGIN + _MARK, page.y, line, 11.5)
            page.y += 11.5 * 1.35
    if chart.more:
        page.lines(chart.more, 12, bold=True)
    page.y += 6
    foot(page, chart.frame.footings)
    return page.svg()


class _Plot:
    """The amounts over the days, plotted upwards from the bottom of a box."""

    def __init__(self, page: ChartPage, chart: AccrualChart, scale: Scale) -> None:
        self._page, self._chart, self._scale = page, chart, scale
        self._top = page.y + 18
        self._bottom = self._top + _PLOT
        self._most = _round_up(chart.most[-1])

    def draw(self) -> None:
        """Draw the plot; the page is then filled to below the rates."""
        page, scale = self._page, self._scale
        months(page, scale, self._top - 18, self._bottom + _RATES)
        self._grid()
        self._band()
        if self._chart.chosen is not None:
            page.line(self._points(self._chart.chosen), page.theme.calm, 2.6, layer=4)
        x = scale.right
        page.line(
            [(x, self._top + 10), (x, self._bottom + _RATES)], page.theme.ink, 1.6, dashed=True
        )
        page.text(x, self._top - 3, "today", 10.5, bold=True, align="right", over=True)
        self._end()
        self._payments()
        self._rates()
        page.y = self._bottom + _RATES + 8

    def _y(self, amount: Fraction) -> float:
        return self._bottom - float(amount / self._most) * (_PLOT - 6)

    def _points(self, amounts: tuple[Fraction, ...]) -> list[tuple[float, float]]:
        return [
            (self._scale.at(day), self._y(amount))
            for day, amount in zip(self._chart.days, amounts, strict=True)
        ]

    def _grid(self) -> None:
        page = self._page
        for number in range(_GRID + 1):
            amount = self._most * number / _GRID
            y = self._y(amount)
            color = page.theme.ink if number == 0 else page.theme.line
            page.line([(MARGIN, y), (self._scale.right, y)], color, layer=1)
            if number:
                # On the left, where the line is still low.
                says = words.dollars(amount).removesuffix(".00")
                page.text(MARGIN + 2, y + 2, says, 10.5, color=page.theme.soft, over=True)

    def _band(self) -> None:
        if not self._chart.band:
            return
        least, most = self._points(self._chart.least), self._points(self._chart.most)
        self._page.area([*most, *reversed(least)], "alert", "slanted")

    def _end(self) -> None:
        """A dot at the end of the line, and the amount at the plot's bottom if it has room."""
        chart, page, right = self._chart, self._page, self._scale.right
        if chart.chosen is None:
            return
        y = self._y(chart.chosen[-1])
        page.mark(right, y, "round", 4.5, page.theme.calm, filled=True)
        says, top = f"{words.dollars(chart.chosen[-1])} accrued", self._bottom - 24
        left = right - 8 - width_of(says, 12, bold=True)
        lowest = max((y for x, y in self._points(chart.least) if x >= left - 8), default=y)
        if lowest < top - 8:
            page.label(says, 12, [Place(right - 8, top, "right")], bold=True)

    def _payments(self) -> None:
        """A square at each payment, filled when paid; its label above it or where there is room."""
        chart, page, scale = self._chart, self._page, self._scale
        amounts = chart.chosen or chart.most
        for payment in chart.payments:
            if not scale.first <= payment.on <= scale.last:
                continue
            place = max(bisect_right(chart.days, payment.on) - 1, 0)
            x, y = scale.at(payment.on), self._y(amounts[place])
            page.mark(x, y, "square", 4.8, page.theme.ink, filled=payment.done)
            page.label(payment.mark, 11, self._about(x, y), bold=True)

    def _about(self, x: float, y: float) -> Iterator[Place]:
        """Places to try around a sign, within the plot: above, ever further below, upper left."""
        yield Place(x, y - 20, "center")
        below = 9.0
        while y + below + 12 < self._bottom:
            yield Place(x, y + below, "center")
            yield Place(x - 9, y + below - 15, "right")
            below += 13
        yield Place(x - 9, y - 20, "right")
        yield Place(x - 9, y - 33, "right")

    def _rates(self) -> None:
        """A strip of the rates, every other one hatched; a rate is labeled if there is room."""
        page, scale = self._page, self._scale
        for number, step in enumerate(self._chart.steps):
            left, right = scale.within(step.start), scale.within(step.end)
            hatch: Hatch | None = "dotted" if number % 2 else None
            page.box(left, self._bottom, right - left, _RATES, "calm", hatch)
            if width_of(step.label, 11, bold=True) + 4 <= right - left:
                middle = Place((left + right) / 2, self._bottom + 4, "center")
                page.label(step.label, 11, [middle], bold=True)


def _round_up(amount: Fraction) -> Fraction:
    """A round amount above this one, a quarter of which is round too."""
    power = Fraction(1)
    while power * 100 < amount:
        power *= 10
    tenths = (4, 8, 10, 12, 16, 20, 24, 30, 40, 50, 60, 80, 100, 120)
    return next(power * n for n in tenths if power * n > amount)
