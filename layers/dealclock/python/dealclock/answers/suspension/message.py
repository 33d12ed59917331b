"""A planned suspension in words."""

from collections.abc import Iterator

from dealclock.answers.compose import compose, terms_used
from dealclock.answers.suspension.result import (
    LongestSuspension,
    ReadingDifference,
    SuspensionResult,
)
from dealclock.messages import words
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.view import DealView


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
    )
    banners = terms_used(result.heading)
    return compose(view, _headline(result), sections, [result.grounds], banners=banners)


def _headline(result: SuspensionResult) -> str:
    """Whether the suspension asked about fits, or how long one may last."""
    answer = _how_long(result) if result.days is None else _whether_it_fits(result, result.days)
    return f"{answer}, {words.clause(result.clause)}"


def _how_long(result: SuspensionResult) -> str:
    if result.running:
        return f"the open suspension may last through {words.day(result.running.last_allowed)}"
    start, longest = words.day(result.start), result.longest
    if not longest.days:
        return f"no suspension may begin {start}"
    return f"a suspension from {start} may last {_length(longest)}"


def _whether_it_fits(result: SuspensionResult, days: int) -> str:
    asked = f"{_days(days)} from {words.day(result.start)}"
    if result.allowed and result.running:
        ends = f"{result.running.notice}, which is open, ends {words.day(result.heading.as_of)}"
        return f"yes if {ends}: {asked} are within the limits"
    if result.allowed:
        return f"yes, {asked} are within the limits"
    most = result.longest.days
    return f"no, {asked} are too many: {f'{most} at most' if most else 'none may begin that day'}"


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
