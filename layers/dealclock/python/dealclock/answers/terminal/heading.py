"""The head of every answer in a terminal: the deal, the day, the events it was computed from."""

from collections.abc import Iterator
from datetime import date, datetime

from dealclock.answers.compose import amended_line
from dealclock.messages import words
from dealclock.messages.layout import wrapped
from dealclock.messages.message import Message, text_lines
from dealclock.messages.view import View
from dealclock.terms.versions import ORIGINAL


def of_deal(code_name: str, title: str, as_of: date, chosen: str, width: int) -> Iterator[str]:
    """The deal and the day; `chosen` is how the day was chosen if it was not given."""
    yield from wrapped(f"{code_name}: {title}", width)
    how = f", {chosen}" if chosen else ""
    yield from wrapped(f"As of {words.day(as_of)}{how}: {words.DAY_COVERED}.", width)


def of_facts(
    history: str, latest: date | None, known_at: datetime, zone: str, width: int
) -> Iterator[str]:
    """Which events were used, the day of the latest, and the instant by which they were known."""
    until = f", through {words.day(latest)}" if latest else ""
    known = words.instant(known_at, zone)
    yield from wrapped(f"Events: {history}{until}; known by {known}.", width)


def of_view(view: View, history: str, chosen: str, width: int) -> Iterator[str]:
    """The deal, the day and the events that an assessment was made from."""
    a, agreement = view.assessment, view.terms.agreement
    yield from of_deal(view.team.code_name, agreement.title, a.as_of, chosen, width)
    yield from of_facts(history, a.facts_as_of, a.known_at, agreement.time_zone, width)


def lines(message: Message, view: View, history: str, chosen: str, width: int) -> Iterator[str]:
    """The message as a terminal shows it: its headline, the deal, the day and the facts, the rest.

    `chosen` is how the day was chosen if it was not given.
    """
    headline, *rest = text_lines(message)
    yield from wrapped(headline, width)
    yield from heading(view, history, chosen, width)
    for line in rest:
        if not line:
            yield ""
        indent = len(line) - len(line.lstrip(" "))
        yield from wrapped(line.strip(), width, indent, 3)


def heading(view: View, history: str, chosen: str, width: int, answer: str = "") -> Iterator[str]:
    """The answer in a line, then the deal, the day and the facts; `chosen` is how the day was
    chosen if it was not given.
    """
    a = view.assessment
    if answer:
        yield from wrapped(f"{view.team.code_name}: {answer}", width)
    yield from of_view(view, history, chosen, width)
    if a.terms.version != ORIGINAL:
        line = amended_line(a.terms.title, a.terms.version, a.terms.effective)
        yield from wrapped(line, width)
    if a.hypothetical:
        yield from wrapped(
            "Sample data: some of these events are fictional; items based on one are marked.",
            width,
        )
