"""Compare the two engines on as many stories as asked for: of suspensions, or of Holders and
parties.

.venv/bin/python -m tests.unit.engine.second.many suspensions 0 1000
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date

from dealclock.second.story import Story
from tests.unit.engine.second.comparing import compared
from tests.unit.engine.second.comparing_parties import compared_parties
from tests.unit.engine.second.drawing import Drawn
from tests.unit.engine.second.drawing_parties import draw_parties
from tests.unit.engine.second.drawing_suspensions import draw_suspensions
from tests.unit.engine.second.known_faults import is_known
from tests.unit.engine.second.reducing import in_words, reduced

MOST = 5
Compare = Callable[[Story, date], list[str]]
DRAWINGS: dict[str, tuple[Callable[[int], Drawn], Compare]] = {
    "suspensions": (draw_suspensions, compared),
    "parties": (draw_parties, compared_parties),
}


def apart(stories: Iterable[Drawn], compare: Compare = compared, most: int = 3) -> list[str]:
    """The first stories on which the engines differ on a day, reduced to what differs; known
    faults are left out."""
    found: list[str] = []
    for drawn in stories:
        for day in drawn.days:
            if len(found) == most or is_known(drawn.story, day):
                continue
            if compare(drawn.story, day):
                story = reduced(drawn.story, day, compare)
                found.append(in_words(drawn.seed, story, day, compare(story, day)))
    return found


def kinds(stories: Iterable[Drawn]) -> Counter[str]:
    """In how many of the stories there is an event of each kind."""
    return Counter(kind for drawn in stories for kind in {e.kind for e in drawn.story.events})


if __name__ == "__main__":
    name, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    draw, compare = DRAWINGS[name]
    stories = [draw(seed) for seed in range(first, last)]
    differing = apart(stories, compare, most=MOST)
    print("\n\n".join(differing))
    for kind, count in kinds(stories).most_common():
        print(f"{count:6} histories with {kind}")
    asked = [is_known(each.story, day) for each in stories for day in each.days]
    print(f"{len(stories)} histories, {len(asked)} days, {sum(asked)} left out as known faults")
    print(f"{len(differing)} differ; at most {MOST} are looked for")
    sys.exit(bool(differing))
