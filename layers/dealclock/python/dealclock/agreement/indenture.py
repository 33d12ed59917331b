"""The Indenture input sheet: what the agreement takes from the Indenture."""

from calendar import monthrange
from datetime import date
from decimal import Decimal
from typing import Annotated, Self

from pydantic import Field, field_validator, model_validator

from dealclock.agreement.rules.rule import Text
from dealclock.agreement.source import Model
from dealclock.days import day_counts

_A_COMMON_YEAR = 2001


class MonthDay(Model):
    """A day that returns every year."""

    month: Annotated[int, Field(ge=1, le=12)]
    day: Annotated[int, Field(ge=1, le=31)]

    @model_validator(mode="after")
    def _in_every_year(self) -> Self:
        if self.day > monthrange(_A_COMMON_YEAR, self.month)[1]:
            raise ValueError("give a month and a day that every year has")
        return self

    def in_year(self, year: int) -> date:
        """That day in `year`."""
        return date(year, self.month, self.day)


class Indenture(Model):
    """The Indenture input sheet. Until `reviewed`, every amount says it was not.

    `conversion_price` is dollars of principal for one share; None while it is not known.
    """

    reviewed: bool
    day_count: str
    interest_payment_dates: Annotated[tuple[MonthDay, ...], Field(min_length=1)]
    record_dates: Annotated[tuple[MonthDay, ...], Field(min_length=1)]
    conversion_price: Annotated[Decimal, Field(gt=0)] | None = None
    assumptions: tuple[Text, ...] = ()

    @field_validator("day_count")
    @classmethod
    def _known(cls, name: str) -> str:
        if name not in day_counts.NAMES:
            raise ValueError(f"allowed: {', '.join(day_counts.NAMES)}")
        return name
