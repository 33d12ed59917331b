"""The kinds of rule an agreement holds: a small set of types that every agreement is written in.

A provision is one rule with its clause and a stable id. It names fact kinds and dates by word;
what those words come to on a day is the engine's to say.
"""

from calendar import monthrange
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Literal, Self, get_args

from pydantic import AfterValidator, Field, StringConstraints, field_validator, model_validator

from dealclock.agreement.messages import shaped
from dealclock.agreement.source import Model

_SLUG = "use lower-case letters, digits and hyphens, beginning with a letter"
Slug = Annotated[
    str, StringConstraints(max_length=60), AfterValidator(shaped(r"[a-z][a-z0-9-]*", _SLUG))
]
Text = Annotated[str, StringConstraints(min_length=1, max_length=500)]
Percent = Annotated[Decimal, Field(ge=0, le=100)]


class Period(Model):
    """A length of time: so many calendar days or Business Days; the first is the day after."""

    count: Annotated[int, Field(ge=1, le=3660)]
    unit: Literal["days", "business days"]

    def __str__(self) -> str:
        unit = {"days": "day", "business days": "Business Day"}[self.unit]
        return f"{self.count} {unit}{'s' * (self.count != 1)}"


class DefaultTerms(Model):
    """The Registration Default a missed rule becomes, and the fact that cures it."""

    id: Slug
    clause: Text
    title: Text
    cured_by: Slug


class Rule(Model):
    """What every rule has: a stable id, its clause, a name, and who owes it."""

    id: Slug
    clause: Text
    title: Text
    owed_by: Slug
    action: Text


class Deadline(Rule):
    """Something to be done within a period after a fixed date of the agreement."""

    type: Literal["deadline"]
    after: Slug
    within: Period
    met_by: Slug
    on_lapse: DefaultTerms | None = None


class Notice(Rule):
    """A notice owed within a period after each Registration Default, given to all of `to`."""

    type: Literal["notice"]
    after_each: Literal["default"]
    within: Period
    met_by: Slug
    to: Annotated[tuple[Slug, ...], Field(min_length=1)]


class ProtectedPeriod(Rule):
    """A period that begins with a fact and ends on an anniversary of it, that day not included."""

    type: Literal["protected period"]
    begins_with: Slug
    ends_on_anniversary: Annotated[int, Field(ge=1, le=100)]


class Outage(Rule):
    """A failure inside a protected period that becomes a default unless cured in time."""

    type: Literal["outage with cure"]
    opened_by: Slug
    cured_by: Slug
    within: Period
    during: Slug
    excused_by: Slug | None = None
    on_lapse: DefaultTerms


class Window(Rule):
    """A permission that opens a period after a notice and expires a period after it."""

    type: Literal["window"]
    opened_by: Slug
    opens_after: Period
    effective_for: Period
    to: Annotated[tuple[Slug, ...], Field(min_length=1)]


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


class AgeTier(Model):
    """A rate from the `from_day`th day of a default; day 1 is the first day that accrues."""

    from_day: Annotated[int, Field(ge=1)]
    rate: Percent


class AnniversaryTier(Model):
    """A rate from and including an anniversary, whatever the age of the default."""

    anniversary: Annotated[int, Field(ge=1)]
    rate: Percent


class RateSchedule(Rule):
    """Additional Interest: its rate by the age of a default and by anniversaries of a date.

    Percent a year on principal. After the last anniversary tier the rate rises by
    `then_add_each_anniversary` points on every further anniversary, without a cap.
    """

    type: Literal["rate schedule"]
    anniversaries_of: Slug
    by_age: Annotated[tuple[AgeTier, ...], Field(min_length=1)]
    by_anniversary: tuple[AnniversaryTier, ...] = ()
    then_add_each_anniversary: Percent = Decimal(0)

    @field_validator("by_age")
    @classmethod
    def _from_the_first_day(cls, tiers: tuple[AgeTier, ...]) -> tuple[AgeTier, ...]:
        days = [t.from_day for t in tiers]
        if days[0] != 1 or days != sorted(set(days)):
            raise ValueError("give the tiers in order, the first with from_day: 1, no day twice")
        return tiers

    @field_validator("by_anniversary")
    @classmethod
    def _in_order(cls, tiers: tuple[AnniversaryTier, ...]) -> tuple[AnniversaryTier, ...]:
        years = [t.anniversary for t in tiers]
        if years != sorted(set(years)):
            raise ValueError("give the anniversaries in order, none twice")
        return tiers


class Payment(Rule):
    """Accrued Additional Interest, payable in arrears on each Interest Payment Date."""

    type: Literal["payment"]
    met_by: Slug


Provision = Annotated[
    Deadline | Notice | ProtectedPeriod | Outage | Window | DayBudget | RateSchedule | Payment,
    Field(discriminator="type"),
]

_BY_TYPE: dict[object, type[Rule]] = {
    name: model
    for model in get_args(get_args(Provision)[0])
    for name in get_args(model.model_fields["type"].annotation)
}


def model_of(rule: Mapping[object, object]) -> type[Rule] | None:
    """The kind of rule that bare data says it is, or None when it names no type there is."""
    name = rule.get("type")
    return _BY_TYPE.get(name) if isinstance(name, str) else None


class DeemedNotice(Model):
    """When a notice sent by one method counts as given.

    `business_days` after it was handed over (0: the same day); `needs_acknowledgement`: only once
    receipt is acknowledged; `valid: false`: never, the method is not one the agreement lists.
    """

    business_days: Annotated[int, Field(ge=0, le=60)] = 0
    needs_acknowledgement: bool = False
    valid: bool = True


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
