"""Suspension Periods and protected periods: day budgets, windows and early ends."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from dealclock.agreement.rules.rule import DefaultTerms, Period, Rule, Unit
from dealclock.days.intervals import Span
from dealclock.files.source import Model, Slug, Text


class EarlyEnd(Model):
    """A way a period ends before its anniversary: what it protects is sold, or is no more.

    `limb` is what the agreement calls it. `fact` is the kind of fact that says it happened; else
    it is computed from what was converted, retired and sold.
    """

    limb: Slug
    clause: Text
    when: Literal["all sold", "none outstanding"]
    fact: Slug


class ProtectedPeriod(Rule):
    """A period that begins with a fact and ends on an anniversary of it, or earlier.

    `anniversary_limb` is what the agreement calls the end by the anniversary.
    """

    type: Literal["protected period"]
    begins_with: Slug
    ends_on_anniversary: Annotated[int, Field(ge=1, le=100)]
    anniversary_limb: Slug | None = None
    ends_early: tuple[EarlyEnd, ...] = ()


class DownTime(Model):
    """A time out of use that two kinds of fact bound, which the clause does not mention."""

    begins_with: Slug
    ends_with: Slug


class TimeToCure(Period):
    """A length of time that may be none: then a failure not cured on its own day is a default."""

    count: Annotated[int, Field(ge=0, le=3660)]


class Outage(Rule):
    """A failure inside a protected period that becomes a default unless cured in time.

    `draft` says that a notice can be drafted of the day budget it is `excused_by`.

    `down_time` is an outage the agreement allows elsewhere; a reading says whether it is one here.
    """

    type: Literal["outage with cure"]
    opened_by: Slug
    cured_by: Slug
    within: TimeToCure
    during: Slug
    excused_by: Slug | None = None
    down_time: DownTime | None = None
    on_lapse: DefaultTerms
    draft: Literal["suspension-notice"] | None = None

    @model_validator(mode="after")
    def _excused(self) -> Self:
        if self.draft and not self.excused_by:
            raise ValueError("give the day budget in excused_by, or leave out draft")
        return self


EXCESS, IMPROPER = "-excess", "-improper"
"""What follows a notice's id in the name of a default that its suspension brings."""
_Days = Annotated[int, Field(ge=1, le=3660)]


class _WindowLimit(Model):
    """A limit in any window of N consecutive days, or of N calendar months."""

    window_days: Annotated[int, Field(ge=2, le=3660)] | None = None
    window_months: Annotated[int, Field(ge=1, le=120)] | None = None

    @model_validator(mode="after")
    def _one_window(self) -> Self:
        if (self.window_days is None) is (self.window_months is None):
            raise ValueError("give either window_days or window_months")
        return self

    @property
    def window(self) -> Span:
        """How long the window is."""
        return _window(self.window_days, self.window_months)


@lru_cache
def _window(days: int | None, months: int | None) -> Span:
    return Span(days or 1) if months is None else Span(months, "months")


class InAny(_WindowLimit):
    """At most `days` in any window, all periods together.

    `extended_days` is what an extended period may bring the days of a window to; left out, an
    extension leaves this limit as it is. `on_overrun` is the default that more days become; left
    out, they are none by this limit alone.
    """

    days: _Days
    extended_days: _Days | None = None
    on_overrun: DefaultTerms | None = None

    @model_validator(mode="after")
    def _longer(self) -> Self:
        if self.window.fewest_days <= max(self.days, self.extended_days or 0):
            raise ValueError("give a window longer than days and extended_days")
        if self.extended_days is not None and self.extended_days <= self.days:
            raise ValueError("give extended_days greater than days")
        return self


class TimesInAny(_WindowLimit):
    """At most so many `times` in any window.

    A period counts in the windows that hold its first day (`begun`), or in those that hold any day
    of it (`in force`): the agreement's words say which.
    """

    times: Annotated[int, Field(ge=1, le=366)]
    counted: Literal["begun", "in force"]


class PeriodGap(Model):
    """How long after the last day of one period the next may begin, at the soonest.

    The first day counted is the day after that last one; the next may begin on the last counted.
    A trading day is one on which the New York Stock Exchange is open.
    """

    count: Annotated[int, Field(ge=1, le=366)]
    unit: Unit

    def __str__(self) -> str:
        return str(self.length)

    @property
    def length(self) -> Period:
        """The same as a length of time."""
        return Period(count=self.count, unit=self.unit)


class DayBudget(Rule):
    """A state that a notice begins and a fact ends, of at most N days; day 1 is the first.

    `in_any` limits the days of all its periods in rolling windows, `times_in_any` how often there
    is one, and `apart` says how soon the next may begin. A notice of the kind `extended_by` brings
    the limit of one period to `extended_days`. `on_overrun` is the default that a period becomes
    which is not ended in time. The defaults stop accruing when the protected period `during` ends.
    A fact of the kind `improper_by` says of a period that the agreement did not permit it: it then
    draws on no budget and excuses nothing. `draft` says that a notice of its end can be drafted.
    """

    type: Literal["day budget"]
    begins_with: Slug
    ends_with: Slug
    to: Annotated[tuple[Slug, ...], Field(min_length=1)]
    limit_days: _Days
    extended_by: Slug | None = None
    extended_days: _Days | None = None
    on_overrun: DefaultTerms | None = None
    improper_by: Slug | None = None
    during: Slug | None = None
    in_any: tuple[InAny, ...] = ()
    times_in_any: tuple[TimesInAny, ...] = ()
    apart: PeriodGap | None = None
    draft: Literal["suspension-termination"] | None = None

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if (self.extended_by is None) is not (self.extended_days is None):
            raise ValueError("give both extended_by and extended_days, or neither")
        if self.extended_days is not None and self.extended_days <= self.limit_days:
            raise ValueError("give extended_days greater than limit_days")
        if any(d.cured_by != self.ends_with for d in self._defaults()):
            raise ValueError(
                f"the event that ends the period cures an overrun; give {self.ends_with} as "
                "cured_by"
            )
        return self

    def _defaults(self) -> Iterator[DefaultTerms]:
        yield from (d for d in (self.on_overrun, *(w.on_overrun for w in self.in_any)) if d)
