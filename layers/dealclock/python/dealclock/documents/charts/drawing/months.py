"""Months on a page: the position of a day, and a shade for every other month with its name."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from dealclock.documents.charts.drawing.letters import width_of
from dealclock.documents.charts.drawing.page import ChartPage


@dataclass(frozen=True, slots=True)
class Scale:
    """Days on a line from `left` to `right`; `first` and `last` are at its ends."""

    first: date
    last: date
    left: float
    right: float

    def at(self, day: date) -> float:
        """The position of a day; a day before or after the scale is beyond its ends."""
        whole = max((self.last - self.first).days, 1)
        return self.left + (day - self.first).days / whole * (self.right - self.left)

    def within(self, day: date) -> float:
        """The position of a day, at the nearer end if it is beyond one."""
        return min(max(self.at(day), self.left), self.right)


_YEARS_FROM = 18  # with more months, only years are named


def months(page: ChartPage, scale: Scale, top: float, bottom: float) -> None:
    """Shade every other month from `top` to `bottom`, and name each month that has room.

    A long period is divided into years instead.
    """
    free = scale.left
    spans = list(_spans(scale))
    years = len(spans) > _YEARS_FROM
    if years:
        spans = list(_spans(scale, years=True))
    unnamed = True
    for number, (start, end) in enumerate(spans):
        left, right = scale.within(start), scale.within(end)
        if number % 2:
            page.shade(left, top, right - left, bottom - top)
        name = _name(start, years=years, first=unnamed or start.month == 1)
        wide = width_of(name, 10.5)
        # A sliver of a month is not named: its name would seem to be the next month's.
        room = right - left >= wide + 4 or (number > 0 and unnamed) or len(spans) == 1
        if room and left + 3 >= free and left + 3 + wide <= scale.right:
            page.text(left + 3, top + 1, name, 10.5, color=page.theme.soft)
            free, unnamed = left + 3 + wide + 4, False


def _name(start: date, *, years: bool, first: bool) -> str:
    """The label of a month, with the year if that is new; or of a year."""
    return f"{start:%Y}" if years else f"{start:%b %Y}" if first else f"{start:%b}"


def _spans(scale: Scale, *, years: bool = False) -> Iterator[tuple[date, date]]:
    """Each month or year of a scale: its first day shown, and the first day after it."""
    start = scale.first
    while start <= scale.last:
        month = (start.replace(day=1) + timedelta(days=32)).replace(day=1)
        after = date(start.year + 1, 1, 1) if years else month
        yield start, min(after, scale.last)
        start = after
