"""What changed, in words."""

from collections.abc import Callable
from datetime import date, datetime

from dealclock.answers.changes.result import CausedItem, ChangesResult
from dealclock.answers.compose import amendment_used, compose
from dealclock.answers.difference import summarize
from dealclock.answers.question import resting_on
from dealclock.messages import words
from dealclock.messages.changes import NOTHING
from dealclock.messages.message import Message, Section, listed
from dealclock.messages.view import DealView


def message(result: ChangesResult, view: DealView) -> Message:
    """What changed between two days, the gravest change in the first line, and because of what."""
    since = _describe_start(result, view, words.day)
    title = f"What changed since {since}, to {words.day(result.to.as_of)}"
    changed = listed(title, map(_with_causes, result.items))
    section = changed if result.items else Section(title=title, lines=(NOTHING,))
    first, *others = summarize(result.items, view.near) if result.items else ["nothing changed"]
    if result.not_attributed:
        others.insert(0, f"causes incomplete, {words.number(result.not_attributed, 'event')}")
    headline = (f"since {_describe_start(result, view, view.near)}: {first}", *others)
    banners = amendment_used(result.terms, view.terms)
    return compose(view, headline, (section,), resting_on(result.items), banners=banners)


def _describe_start(result: ChangesResult, view: DealView, day: Callable[[date], str]) -> str:
    """The earlier day; for the same day, the instant by which its events were known."""
    if result.from_.as_of != result.to.as_of:
        return day(result.from_.as_of)
    known = datetime.fromisoformat(result.from_.known_at)
    return f"what was known by {words.instant(known, view.terms.agreement.time_zone)}"


def _with_causes(item: CausedItem) -> str:
    if not item.because:
        return item.line
    return f"{item.line}, because of {words.listed(cause.text for cause in item.because)}"
