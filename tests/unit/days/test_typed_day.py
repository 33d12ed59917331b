"""Dates as people type them: each form, the rule that reads it, and what is refused.

Today is Wed Nov 17, 2004; Thu Nov 25 is Thanksgiving Day, a Federal Reserve holiday.
"""

from datetime import date

import pytest

from dealclock.days.calendars import calendar
from dealclock.days.typed_day import looks_like_a_day, read_day
from dealclock.errors import RefusedError
from tests.golden.values import shows, values
from tests.golden.wording import wording

TODAY = date(2004, 11, 17)
DAYS = calendar("federal-reserve")


def on(typed: str, *, today: date = TODAY, behind: bool = False) -> tuple[str, str]:
    """The day in ISO, and the rule."""
    when = read_day(typed.split())
    assert when is not None, typed
    found = when.on(today, DAYS, behind=behind)
    return found.day.isoformat(), found.rule


@pytest.mark.parametrize(
    "typed",
    [
        "2004-11-20",
        "11/20/2004",
        "20/11/2004",
        "Nov 20 2004",
        "Nov 20, 2004",
        "Nov 20,2004",
        "Nov. 20, 2004",
        "november 20th 2004",
        "20 Nov 2004",
        "Sat Nov 20, 2004",
        "Sat, Nov 20, 2004",
        "Saturday, November 20, 2004",
        "Sat 2004-11-20",
    ],
)
def test_a_full_date_needs_no_rule(typed: str) -> None:
    assert on(typed) == ("2004-11-20", "")


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("today", "2004-11-17"),
        ("tomorrow", "2004-11-18"),
        ("yesterday", "2004-11-16"),
        ("Nov 20", "2004-11-20"),
        ("20 Nov", "2004-11-20"),
        ("Nov 17", "2004-11-17"),  # today itself is ahead
        ("Nov 16", "2005-11-16"),
        ("16 november", "2005-11-16"),
        ("Sept 1", "2005-09-01"),
        ("feb 29", "2008-02-29"),  # the next there is
        ("11/20", "2004-11-20"),
        ("friday", "2004-11-19"),
        ("FRI", "2004-11-19"),
        ("wednesday", "2004-11-24"),  # today is one, and is called today
        ("this monday", "2004-11-15"),
        ("next friday", "2004-11-26"),  # of next week, not the one in two days
        ("next monday", "2004-11-22"),
        ("last friday", "2004-11-12"),
        ("last wednesday", "2004-11-10"),
        ("+5bd", "2004-11-24"),
        ("+6bd", "2004-11-26"),  # Thanksgiving Day skipped
        ("-1bd", "2004-11-16"),
        ("+10d", "2004-11-27"),
        ("+ 10 days", "2004-11-27"),
        ("-10d", "2004-11-07"),
        ("in 2 weeks", "2004-12-01"),
        ("in a week", "2004-11-24"),
        ("in 6 business days", "2004-11-26"),
        ("3 days ago", "2004-11-14"),
        ("+3m", "2005-02-17"),
        ("in 1 year", "2005-11-17"),
        ("end of month", "2004-11-30"),
        ("eom", "2004-11-30"),
        ("end of next month", "2004-12-31"),
        ("end of last month", "2004-10-31"),
        ("end of the quarter", "2004-12-31"),
        ("end of next quarter", "2005-03-31"),
        ("end of year", "2004-12-31"),
    ],
)
def test_a_date_relative_to_today(typed: str, day: str) -> None:
    assert on(typed)[0] == day


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("Nov 20", "the next such day ahead, since no year was given"),
        ("friday", "the first Friday after today"),
        ("next friday", "the Friday of next week; weeks begin on Monday"),
        ("this friday", "the Friday of this week"),
        ("+5bd", "5 Business Days after Wed, Nov 17, 2004"),
        ("-1d", "1 calendar day before Wed, Nov 17, 2004"),
        ("end of month", "the last calendar day of the month"),
        ("03/04/2005", "read month first, as in the United States; for the other write Apr 3"),
        (
            "3/4",
            (
                "read month first, as in the United States; for the other write Apr 3; the next "
                "such day ahead, since no year was given"
            ),
        ),
        ("4/4/2005", ""),  # the same either way
    ],
)
def test_the_rule_is_stated_when_one_was_needed(typed: str, rule: str) -> None:
    assert on(typed)[1] == rule


def test_the_nearer_date_of_another_year_is_named_next_to_the_one_that_was_read() -> None:
    assert values(wording("message/typed-day", on("Nov 15"))) == ["2005-11-15", "2004-11-15"]
    assert shows(wording("message/typed-day", on("Nov 20", behind=True)[1], "second"), "2004-11-20")
    assert "nearer" not in on("Apr 1")[1]


def test_looking_back_a_date_without_a_year_is_the_nearest_past_one() -> None:
    assert values(wording("message/typed-day", on("Jun 20", behind=True))) == ["2004-06-20"]
    assert on("Nov 20", behind=True)[0] == "2003-11-20"
    assert on("Nov 17", behind=True)[0] == "2004-11-17"
    assert on("Nov 1", behind=True)[0] == "2004-11-01"
    assert on("friday", behind=True)[0] == "2004-11-12"
    assert on("2005-01-01", behind=True)[0] == "2005-01-01"


def test_counting_months_from_a_months_end_stops_at_a_months_end() -> None:
    assert on("+1m", today=date(2005, 1, 31))[0] == "2005-02-28"
    assert on("end of month", today=date(2004, 2, 10))[0] == "2004-02-29"


@pytest.mark.parametrize(
    "typed",
    [
        *("", ",", "2004-11-31", "Nov 31", "Nov 31 2004", "Feb 29 2003", "20.11.2004", "Nov 2004"),
        *("2004", "13/13/2004", "0/5/2004", "+5", "+5x", "in weeks", "end of week", "next", "soon"),
        *("+99999bd", "Nov ٣", "٣/4/2004", "next next friday", "x" * 50_000, "1/2/3", "end"),
    ],
)
def test_an_invalid_date_is_refused(typed: str) -> None:
    assert read_day(typed.split()) is None


def test_a_wrong_weekday_is_refused_with_the_right_one() -> None:
    for typed in ("Fri Nov 20, 2004", "Friday Nov 20", "Fri 2004-11-20"):
        with pytest.raises(
            RefusedError, match="Sat, Nov 20, 2004 is not a Friday; omit the weekday"
        ):
            on(typed)


def test_a_count_beyond_all_years_is_refused() -> None:
    with pytest.raises(RefusedError, match=r"'\+9999y' is no day of any year"):
        on("+9999y")
    with pytest.raises(RefusedError, match="is outside"):
        on("+5bd", today=date(2060, 12, 30))


def test_date_words_are_told_from_names() -> None:
    for word in ("2004", "Nov", "nov.", "friday", "Fri,", "today", "next", "+5bd", "-3d", "in"):
        assert looks_like_a_day(word), word
    for word in ("Granite", "Novus", "Maple", "Sunset", "holder", "+x", "infocrossing"):
        assert not looks_like_a_day(word), word
