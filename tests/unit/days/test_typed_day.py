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
