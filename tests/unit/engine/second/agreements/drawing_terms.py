"""Random small agreements: deadlines and their defaults, a stream that bears them, its payments.

Each is written twice: in the general form, which the second engine reads, and as the library loads
it, which has a deadline in its older spelling.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any

from dealclock.second.story import Event
from tests.unit.engine.second.book import after

ACTS = ("act-one", "act-two", "act-three")
LESS, STOP, DEMAND = "part-released", "stream-stopped", "payment-demanded"
NAMED = {"clause": "1", "title": "A part", "owed_by": "company", "action": "Do it."}
READINGS: Mapping[str, tuple[str, ...]] = {
    "business-day": ("federal-reserve", "gcl-24"),
    "closed-last-day": ("NO-ROLL", "GCL-25"),
    "default-occurs": ("LAPSE", "NEXT-DAY"),
}


@dataclass(frozen=True, slots=True)
class DrawnTerms:
    """An agreement as data in both forms, its history, and what it is asked under."""

    seed: int
    general: Mapping[str, Any]
    spelled: Mapping[str, Any]
    events: tuple[Event, ...]
    readings: Mapping[str, str]
    as_of: date


def draw_terms(seed: int) -> DrawnTerms:
    """An agreement with one stream, and a history of acts in time, late and not at all."""
    random = Random(f"terms {seed}")
    closing = after(date(2022, 1, 1), random.randrange(1500))
    count = random.choice((1, 1, 2, 3))
    deadlines = [_deadline(random, n) for n in range(count)]
    lapses = [f"lapsed-{n}" for n in range(count)]
    stream = _stream(random, lapses)
    payments = _payments(random)
    events = [_act(random, n, closing) for n in range(random.choice((0, 1, 2, 3)))]
    for kind in (LESS, LESS, STOP, DEMAND, DEMAND):
        if random.random() < 0.3:
            on = after(closing, random.randrange(500) + (200 if kind == STOP else 0))
            dollars = random.choice((10_000, 250_000)) if kind == LESS else 0
            events.append(Event(f"E{len(events)}", kind, on, dollars=dollars))
    common = {
        "dates": {"closing-date": closing},
        "calendar": random.choice(("federal-reserve", "gcl-24")),
        "events": {
            **{kind: {"title": "An act was done."} for kind in (*ACTS, STOP, DEMAND)},
            LESS: {"title": "A part was released.", "fields": ["amount"]},
            "paid": {"title": "A payment was made.", "about": "obligation"},
        },
    }
    own = [stream, payments]
    readings = {q: random.choice(c) for q, c in READINGS.items() if random.random() < 0.3}
    return DrawnTerms(
        seed,
        {**common, "provisions": [*(_in_general(each) for each in deadlines), *own]},
        {**common, "provisions": [*deadlines, *own]},
        tuple(events),
        readings,
        after(closing, random.randrange(5, 900)),
    )


def _act(random: Random, n: int, closing: date) -> Event:
    return Event(f"A{n}", random.choice(ACTS), after(closing, random.randrange(-5, 300)))


def _deadline(random: Random, n: int) -> dict[str, Any]:
    """A deadline in its older spelling."""
    unit = random.choice(("days", "days", "business days"))
    kind = random.choice(ACTS)
    return {
        **NAMED,
        "id": f"deadline-{n}",
        "type": "deadline",
        "after": "closing-date",
        "within": {"count": random.choice((1, 10, 30, 45, 60, 120)), "unit": unit},
        "met_by": kind,
        "early": random.choice(("counts", "not counted")),
        "on_lapse": {"id": f"lapsed-{n}", "clause": "1", "title": "Late", "cured_by": kind},
    }


def _in_general(deadline: Mapping[str, Any]) -> dict[str, Any]:
    """The same in the general form: the table of spellings, written once more."""
    lapse = dict(deadline["on_lapse"])
    lapse["occurs"] = {"reading": "default-occurs", "LAPSE": 0, "NEXT-DAY": 1}
    return {
        **NAMED,
        "id": deadline["id"],
        "type": "obligation",
        "opens": "closing-date",
        "due": {"after": "closing-date", "for": deadline["within"]},
        "satisfied by": deadline["met_by"],
        "early": deadline["early"],
        "lapse": lapse,
    }


def _stream(random: Random, lapses: list[str]) -> dict[str, Any]:
    some = random.sample(lapses, random.randrange(1, len(lapses) + 1))
    stream: dict[str, Any] = {
        **NAMED,
        "id": "damages",
        "type": "stream",
        "bears": some,
        "base": _base(random),
        "by age": _steps(random),
    }
    span = random.choice(
        ("year", "days", "days", "whole", "weeks", "business days", "trading days")
    )
    if span == "whole" and len(some) > 1:
        span = "days"
    if span == "year":
        stream["day count"] = "Actual/360"
    elif span == "whole":
        stream["for each"] = {"count": random.choice((30, 10)), "unit": "days", "part": "whole"}
    else:
        few = {"days": (30, 90, 1), "weeks": (1, 2)}.get(span, (1, 5, 10))
        stream["for each"] = f"{random.choice(few)} {span}"
    if random.random() < 0.3:
        stream["at once"] = random.choice((1, 0.5))
    if random.random() < 0.3:
        stream["most in all"] = random.choice((1, 3.5, 6))
    if random.random() < 0.3:
        stream["then by age"] = {"add": 0.25, "every days": random.choice((30, 90)), "most": 4}
    if span != "whole":
        stream["clock"] = random.choice(("each default", "first default", "days in all"))
        stream["together"] = random.choice(("highest", "sum", "spell"))
    if random.random() < 0.3:
        stream["first day"] = "default"
    if random.random() < 0.3:
        stream["stops with"] = [STOP]
    return stream


def _base(random: Random) -> dict[str, Any]:
    base: dict[str, Any] = {"amount": random.choice((1_000_000, 2_500_000, 4_999_999))}
    if random.random() < 0.4:
        base["less"] = [LESS]
    return base


def _steps(random: Random) -> list[list[Any]]:
    rates = sorted(random.sample((0.25, 0.5, 0.75, 1, 1.5, 2), random.choice((1, 1, 2, 3))))
    days = [1, *sorted(random.sample((31, 61, 91, 181), len(rates) - 1))]
    return [[day, rate] for day, rate in zip(days, rates, strict=True)]


def _payments(random: Random) -> dict[str, Any]:
    payments: dict[str, Any] = {
        **NAMED,
        "id": "payment",
        "type": "payments",
        "of": ["damages"],
        "met by": "paid",
    }
    calendar = random.choice(("dates", "each"))
    if calendar == "dates":
        months = random.sample(range(1, 13), random.choice((1, 2, 4)))
        payments["dates"] = [{"month": m, "day": random.choice((1, 15))} for m in sorted(months)]
    elif calendar == "each":
        payments["each"] = random.choice(("30 days", "90 days"))
    else:
        payments["after"] = [DEMAND]
    payments["due"] = random.choice(("it", "3 business days after it", "10 days after it"))
    return payments
