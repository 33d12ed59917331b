"""Calendar entries as a month: on their days, moved as the last word has it."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from dealclock.errors import LostError
from dealclock.messages.ics import CalendarEvent, render_entry, render_feed
from local.workbench.panes.inbox.months import Entry, latest, month, read

WRITTEN = datetime(2004, 6, 30, 12, tzinfo=UTC)


def an(uid: str, first: date, sequence: int = 0, last: date | None = None) -> Entry:
    return Entry(uid, f"entry {uid}", first, last or first, sequence, cancelled=False)


def test_the_entry_of_a_mail_is_read_as_its_one_day() -> None:
    [found] = read(
        render_entry("cedar", "shelf", "Cedar, Section 2(a)", date(2004, 7, 15), 2, WRITTEN), 7
    )
    assert (found.first, found.last) == (date(2004, 7, 15), date(2004, 7, 15))
    assert (found.says, found.sequence, found.mail) == ("Cedar, Section 2(a)", 2, 7)
    assert not found.cancelled


def test_a_feed_is_read_with_what_it_cancelled() -> None:
    dates = [
        CalendarEvent("a@dealclock", "Cedar", date(2004, 7, 15), 0, WRITTEN),
        CalendarEvent("b@dealclock", "Cedar", date(2004, 7, 16), 1, WRITTEN, cancelled=True),
    ]
    assert [(e.uid, e.cancelled) for e in read(render_feed(dates))] == [
        ("a@dealclock", False),
        ("b@dealclock", True),
    ]


def test_an_entry_of_hours_lies_on_its_days_both_included() -> None:
    [found] = read(
        b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:x\r\nDTSTART:20040630T220000Z\r\n"
        b"DTEND:20040701T010000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    assert (found.first, found.last) == (date(2004, 6, 30), date(2004, 7, 1))


@pytest.mark.parametrize(
    "content",
    [b"no calendar", b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:x\r\nEND:VEVENT\r\nEND:VCALENDAR"],
)
def test_what_no_calendar_could_read_is_refused(content: bytes) -> None:
    with pytest.raises(LostError, match="cannot be read"):
        read(content)


def test_of_an_entry_sent_again_the_highest_sequence_counts_and_then_the_last() -> None:
    june, july, august = date(2004, 6, 30), date(2004, 7, 15), date(2004, 8, 13)
    moved = [an("a", july, 1), an("a", june, 0), an("b", july), an("b", august)]
    assert [(e.uid, e.first) for e in latest(moved)] == [("a", july), ("b", august)]


def test_a_month_is_whole_weeks_from_sunday_with_the_days_around_it() -> None:
    # February 2004 began on a Sunday and had 29 days: the fifth week holds one of them.
    grid = month(date(2004, 2, 10), [])
    assert [len(week) for week in grid.weeks] == [7, 7, 7, 7, 7]
    assert grid.weeks[0][0].day == date(2004, 2, 1)
    assert [day.outside for day in grid.weeks[4]] == [False, True, True, True, True, True, True]
    assert (grid.previous, grid.following) == (date(2004, 1, 1), date(2004, 3, 1))


def test_an_entry_stands_on_each_of_its_days_and_on_no_other() -> None:
    entries = [an("a", date(2004, 7, 3), last=date(2004, 7, 5)), an("b", date(2004, 8, 1))]
    shown = {
        day.day: [e.uid for e in day.entries]
        for week in month(date(2004, 7, 1), entries).weeks
        for day in week
        if day.entries
    }
    # 1 August, a Sunday, is not in July's grid, whose last week ends on Saturday, 31 July.
    assert shown == {date(2004, 7, d): ["a"] for d in (3, 4, 5)}


def test_the_nearest_months_with_an_entry_are_known_on_either_side() -> None:
    entries = [an(str(m), date(2004, m, 9)) for m in (1, 3, 7, 12)]
    grid = month(date(2004, 7, 31), entries)
    assert (grid.before, grid.after) == (date(2004, 3, 1), date(2004, 12, 1))
    assert month(date(2003, 12, 1), entries).before is None
    assert month(date(2004, 12, 31), entries).after is None
