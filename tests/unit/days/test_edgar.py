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


def test_edgars_calendar_cannot_be_used_for_business_days() -> None:
    assert EDGAR.name not in calendars.NAMES
    with pytest.raises(
        RefusedError, match="no calendar 'edgar'; give one of federal-reserve, gcl-24"
    ):
        calendars.calendar(EDGAR.name)


def test_a_day_outside_edgars_table_is_refused() -> None:
    with pytest.raises(RefusedError, match="1994-12-30 is outside the EDGAR calendar"):
        EDGAR.is_open(date(1994, 12, 30))
