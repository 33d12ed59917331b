"""Fiscal quarters of fiscal years that end on the last day of a month."""

from datetime import date, timedelta


def fiscal_quarter(day: date, year_ends_in: int) -> str:
    """The quarter that contains `day`, such as "Q3 2004", of fiscal years that end with the month
    `year_ends_in`; a fiscal year is named for the year it ends in."""
    months_in = (day.month - year_ends_in - 1) % 12
    year = day.year + (day.month > year_ends_in)
    return f"Q{months_in // 3 + 1} {year}"


def fiscal_year_begins(year: int, year_ends_in: int) -> date:
    """The day in calendar year `year` on which the Company's fiscal year begins."""
    return date(year, year_ends_in % 12 + 1, 1)


def ends_a_month(month: int, day: int) -> bool:
    """Whether a day is the last of its month, in a common year."""
    return (date(2001, month, day) + timedelta(days=1)).day == 1
