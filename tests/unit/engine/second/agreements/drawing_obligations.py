"""Random obligations in the general form: opened by events, repeats or once, with Days of all kinds
for their last day, acts that satisfy, excuse or lengthen, and defaults.
"""

from collections.abc import Mapping
from datetime import date
from random import Random
from typing import Any

from dealclock.second.story import Delivery, Event
from tests.unit.engine.second.agreements.drawing_terms import NAMED, DrawnTerms
from tests.unit.engine.second.book import after

OPENERS = ("asked-one", "asked-two")
ACTS = ("done-one", "done-two", "done-three")
MARKS = ("marked-one", "marked-two")
EXCUSE, LONGER, UNDO = "let-off", "time-added", "undone"
READINGS: Mapping[str, tuple[str, ...]] = {
    "business-day": ("federal-reserve", "gcl-24"),
    "closed-last-day": ("NO-ROLL", "GCL-25"),
}


def draw_obligations(seed: int) -> DrawnTerms:
    """A few obligations that may wait for each other, and a history about them."""
    random = Random(f"obligations {seed}")
    closing = after(date(2022, 1, 1), random.randrange(1200))
    together: dict[str, Any] = {}  # the same for all items: they share out the events
    if random.random() < 0.15:
        together["matched"] = "by what ends it"
    if random.random() < 0.1:
        together["undone by"] = [UNDO]
    provisions: list[dict[str, Any]] = []
    for n in range(random.choice((1, 2, 3, 4))):
        once = [p for p in provisions if "each" not in p]
        provisions.append({**_obligation(random, n, closing, once), **together})
    events = [_event(random, n, closing) for n in range(random.randrange(1, 9))]
    events += _acts(random, provisions, events, closing)
    terms = {
        "dates": {"closing-date": closing, "outside-date": after(closing, 400)},
        "deemed_notice": {
            "hand": {"business_days": 0},
            "courier": {"business_days": 1},
            "mail": {"business_days": 5},
            "fax": {"needs_acknowledgement": True},
        },
        "events": {
            **{kind: {"title": "It was asked.", "fields": ["holder"]} for kind in OPENERS},
            **{kind: {"title": "It was done.", "fields": ["holder"]} for kind in ACTS},
            **{kind: {"title": "It happened."} for kind in (*MARKS, LONGER)},
            EXCUSE: {"title": "It was let off."},
            UNDO: {"title": "It was undone.", "about": "event"},
        },
        "provisions": provisions,
    }
    readings = {q: random.choice(c) for q, c in READINGS.items() if random.random() < 0.25}
    as_of = after(closing, random.randrange(5, 500))
    return DrawnTerms(seed, terms, terms, tuple(events), readings, as_of)


def _obligation(
    random: Random, n: int, closing: date, earlier: list[dict[str, Any]]
) -> dict[str, Any]:
    found: dict[str, Any] = {**NAMED, "id": f"item-{n}", "type": "obligation"}
    kinds = random.sample(ACTS, random.choice((1, 1, 2)))
    opened = random.choice(("once", "once", "events", "events", "repeats"))
    if opened == "once":
        found["opens"] = random.choice(("closing-date", "closing-date", f"first {MARKS[0]}"))
        found["due"] = _once(random, earlier)
    elif opened == "events":
        found["each"] = random.choice(([OPENERS[0]], [OPENERS[1]], list(OPENERS)))
        found["due"] = _after_it(random)
        if random.random() < 0.2:
            found["per"] = "holder"
    else:
        unit = random.choice(("weeks", "months", "quarters"))
        start = after(closing, random.randrange(40))
        found["each"] = [{"repeat": unit, "from": start, "until": after(start, 300)}]
        found["due"] = _after_it(random)
    key = "satisfied by all of" if len(kinds) > 1 and random.random() < 0.5 else "satisfied by"
    found[key] = kinds
    _add_more(random, found, n, kinds[0])
    return found


