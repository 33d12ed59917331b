"""Random states in the general form, begun by events or notices, with limits and their defaults,
and obligations whose clock a state stops.
"""

from datetime import date
from random import Random
from typing import Any

from dealclock.second.story import Delivery, Event
from tests.unit.engine.second.agreements.drawing_terms import NAMED, DrawnTerms
from tests.unit.engine.second.book import after

BEGINS, ENDS, FAILED, CURED = "use-stopped", "use-resumed", "use-failed", "use-cured"
READINGS = {"business-day": ("federal-reserve", "gcl-24")}


def draw_states(seed: int) -> DrawnTerms:
    """A state with or without limits, an obligation that it stops, and a few occurrences."""
    random = Random(f"states {seed}")
    closing = after(date(2022, 1, 1), random.randrange(1200))
    state = _state(random)
    provisions = [state]
    if "limits" not in state and random.random() < 0.9:
        provisions.append(_stopped(random))
    events = _occurrences(random, closing, "to" in state)
    for n in range(random.choice((0, 1, 2)) if len(provisions) > 1 else 0):
        near = random.choice([e.on for e in events] or [closing])
        failed = after(near, random.randrange(-9, 6))
        events.append(Event(f"F{n}", FAILED, failed))
        if random.random() < 0.5:
            events.append(Event(f"C{n}", CURED, after(failed, random.randrange(1, 60))))
    terms = {
        "dates": {"closing-date": closing},
        "deemed_notice": {
            "hand": {"business_days": 0},
            "courier": {"business_days": 1},
            "mail": {"business_days": 5},
        },
        "events": {
            BEGINS: {"title": "Use stopped.", "optional": ["given"]},
            **{kind: {"title": "It happened."} for kind in (ENDS, FAILED, CURED)},
        },
        "provisions": provisions,
    }
    readings = {q: random.choice(c) for q, c in READINGS.items() if random.random() < 0.25}
    last = max([e.on for e in events] or [closing])
    return DrawnTerms(
        seed, terms, terms, tuple(events), readings, after(last, random.randrange(1, 120))
    )


def _state(random: Random) -> dict[str, Any]:
    state: dict[str, Any] = {**NAMED, "id": "stop", "type": "state", "begins": [BEGINS]}
    if random.random() < 0.5:
        state["to"] = random.choice((["holders"], ["holders", "trustee"]))
        state["starts"] = random.choice(("deemed", "deemed", "sent"))
    ended = random.choice(("ends", "ends", "until", "both"))
    if ended != "until":
        state["ends"] = ENDS
    if ended != "ends":
        length = random.choice(("30 days", "20 business days", "2 months"))
        state["until"] = {"day": f"{length} after it"}
    limits: list[dict[str, Any]] = []
    if random.random() < 0.5:
        limits.append({"most": random.choice((20, 30, 45)), "lapse": {"id": "too-long"}})
    if random.random() < 0.5:
        window = random.choice(({"window_days": 180}, {"window_days": 360}, {"window_months": 12}))
        limits.append({"most": random.choice((60, 75)), **window, "lapse": {"id": "too-much"}})
    if limits:
        state["limits"] = [_named(each, state) for each in limits]
    return state


def _named(limit: dict[str, Any], state: dict[str, Any]) -> dict[str, Any]:
    cured = state.get("ends", ENDS)
    lapse = {"clause": "1", "title": "Beyond", "cured by": cured, **limit["lapse"]}
    return {**{key.replace("_", " "): value for key, value in limit.items()}, "lapse": lapse}


def _stopped(random: Random) -> dict[str, Any]:
    stop = {"state": "stop", "then": random.choice(("resume", "resume", "fresh", "none"))}
    if random.random() < 0.4:
        stop["first day"] = "not counted"
    if random.random() < 0.4:
        stop["day after"] = "counted"
    unit = random.choice(("business days", "business days", "days"))
    return {
        **NAMED,
        "id": "cure",
        "type": "obligation",
        "each": [FAILED],
        "due": f"{random.choice((1, 3, 5, 10))} {unit} after it",
        "satisfied by": [CURED],
        "matched": "by what ends it",
        "stopped by": stop,
        "lapse": {"id": "not-cured", "clause": "1", "title": "Not cured", "cured by": CURED},
    }


def _occurrences(random: Random, closing: date, notices: bool) -> list[Event]:
    found: list[Event] = []
    day = after(closing, random.randrange(1, 60))
    for n in range(random.choice((1, 1, 2, 3, 4))):
        given: tuple[Delivery, ...] = ()
        if notices:
            methods = random.choices(("hand", "courier", "mail"), k=2)
            parties = zip(("holders", "trustee"), methods, strict=True)
            given = tuple(Delivery(party, method, day) for party, method in parties)
        found.append(Event(f"S{n}", BEGINS, day, given=given))
        day = after(day, random.choice((10, 20, 30, 31, 45, 46, 70)) + random.randrange(-2, 12))
        if random.random() < 0.85:
            found.append(Event(f"R{n}", ENDS, day))
        day = after(day, random.choice((8, 20, 60, 200)) + random.randrange(9))
    return found
