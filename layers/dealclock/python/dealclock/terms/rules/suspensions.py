"""Suspension Periods and protected periods: day budgets, windows and early ends."""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from dealclock.days.intervals import Span
from dealclock.files.source import Model, Slug, Text
from dealclock.terms.rules.rule import (
    AboutKind,
    DayPeriod,
    DefaultTerms,
    GivenKind,
    Kind,
    NameOf,
    Opener,
    Period,
    PeriodName,
    Rule,
    SomeParties,
    only_days,
)


class EarlyEnd(Model):
    """A way that a period ends before its anniversary: the securities are sold or not outstanding.

    `limb` is the agreement's label for it. `fact` is the kind of event that records it; otherwise
    it is computed from conversions, retirements and sales.
    """

    limb: Slug
    clause: Text
    when: Literal["all sold", "none outstanding"]
    fact: Kind


class ProtectedPeriod(Rule):
    """A period that begins with an event and ends on an anniversary of it, or earlier.

    `anniversary_limb` is the agreement's label for the end on the anniversary.
    """

    type: Literal["protected period"]
    begins_with: Kind
    ends_on_anniversary: Annotated[int, Field(ge=1, le=100)]
    anniversary_limb: Slug | None = None
    ends_early: tuple[EarlyEnd, ...] = ()


class DownTime(Model):
    """An outage between two kinds of event, which the Section does not mention."""

    begins_with: Opener
    ends_with: Kind


class TimeToCure(Period):
    """A cure period that may be zero: then a failure not cured on the same day is a default."""

    count: Annotated[int, Field(ge=0, le=3660)]


class Outage(Rule):
    """A failure inside a protected period that becomes a default unless cured in time.

    `draft` means that a notice can be drafted under the day budget in `excused_by`.

    `down_time` is an outage the agreement allows elsewhere; a reading decides whether it is a
    failure here.
    """

    fixed = ""

    type: Literal["outage with cure"]
    opened_by: Opener
    cured_by: Kind
    within: Annotated[TimeToCure, AfterValidator(only_days)]
    during: PeriodName
    excused_by: Annotated[Slug, NameOf(("day budget", "state"))] | None = None
    down_time: DownTime | None = None
    on_lapse: DefaultTerms
    draft: Literal["suspension-notice"] | None = None

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if self.draft and not self.excused_by:
            yield "give the day budget in excused_by, or leave out draft"


EXCESS, IMPROPER = "-excess", "-improper"
"""Suffixes of a notice's id that form the id of a default caused by its suspension."""
_Days = Annotated[int, Field(ge=1, le=3660)]


class _WindowLimit(Model):
    """A limit in any window of N consecutive days, or of N calendar months."""

    window_days: Annotated[int, Field(ge=2, le=3660)] | None = None
    window_months: Annotated[int, Field(ge=1, le=120)] | None = None

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if (self.window_days is None) is (self.window_months is None):
            yield "give either window_days or window_months"

    @cached_property
    def window(self) -> Span:
        """The length of the window."""
        months = self.window_months
        return Span(self.window_days or 1) if months is None else Span(months, "months")


class InAny(_WindowLimit):
    """At most `days` in any window, over all periods.

    `extended_days` is the limit of a window that includes an extended period; if omitted, an
    extension does not change this limit. `on_overrun` is the default that more days become; if
    omitted, exceeding this limit alone is not a default.
    """

    days: _Days
    extended_days: _Days | None = None
    on_overrun: DefaultTerms | None = None

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        yield from super().faults()
        if self.window.fewest_days <= max(self.days, self.extended_days or 0):
            yield "give a window longer than days and extended_days"
        if self.extended_days is not None and self.extended_days <= self.days:
            yield "give extended_days greater than days"


class TimesInAny(_WindowLimit):
    """At most `times` periods in any window.

    A period counts in the windows that include its first day (`begun`), or in those that include
    any day of it (`in force`), as the agreement states.
    """

    times: Annotated[int, Field(ge=1, le=366)]
    counted: Literal["begun", "in force"]


class DayBudget(Rule):
    """A period of at most N days that a notice begins and an event ends; its first day is day 1.

    `in_any` limits the days of all its periods in rolling windows, `times_in_any` the number of
    periods. `apart` is the least time from the last day of one period to the next, which may begin
    on the last day counted. A notice of kind `extended_by` raises the limit of one period to
    `extended_days`. `on_overrun` is the default if a period does not end in time. The defaults stop
    accruing when the protected period `during` ends. An event of kind `improper_by` records that
    the agreement did not permit a period: it then uses no budget and excuses nothing. `draft` means
    that a notice of its end can be drafted.
    """

    fixed = (
        "a Suspension Period is extended by an event of kind suspension-extended, and its limits "
        "by an amendment of the terms"
    )

    type: Literal["day budget"]
    begins_with: GivenKind
    ends_with: Kind
    to: SomeParties
    limit_days: _Days
    extended_by: GivenKind | None = None
    extended_days: _Days | None = None
    on_overrun: DefaultTerms | None = None
    improper_by: AboutKind | None = None
    during: PeriodName | None = None
    in_any: tuple[InAny, ...] = ()
    times_in_any: tuple[TimesInAny, ...] = ()
    apart: DayPeriod | None = None
    draft: Literal["suspension-termination"] | None = None

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if (self.extended_by is None) is not (self.extended_days is None):
            yield "give both extended_by and extended_days, or neither"
        if self.extended_days is not None and self.extended_days <= self.limit_days:
            yield "give extended_days greater than limit_days"
        if any(d.cured_by != self.ends_with for d in self.defaults()):
            yield (
                f"the event that ends the period cures an overrun; give {self.ends_with} as "
                "cured_by"
            )

    def defaults(self) -> Iterator[DefaultTerms]:
        """The defaults of a period that is too long, and of too many days in a window."""
        yield from (d for d in (self.on_overrun, *(w.on_overrun for w in self.in_any)) if d)
