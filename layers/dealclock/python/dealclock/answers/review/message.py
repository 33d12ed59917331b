"""The days of a review in words."""

from collections.abc import Iterator

from dealclock.answers.compose import compose, terms_used
from dealclock.answers.review.result import ReviewDate, ReviewResult
from dealclock.engine.special.reviews import NOT_DUE
from dealclock.messages import words
from dealclock.messages.message import Message, Section, rows
from dealclock.messages.view import DealView

_EARLIEST_FILING, _LAST_DAY_TO_FURNISH = "Earliest filing", "Last day to furnish drafts"


def message(result: ReviewResult, view: DealView) -> Message:
    """The earliest filing date and the last day to furnish drafts, any conflicts, then each with
    the day that is safe under every reading and its steps.
    """
    not_due = result.review_required and not result.review_due
    sections = (
        Section(
            rows=rows(
                ("Review", f"at least {result.at_least}" if result.at_least else ""),
                ("Conflict", result.conflict or ""),
            ),
            lines=(
                *([f"{words.sentence(NOT_DUE)}."] if not_due else []),
                *result.notes,
            ),
        ),
        *(_section(title, found) for title, found in _days(result)),
    )
    banners = terms_used(result.heading)
    headline = tuple(_headline(result, view))
    return compose(view, headline, sections, [result.why], banners=banners)


def _headline(result: ReviewResult, view: DealView) -> Iterator[str]:
    if not result.review_required:
        yield f"this kind of filing needs no review ({result.document.replace('-', ' ')})"
        return
    first, *others = (f"{title.lower()} {view.near(found.day)}" for title, found in _days(result))
    yield first if result.review_due else f"no review is due yet; if you hold one: {first}"
    yield from others
    yield words.clause(result.clause or "")


def _days(result: ReviewResult) -> Iterator[tuple[str, ReviewDate]]:
    if result.earliest_filing:
        yield _EARLIEST_FILING, result.earliest_filing
    if result.latest_furnish:
        yield _LAST_DAY_TO_FURNISH, result.latest_furnish


def _section(title: str, found: ReviewDate) -> Section:
    safe = words.day(found.safe) if found.safe != found.day else ""
    return Section(
        title=f"{title}: {words.day(found.day)}",
        rows=rows(("Safe under every reading", safe)),
        lines=tuple(f"• {words.step(step)}" for step in found.trace),
    )
