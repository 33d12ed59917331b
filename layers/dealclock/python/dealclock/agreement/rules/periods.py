"""Periods protected after a fact, and the outages inside them."""

from typing import Annotated, Literal

from pydantic import Field

from dealclock.agreement.rules.rule import DefaultTerms, Period, Rule, Slug
from dealclock.agreement.source import Model


class ProtectedPeriod(Rule):
    """A period that begins with a fact and ends on an anniversary of it, that day not included."""

    type: Literal["protected period"]
    begins_with: Slug
    ends_on_anniversary: Annotated[int, Field(ge=1, le=100)]


class DownTime(Model):
    """A time out of use that two kinds of fact bound, which the clause does not mention."""

    begins_with: Slug
    ends_with: Slug


class Outage(Rule):
    """A failure inside a protected period that becomes a default unless cured in time.

    `down_time` is an outage the agreement allows elsewhere; a reading says whether it is one here.
    """

    type: Literal["outage with cure"]
    opened_by: Slug
    cured_by: Slug
    within: Period
    during: Slug
    excused_by: Slug | None = None
    down_time: DownTime | None = None
    on_lapse: DefaultTerms