def _add_more(random: Random, found: dict[str, Any], n: int, first: str) -> None:
    """What else an obligation may say, and the default it becomes."""
    if random.random() < 0.3:
        found["matched"] = "about it"
    if random.random() < 0.3:
        found["early"] = random.choice(("counts", "not counted", "never counts"))
    if random.random() < 0.2:
        found["to"] = random.choice((["trustee"], ["trustee", "holders"]))
    if random.random() < 0.2:
        found["excused by"] = [EXCUSE]
        if random.random() < 0.5:
            start = "it" if "each" in found else f"first {MARKS[0]}"
            found["excused until"] = f"{random.choice((3, 30))} days after {start}"
    if random.random() < 0.2:
        found["lengthened by"] = [
            {"if": LONGER, "by": random.choice(("10 days", "5 business days"))}
        ]
    if random.random() < 0.15:
        found["only if"] = MARKS[1]
    if random.random() < 0.6 and "to" not in found:  # see test_obligations_of_agreements
        found["lapse"] = {
            "id": f"default-{n}",
            "clause": "1",
            "title": "Late",
            "cured by": first,
        }
        if random.random() < 0.3:
            found["lapse"]["occurs"] = 1


def _once(random: Random, earlier: list[dict[str, Any]]) -> Any:
    """A last day counted from the agreement, from an event, or from another item."""
    choices: list[Any] = [
        f"{random.choice((10, 30, 60, 120))} days after closing-date",
        f"{random.choice((5, 20))} business days after first {random.choice(MARKS)}",
        {"earliest of": ["outside-date", f"30 days after first {random.choice(MARKS)}"]},
        {"latest of": ["60 days after closing-date", f"10 days after first {MARKS[0]}"]},
        {
            "if": MARKS[1],
            "then": "90 days after closing-date",
            "else": "45 days after closing-date",
        },
        f"{random.choice((1, 3))} months after closing-date",
    ]
    if earlier:
        item = random.choice(earlier)["id"]
        choices += [
            f"10 days after due of {item}",
            {"latest of": [f"due of {item}", "outside-date"]},
        ]
    return random.choice(choices)


def _after_it(random: Random) -> Any:
    return random.choice(
        (
            f"{random.choice((5, 10, 30))} days after it",
            f"{random.choice((1, 3, 5))} business days after it",
            f"{random.choice((5, 20))} trading days after it",
            "1 months after it",
            {"earliest of": ["30 days after it", f"first {MARKS[0]} from it"]},
            {"latest of": ["10 days after it", "60 days after closing-date"]},
            "it",
        )
    )


def _event(random: Random, n: int, closing: date) -> Event:
    kind = random.choice((*OPENERS, *OPENERS, *MARKS, LONGER, EXCUSE))
    holder = random.choice(("alpha", "beta")) if kind in OPENERS else ""
    return Event(f"E{n}", kind, after(closing, random.randrange(200)), holder=holder)


def _acts(
    random: Random, provisions: list[dict[str, Any]], events: list[Event], closing: date
) -> list[Event]:
    """Acts about nothing, about what opened an item, or about the item itself; some undone."""
    found: list[Event] = []
    openers = [e for e in events if e.kind in OPENERS]
    for n in range(random.randrange(7)):
        on = after(closing, random.randrange(300))
        about = ""
        if openers and random.random() < 0.5:
            opener = random.choice(openers)
            on = after(opener.on, random.randrange(-2, 50))
            about = opener.id if random.random() < 0.4 else ""
        elif random.random() < 0.2:
            about = random.choice([p["id"] for p in provisions if "each" not in p] or [""])
        given: tuple[Delivery, ...] = ()
        if about or random.random() < 0.5:
            parties = random.choice((["trustee"], ["trustee", "holders"]))
            given = tuple(
                Delivery(p, random.choice(("hand", "courier", "mail")), on) for p in parties
            )
        act = Event(
            f"A{n}",
            random.choice(ACTS),
            on,
            about=about,
            holder=random.choice(("alpha", "beta")),
            given=given,
        )
        found.append(act)
        if random.random() < 0.1:
            found.append(Event(f"U{n}", UNDO, after(on, random.randrange(9)), about=act.id))
    return found
