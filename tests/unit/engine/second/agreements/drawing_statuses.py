"""Random statuses of lots and Holders, states that recur or begin on a Day, and obligations that
depend on them.
"""

from datetime import date
from random import Random
from typing import Any

from dealclock.second.story import Event
from tests.unit.engine.second.agreements.drawing_terms import NAMED, DrawnTerms
from tests.unit.engine.second.book import after

LOTS, HOLDERS = ("series-a", "series-b"), ("alpha", "beta")
BEGINS = ("restricted", "acquired")
ENDS = ("freed", "resold", "gone")
ASKED, DONE = "asked", "done"


def draw_statuses(seed: int) -> DrawnTerms:
    """One to three states and statuses, one to three obligations, and a history of both."""
    random = Random(f"statuses {seed}")
    closing = after(date(2022, 1, 1), random.randrange(1000))
    states = [_state(random, n) for n in range(random.choice((1, 2, 2, 3)))]
    if len(states) > 1 and random.random() < 0.4:
        parts = random.sample(states, 2)
        made: dict[str, Any] = {**NAMED, "id": "made-up", "type": "state"}
        of = parts[0].get("of")
        if of and random.random() < 0.5:
            made |= {"type": "status", "of": of}
        made[random.choice(("any of", "all of"))] = [each["id"] for each in parts]
        states.append(made)
    items = [_item(random, n, states) for n in range(random.choice((1, 2, 3)))]
    stream = _stream(random, states, items, closing)
    events = _events(random, closing)
    details = {"optional": ["lot", "holder", "amount"]}
    terms = {
        "dates": {"closing-date": closing},
        "securities": [
            {"id": "series-a", "name": "A", "principal": 3_000_000, "issued": closing},
            {"id": "series-b", "name": "B", "principal": 1_000_000, "issued": after(closing, 40)},
        ],
        "events": {
            **{kind: {"title": "It began.", **details} for kind in BEGINS},
            **{kind: {"title": "It ended.", **details} for kind in ENDS},
            **{kind: {"title": "It happened.", **details} for kind in (ASKED, DONE)},
        },
        "provisions": [*states, *items, *stream],
    }
    last = max([e.on for e in events] or [closing])
    as_of = after(last, random.randrange(-40, 90))
    return DrawnTerms(seed, terms, terms, tuple(events), {}, as_of)


def _state(random: Random, n: int) -> dict[str, Any]:
    of = random.choice(("lot", "lot", "holder", None))
    found: dict[str, Any] = {**NAMED, "id": f"state-{n}", "type": "status" if of else "state"}
    if of:
        found["of"] = of
    way = random.choice(("begins", "begins", "from", "issue"))
    if way == "begins" or of == "holder":
        found["begins"] = random.choice(([BEGINS[0]], [BEGINS[1]], list(BEGINS)))
        if random.random() < 0.15 and of is None:
            found["once"] = True
    elif way == "from" or of is None:
        found["from"] = f"{random.choice((5, 20, 60))} days after closing-date"
    ended = random.choice(("ends", "ends", "until", "both"))
    if ended != "until":
        found["ends"] = random.sample(ENDS, random.choice((1, 2, 3)))
    if ended != "ends":
        lasts: list[Any] = [f"{random.choice((30, 90))} days after it", "3 months after it"]
        if of == "lot":
            about = f"20 days after first {ENDS[0]} about it"
            lasts.append({"earliest of": ["90 days after it", about]})
        found["until"] = {"day": random.choice(lasts)}
    return found


def _item(random: Random, n: int, states: list[dict[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {**NAMED, "id": f"item-{n}", "type": "obligation"}
    state = random.choice(states)["id"]
    days = random.choice((5, 20, 45))
    if random.random() < 0.6:
        found["each"] = [ASKED]
        found["due"] = f"{days} days after it"
        if random.random() < 0.4:
            found["due"] = {
                "latest known of": [
                    found["due"],
                    {
                        "if in force": state,
                        "on": random.choice(("it", "5 days after it")),
                        "then": f"{random.choice((5, 10))} business days after end of {state}",
                        "else": "never",
                    },
                ]
            }
        if random.random() < 0.3:
            found["per"] = "holder"
    else:
        found["opens"] = "closing-date"
        found["due"] = f"{4 * days} days after closing-date"
        if random.random() < 0.6:
            found["per"] = "lot"
            if random.random() < 0.3:
                found["due"] = f"{days} days after first {ASKED} about it"
    if random.random() < 0.75:
        found[random.choice(("while", "while", "during") if "each" in found else ("while",))] = (
            state
        )
    found["satisfied by"] = [DONE]
    if random.random() < 0.7:
        found["lapse"] = {"id": f"late-{n}", "clause": "1", "title": "Late", "cured by": DONE}
    return found


def _stream(
    random: Random, states: list[dict[str, Any]], items: list[dict[str, Any]], closing: date
) -> list[dict[str, Any]]:
    """A stream on some defaults, on the days of some states, or both; on the lots of a status."""
    lapses = [each["lapse"]["id"] for each in items if "lapse" in each]
    not_holders = [each["id"] for each in states if each.get("of") != "holder"]
    of_lots = [each["id"] for each in states if each.get("of") == "lot"]
    found: dict[str, Any] = {**NAMED, "id": "interest", "type": "stream"}
    if lapses and random.random() < 0.7:
        found["bears"] = random.sample(lapses, random.randrange(1, len(lapses) + 1))
    if not_holders and (random.random() < 0.5 or "bears" not in found):
        found["on days"] = [
            {"state": random.choice(not_holders)} for _ in range(random.choice((1, 2)))
        ]
        if random.random() < 0.5:
            found["on days"][0]["from"] = after(closing, random.randrange(100))
        if random.random() < 0.5:
            found["on days"][0]["until"] = after(closing, random.randrange(100, 250))
    if "bears" not in found and "on days" not in found:
        return []
    if of_lots and random.random() < 0.7:
        found["base"] = {"lots": random.choice(of_lots)}
    elif random.random() < 0.7:
        found["base"] = {"amount": 1_000_000}
    return [{**found, "by age": [[1, 1.00]], "day count": "Actual/360"}]


def _events(random: Random, closing: date) -> list[Event]:
    found: list[Event] = []
    for n in range(random.randrange(2, 14)):
        kind = random.choice((*BEGINS, *BEGINS, *ENDS, *ENDS, ASKED, ASKED, ASKED, DONE))
        named = random.random()
        dollars = 0
        if kind in ENDS and random.random() < 0.3:
            dollars = random.choice((1_000_000, 2_000_000))
        found.append(
            Event(
                f"E{n}",
                kind,
                after(closing, random.randrange(260)),
                lot=random.choice(LOTS) if named < 0.75 else "",
                holder=random.choice(HOLDERS) if named > 0.25 else "",
                dollars=dollars,
            )
        )
    return found
