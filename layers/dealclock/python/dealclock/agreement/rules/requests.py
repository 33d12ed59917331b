"""Requests: the window for sending one before an intended day, and the answer owed to each."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from dealclock.agreement.rules.rule import Period, Rule, SatisfiableRule
from dealclock.files.source import Model, Slug, Text


class WindowBefore(Rule):
    """Something to be done in a window of days before a day that is intended.

    `before_intended` is the kind of fact whose `target` is that day. `at_most` and `at_least` are
    how long before it the first and the last day of the window lie, that day not counted.
    """

    type: Literal["window before"]
    before_intended: Slug
    at_most: Period
    at_least: Period
    met_by: Slug

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.at_most.unit != self.at_least.unit or self.at_most.count < self.at_least.count:
            raise ValueError(
                "give at_most and at_least in the same unit, at_most no shorter than at_least"
            )
        return self


class PrintedDeadline(Model):
    """The deadline a request itself prints: so long after its delivery to all of `delivered_to`."""

    clause: Text
    within: Period
    delivered_to: Annotated[tuple[Slug, ...], Field(min_length=1)]


class Request(SatisfiableRule):
    """An answer owed within a period after each request of a kind, to be met by a kind of fact.

    The period runs from the date of the request, or from its receipt; `to` are those it must be
    given to where only the notice counts. A request that names a Holder is made to that one, and
    one that names none to all of them. `leaves_time_before` is the kind of fact whose `target` the
    answer should leave time before. `entitles_to` is a rate schedule under which a Holder who did
    not answer in time is entitled to nothing.
    """

    type: Literal["request"]
    opened_by: Slug
    counts_from: Literal["date", "receipt"]
    within: Period
    met_by: Slug
    to: tuple[Slug, ...] = ()
    printed: PrintedDeadline | None = None
    leaves_time_before: Slug | None = None
    entitles_to: Slug | None = None

    @model_validator(mode="before")
    @classmethod
    def _asked_for_or_not(cls, given: object) -> object:
        """A form may be returned before it is asked for; what is asked on receipt may not."""
        if isinstance(given, dict) and given.get("counts_from") == "date":
            return {"early": "counts", **given}
        return given

    @model_validator(mode="after")
    def _addressed(self) -> Self:
        if (self.counts_from == "date") != bool(self.to):
            raise ValueError("give `to` with counts_from: date, and leave it out otherwise")
        if self.printed and self.counts_from == "receipt":
            raise ValueError("give counts_from: date with a printed deadline")
        return self
