"""The second engine's own calendar, against the committed table of closed days."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from dealclock.second.business_days import is_business_day, nth_business_day_after

VECTORS = Path(__file__).parents[3] / "cases" / "vectors" / "closed_days.json"
CLOSED = json.loads(VECTORS.read_text())


@pytest.mark.parametrize(
    ("calendar", "tables"),
    [
        ("federal-reserve", ["federal_reserve"]),
        ("gcl-24", ["federal_reserve", "only_general_construction_law"]),
    ],
)
def test_every_day_of_27_years_is_open_or_closed_as_the_table_says(
    calendar: str, tables: list[str]
) -> None:
    closed = {date.fromisoformat(day) for table in tables for day in CLOSED[table]}
    day = date(2003, 1, 1)
    while day.year < 2030:
        assert is_business_day(day, calendar) == (day.weekday() < 5 and day not in closed), day
        day += timedelta(days=1)


def test_five_business_days_skip_veterans_day() -> None:
    found = nth_business_day_after(date(2004, 11, 8), 5, "federal-reserve")  # case CU-01
    assert found == date(2004, 11, 16)


def test_zero_days_after_a_day_is_the_day_itself_open_or_not() -> None:
    assert nth_business_day_after(date(2004, 7, 4), 0, "gcl-24") == date(2004, 7, 4)
