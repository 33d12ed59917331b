"""A planned suspension in words."""

from collections.abc import Iterator

from dealclock.agreement.rules.suspensions import ProtectedPeriod
from dealclock.answers.compose import compose, terms_used
from dealclock.answers.suspension.result import (
    LongestSuspension,
    ReadingDifference,
    SuspensionResult,
)
from dealclock.messages import words
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.view import DealView

_CONDITIONS = (
    "Only the limits on days are computed; what else a suspension requires is not checked."
)


def message(result: SuspensionResult, view: DealView) -> Message:
    """Whether the planned suspension fits, or how long one may last; then what each limit leaves,
    when the next may begin, and what other readings change."""
    beginning = [each.words for each in result.times]
    beginning += [result.gap.words] if result.gap else []
    sections = (
        Section(rows=rows(*_rows(result))),
        listed("Limits, each with the first day over it", (each.words for each in result.limits)),
        listed("When the next may begin", beginning),
        listed("Under other readings", map(_difference, result.differences)),
        Section(lines=(_CONDITIONS,)),
    )
    headline, banners = tuple(_headline(result, view)), terms_used(result.heading)
    return compose(view, headline, sections, [result.why], banners=banners)


def _headline(result: SuspensionResult, view: DealView) -> Iterator[str]:
    """Whether a limit on it can be met, or that nothing can be suspended yet; then what the limits
    allow."""
    start, today = result.start, view.today or view.as_of
    begins = f"{view.near(start)} (before today)" if start < today else view.near(start)
    if not result.running and not _has_shelf(view):
        yield "no effective shelf on record to suspend"
    if result.days is not None:
        yield f"{_assumed(result, view)}{_whether_it_fits(result, result.days, begins)}"
    if result.running:
        since, last = view.near(result.running.since), view.near(result.running.last_allowed)
        yield f"already suspended since {since}, last allowed day {last}"
    elif result.days is None:
        yield f"{_assumed(result, view)}{_how_long(result, begins, view)}"
    yield words.clause(result.clause)


def _has_shelf(view: DealView) -> bool:
    """Whether a registration statement is effective on the record, if the terms say so of any."""
    begins = {rule.begins_with for rule in view.terms.all_of(ProtectedPeriod)}
    known = {each.kind for each in view.known.all}
    return not begins or bool(begins & known)


def _how_long(result: SuspensionResult, start: str, view: DealView) -> str:
    longest = result.longest
    if not longest.days or not longest.through:
        return f"limits allow no suspension from {start}"
    through = view.near(longest.through)
    return f"limits allow {_days(longest.days)} from {start} through {through}"


def _whether_it_fits(result: SuspensionResult, days: int, start: str) -> str:
    asked, most = f"{_days(days)} from {start}", result.longest.days
    if result.allowed:
        return f"within the limits: {asked}"
    return f"over the limits: {asked}, {f'{most} at most' if most else 'none allowed'}"


def _assumed(result: SuspensionResult, view: DealView) -> str:
    """What the answer takes for granted of a suspension open or about to begin, if one is."""
    assumed = ["the open one ends today"] if result.running else []
    if result.on_its_way:
        assumed.append(f"the notice sent {view.near(result.on_its_way.sent)} is called off")
    return f"if {' and '.join(assumed)}, " if assumed else ""


def _rows(result: SuspensionResult) -> Iterator[tuple[str, str]]:
    running, safe = result.running, result.safe
    if running:
        since, last = words.day(running.since), words.day(running.last_allowed)
        yield "Open suspension", f"{running.notice}, since {since}; last allowed day {last}"
        ends = words.day(result.heading.as_of)
        yield "Assumed", f"it ends {ends}; each later day may leave a day less"
    if running or result.days is not None:
        longest = _length(result.longest) if result.longest.days else "none may begin that day"
        yield f"Longest from {words.day(result.start)}", longest
    if result.days is not None and not result.allowed:
        earliest = words.day(result.earliest) if result.earliest else "never allowed"
        yield f"Earliest start of {_days(result.days)}", earliest
    if result.differences:
        yield "Longest under every reading", _days(safe.longest)
        earliest = words.day(safe.earliest) if safe.earliest else ""
        yield "Earliest start under every reading", earliest


def _difference(found: ReadingDifference) -> str:
    return f"{found.reading}={found.choice}: {_otherwise(found)}"


def _otherwise(found: ReadingDifference) -> str:
    """The answer under another reading, in words."""
    match found.there:
        case bool():
            return f"a suspension of that length is {'' if found.there else 'not '}allowed"
        case LongestSuspension(days=0):
            return "no suspension may begin that day"
        case LongestSuspension():
            return f"it may last at most {_length(found.there)}"
        case None:
            return "never allowed"
        case day:
            return f"the earliest start is {words.day(day)}"


def _length(longest: LongestSuspension) -> str:
    through = f", through {words.day(longest.through)}" if longest.through else ""
    return f"{_days(longest.days)}{through}"


def _days(count: int) -> str:
    return words.number(count, "day")
