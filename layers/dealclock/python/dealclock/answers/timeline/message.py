"""The timeline of a deal in words."""

from collections.abc import Iterable, Iterator

from dealclock.answers.compose import compose, terms_used
from dealclock.answers.question import resting_on
from dealclock.answers.timeline.result import FigureComparison, TimelineMoment, TimelineResult
from dealclock.messages import words
from dealclock.messages.message import Message, Section, listed
from dealclock.messages.view import DealView


def message(result: TimelineResult, view: DealView) -> Message:
    """The events and dates before the day, then on it and after it, each with its source.

    The inconsistencies in the documents are listed with the whole timeline, and counted with a part
    of it.
    """
    moments, day = result.moments, result.heading.as_of
    past = [m for m in moments if m.first_day < day]
    ahead = [m for m in moments if m.first_day >= day]
    own = [m for m in moments if m.origin != "timeline"]
    mixed = not all(m.why.hypothetical for m in own)  # otherwise the banner covers all of it
    sections = (
        Section(title="So far", lines=tuple(_lines(past, mixed=mixed))),
        Section(title="Today and ahead", lines=tuple(_lines(ahead, mixed=mixed))),
        _inconsistencies(result),
        Section(lines=("For information only; nothing is computed from these dates.",)),
    )
    since = f" since {view.near(result.since)}" if result.since else ""
    until = f" through {view.near(result.until)}" if result.until else ""
    headline = f"{words.number(len(moments), 'date')}{since}{until}, {len(ahead)} today or ahead"
    return compose(
        view,
        headline,
        sections,
        resting_on(moments),
        more="/deal timeline since DATE",
        banners=terms_used(result.heading),
    )


def _inconsistencies(result: TimelineResult) -> Section:
    title, found = "Inconsistencies in the documents", result.inconsistencies
    if result.since is None:
        return listed(title, (f"{words.clause(each.clause)}: {each.what}" for each in found))
    if not found:
        return Section()
    return Section(lines=(f"{title}: {len(found)}; the timeline without a first day lists them.",))


def _lines(moments: Iterable[TimelineMoment], *, mixed: bool) -> Iterator[str]:
    for m in moments:
        when = words.approximate_period(m.first_day, m.last_day)
        yield f"• {when}: {m.what} ({'; '.join(_from(m, mixed=mixed))})"
        if m.check:
            check = m.check
            yield f"    Check: {check.description}: {check.how} = {check.computed}{_agrees(check)}"
        if m.inconsistent:
            yield f"    Inconsistent: {m.inconsistent}"


def _agrees(check: FigureComparison) -> str:
    """Whether a figure agrees with the stated one, and the precision of the comparison."""
    if check.consistent is None:
        return ""
    stated = f"stated as {check.stated}, compared to the nearest {check.compared_to}"
    return f", {stated}: {'consistent' if check.consistent else 'not consistent'}"


def _from(m: TimelineMoment, *, mixed: bool) -> Iterator[str]:
    if m.origin == "timeline":
        yield m.source
    else:
        yield m.origin if m.origin != "fact" else "event"
        yield from [m.instance] if m.instance else []
    yield from ["not in the deal's files"] if m.external else []
    yield from [m.fiscal_quarter] if m.fiscal_quarter else []
    yield from ["sample data"] if mixed and m.why.hypothetical else []
