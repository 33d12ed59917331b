"""Fiscal quarters."""

from datetime import date

import pytest

from dealclock.days.fiscal import ends_a_month, fiscal_quarter, fiscal_year_begins


@pytest.mark.parametrize(
    ("day", "year_ends_in", "quarter"),
    [
        (date(2004, 3, 31), 12, "Q1 2004"),
        (date(2004, 4, 1), 12, "Q2 2004"),
        (date(2004, 7, 15), 12, "Q3 2004"),
        (date(2004, 10, 28), 12, "Q4 2004"),
        (date(2004, 12, 31), 12, "Q4 2004"),
        (date(2004, 9, 30), 9, "Q4 2004"),
        (date(2004, 10, 1), 9, "Q1 2005"),
        (date(2005, 1, 1), 9, "Q2 2005"),
        (date(2004, 2, 29), 2, "Q4 2004"),
        (date(2004, 3, 1), 2, "Q1 2005"),
    ],
)
def test_the_quarter_of_a_day(day: date, year_ends_in: int, quarter: str) -> None:
    assert fiscal_quarter(day, year_ends_in) == quarter


def test_a_fiscal_year_begins_the_month_after_the_last_one_ends() -> None:
    assert fiscal_year_begins(2004, 12) == date(2004, 1, 1)
    assert fiscal_year_begins(2004, 8) == date(2004, 9, 1)


def test_the_last_day_of_a_month_is_recognized() -> None:
    assert [ends_a_month(*day) for day in ((12, 31), (2, 28), (6, 29))] == [True, True, False]
