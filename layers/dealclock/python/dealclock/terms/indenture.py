"""The Indenture input sheet: what the agreement takes from the Indenture."""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date
from typing import Annotated

from pydantic import AfterValidator, Field, field_validator

from dealclock.days import day_counts
from dealclock.files.refusals import must_match
from dealclock.files.source import Model, Quantity, Text, few
from dealclock.terms.rules.rule import DayPeriod

_A_COMMON_YEAR = 2001
UNSET = "unset"


class MonthDay(Model):
    """A day of every year."""

    month: Annotated[int, Field(ge=1, le=12)]
    day: Annotated[int, Field(ge=1, le=31)]

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if self.day > monthrange(_A_COMMON_YEAR, self.month)[1]:
            yield "give a month and day that exist in every year"

    def in_year(self, year: int) -> date:
        """That day in `year`."""
        return date(year, self.month, self.day)


class FundsBy(Model):
    """When the paying agent must have the money: by `time` (New York, HH:MM), `lead` before the
    payment date, or on the payment date if `lead` is None."""

    time: Annotated[
        str,
        AfterValidator(
            must_match(r"([01]\d|2[0-3]):[0-5]\d", "give a time as HH:MM, such as 10:00")
        ),
    ]
    lead: DayPeriod | None = None


class Indenture(Model):
    """The Indenture input sheet. Until `reviewed`, every amount is marked as not reviewed.

    While `day_count` is None, written "unset", an amount is a range over every day count.
    `officers_certificate` is how long before a payment the Trustee must have one at the latest,
    `confirmed_within` how long after it the paying agent must confirm. A payment has no such step
    if these are omitted. `conversion_price` is dollars of principal per share; None if unknown.
    """

    reviewed: bool
    day_count: str | None
    interest_payment_dates: Annotated[tuple[MonthDay, ...], Field(min_length=1)]
    record_dates: Annotated[tuple[MonthDay, ...], Field(min_length=1)]
    officers_certificate: DayPeriod | None = None
    funds_by: FundsBy | None = None
    confirmed_within: DayPeriod | None = None
    conversion_price: Annotated[Quantity, Field(gt=0)] | None = None
    assumptions: tuple[Text, ...] = ()

    @field_validator("day_count")
    @classmethod
    def _known(cls, name: str | None) -> str | None:
        if name in (None, UNSET):
            return None
        if name not in day_counts.NAMES:
            raise ValueError(f"allowed: {few((UNSET, *day_counts.NAMES), name)}")
        return name
