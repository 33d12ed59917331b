"""The second engine gives the answers of the worked cases: the engine gives those found by hand
(tests/cases), and here both give the same, to the day and the exact fraction.
"""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

import pytest

from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.second import story as words
from dealclock.second.story import (
    ACQUIRED,
    CONVERTED,
    EXTENDED,
    ISSUED,
    RETIRED,
    SOLD,
    SUSPENDED,
    TRANSFERRED,
    Delivery,
    Event,
    Story,
)
from tests.cases.worked import worked_cases
from tests.comparer.frozen import cases
from tests.unit.engine.deals import by_day_count
from tests.unit.engine.second.comparing import as_fact, compared
from tests.unit.engine.second.comparing_parties import compared_parties
from tests.unit.engine.second.drawing import CHOICES
from tests.unit.engine.second.drawing_parties import PARTY_CHOICES
from tests.unit.engine.second.known_faults import is_known
from tests.unit.engine.second.sample import story_of

KINDS = {v for v in vars(words).values() if isinstance(v, str)}
READINGS: Mapping[str, tuple[str, ...]] = {**CHOICES, **PARTY_CHOICES}
NOT_COMPARED = {"corrects", "evidence", "note", "recorded_by", "recorded_at"}
Compare = Callable[[Story, date], list[str]]


def _event(fact: Fact) -> Event:
    more: dict[str, Any] = {
        "given": tuple(Delivery(g.to, g.method, g.on, g.acknowledged) for g in fact.given)
    }
    if fact.kind in (SUSPENDED, EXTENDED):
        sent = fact.given[0]
        more = {"method": sent.method, "received": sent.acknowledged}
    return Event(
        fact.id, fact.kind, fact.on, lot=fact.lot or "", dollars=int(fact.amount or 0),
        about="".join(fact.abouts), holder=fact.holder or "", to=fact.to or "",
        shares=None if fact.shares is None else int(fact.shares),
        target=fact.target, time=f"{fact.time:%H:%M}" if fact.time else "", **more,
    )  # fmt: skip


def _same(event: Event, fact: Fact) -> bool:
    """Whether the event says all that the fact does."""
    there, here = (f.model_dump(exclude=NOT_COMPARED) for f in (as_fact(event), fact))
    return there == here and fact.corrects is None and fact.recorded_at is None


def _story(query: Look) -> Story | None:
    """The case as the second engine hears it; None where it is of what that does not know."""
    sheet, facts = query.terms.indenture, query.log.facts
    if sheet is None or sheet.day_count not in ("30/360", "Actual/360"):
        return None
    of_it = query.terms == by_day_count(sheet.day_count) and all(f.kind in KINDS for f in facts)
    if not of_it or any(c not in READINGS.get(q, ()) for q, c in query.readings.items()):
        return None
    events = tuple(map(_event, facts))
    sent = {e.method for e in events}
    issues = [e.lot for e in events if e.kind == ISSUED]
    known = sent <= {"hand", "courier", "mail"} and len(issues) == len({*issues})
    if not known or not all(map(_same, events, facts)):
        return None
    return story_of(events, dict(query.readings), sheet.day_count)


def _compare(story: Story) -> Compare:
    """Of Holders and parties too, unless use is suspended or a Holder parts with Notes that it was
    never recorded to have: `parties` knows neither."""
    parted = {e.holder for e in story.events if e.kind in (CONVERTED, RETIRED, SOLD, TRANSFERRED)}
    held = {"", *(e.holder for e in story.events if e.kind == ACQUIRED)}
    suspended = any(e.kind == SUSPENDED for e in story.events)
    return compared if suspended or parted - held else compared_parties


IMPOSSIBLE = {
    case.name
    for case in worked_cases()
    if case.refused is not None or (case.expected or {}).get("contradictions")
}
"""Cases of events that cannot be, or of a day that is none of the calendars': not compared."""
STORIES = {
    name: story
    for name, of in cases().items()
    if name not in IMPOSSIBLE and (story := _story(of)) is not None
}


@pytest.mark.full
@pytest.mark.parametrize("name", STORIES)
def test_the_second_engine_gives_the_answer_of_a_worked_case(name: str) -> None:
    story, as_of = STORIES[name], cases()[name].as_of
    if not is_known(story, as_of):
        assert _compare(story)(story, as_of) == []


def test_most_cases_of_the_sample_are_compared() -> None:
    assert len(STORIES) > 550
