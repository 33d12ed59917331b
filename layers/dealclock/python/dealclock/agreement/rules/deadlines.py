"""Something to be done within a period after a date of the agreement."""

from typing import Literal

from dealclock.agreement.rules.rule import DefaultTerms, Period, SatisfiableRule
from dealclock.files.source import Model, Slug


class After(Model):
    """So long after a fixed date of the agreement."""

    after: Slug
    within: Period


class Deadline(SatisfiableRule):
    """Something to be done within a period after a fixed date of the agreement.

    Where the agreement gives several, the time is over on the latest of their last days:
    `or_later` are the others.
    """

    type: Literal["deadline"]
    after: Slug
    within: Period
    or_later: tuple[After, ...] = ()
    met_by: Slug
    on_lapse: DefaultTerms | None = None

    @property
    def times(self) -> "tuple[Deadline | After, ...]":
        """All of its times, its own first."""
        return (self, *self.or_later)
