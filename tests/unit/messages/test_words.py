from datetime import UTC, date, datetime
from fractions import Fraction

import pytest

from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.days.counting import business_days_after, days_after, days_before
from dealclock.engine.conclusions import RateChange
from dealclock.engine.why import Step
from dealclock.messages import trace, words


def test_a_date_has_its_weekday_and_year() -> None:
    assert words.day(date(2004, 10, 28)) == "Thu, Oct 28, 2004"
    assert words.day(date(2005, 1, 3)) == "Mon, Jan 3, 2005"


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (Fraction(8750), "$8,750.00"),
        (Fraction(1250, 3), "$416.67"),
        (Fraction(1, 200), "$0.01"),
        (Fraction(49, 10000), "$0.00"),
        (Fraction(123456789), "$123,456,789.00"),
        (Fraction(-1, 200), "-$0.01"),
    ],
)
def test_dollars_are_rounded_once_half_up(amount: Fraction, expected: str) -> None:
    assert words.dollars(amount) == expected


def test_money_for_machines_is_a_decimal_string() -> None:
    assert words.decimal(Fraction(8750)) == "8750.00"
    assert words.decimal(Fraction(1250, 3)) == "416.67"


@pytest.mark.parametrize(
    ("rate", "expected"),
    [(Fraction(1, 4), "0.25%"), (Fraction(1), "1.00%"), (Fraction(1, 8), "0.125%")],
)
def test_a_rate_keeps_the_places_it_has(rate: Fraction, expected: str) -> None:
    assert words.percent(rate) == expected


def test_an_instant_is_shown_by_the_deals_own_clock() -> None:
    morning = datetime(2004, 10, 29, 12, 0, tzinfo=UTC)
    assert words.instant(morning, "America/New_York") == "Fri, Oct 29, 2004, 8:00 a.m. ET"


def test_midnight_is_the_end_of_the_day_before() -> None:
    midnight = datetime(2004, 10, 30, 4, 0, tzinfo=UTC)
    assert words.instant(midnight, "America/New_York") == "the end of Fri, Oct 29, 2004"


def test_a_count_names_each_business_day_and_why_a_day_was_skipped() -> None:
    count = business_days_after(date(2005, 1, 13), 2, FEDERAL_RESERVE)
    assert words.counted(count) == [
        "Fri, Jan 14, 2005: Business Day 1",
        "Sat, Jan 15, 2005: skipped, Saturday",
        "Sun, Jan 16, 2005: skipped, Sunday",
        "Mon, Jan 17, 2005: skipped, Martin Luther King Jr. Day",
        "Tue, Jan 18, 2005: Business Day 2",
    ]


def test_a_trace_is_numbered_steps_with_their_counts_beneath() -> None:
    start = date(2004, 6, 30)
    count = days_after(start, 15)
    steps = (
        Step("Closing Date, itself not counted", "1", start),
        Step("15 days after it: the last day", "2(a)(i)", count.result, count),
        Step("mail to the trustee: not given", "Indenture"),
    )
    assert trace.render_lines(steps) == [
        "1. Wed, Jun 30, 2004: Closing Date, itself not counted (Section 1)",
        "2. Thu, Jul 15, 2004: 15 days after it: the last day (Section 2(a)(i))",
        "   15 calendar days from Wed, Jun 30, 2004, which is not counted; none skipped",
        "3. mail to the trustee: not given (Indenture)",
    ]


def test_a_count_back_is_of_as_many_days() -> None:
    (line,) = words.counted(days_before(date(2004, 7, 15), 15))
    assert line.startswith("15 calendar days from Thu, Jul 15, 2004")


def test_names_are_listed_as_in_a_sentence() -> None:
    assert words.listed(["F0"]) == "F0"
    assert words.listed(["F0", "F1", "F2"]) == "F0, F1 and F2"


def test_a_rate_that_ends_says_why() -> None:
    change = RateChange(date(2006, 10, 20), Fraction(0), because="the period protected is over")
    assert words.rate_of(change) == "0.00%, because the period protected is over,"


@pytest.mark.parametrize(
    ("first", "last", "told"),
    [
        ("2004-06-30", "2004-06-30", "Wed, Jun 30, 2004"),
        ("2004-06-01", "2004-06-30", "June 2004"),
        ("2004-10-01", "2004-12-31", "fourth quarter of 2004"),
        ("2003-01-01", "2003-12-31", "2003"),
    ],
)
def test_a_time_is_spelled_as_precisely_as_it_is_known(first: str, last: str, told: str) -> None:
    assert words.approximate_period(date.fromisoformat(first), date.fromisoformat(last)) == told


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("in-90 left", "left in any 90 days"),
        ("length breaks_on", "breaks in one period"),
        ("times-in-360 earliest", "earliest in any 360 days"),
        ("closes", "last day"),
        ("accrues_from", "accrues from"),
    ],
)
def test_a_figure_is_named_in_words_and_not_by_its_key(what: str, told: str) -> None:
    assert words.figure_name(what) == told
