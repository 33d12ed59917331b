"""EDGAR's days: federal holidays, including those on Saturdays, and closings by order.

QuantLib's settlement calendar uses the same rule for Saturdays, so it is the second method.
"""

from datetime import date, timedelta

import pytest
import QuantLib

from dealclock.days import calendars
from dealclock.days.calendars import FEDERAL_RESERVE, FIRST_YEAR, LAST_YEAR
from dealclock.days.edgar import CLOSINGS, EDGAR, Confidence
from dealclock.errors import RefusedError

FIRST, LAST = date(FIRST_YEAR, 1, 1), date(LAST_YEAR, 12, 31)
DAYS = [FIRST + timedelta(days=n) for n in range((LAST - FIRST).days + 1)]
ORDERED = {c.day for c in CLOSINGS}


def test_edgar_agrees_with_quantlib_from_1995_to_2060_except_closings_by_order() -> None:
    oracle = QuantLib.UnitedStates(QuantLib.UnitedStates.Settlement)
    differences = {
        day
        for day in DAYS
        if EDGAR.is_open(day) != oracle.isBusinessDay(QuantLib.Date(day.day, day.month, day.year))
    }
    assert differences == ORDERED | {
        date(2021, 6, 18)
    }  # the first Juneteenth, two days into the law


@pytest.mark.parametrize(
    ("day", "name"),
    [
        ("2004-12-24", "Christmas Day"),  # Fridays before a holiday on Saturday
        ("2004-12-31", "New Year's Day"),
        ("1999-12-31", "New Year's Day"),
        ("2060-12-31", "New Year's Day"),  # for a holiday beyond the table
        ("2020-07-03", "Independence Day"),
        ("2006-11-10", "Veterans Day"),
        ("2021-06-18", "Juneteenth"),
        ("2004-07-05", "Independence Day"),  # Mondays after one on Sunday
        ("2022-06-20", "Juneteenth"),
        ("2005-01-17", "Martin Luther King Jr. Day"),
        ("2004-11-25", "Thanksgiving Day"),
        ("2005-01-01", "Saturday"),
        ("2004-07-04", "Sunday"),
    ],
)
def test_a_day_on_which_edgar_is_closed_has_a_reason(day: str, name: str) -> None:
    assert EDGAR.closed_because(date.fromisoformat(day)) == name


@pytest.mark.parametrize(
    "day",
    [
        "2004-12-23",
        "2004-04-09",  # Good Friday
        "2004-11-02",  # Election Day
        "2004-02-12",  # Lincoln's Birthday
        "2020-06-19",  # before Juneteenth was law
        *("2005-01-20", "2009-01-20", "2017-01-20", "2021-01-20"),  # Inauguration Day
        *("1998-12-24", "2002-12-24", "2009-12-24"),  # offices closed at noon
        "2013-10-01",  # a lapse of appropriations
    ],
)
def test_edgar_is_open(day: str) -> None:
    assert EDGAR.is_open(date.fromisoformat(day))


@pytest.mark.parametrize(
    ("day", "confidence"),
    [
        ("2004-06-11", Confidence.ORDERED),
        ("2007-01-02", Confidence.ORDERED),
        ("2018-12-05", Confidence.ANNOUNCED),
        ("2018-12-24", Confidence.ANNOUNCED),
        ("2019-12-24", Confidence.ANNOUNCED),
        ("2020-12-24", Confidence.ANNOUNCED),
        ("2024-12-24", Confidence.ORDERED),
        ("2025-01-09", Confidence.ANNOUNCED),
        ("2025-12-24", Confidence.ORDERED),
        ("2025-12-26", Confidence.ORDERED),
    ],
)
def test_a_closing_by_order_has_its_confidence(day: str, confidence: Confidence) -> None:
    (closing,) = [c for c in CLOSINGS if c.day.isoformat() == day]
    assert closing.confidence is confidence
    assert EDGAR.closed_because(closing.day) == closing.reason


def test_every_closing_by_order_is_a_bank_business_day_and_has_a_source() -> None:
    assert len(ORDERED) == len(CLOSINGS) == 17
    assert [c.day for c in CLOSINGS] == sorted(ORDERED)
    assert all(FEDERAL_RESERVE.is_open(day) for day in ORDERED)
    assert all(c.source and c.reason for c in CLOSINGS)


@pytest.mark.parametrize(
    ("day", "reason"),
    [
        ("2004-06-11", "National Day of Mourning for President Reagan"),
        ("2007-01-02", "National Day of Mourning for President Ford"),
        ("2018-12-05", "National Day of Mourning for President G.H.W. Bush"),
        ("2025-01-09", "National Day of Mourning for President Carter"),
        ("2025-12-24", "day before Christmas, federal offices closed by order"),
        ("2025-12-26", "day after Christmas, federal offices closed by order"),
    ],
)
def test_a_closing_by_order_has_its_reason(day: str, reason: str) -> None:
    assert EDGAR.closed_because(date.fromisoformat(day)) == reason


def test_edgars_calendar_cannot_be_used_for_business_days() -> None:
    assert EDGAR.name not in calendars.NAMES
    with pytest.raises(
        RefusedError, match="no calendar 'edgar'; give one of federal-reserve, gcl-24"
    ):
        calendars.calendar(EDGAR.name)


def test_a_day_outside_edgars_table_is_refused() -> None:
    with pytest.raises(RefusedError, match="1994-12-30 is outside the EDGAR calendar"):
        EDGAR.is_open(date(1994, 12, 30))
