"""Fiscal quarters of fiscal years that end on the last day of a month."""

from datetime import date, timedelta

from dealclock.records import record


@record
class FiscalQuarter:
    """A quarter, 1 to 4, of a fiscal year, which is named for the year it ends in."""

    year: int
    quarter: int

    def __str__(self) -> str:
        return f"Q{self.quarter} {self.year}"


def fiscal_quarter(day: date, year_ends_in: int) -> FiscalQuarter:
    """The quarter that contains `day`, of fiscal years that end with the month `year_ends_in`."""
    months_in = (day.month - year_ends_in - 1) % 12
    year = day.year + (day.month > year_ends_in)
    return FiscalQuarter(year, months_in // 3 + 1)


def fiscal_year_begins(year: int, year_ends_in: int) -> date:
    """The day in calendar year `year` on which the Company's fiscal year begins."""
    return date(year, year_ends_in % 12 + 1, 1)


def ends_a_month(month: int, day: int) -> bool:
    """Whether a day is the last of its month, in a common year."""
    return (date(2001, month, day) + timedelta(days=1)).day == 1
