"""Where the engine is thought to be wrong, told by the story: set aside until it is mended.

Each has its smallest story in `test_disagreements.py`, expected to fail; when the engine is
mended, take the entry here and the mark there away.
"""

from collections.abc import Callable, Mapping

from tests.unit.engine.second.walk import Walk

Applies = Callable[[Walk], bool]


def _relates_back_to_an_excused_day(state: Walk) -> bool:
    """A failure that was excused when it came, read to relate back."""
    return _relates_back(state) and any(f.began_on != f.failed_on for f in state.failures)


def _relates_back_the_next_day(state: Walk) -> bool:
    """A default that relates back while defaults occur the day after."""
    next_day = state.story.reading("default-occurs") == "NEXT-DAY"
    return _relates_back(state) and next_day and any(f.breach for f in state.failures)


def _relates_back(state: Walk) -> bool:
    return state.story.reading("uncured-default-occurs") == "RELATE-BACK"


# Stories of which nothing is compared.
STORIES: Mapping[str, Applies] = {
    "relates back to an excused day": _relates_back_to_an_excused_day,
    "relates back the next day": _relates_back_the_next_day,
}


def payments_to_come(state: Walk) -> bool:
    """The period ends before an open default's next payment: that one is not compared."""
    stops = state.story.reading("default-at-period-end") == "STOP"
    ahead = state.period_ends is not None and state.period_ends > state.today
    return stops and ahead and any(b.protects and b.cured_on is None for b in state.breaches)


def set_aside(state: Walk) -> str | None:
    """Why a story is not compared on its day, or None when it is."""
    return next((name for name, applies in STORIES.items() if applies(state)), None)
