"""Notices: one owed after a default, and one that opens a window."""

from typing import Annotated, Literal

from pydantic import Field

from dealclock.agreement.rules.rule import Period, Rule
from dealclock.files.source import Model, Slug


class Notice(Rule):
    """A notice owed within a period after each Registration Default, given to all of `to`.

    `draft` says that a draft of it can be made.
    """

    type: Literal["notice"]
    after_each: Literal["default"]
    within: Period
    met_by: Slug
    to: Annotated[tuple[Slug, ...], Field(min_length=1)]
    draft: Literal["default-notice"] | None = None


class NoticeNeed(Model):
    """What a window's notice is needed for: each `fact` of a kind, inside the window of a notice.

    `form` is the kind of fact of a notice given afterwards, on a form the agreement attaches.
    """

    fact: Slug
    form: Slug


class WindowRule(Rule):
    """A permission that opens a period after a notice and expires a period after it.

    `settlement` is how long a trade takes to settle, where the agreement says so.
    """

    type: Literal["window"]
    opened_by: Slug
    opens_after: Period
    effective_for: Period
    to: Annotated[tuple[Slug, ...], Field(min_length=1)]
    settlement: Period | None = None
    needed_for: NoticeNeed | None = None
