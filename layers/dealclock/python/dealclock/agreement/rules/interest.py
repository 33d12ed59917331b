"""Additional Interest: its rate by age and by anniversary, and its payment."""

from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from dealclock.agreement.rules.rule import Rule
from dealclock.files.source import Day, Model, Percent, Slug

_SomePercent = Annotated[Percent, Field(gt=0)]


class AgeTier(Model):
    """A rate from the `from_day`th day of a default; day 1 is the first day that accrues."""

    from_day: Annotated[int, Field(ge=1)]
    rate: Percent


class AnniversaryTier(Model):
    """A rate from and including an anniversary, for any age of the default."""

    anniversary: Annotated[int, Field(ge=1)]
    rate: Percent


class StepsByAge(Model):
    """After the last tier the rate rises by `add` points every `every_days` days, to `most`."""

    add: Annotated[Percent, Field(gt=0)]
    every_days: Annotated[int, Field(ge=1)]
    most: Percent


class RateSpan(Model):
    """N calendar days that a rate is for, counted from the first day of a default.

    A part of them bears its share (`in proportion`) or as much as all of them (`whole`).
    """

    days: Annotated[int, Field(ge=1, le=366)]
    part: Literal["in proportion", "whole"] = "in proportion"

    def __str__(self) -> str:
        whole = " or part of them" if self.part == "whole" else ""
        return f"each {self.days} days{whole}" if self.days > 1 else "each day"


class Ladder(Model):
    """The rates of a schedule: by the age of a default, and by anniversaries of a date.

    After the last tier by age the rate may rise further with the age, `then_by_age`. After the last
    anniversary tier it rises by `then_add_each_anniversary` points on every further anniversary,
    without a cap.
    """

    by_age: Annotated[tuple[AgeTier, ...], Field(min_length=1)]
    then_by_age: StepsByAge | None = None
    by_anniversary: tuple[AnniversaryTier, ...] = ()
    then_add_each_anniversary: Percent = Decimal(0)

    @field_validator("by_age")
    @classmethod
    def _from_the_first_day(cls, tiers: tuple[AgeTier, ...]) -> tuple[AgeTier, ...]:
        days = [t.from_day for t in tiers]
        if days[0] != 1 or days != sorted(set(days)):
            raise ValueError(
                "give the tiers in order, each from_day once, the first with from_day: 1"
            )
        return tiers

    @field_validator("by_anniversary")
    @classmethod
    def _in_order(cls, tiers: tuple[AnniversaryTier, ...]) -> tuple[AnniversaryTier, ...]:
        years = [t.anniversary for t in tiers]
        if years != sorted(set(years)):
            raise ValueError("give the anniversaries in order, each once")
        return tiers

    @model_validator(mode="after")
    def _upwards(self) -> Self:
        if self.then_by_age and self.then_by_age.most <= self.by_age[-1].rate:
            raise ValueError("give a most above the last rate by age, or leave out then_by_age")
        return self

    @property
    def tiers(self) -> tuple[tuple[int, Decimal], ...]:
        """Every rate by age with its first day, those that `then_by_age` adds included."""
        found = [(t.from_day, t.rate) for t in self.by_age]
        if steps := self.then_by_age:
            while found[-1][1] < steps.most:
                day, rate = found[-1]
                found.append((day + steps.every_days, min(rate + steps.add, steps.most)))
        return tuple(found)


class FormerRates(Ladder):
    """The rates as they were before they were amended: of every day before `until`, not of it."""

    until: Day


class RateSchedule(Ladder, Rule):
    """Additional Interest: its rates, and what they are for.

    Percent of principal, a year by the Indenture's day count or `for_each` N days. `at_once`
    is percent of principal on the day a default occurs, besides what accrues; `most_in_all` the
    percent that a Note bears at most, however long and often. `formerly` are the rates that
    amendments left behind, in the order of their days.
    """

    type: Literal["rate schedule"]
    for_each: RateSpan | None = None
    at_once: _SomePercent | None = None
    most_in_all: _SomePercent | None = None
    anniversaries_of: Slug | None = None
    formerly: tuple[FormerRates, ...] = ()

    @field_validator("formerly")
    @classmethod
    def _one_after_another(cls, former: tuple[FormerRates, ...]) -> tuple[FormerRates, ...]:
        days = [f.until for f in former]
        if days != sorted(set(days)):
            raise ValueError("give the former rates in order of until, each until once")
        return former

    @model_validator(mode="after")
    def _of_a_date(self) -> Self:
        ladders: tuple[Ladder, ...] = (self, *self.formerly)
        if self.anniversaries_of is None and any(each.by_anniversary for each in ladders):
            raise ValueError("give the date that the anniversaries count from, in anniversaries_of")
        return self

    @model_validator(mode="after")
    def _within_the_most(self) -> Self:
        if self.at_once and self.most_in_all and self.most_in_all < self.at_once:
            raise ValueError("give a most_in_all of at least at_once, or leave it out")
        return self

    @property
    def per(self) -> str:
        """What a rate is for, in words: "a year" or "for each 30 days"."""
        return f"for {self.for_each}" if self.for_each else "a year"


class Payment(Rule):
    """Accrued Additional Interest, payable in arrears on each Interest Payment Date.

    `certified_by`, `funded_by` and `confirmed_by` are the kinds of fact that do the steps before
    and after it, for which the Indenture input sheet gives the time. `draft` says that its
    certificate can be drafted, to everyone in `to`.
    """

    type: Literal["payment"]
    met_by: Slug
    certified_by: Slug | None = None
    funded_by: Slug | None = None
    confirmed_by: Slug | None = None
    to: tuple[Slug, ...] = ()
    draft: Literal["officers-certificate"] | None = None

    @model_validator(mode="after")
    def _addressed(self) -> Self:
        if self.draft and not self.to:
            raise ValueError("give the recipients of the certificate in to, or leave out draft")
        return self
