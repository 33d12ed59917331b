"""When a notice is deemed given, in words."""

from collections.abc import Iterator

from dealclock.answers.compose import compose, terms_used
from dealclock.answers.deemed.result import DeemedResult, MethodOutcome, NoticeRecipient
from dealclock.engine.why import Step
from dealclock.messages import words
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.view import DealView


def message(result: DeemedResult, view: DealView) -> Message:
    """When it is deemed given, to each recipient, and whether on time; the count; every other
    method."""
    recipients = (
        (f"The {each.as_defined}", _describe_recipient(each, result)) for each in result.addressees
    )
    due = f"{words.day(result.due)}, {_describe_timeliness(result)}" if result.due else ""
    latest = _describe_latest(result).removeprefix(", at the latest ")
    sections = (
        Section(rows=rows(*recipients, ("Due", due), ("At the latest", latest))),
        *render_count(result),
    )
    headline = tuple(_headline(result, view))
    return compose(view, headline, sections, (), banners=terms_used(result.heading))


def render_count(result: DeemedResult) -> tuple[Section, Section]:
    """The steps to the day it is deemed given, or why it is not; and the day by each other
    method."""
    steps = [_step(each) for each in result.trace]
    notes = [words.sentence(n) for each in result.addressees for n in each.notes]
    return (
        listed("How the notice is counted", (*steps, *dict.fromkeys(notes))),
        listed("By each method, sent the same day", _ranked(result)),
    )


def _headline(result: DeemedResult, view: DealView) -> Iterator[str]:
    """When it is deemed given, whether on time, and how and when it was sent."""
    by = words.listed(result.method.split(", "))
    given = result.deemed_given
    yield f"deemed given {view.near(given)}" if given else f"not given by {by} alone"
    if result.due:
        yield _describe_timeliness(result)
    yield f"sent{f' by {by}' if given else ''} {view.near(result.on)}"
    if result.latest not in (None, given):
        yield f"{view.near(result.latest)} under another reading"


def _describe_recipient(each: NoticeRecipient, result: DeemedResult) -> str:
    return f"{_describe_day(each)}{f', by {each.method}' if each.method != result.method else ''}"


def _ranked(result: DeemedResult) -> Iterator[str]:
    for each in result.ranked:
        needs = ", if acknowledged that day" if each.needs_acknowledgement else ""
        late = f", {_describe_timeliness(each)}" if result.due and each.deemed_given else ""
        yield f"{each.id}: {_describe_day(each)}{needs}{_describe_latest(each)}{late}"


def _describe_day(outcome: DeemedResult | NoticeRecipient | MethodOutcome) -> str:
    return f"given {words.day(outcome.deemed_given)}" if outcome.deemed_given else "not given"


def _describe_latest(outcome: DeemedResult | MethodOutcome) -> str:
    """The latest day it is deemed given under any reading, where that is another day."""
    if outcome.latest in (None, outcome.deemed_given):
        return ""
    under = words.listed(f"{q}={choice}" for q, choice in outcome.latest_under.items())
    return f", at the latest {words.day(outcome.latest)} under {under}"


def _describe_timeliness(outcome: DeemedResult | MethodOutcome) -> str:
    if outcome.deemed_given is None or not outcome.in_time:
        return "not on time"
    return "on time" if outcome.in_time_under_all else "on time here, but not under every reading"


def _step(step: Step) -> str:
    days = step.count.days if step.count else ()
    skipped = [f"{words.day(d.day)} ({d.closed})" for d in days if d.number is None]
    return f"{words.step(step)}{f'; skipped {words.listed(skipped)}' if skipped else ''}"
