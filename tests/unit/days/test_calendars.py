"""Holiday tables against an independent implementation and published closed days."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
import QuantLib
from hypothesis import given
from hypothesis import strategies as st

from dealclock.days.calendars import (
    FEDERAL_RESERVE,
    FIRST_YEAR,
    GENERAL_CONSTRUCTION_LAW,
    LAST_YEAR,
    NAMES,
    calendar,
)
from dealclock.errors import RefusedError

VECTORS = Path(__file__).parents[2] / "cases" / "vectors"
CLOSED = json.loads((VECTORS / "closed_days.json").read_text())
FIRST, LAST = date(FIRST_YEAR, 1, 1), date(LAST_YEAR, 12, 31)
# Ten days from either end, so that no roll leaves the table.
INSIDE = st.dates(FIRST + timedelta(days=10), LAST - timedelta(days=10))


def _days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=n) for n in range((last - first).days + 1)]


def test_the_federal_reserve_calendar_equals_quantlib_on_every_day_from_1995_to_2060() -> None:
    oracle = QuantLib.UnitedStates(QuantLib.UnitedStates.FederalReserve)
    days = _days(FIRST, LAST)
    assert len(days) == 24_107
    differences = [
        day
        for day in days
        if FEDERAL_RESERVE.is_open(day)
        != oracle.isBusinessDay(QuantLib.Date(day.day, day.month, day.year))
    ]
    assert differences == []


def test_every_weekday_of_2003_to_2029_is_open_unless_published_as_closed() -> None:
    weekdays = [d for d in _days(date(2003, 1, 1), date(2029, 12, 31)) if d.weekday() < 5]
    closed = [d.isoformat() for d in weekdays if not FEDERAL_RESERVE.is_open(d)]
    assert closed == CLOSED["federal_reserve"]


def test_general_construction_law_adds_only_lincolns_birthday_and_election_day() -> None:
    weekdays = [d for d in _days(date(2003, 1, 1), date(2029, 12, 31)) if d.weekday() < 5]
    both = {d.isoformat() for d in weekdays if not GENERAL_CONSTRUCTION_LAW.is_open(d)}
    assert both == {*CLOSED["federal_reserve"], *CLOSED["only_general_construction_law"]}


def test_lincolns_birthday_on_a_saturday_closes_no_weekday() -> None:
    assert date(2005, 2, 12).weekday() == 5
    assert GENERAL_CONSTRUCTION_LAW.is_open(date(2005, 2, 11))
    assert GENERAL_CONSTRUCTION_LAW.is_open(date(2005, 2, 14))


def test_a_tuesday_november_1_is_not_election_day() -> None:
    """Election Day is the Tuesday after the first Monday, so never before November 2."""
    assert date(2005, 11, 1).weekday() == 1
    assert GENERAL_CONSTRUCTION_LAW.is_open(date(2005, 11, 1))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("day", [date(1994, 12, 30), date(1994, 12, 31), date(2061, 1, 3)])
def test_a_day_outside_the_table_is_refused_even_on_a_weekend(name: str, day: date) -> None:
    with pytest.raises(RefusedError, match=rf"{day} is outside .*1995 to 2060; give a date"):
        calendar(name).is_open(day)


@pytest.mark.parametrize("name", NAMES)
def test_the_table_includes_its_first_and_last_day(name: str) -> None:
    assert calendar(name).closed_because(date(1995, 1, 1)) == "Sunday"
    assert calendar(name).closed_because(date(1995, 1, 2)) == "New Year's Day"
    assert calendar(name).is_open(date(2060, 12, 31))


@pytest.mark.parametrize("name", NAMES)
def test_days_roll_to_the_first_and_last_open_day_of_the_table(name: str) -> None:
    first, last = date(1995, 1, 3), date(2060, 12, 31)
    assert calendar(name).first_open_on_or_after(date(1995, 1, 1)) == first
    assert calendar(name).last_open_on_or_before(first) == first
    assert calendar(name).first_open_on_or_after(last) == last
    assert calendar(name).last_open_on_or_before(last) == last


@pytest.mark.parametrize(
    ("name", "title"),
    [("federal-reserve", "Federal Reserve"), ("gcl-24", "General Construction Law s.24")],
)
def test_the_error_names_the_calendar(name: str, title: str) -> None:
    with pytest.raises(RefusedError, match=f"^1994-12-31 is outside the {title} calendar"):
        calendar(name).first_open_on_or_after(date(1994, 12, 31))


def test_rolling_out_of_the_table_is_refused_rather_than_guessed() -> None:
    with pytest.raises(RefusedError, match="is outside"):
        FEDERAL_RESERVE.last_open_on_or_before(date(1995, 1, 2))


def test_the_error_for_an_unknown_calendar_lists_the_valid_names() -> None:
    refused = r"^no calendar 'nyse'; give one of federal-reserve, gcl-24\.$"
    with pytest.raises(RefusedError, match=refused):
        calendar("nyse")


@pytest.mark.parametrize(
    ("day", "before", "after"),
    [
        ("2005-01-14", "2005-01-14", "2005-01-14"),  # a Friday, open
        ("2005-01-15", "2005-01-14", "2005-01-18"),  # Saturday before Martin Luther King Jr. Day
        ("2005-01-17", "2005-01-14", "2005-01-18"),
        ("2004-07-04", "2004-07-02", "2004-07-06"),  # Sunday; Monday is the holiday
        ("2004-12-25", "2004-12-24", "2004-12-27"),
    ],
)
def test_a_closed_day_rolls_to_the_nearest_open_days(day: str, before: str, after: str) -> None:
    assert FEDERAL_RESERVE.last_open_on_or_before(date.fromisoformat(day)).isoformat() == before
    assert FEDERAL_RESERVE.first_open_on_or_after(date.fromisoformat(day)).isoformat() == after


@given(INSIDE, st.sampled_from(NAMES))
def test_no_open_day_lies_between_a_day_and_its_roll(day: date, name: str) -> None:
    days = calendar(name)
    back, ahead = days.last_open_on_or_before(day), days.first_open_on_or_after(day)
    assert back <= day <= ahead
    assert days.is_open(back)
    assert days.is_open(ahead)
    between = [d for d in _days(back, ahead) if d not in (back, ahead)]
    assert [d for d in between if days.is_open(d)] == []
