"""Dates in words."""

from datetime import date


def day(value: date) -> str:
    """A date in full: "Thu, Oct 28, 2004"."""
    return f"{short_day(value)}, {value.year}"


def short_day(value: date) -> str:
    """A date whose year is clear from the context: "Thu, Oct 28"."""
    return f"{value:%a, %b} {value.day}"


def near_day(value: date, today: date) -> str:
    """A date in a message of `today`: "Thu, Oct 28" in the same year, or "Thu, Oct 28, 2004"."""
    year = "" if value.year == today.year else f", {value.year}"
    return f"{short_day(value)}{year}"
