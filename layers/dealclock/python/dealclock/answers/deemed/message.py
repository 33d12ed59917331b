"""When a notice is deemed given, in words."""

from collections.abc import Iterator

from dealclock.answers.compose import compose, terms_used
from dealclock.answers.deemed.result import DeemedResult, MethodOutcome, NoticeRecipient
from dealclock.engine.grounds import Step
from dealclock.messages import words
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.view import DealView


def message(result: DeemedResult, view: DealView) -> Message:
    """When it is given, to each recipient, whether on time; how it is counted, and every other
    method."""
    recipients = ((f"The {each.as_defined}", _to(each, result)) for each in result.addressees)
    due = f"{words.day(result.due)}, {_whether_on_time(result)}" if result.due else ""
    sections = (Section(rows=rows(*recipients, ("Due", due))), *how_counted(result))
    return compose(view, _headline(result), sections, (), banners=terms_used(result.heading))


def how_counted(result: DeemedResult) -> tuple[Section, Section]:
    """The steps to the day it is given, with why it is not; and the day by each other method."""
    steps = [_step(each) for each in result.trace]
    notes = [words.sentence(n) for each in result.addressees for n in each.notes]
    return (
        listed("How the notice is counted", (*steps, *dict.fromkeys(notes))),
        listed("By each method, sent the same day", _ranked(result)),
    )


def _headline(result: DeemedResult) -> str:
    """How and when it was sent, and when it is given."""
    by = words.listed(result.method.split(", "))
    return f"sent by {by} on {words.day(result.on)}: {_when(result)}{_at_the_latest(result)}"


def _to(each: NoticeRecipient, result: DeemedResult) -> str:
    return f"{_when(each)}{f', by {each.method}' if each.method != result.method else ''}"


def _ranked(result: DeemedResult) -> Iterator[str]:
    for each in result.ranked:
        needs = ", if acknowledged that day" if each.needs_acknowledgement else ""
        late = f", {_whether_on_time(each)}" if result.due and each.deemed_given else ""
        yield f"{each.id}: {_when(each)}{needs}{_at_the_latest(each)}{late}"


def _when(of: DeemedResult | NoticeRecipient | MethodOutcome) -> str:
    return f"given {words.day(of.deemed_given)}" if of.deemed_given else "not given"


def _at_the_latest(of: DeemedResult | MethodOutcome) -> str:
    """The day it is given under the readings that make it latest, where that is another."""
    if of.latest in (None, of.deemed_given):
        return ""
    under = words.listed(f"{q}={choice}" for q, choice in of.latest_under.items())
    return f", at the latest {words.day(of.latest)} under {under}"


def _whether_on_time(of: DeemedResult | MethodOutcome) -> str:
    if of.deemed_given is None or not of.in_time:
        return "not on time"
    return "on time" if of.in_time_under_all else "on time here, but not under every reading"


def _step(step: Step) -> str:
    days = step.count.days if step.count else ()
    skipped = [f"{words.day(d.day)} ({d.closed})" for d in days if d.number is None]
    return f"{words.step(step)}{f'; skipped {words.listed(skipped)}' if skipped else ''}"
