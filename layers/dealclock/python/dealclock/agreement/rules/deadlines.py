"""Something to be done within a period after a date of the agreement."""

from typing import Literal

from dealclock.agreement.rules.rule import DefaultTerms, Period, Rule, Slug


class Deadline(Rule):
    """Something to be done within a period after a fixed date of the agreement."""

    type: Literal["deadline"]
    after: Slug
    within: Period
    met_by: Slug
    on_lapse: DefaultTerms | None = None
