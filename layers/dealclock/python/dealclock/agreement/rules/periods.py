"""Periods protected after a fact, and the outages inside them."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from dealclock.agreement.rules.rule import DefaultTerms, Period, Rule
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
