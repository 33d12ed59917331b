"""Two engines that share no code agree on random Days, nested and in words, under any readings."""

from collections import Counter
from datetime import date
from typing import Any

import pytest

from dealclock.second.calendars import easter, is_open
from dealclock.second.days import It, day
from dealclock.second.deals import Deal
from dealclock.second.story import Event
from tests.suite import seeds
from tests.unit.engine.second.agreements.comparing_days import compared_days
from tests.unit.engine.second.agreements.drawing_days import DrawnDay, draw_day

DAYS, AT_A_TIME = seeds(10_000), 500
OPERATORS = ("after", "before", "latest of", "earliest of", "first known of", "latest known of")
WORDS = ("if", "its", "by", "reading", "first", "last", "from", "to", "about it", "target", "never")
UNITS = ("days", "weeks", "months", "quarters", "years", "business days", "trading days", "hours")


def counted(drawn: list[DrawnDay]) -> Counter[str]:
    """In how many of the Days there is each operator and unit."""
    found: Counter[str] = Counter()
    for each in drawn:
        text = str(each.value)
        found.update({word for word in (*OPERATORS, *WORDS, *UNITS) if word in text})
    return found


@pytest.mark.full
@pytest.mark.parametrize("first", range(0, len(DAYS), AT_A_TIME))
def test_the_two_engines_agree_on_every_day(first: int) -> None:
    drawn = [draw_day(seed) for seed in DAYS[first : first + AT_A_TIME]]
    print(dict(counted(drawn)))
    assert [f"seed {d.seed}: {found}" for d in drawn if (found := compared_days(d))][:3] == []


@pytest.mark.full
def test_the_random_days_hold_every_operator_and_are_mostly_known() -> None:
    drawn = [draw_day(seed) for seed in range(2000)]
    counts = counted(drawn)
    assert set(counts) == {*OPERATORS, *WORDS, *UNITS}
    assert min(counts.values()) > 40, counts


def test_a_notice_without_a_delivery_is_not_given_yet() -> None:
    it = Event("F1", "commission-request", date(2024, 5, 1))
    drawn = DrawnDay(0, "5 business days after its deemed", {}, (it,), it, {}, date(2024, 6, 1))
    assert compared_days(drawn) == []


def test_open_days_are_counted_from_the_day_that_an_event_names() -> None:
    it = Event("F1", "sale-planned", date(2024, 5, 1), target=date(2024, 6, 3))
    value = {"after": {"day": "its target", "by": "17:00 New York"}, "for": "2 business days"}
    deal = Deal.on({}, (it,), date(2024, 7, 1))
    assert day(value, deal, It(it.on, it, (it.id,))) == date(2024, 6, 5)
    drawn = DrawnDay(0, value, {}, (it,), it, {}, date(2024, 7, 1))
    assert compared_days(drawn) == []


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("30 days after closing", "2024-02-14"),
        ("1 months after 2024-01-31", "2024-02-29"),
        ("1 months after 1 months after 2024-01-31", "2024-03-29"),
        ("5 business days after closing", "2024-01-22"),  # 16 to 19 and 22; the 15th is closed
        ("1 quarters before closing", "2023-10-15"),
        ("3 trading days before 2024-04-01", "2024-03-26"),  # Good Friday, March 29
        ("5 trading days after 2025-01-08", "2025-01-16"),  # the 9th was a day of mourning
        ({"latest of": ["closing", "first report-filed"]}, None),
        ({"earliest of": ["closing", "first report-filed"]}, "2024-01-15"),
        ("48 hours after 2024-03-09", "2024-03-11"),
        ("48 hours after 2024-11-02", "2024-11-03"),  # 23:00, an hour having come twice
        ({"after": "closing", "for": {"count": 1, "unit": "months", "roll": "next"}}, "2024-02-15"),
        (
            {"after": "2024-02-29", "for": {"count": 3, "unit": "months", "roll": "previous"}},
            "2024-05-29",
        ),
        (
            {
                "after": "2024-05-31",
                "for": {"count": 3, "unit": "months", "roll": "modified following"},
            },
            "2024-08-30",  # August 31 is a Saturday, and Tuesday, September 3 is in another month
        ),
        (
            {"after": "closing", "for": {"count": 10, "unit": "days", "first day": "counted"}},
            "2024-01-24",
        ),
    ],
)
def test_a_day_counted_by_hand(value: Any, expected: str | None) -> None:
    deal = Deal.on({"dates": {"closing": date(2024, 1, 15)}}, (), date(2024, 6, 1))
    found = day(value, deal, It())
    assert (found and found.isoformat()) == expected


def test_calendars_by_hand() -> None:
    assert easter(2024) == date(2024, 3, 31)
    assert easter(2025) == date(2025, 4, 20)
    closed = [date(2024, 3, 29), date(2022, 6, 20), date(2021, 12, 24), date(2023, 1, 2)]
    assert not any(is_open(each, "nyse") for each in closed)
    assert is_open(date(2021, 12, 31), "nyse")  # New Year's on a Saturday moves nothing
    assert is_open(date(2024, 3, 29), "federal-reserve")
