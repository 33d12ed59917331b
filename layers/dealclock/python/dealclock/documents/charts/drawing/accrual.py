"""Drawing the accrual steps: the amount over time in its band, the rates beneath, the payments."""

from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction

from dealclock.documents.charts.accrual import STEPS_MOST
from dealclock.documents.charts.chart import Chart, Shape
from dealclock.documents.charts.drawing.letters import width_of, wrapped
from dealclock.documents.charts.drawing.months import Scale, months
from dealclock.documents.charts.drawing.page import INNER, MARGIN, WIDTH, ChartPage, Hatch, Place
from dealclock.engine.interest.over_time import OverTime
from dealclock.messages import words

_PLOT, _RATES = 210.0, 20.0
_GRID = 4
_MARK = 34.0  # room for the mark before a payment


def draw_steps(page: ChartPage, chart: Chart, course: OverTime) -> None:
    """The plot, then the latest rates and the payments."""
    _Plot(page, chart, course).draw()
    steps, payments = (group.rows for group in chart.groups)
    for step in steps[-STEPS_MOST:]:
        page.lines(step.title, 11.5, gap=0)
    page.y += 4
    for payment in payments:
        page.text(MARGIN, page.y, payment.label, 11.5, bold=True)
        for line in wrapped(payment.title, INNER - _MARK, 11.5):
            page.text(MARGIN + _MARK, page.y, line, 11.5)
            page.y += 11.5 * 1.35


class _Plot:
    """The amounts over the days, plotted upwards from the bottom of a box."""

    def __init__(self, page: ChartPage, chart: Chart, course: OverTime) -> None:
        self._page, self._chart, self._course = page, chart, course
        self._scale = Scale(chart.first, chart.last, MARGIN, WIDTH - MARGIN - 10)
        self._top = page.y + 18
        self._bottom = self._top + _PLOT
        self._most = _round_up(course.most[-1])

    def draw(self) -> None:
        """Draw the plot; the page is then filled to below the rates."""
        page, scale = self._page, self._scale
        months(page, scale, self._top - 18, self._bottom + _RATES)
        self._grid()
        self._band()
        if self._course.chosen is not None:
            page.line(self._points(self._course.chosen), page.theme.calm, 2.6, layer=4)
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
            for day, amount in zip(self._course.days, amounts, strict=True)
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
        least, most = self._points(self._course.least), self._points(self._course.most)
        self._page.area([*most, *reversed(least)], "alert", "slanted")

    def _end(self) -> None:
        """A dot at the end of the line, and the amount at the plot's bottom if it has room."""
        course, page, right = self._course, self._page, self._scale.right
        if course.chosen is None:
            return
        y = self._y(course.chosen[-1])
        page.mark(right, y, "round", 4.5, page.theme.calm, filled=True)
        says, top = f"{words.dollars(course.chosen[-1])} accrued", self._bottom - 24
        left = right - 8 - width_of(says, 12, bold=True)
        lowest = max((y for x, y in self._points(course.least) if x >= left - 8), default=y)
        if lowest < top - 8:
            page.label(says, 12, [Place(right - 8, top, "right")], bold=True)

    def _payments(self) -> None:
        """A square at each payment, filled when paid; its label above it or where there is room."""
        course, page, scale = self._course, self._page, self._scale
        amounts = course.chosen or course.most
        for payment in self._chart.groups[1].rows:
            if not scale.first <= payment.start <= scale.last:
                continue
            place = max(bisect_right(course.days, payment.start) - 1, 0)
            x, y = scale.at(payment.start), self._y(amounts[place])
            filled = payment.mark is Shape.MET
            page.mark(x, y, "square", 4.8, page.theme.ink, filled=filled)
            page.label(payment.label, 11, self._about(x, y), bold=True)

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
        for number, step in enumerate(self._chart.groups[0].rows):
            left, right = scale.within(step.start), scale.within(step.end or scale.last)
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
