"""Additional Interest: its rates by age and by anniversary, and its payment."""

from collections.abc import Iterator
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, field_validator

from dealclock.files.source import Day, Model, Percent
from dealclock.terms.day_language import ByReading, over_values, values_of
from dealclock.terms.rules.rule import AboutKind, DateName, PartyName, Rule

_PositivePercent = Annotated[Percent, Field(gt=0)]
Tiers = tuple[tuple[int, Decimal], ...]
"""Rates by age, each with the first day from which it applies."""


class AgeTier(Model):
    """A rate from the `from_day`th day of a default; day 1 is the first accruing day."""

    from_day: Annotated[int, Field(ge=1)]
    rate: Percent


class AnniversaryTier(Model):
    """A rate from an anniversary, that day included, for any age of the default."""

    anniversary: Annotated[int, Field(ge=1)]
    rate: Percent


class StepsByAge(Model):
    """After the last tier the rate rises by `add` points every `every_days` days, to `most`."""

    add: Annotated[Percent, Field(gt=0)]
    every_days: Annotated[int, Field(ge=1)]
    most: Percent


class RateSpan(Model):
    """The N calendar days a rate applies to, counted from the first day of a default.

    A partial period accrues its share (`in proportion`) or the full rate (`whole`).
    """

    days: Annotated[int, Field(ge=1, le=366)]
    part: Literal["in proportion", "whole"] = "in proportion"


class Ladder(Model):
    """The rates of a schedule: by the age of a default, and by anniversaries of a date.

    After the last tier by age the rate may rise further by age, `then_by_age`. After the last
    anniversary tier it rises by `then_add_each_anniversary` points on each further anniversary,
    without a cap.
    """

    by_age: Annotated[tuple[AgeTier, ...], Field(min_length=1)]
    then_by_age: StepsByAge | None = None
    by_anniversary: tuple[AnniversaryTier, ...] = ()
    then_add_each_anniversary: Percent = Decimal(0)

    @field_validator("by_age")
    @classmethod
    def _starts_on_day_1(
        cls, by_age: tuple[AgeTier, ...] | ByReading[tuple[AgeTier, ...]]
    ) -> tuple[AgeTier, ...] | ByReading[tuple[AgeTier, ...]]:
        for tiers in values_of(by_age):
            days = [t.from_day for t in tiers]
            if days[0] != 1 or days != sorted(set(days)):
                raise ValueError(
                    "give the tiers in order, each from_day once, the first with from_day: 1"
                )
        return by_age

    @field_validator("by_anniversary")
    @classmethod
    def _in_order(cls, tiers: tuple[AnniversaryTier, ...]) -> tuple[AnniversaryTier, ...]:
        years = [t.anniversary for t in tiers]
        if years != sorted(set(years)):
            raise ValueError("give the anniversaries in order, each once")
        return tiers

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        last = max(tiers[-1].rate for tiers in values_of(self.by_age))
        if self.then_by_age and self.then_by_age.most <= last:
            yield "give a most above the last rate by age, or leave out then by age"

    @cached_property
    def tiers(self) -> Tiers | ByReading[Tiers]:
        """Every rate by age with its first day, including those that `then_by_age` adds."""
        return over_values(self.by_age, self._tiers)

    def _tiers(self, by_age: tuple[AgeTier, ...]) -> Tiers:
        tiers = [(t.from_day, t.rate) for t in by_age]
        if steps := self.then_by_age:
            while tiers[-1][1] < steps.most:
                day, rate = tiers[-1]
                tiers.append((day + steps.every_days, min(rate + steps.add, steps.most)))
        return tuple(tiers)


class FormerRates(Ladder):
    """The rates before an amendment: for every day before `until`, that day excluded."""

    until: Day


class RateSchedule(Ladder, Rule):
    """Additional Interest: its rates and their periods.

    Percent of principal, per year by the Indenture's day count or `for_each` N days. `at_once` is
    percent of principal on the day a default occurs, in addition to accrual; `most_in_all` is the
    most that a Note can bear in total. `formerly` are the rates before each amendment, in order.
    """

    type: Literal["rate schedule"]
    for_each: RateSpan | None = None
    at_once: _PositivePercent | None = None
    most_in_all: _PositivePercent | None = None
    anniversaries_of: DateName | None = None
    formerly: tuple[FormerRates, ...] = ()

    @field_validator("formerly")
    @classmethod
    def _in_order_of_until(cls, former: tuple[FormerRates, ...]) -> tuple[FormerRates, ...]:
        days = [f.until for f in former]
        if days != sorted(set(days)):
            raise ValueError("give the former rates in order of until, each until once")
        return former

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        yield from super().faults()
        ladders: tuple[Ladder, ...] = (self, *self.formerly)
        if self.anniversaries_of is None and any(ladder.by_anniversary for ladder in ladders):
            yield "give the date that the anniversaries count from, in anniversaries_of"
        if self.at_once and self.most_in_all and self.most_in_all < self.at_once:
            yield "give a most_in_all of at least at_once, or leave it out"


class Payment(Rule):
    """Accrued Additional Interest, payable in arrears on each Interest Payment Date.

    `certified_by`, `funded_by` and `confirmed_by` are the kinds of event that complete the steps
    before and after it, which the Indenture input sheet times. `draft` means that its certificate
    can be drafted, to everyone in `to`.
    """

    fixed = (
        "a payment is each Holder's own right (TIA 316(b)), which no majority gives up: give "
        "holder, in an event for each Holder that agreed"
    )

    type: Literal["payment"]
    met_by: AboutKind
    certified_by: AboutKind | None = None
    funded_by: AboutKind | None = None
    confirmed_by: AboutKind | None = None
    to: tuple[PartyName, ...] = ()
    draft: Literal["officers-certificate"] | None = None

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if self.draft and not self.to:
            yield "give the recipients of the certificate in to, or leave out draft"
