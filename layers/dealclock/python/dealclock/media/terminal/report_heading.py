"""What every answer in a terminal begins with: the deal, the day, the facts it was made from."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from dealclock.engine.in_force import InForce
from dealclock.media.layout import wrapped
from dealclock.messages import words
from dealclock.messages.view import View

_NAMED = 8
"""So many invented facts are named; of more it is said how many there are."""


def of_deal(code_name: str, title: str, as_of: date, chosen: str, width: int) -> Iterator[str]:
    """The deal and the day; `chosen` says how the day was, when nobody gave it."""
    yield from wrapped(f"{code_name}: {title}", width)
    how = f"{chosen}, as it begins" if chosen else "as that day begins"
    yield from wrapped(f"As of {words.day(as_of)}, {how}.", width)


def of_facts(
    history: str, latest: date | None, known_at: datetime, zone: str, width: int
) -> Iterator[str]:
    """Which facts were taken, the day of the latest, and by when they were known."""
    until = f", the latest of {words.day(latest)}" if latest else ""
    known = words.instant(known_at, zone)
    yield from wrapped(f"Events: {history}{until}; known by {known}.", width)


def of_view(view: View, history: str, chosen: str, width: int) -> Iterator[str]:
    """What an assessment was made from."""
    a, agreement = view.assessment, view.terms.agreement
    yield from of_deal(view.team.code_name, agreement.title, a.as_of, chosen, width)
    yield from of_facts(history, a.facts_as_of, a.known_at, agreement.time_zone, width)


def of_question(given: InForce, code_name: str, history: str, width: int) -> Iterator[str]:
    """What a question was answered from; facts that are invented by their ids."""
    agreement, facts = given.terms.agreement, given.known.all
    yield from of_deal(code_name, agreement.title, given.as_of, "", width)
    latest = facts[-1].on if facts else None
    yield from of_facts(history, latest, given.known_at, agreement.time_zone, width)
    if invented := [f.id for f in facts if f.hypothetical]:
        yield from wrapped(_invented(invented, len(facts)), width)


def _invented(ids: Sequence[str], of: int) -> str:
    if len(ids) == 1:
        return f"HYPOTHETICAL: {ids[0]} is fictional; so is everything based on it."
    if len(ids) == of:
        return f"HYPOTHETICAL: all {of} events are fictional; so is everything based on them."
    named = words.listed(ids) if len(ids) <= _NAMED else f"{len(ids)} of the {of} events"
    return f"HYPOTHETICAL: {named} are fictional; so is everything based on any of them."
