"""Windows of days and of calendar months: first and last days, and blocks."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from dealclock.days.intervals import Span
from dealclock.errors import RefusedError


def test_a_window_of_days_has_that_many_days() -> None:
    assert Span(360).since(date(2005, 10, 26)) == date(2004, 11, 1)
    assert Span(1).since(date(2005, 10, 26)) == date(2005, 10, 26)


def test_later_windows_never_begin_earlier() -> None:
    span, day = Span(3, "months"), date(2003, 1, 1)
    starts = [span.since(day + timedelta(days=n)) for n in range(800)]
    assert starts == sorted(starts)


def test_blocks_are_consecutive_from_the_anchor() -> None:
    months, days = Span(12, "months"), Span(360)
    anchor = date(2004, 2, 29)
    begins = ["2003-02-28", "2004-02-29", "2005-02-28", "2006-02-28", "2007-02-28", "2008-02-29"]
    for first, after in pairwise(map(date.fromisoformat, begins)):
        assert months.block(anchor, first) == first
        assert months.block(anchor, after - timedelta(days=1)) == first
    assert days.block(anchor, date(2005, 2, 22)) == anchor
    assert days.block(anchor, date(2005, 2, 23)) == date(2005, 2, 23)
    for span in (months, days):
        for n in range(-800, 800):
            day = anchor + timedelta(days=n)
            first, before = span.block(anchor, day), span.block(anchor, day - timedelta(days=1))
            assert first in (before, day)


def test_a_window_has_its_texts() -> None:
    assert [(str(s), s.id, s.short, s.fewest_days) for s in (Span(360), Span(12, "months"))] == [
        ("360 days", "360", "360", 360),
        ("12 months", "12-months", "12 months", 336),
    ]


def test_an_empty_window_is_refused() -> None:
    with pytest.raises(RefusedError, match=r"^a window cannot be 0 months long; give one or more"):
        Span(0, "months")
