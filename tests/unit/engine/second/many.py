"""Compare the two engines on as many stories of suspensions as asked for.

.venv/bin/python -m tests.unit.engine.second.many 0 1000
"""

import sys
from collections.abc import Iterable
from datetime import date

from tests.unit.engine.second.comparing import compared
from tests.unit.engine.second.drawing import Drawn
from tests.unit.engine.second.drawing_suspensions import draw_suspensions


def described(drawn: Drawn, day: date, found: Iterable[str]) -> str:
    """Everything needed to try it again."""
    events = (f"  {e}" for e in sorted(drawn.story.events, key=lambda e: e.on))
    head = f"seed {drawn.seed} as of {day}, {drawn.story.day_count}, {dict(drawn.story.readings)}"
    return "\n".join([head, *events, *found])


def apart(stories: Iterable[Drawn]) -> list[str]:
    """Each story and day on which the engines differ."""
    return [
        described(drawn, day, found)
        for drawn in stories
        for day in drawn.days
        if (found := compared(drawn.story, day))
    ]


if __name__ == "__main__":
    first, last = map(int, sys.argv[1:])
    stories = [draw_suspensions(seed) for seed in range(first, last)]
    differing = apart(stories)
    print("\n\n".join(differing[:5]))
    asked = sum(len(each.days) for each in stories)
    print(f"{len(stories)} stories, {asked} days asked about, {len(differing)} differ")
    sys.exit(bool(differing))
