"""A story on which two engines differ, reduced to its fewest events and readings, and printed."""

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from datetime import date

from dealclock.errors import DealclockError
from dealclock.second.story import Event, Story

Compare = Callable[[Story, date], list[str]]


def reduced(story: Story, day: date, compare: Compare) -> Story:
    """The story without the events and readings that the difference does not need.

    A story that the engine refuses is not taken for one that differs.
    """
    about = _subjects(compare(story, day))

    def still(other: Story) -> bool:
        try:
            return bool(about & _subjects(compare(other, day)))
        except DealclockError:
            return False

    for question in list(story.readings):
        fewer = {q: c for q, c in story.readings.items() if q != question}
        if still(replace(story, readings=fewer)):
            story = replace(story, readings=fewer)
    before: Story | None = None
    while before != story:
        before = story
        for event in story.events:
            shorter = replace(story, events=tuple(e for e in story.events if e != event))
            story = shorter if still(shorter) else story
    return story


def _subjects(found: Iterable[str]) -> set[str]:
    """What the differences are about, by the kind of thing."""
    return {each.split(":")[0].split("/")[0] for each in found}


def in_short(event: Event) -> str:
    """One event with what it states."""
    shown = [event.id, event.kind, event.on.isoformat()]
    for each in fields(Event):
        value = getattr(event, each.name)
        if each.name not in ("id", "kind", "on") and value != each.default:
            if each.name == "given":
                value = [f"{d.to} {d.method} {d.on} {d.received or ''}".strip() for d in value]
            shown.append(f"{each.name}={value}")
    return " ".join(map(str, shown))


def in_words(seed: int, story: Story, day: date, found: Iterable[str]) -> str:
    """Everything needed to try it again."""
    events = (f"  {in_short(e)}" for e in sorted(story.events, key=lambda e: e.on))
    head = f"seed {seed} as of {day}, {story.day_count}, {dict(story.readings)}"
    return "\n".join([head, *events, *found])
