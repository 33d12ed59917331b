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


def _relates_back(state: Walk) -> bool:
    return state.story.reading("uncured-default-occurs") == "RELATE-BACK"


# Stories of which nothing is compared.
STORIES: Mapping[str, Applies] = {
    "relates back to an excused day": _relates_back_to_an_excused_day,
}


def set_aside(state: Walk) -> str | None:
    """Why a story is not compared on its day, or None when it is."""
    return next((name for name, applies in STORIES.items() if applies(state)), None)
