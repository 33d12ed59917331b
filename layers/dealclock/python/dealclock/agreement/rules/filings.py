"""Filings that name Holders, owed within a period but only so often and only for so much."""

from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from dealclock.agreement.rules.rule import Period, Rule
from dealclock.files.source import Model, Slug, Text


class OneIn(Model):
    """A limit of one filing in each period, for as long as a stage lasts.

    `filing` is the kind of fact the Company meets its duty with in that stage. The kinds in
    `counts` use the period up; those in `by_purpose` do so only if the limit is read by its
    purpose instead of its letter.
    """

    clause: Text
    filing: Slug
    period: Literal["fiscal quarter", "semi-annual period"]
    counts: Annotated[tuple[Slug, ...], Field(min_length=1)]
    by_purpose: tuple[Slug, ...] = ()

    @model_validator(mode="after")
    def _filed_somehow(self) -> Self:
        if self.filing not in self.kinds:
            raise ValueError("give a filing that is listed in counts or by_purpose")
        return self

    @property
    def kinds(self) -> tuple[Slug, ...]:
        """Every kind of fact that names Holders in this stage."""
        return (*self.counts, *self.by_purpose)


class FrequencyLimit(Rule):
    """A filing owed `within` a period of each late answer to a request, but only so often.

    `late_after` is the request whose deadline the answer, `opened_by`, must have missed; an answer
    after the first fact of the kind `or_after` may count as late too. Nothing is owed unless the
    Notes in the filing are `more_than` so many dollars. The fact `effective_with` parts the two
    stages; their periods are of the terms' fiscal year. `review` is the minimum period of the
    terms that must run before the filing.
    """

    type: Literal["frequency limit"]
    opened_by: Slug
    late_after: Slug
    or_after: Slug
    within: Period
    more_than: Annotated[Decimal, Field(ge=0)]
    effective_with: Slug
    before_effective: OneIn
    once_effective: OneIn
    review: Slug | None = None
