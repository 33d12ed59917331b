"""Day budgets: a state of so many days at a time and in any window of days."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from dealclock.agreement.rules.rule import Rule, Slug
from dealclock.agreement.source import Model


class InAny(Model):
    """At most `days` in any `window_days` consecutive days, all periods together."""

    days: Annotated[int, Field(ge=1, le=3660)]
    window_days: Annotated[int, Field(ge=2, le=3660)]

    @model_validator(mode="after")
    def _longer(self) -> Self:
        if self.window_days <= self.days:
            raise ValueError("window_days must be more than days")
        return self


class DayBudget(Rule):
    """A state that a notice begins and a fact ends, of at most so many days; day 1 is the first.

    `in_any` limits the days of all its periods in rolling windows.
    """

    type: Literal["day budget"]
    begins_with: Slug
    ends_with: Slug
    to: Annotated[tuple[Slug, ...], Field(min_length=1)]
    limit_days: Annotated[int, Field(ge=1, le=3660)]
    in_any: tuple[InAny, ...] = ()
