"""Dated background facts about a deal: shown in order, never used in a computation."""

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Annotated

from pydantic import Field, field_validator

from dealclock.files.source import Model, Slug, Text

_FORMATS = "give a day (2004-03-30), a month (2004-01), a quarter (2004-Q1) or a year (2003)"
_PERIOD = re.compile(
    r"(?P<year>\d{4})(?:-Q(?P<quarter>[1-4])|-(?P<month>\d\d)(?:-(?P<day>\d\d))?)?"
)


class StatedFigure(Model):
    """A figure recomputed from others: their `sum`, or one divided by another (`divide`).

    `stated` is the figure in the source; the check uses its number of decimal places. Computed
    exactly, and rounded once for display.
    """

    says: Text
    sum: Annotated[tuple[Decimal, ...], Field(min_length=2)] | None = None
    divide: Annotated[tuple[Decimal, ...], Field(min_length=2, max_length=2)] | None = None
    stated: Decimal | None = None

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if (self.sum is None) == (self.divide is None):
            yield "give either sum or divide"
        if self.divide is not None and self.divide[1] == 0:
            yield "give a divisor other than zero"


class TimelineEntry(Model):
    """One dated fact: `when` (as precise as its source), `what` in words, and its `source`.

    `external`: the source is not among the deal's own files. `inconsistent` states what it
    contradicts.
    """

    id: Slug
    when: str
    what: Text
    source: Text
    external: bool = False
    inconsistent: Text | None = None
    check: StatedFigure | None = None

    @field_validator("when", mode="before")
    @classmethod
    def _as_text(cls, value: object) -> object:
        # YAML reads a day as a date and a bare year as a number.
        return str(value) if isinstance(value, date | int) else value

    @field_validator("when")
    @classmethod
    def _valid_period(cls, text: str) -> str:
        try:
            _days(text)
        except ValueError:
            raise ValueError(_FORMATS) from None
        return text

    @property
    def first_day(self) -> date:
        """The first day of its range."""
        return _days(self.when)[0]

    @property
    def last_day(self) -> date:
        """The last day of its range."""
        return _days(self.when)[1]


class Inconsistency(Model):
    """A place where the documents contradict themselves or one another."""

    clause: Text
    what: Text


def _days(when: str) -> tuple[date, date]:
    """The first and last day of a day, month, quarter or year; raises ValueError if invalid."""
    match = _PERIOD.fullmatch(when)
    if match is None:
        raise ValueError(when)
    year, quarter, month, day = (int(part) if part else None for part in match.groups())
    if year is None or day is not None:
        exact = date.fromisoformat(when)
        return exact, exact
    first, last = 1, 12
    if quarter is not None:
        first, last = 3 * quarter - 2, 3 * quarter
    elif month is not None:
        first = last = month
    return date(year, first, 1), date(year, last, monthrange(year, last)[1])
