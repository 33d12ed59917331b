"""A day in words, wherever a reason is told."""

from datetime import date


def day(value: date) -> str:
    """A date in full: "Thu, Oct 28, 2004"."""
    return f"{short_day(value)}, {value.year}"


def short_day(value: date) -> str:
    """A date where its year is plain from what stands beside it: "Thu, Oct 28"."""
    return f"{value:%a, %b} {value.day}"


def near_day(value: date, today: date) -> str:
    """A date in a message of `today`: "Thu, Oct 28" within its year, else "Thu, Oct 28, 2004"."""
    year = "" if value.year == today.year else f", {value.year}"
    return f"{short_day(value)}{year}"
