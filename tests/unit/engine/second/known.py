"""Where the engine is thought to be wrong, told by the story: set aside until it is mended.

Each has its smallest story in `test_disagreements.py`, expected to fail; when the engine is
mended, take the entry here and the mark there away.
"""

from collections.abc import Callable, Mapping

from tests.unit.engine.second.walk import Walk

Applies = Callable[[Walk], bool]


# Stories of which nothing is compared.
STORIES: Mapping[str, Applies] = {}


def set_aside(state: Walk) -> str | None:
    """Why a story is not compared on its day, or None when it is."""
    return next((name for name, applies in STORIES.items() if applies(state)), None)
