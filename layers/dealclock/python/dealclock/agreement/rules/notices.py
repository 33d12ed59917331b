"""Notices: one owed after a default, and one that opens a window."""

from typing import Annotated, Literal

from pydantic import Field

from dealclock.agreement.rules.rule import Period, Rule, Slug


class Notice(Rule):
    """A notice owed within a period after each Registration Default, given to all of `to`."""

    type: Literal["notice"]
    after_each: Literal["default"]
    within: Period
    met_by: Slug
    to: Annotated[tuple[Slug, ...], Field(min_length=1)]


class Window(Rule):
    """A permission that opens a period after a notice and expires a period after it."""

    type: Literal["window"]
    opened_by: Slug
    opens_after: Period
    effective_for: Period
    to: Annotated[tuple[Slug, ...], Field(min_length=1)]
