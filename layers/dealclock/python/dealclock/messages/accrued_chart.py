"""What accrued over time as a chart of few points: months, then quarters, then years."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from dealclock.engine.interest.over_time import over_time
from dealclock.messages import words
from dealclock.messages.message import DataChart
from dealclock.messages.view import View

_POINTS_MOST = 20  # with the day it begins, and the day itself
_TITLE_MOST = 50
_SPANS = {1: "month", 3: "quarter", 12: "year"}  # by their months


def chart_accrued(view: View) -> DataChart | None:
    """What accrued by the end of each month, to but excluding the day; None if nothing did.

    Under the chosen readings; over all of them too if they were compared together. While the day
    count is unset, the least and the most under every one. A long time is in quarters or years.
    """
    course = over_time(view, view.assessment, _days)
    if course is None:
        return None
    months = _months(course.days[0], course.days[-1])
    lines = [] if course.chosen is None else [("As chosen", course.chosen)]
    if course.chosen is None or course.least != course.most:
        lines += [("Least", course.least), ("Most", course.most)]
    title = f"{words.sentence(view.assessment.accrual.title)} accrued"
    return DataChart(
        title=title if len(title) <= _TITLE_MOST else "Accrued",
        points=tuple(_labels(course.days, months)),
        lines=tuple((name, tuple(map(_dollars, values))) for name, values in lines),
        across=f"At the end of each {_SPANS[months]}",
        up="US dollars",
    )


def _days(start: date, end: date) -> list[date]:
    """The first day, the day after each span that ends within, and the last day."""
    ends = list(_ends(start, end, _months(start, end)))
    return [start, *ends[-(_POINTS_MOST - 2) :], end]


def _months(start: date, end: date) -> int:
    """The shortest span, in months, of which few enough end within; else a year."""
    return next(
        (m for m in _SPANS if len(list(_ends(start, end, m))) <= _POINTS_MOST - 2), max(_SPANS)
    )


def _ends(start: date, end: date, months: int) -> Iterator[date]:
    """The day after the end of each month, quarter or year, between the two days."""
    for year in range(start.year, end.year + 1):
        for month in range(1, 13, months):
            if start < (day := date(year, month, 1)) < end:
                yield day


def _labels(days: tuple[date, ...], months: int) -> Iterator[str]:
    yield _short(days[0])
    for day in days[1:-1]:
        year, month = (day.year, day.month - 1) if day.month > 1 else (day.year - 1, 12)
        match months:
            case 1:
                yield f"{date(year, month, 1):%b %Y}"
            case 3:
                yield f"Q{month // 3} {year}"
            case _:
                yield str(year)
    yield _short(days[-1])


def _short(day: date) -> str:
    return f"{day:%b} {day.day}, {day.year}"


def _dollars(amount: Fraction) -> float:
    """Dollars rounded to the cent."""
    return float(words.decimal(amount))
