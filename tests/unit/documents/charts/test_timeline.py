"""The timeline picture: spans, marks, what is cut, and its public text description."""

import re
from dataclasses import replace
from datetime import date, timedelta

import pytest

from dealclock.documents.charts.chart import ALT_MOST, Chart, Fill, Row, Shape
from dealclock.documents.charts.timeline import ROWS_MOST, timeline
from dealclock.engine.conclusions import Status
from dealclock.messages import words
from dealclock.messages.view import View
from tests.golden.values import shows
from tests.unit.documents.charts.looks import PUBLIC, look

LEAKS = re.compile(r"\$|default|infocrossing|lehman|additional interest|\d+\.\d\d%", re.IGNORECASE)
NOVEMBER, FEBRUARY = date(2004, 11, 20), date(2005, 2, 15)


def rows(chart: Chart) -> list[Row]:
    return [row for group in chart.groups for row in group.rows]


def row(chart: Chart, title: str) -> Row:
    (found,) = (each for each in rows(chart) if title in each.title)
    return found


def grouped(chart: Chart, heading: str) -> tuple[Row, ...]:
    (group,) = (each for each in chart.groups if each.heading == heading)
    return group.rows


def without_defaults(view: View) -> View:
    return replace(view, assessment=replace(view.assessment, defaults=()))


def test_it_begins_with_the_ongoing_default_then_what_is_overdue_then_what_is_next() -> None:
    chart = timeline(look(NOVEMBER))
    assert chart.headline == "Possible Registration Default"
    lead, overdue, ahead = chart.lines
    assert shows(lead, "3(a)(ii)", "2004-10-28")
    assert words.day(date(2004, 10, 28)) in overdue
    assert overdue == chart.overdue
    assert shows(ahead, "2005-01-18", "$31,666.67", "3(b)")
    assert [row.mark for row in grouped(chart, "Open")] == [Shape.MISSED, Shape.DUE]
    assert chart.groups[0].heading == "Open"
    after = timeline(look(FEBRUARY))
    assert after.overdue == ""


def test_the_largest_words_are_no_later_date_while_something_is_overdue() -> None:
    view = without_defaults(look(NOVEMBER))
    chart = timeline(view)
    assert shows(chart.headline, "2004-10-28")
    assert shows(chart.overdue, "2004-10-28", "2(a)(ii)")
    assert shows(chart.lines[1], "2005-01-18")


def test_an_item_due_today_is_next() -> None:
    chart = timeline(look(date(2004, 10, 28), PUBLIC))
    assert chart.headline.startswith("Due today")
    assert "2(a)(ii)" in chart.lines[0], "of three due that day, the one that becomes a default"


@pytest.mark.parametrize(
    ("safe", "named", "lines"),
    [
        (date(2005, 1, 14), date(2005, 1, 14), 2),  # earlier under another reading
        (NOVEMBER, NOVEMBER, 2),  # that day is today
        (date(2004, 11, 19), date(2005, 1, 18), 1),  # that day has passed
    ],
)
def test_next_is_the_earliest_future_date_of_any_reading(
    safe: date, named: date, lines: int
) -> None:
    view = look(NOVEMBER)
    owed = tuple(
        replace(o, safe_together=safe) if o.kind == "payment" else o
        for o in view.assessment.obligations
    )
    chart = timeline(replace(view, assessment=replace(view.assessment, obligations=owed)))
    _, _, *ahead = chart.lines
    assert words.day(named) in ahead[0]
    assert len(ahead) == lines
    if lines == 2:
        assert words.day(date(2005, 1, 18)) in ahead[1]


def test_with_nothing_ahead_it_says_so() -> None:
    view = look(NOVEMBER)
    late = tuple(o for o in view.assessment.obligations if o.status is Status.MISSED)
    chart = timeline(replace(view, assessment=replace(view.assessment, obligations=late)))
    assert chart.lines[-1] == "Nothing due ahead"
    assert chart.overdue
    neither = timeline(
        without_defaults(replace(view, assessment=replace(view.assessment, obligations=())))
    )
    assert (neither.headline, neither.lines) == ("Nothing due ahead", ("",))


def test_an_overdue_date_is_marked_and_called_overdue() -> None:
    chart = timeline(look(NOVEMBER))
    missed = row(chart, "Resale shelf effectiveness")
    assert missed.label == "OVERDUE Thu, Oct 28, 2004"
    assert (missed.mark, missed.on, missed.clause) == (
        Shape.MISSED,
        date(2004, 10, 28),
        "2(a)(ii)",
    )


