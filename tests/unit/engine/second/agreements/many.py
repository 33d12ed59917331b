"""Compare the two engines on as many random Days or small agreements as asked for.

.venv/bin/python -m tests.unit.engine.second.agreements.many days 0 10000

Also: streams, damages, obligations, rights, agreed, states, statuses. How many held each key, word
and kind of event is printed.
"""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from dealclock.errors import DealclockError, InvalidError
from tests.unit.engine.second.agreements.comparing_days import compared_days
from tests.unit.engine.second.agreements.comparing_states import compared_states
from tests.unit.engine.second.agreements.comparing_statuses import compared_statuses
from tests.unit.engine.second.agreements.comparing_terms import compared_terms
from tests.unit.engine.second.agreements.drawing_agreed import draw_agreed
from tests.unit.engine.second.agreements.drawing_damages import draw_damages
from tests.unit.engine.second.agreements.drawing_days import CALENDARS, DrawnDay, draw_day
from tests.unit.engine.second.agreements.drawing_obligations import draw_obligations
from tests.unit.engine.second.agreements.drawing_rights import draw_rights
from tests.unit.engine.second.agreements.drawing_states import draw_states
from tests.unit.engine.second.agreements.drawing_statuses import draw_statuses
from tests.unit.engine.second.agreements.drawing_terms import DrawnTerms, draw_terms

MOST = 5
KINDS: dict[str, tuple[Callable[[int], Any], Callable[[Any], list[str]]]] = {
    "days": (draw_day, compared_days),
    "streams": (draw_terms, compared_terms),
    "damages": (draw_damages, compared_terms),
    "obligations": (draw_obligations, compared_terms),
    "rights": (draw_rights, compared_terms),
    "agreed": (draw_agreed, compared_terms),
    "states": (draw_states, compared_states),
    "statuses": (draw_statuses, compared_statuses),
}
INSIDE = {"base", "ceiling", "late", "lapse", "amount", "lengthened by", "if not used"}
"""Keys that hold others, which are counted too."""
OPERATOR = re.compile(
    r"(?:latest|earliest) of|(?:first|latest) known of"
    r"|(?:business |trading )?\b(?:day|week|month|quarter|year|hour)s?\b"
    r"|\b(?:after|before|if|its|by|first|last|target|never|due of|about it)\b"
)


def _operators(value: Any) -> set[str]:
    """The words of a Day, and the calendars and other keys of its periods."""
    text = str(value)
    keys = (*CALENDARS, "'clear'", "'roll'", "'first day'", "'if': {'day'", "'if in force'")
    return set(OPERATOR.findall(text)) | {key for key in keys if key in text}


def _keys_in(value: Any) -> Iterator[str]:
    """Every key in a value, at any depth."""
    if isinstance(value, list | tuple):
        for each in value:
            yield from _keys_in(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from _keys_in(each)


def held(drawn: DrawnDay | DrawnTerms) -> set[str]:
    """The keys, the words of the Day language and the kinds of event of one agreement."""
    events = {f"event: {each.kind}" for each in drawn.events}
    if isinstance(drawn, DrawnDay):
        return events | _operators(drawn.value)
    found = set(events)
    for provision in drawn.general["provisions"]:
        found |= {f"{provision['type']}: {key}" for key in provision}
        for key in INSIDE & provision.keys():
            found |= {f"{key}: {inner}" for inner in _keys_in(provision[key])}
        found |= {f"day: {word}" for word in _operators(provision.get("due", ""))}
    return found


def differing(name: str, seeds: range, counts: Counter[str]) -> Iterator[str]:
    """Each seed on which they differ, with how; `counts` takes what each held."""
    draw, compare = KINDS[name]
    for seed in seeds:
        drawn = draw(seed)
        try:
            found = compare(drawn)
        except InvalidError:
            counts["(not accepted yet)"] += 1
            continue
        except DealclockError as refused:
            if "in a circle" not in str(refused):
                raise
            counts["(in a circle: refused)"] += 1
            continue
        counts.update(held(drawn))
        if found:
            yield f"seed {seed}: {found}"


if __name__ == "__main__":
    kind, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    seen: Counter[str] = Counter()
    apart = list(differing(kind, range(first, last), seen))
    print("\n\n".join(apart[:MOST]))
    for what, count in seen.most_common():
        print(f"{count:6} with {what}")
    print(f"{last - first} drawn, {len(apart)} differ")
    sys.exit(bool(apart))