def test_each_status_has_its_own_mark() -> None:
    november, february = timeline(look(NOVEMBER)), timeline(look(FEBRUARY))
    assert row(november, "Trustee notice").mark is Shape.MET
    assert row(november, "Additional Interest payment").mark is Shape.DUE
    assert (
        row(november, "Additional Interest payment").title
        == "Additional Interest payment, $31,666.67"
    )
    late = row(february, "Resale shelf effectiveness")
    assert (late.label, late.mark) == (
        "satisfied late Mon, Dec 6, 2004, due Thu, Oct 28",
        Shape.MET,
    )
    # The line leads to the day it was met, and not to the day it should have been.
    assert late.end == date(2004, 12, 6)
    today = timeline(look(date(2004, 10, 28), PUBLIC))
    assert row(today, "Resale shelf effectiveness").mark is Shape.TODAY


def test_a_default_continues_until_cured_and_says_how_certain_it_is() -> None:
    open_, cured = timeline(look(NOVEMBER)), timeline(look(FEBRUARY))
    (runs,) = grouped(open_, "Registration Defaults")
    assert (runs.fill, runs.start, runs.end) == (Fill.DEFAULT, date(2004, 10, 28), None)
    assert runs.title.startswith("Possible, not confirmed: ")
    assert grouped(cured, "Registration Defaults")[0].end == date(2004, 12, 6)


def test_a_suspension_is_drawn_apart_from_other_windows() -> None:
    chart = timeline(look(FEBRUARY))
    suspended = row(chart, "Suspension Period")
    assert suspended.fill is Fill.SUSPENSION
    # Day 45 of a period that began on January 28 is March 13.
    assert (suspended.start, suspended.end) == (date(2005, 1, 28), date(2005, 3, 13))
    assert row(chart, "Effectiveness Period").fill is Fill.WINDOW


def test_a_distant_item_is_left_out_unless_overdue_and_open() -> None:
    late = timeline(look(date(2005, 6, 1), PUBLIC))
    assert row(late, "Resale shelf effectiveness").on == date(2004, 10, 28)
    assert not [each for each in rows(late) if "Resale shelf filing" in each.title]
    assert (late.first, late.last) == (date(2005, 3, 1), date(2005, 9, 1))


def test_months_are_calendar_months() -> None:
    view = look(date(2004, 8, 31), PUBLIC)
    chart = timeline(view, 6)
    # There is no February 31.
    assert (chart.first, chart.last) == (date(2004, 3, 1), date(2005, 2, 28) + timedelta(days=1))


def crowded(count: int) -> View:
    view = look(NOVEMBER)
    one = view.assessment.obligations[0]
    many = tuple(
        replace(
            one,
            instance=f"many/{n}",
            status=Status.MISSED if n == count - 1 else Status.UPCOMING,
            done_on=None,
            due=NOVEMBER + timedelta(days=n),
            title="W" * 300,
        )
        for n in range(count)
    )
    return replace(view, assessment=replace(view.assessment, obligations=many))


def test_a_crowded_picture_is_cut_visibly_and_keeps_what_matters_most() -> None:
    chart = timeline(crowded(60))
    assert len(rows(chart)) == ROWS_MOST
    # Sixty, and the default that runs; twelve are drawn.
    assert chart.more == "+49 more, not drawn: see /deal status"
    assert [each for each in rows(chart) if each.mark is Shape.MISSED]
    assert len(grouped(chart, "Registration Defaults")) == 1
    assert all(len(each.title) <= 110 for each in rows(chart))
    assert len(chart.alt_text) <= ALT_MOST
    assert chart.alt_text.endswith("In full, in words: /deal status Granite")


@pytest.mark.parametrize("day", [NOVEMBER, FEBRUARY, date(2004, 7, 1)])
def test_the_public_description_has_only_code_name_section_and_date(day: date) -> None:
    chart = timeline(look(day))
    assert not LEAKS.search(chart.alt_text), chart.alt_text
    assert not LEAKS.search(chart.title)
    assert chart.alt_text.startswith(chart.title)


def test_a_rehearsal_and_a_projection_are_marked_in_the_picture_and_in_its_name() -> None:
    view = look(NOVEMBER, rehearsal=True, today=date(2004, 11, 1))
    chart = timeline(view)
    assert chart.title == "REHEARSAL Granite, timeline, Sat, Nov 20, 2004"
    said = [banner.partition(":")[0] for banner in chart.frame.banners]
    assert said == ["Rehearsal", "PROJECTION", "Sample data"]
    assert any("known by" in each for each in chart.frame.footings)


def test_an_empty_timeline_says_so_in_words() -> None:
    view = look(NOVEMBER)
    bare = replace(view.assessment, obligations=(), defaults=(), windows=())
    chart = timeline(replace(view, assessment=bare))
    assert chart.groups == ()
    assert "Nothing falls in these months." in chart.alt_text
