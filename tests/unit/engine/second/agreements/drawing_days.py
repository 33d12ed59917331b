"""Random Days of every operator, with a few events and dates for them to be about."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any

from dealclock.second.story import Delivery, Event
from tests.unit.engine.second.book import after

KINDS = ("commission-request", "report-filed", "amendment-filed", "misstatement")
NAMING = ("effectiveness-intended", "sale-planned")
NOTICE = "suspension-notice"
UNITS = (
    "days",
    "days",
    "business days",
    "business days",
    "trading days",
    "weeks",
    "months",
    "quarters",
    "years",
    "hours",
)
TWO_PLACES, THREE_PLACES = "two-places", "three-places"
DECLARED: Mapping[str, Any] = {
    TWO_PLACES: {
        "open_in": ["federal-reserve"],
        "closed": {
            date(year, month, n): "A holiday elsewhere"
            for year in range(1995, 2061)
            for month, n in ((1, 2), (5, 1), (8, 30), (12, 26))
        },
        "years": [1995, 2060],
        "source": "no place",
    },
    THREE_PLACES: {
        "open_in": ["gcl-24", "nyse"],
        "closed": {date(year, 5, 9): "A holiday elsewhere" for year in range(1995, 2061)},
        "years": [1995, 2060],
        "source": "no place",
    },
}
ROLLS = ("none", "next", "previous", "modified following")
CALENDARS = ("federal-reserve", "gcl-24", "nyse", TWO_PLACES, THREE_PLACES)
READINGS: Mapping[str, tuple[str, ...]] = {
    "business-day": ("federal-reserve", "gcl-24"),
    "closed-last-day": ("NO-ROLL", "GCL-25"),
    "trigger-day": ("EXCLUDED", "INCLUDED"),
    "default-occurs": ("LAPSE", "NEXT-DAY"),
}
ZONES = ("New York", "London", "Los Angeles")
FIRST = date(2024, 1, 1)


@dataclass(frozen=True, slots=True)
class DrawnDay:
    """A Day as data, what it may be about, and the readings and the day it is asked under."""

    seed: int
    value: Any
    dates: Mapping[str, date]
    events: tuple[Event, ...]
    it: Event
    readings: Mapping[str, str]
    as_of: date


def draw_day(seed: int) -> DrawnDay:
    """A Day, and everything that it may name."""
    random = Random(f"day {seed}")
    dates = {f"date-{n}": _date(random) for n in range(3)}
    events = [_event(random, f"F{n + 1}") for n in range(random.randrange(1, 8))]
    it = random.choice(events)
    own = [*events, *(_about(random, f"G{n + 1}", it) for n in range(random.randrange(3)))]
    readings = {q: random.choice(c) for q, c in READINGS.items() if random.random() < 0.3}
    value = draw_value(random, random.choice((1, 2, 3, 4)))
    while _is_known(value, it):
        value = draw_value(random, random.choice((1, 2, 3, 4)))
    as_of = max(it.on, _date(random))
    return DrawnDay(seed, value, dates, tuple(own), it, readings, as_of)


def _is_known(value: Any, it: Event) -> bool:
    """Whether the engine is known to be wrong on a Day: see test_days_of_agreements."""
    return it.kind != NOTICE and "its deemed" in str(value)


def _date(random: Random) -> date:
    return after(FIRST, random.randrange(1100))


def _event(random: Random, name: str) -> Event:
    kind = random.choice((*KINDS, *NAMING, NOTICE))
    on = _date(random)
    if kind == NOTICE:
        given = tuple(_delivery(random, to, on) for to in random.choice((["holders"], PARTIES)))
        return Event(name, kind, on, given=given, time=_time(random))
    if kind in NAMING:
        target = after(on, random.randrange(-5, 200))
        return Event(name, kind, on, target=target, time=_time(random))
    return Event(name, kind, on, time=_time(random))


def _time(random: Random) -> str:
    """An hour of the day, on the half hour or a minute after it; often none is recorded."""
    if random.random() < 0.5:
        return ""
    return f"{random.randrange(24):02}:{random.choice(('00', '01', '30', '31', '59'))}"


PARTIES = ["holders", "trustee"]


def _delivery(random: Random, to: str, on: date) -> Delivery:
    method = random.choice(("hand", "courier", "mail", "fax", "e-mail"))
    received = after(on, random.randrange(9)) if random.random() < 0.5 else None
    return Delivery(to, method, on, received)


def _about(random: Random, name: str, it: Event) -> Event:
    """An event recorded about what opened the instance."""
    return Event(name, "misstatement-known", after(it.on, random.randrange(60)), about=it.id)


def draw_value(random: Random, depth: int) -> Any:
    """A Day that nests so deep at most."""
    if depth == 0:
        return _plain(random)

    def inner() -> Any:
        return draw_value(random, random.randrange(depth))

    kind = random.choice(
        ("count", "count", "text", "among", "among", "event", "if", "by", "reading")
    )
    if kind == "count":
        way = random.choice(("after", "before"))
        return {way: inner(), "for": _period(random)}
    if kind == "text":
        return _in_words(random, random.choice((1, 1, 2)))
    if kind == "among":
        operator = random.choice(("latest of", "earliest of", "first known of", "latest known of"))
        return {operator: [inner() for _ in range(random.choice((1, 2, 3)))]}
    if kind == "event":
        return _event_day(random, inner)
    if kind == "if" and random.random() < 0.4:
        within = {"day": inner()}
        within |= {"from": inner()} if random.random() < 0.7 else {}
        within |= {"to": inner()} if random.random() < 0.7 or "from" not in within else {}
        return {"if": within, "then": inner(), "else": inner()}
    if kind == "if":
        kind_of_event = random.choice((*KINDS, "misstatement-known about it"))
        return {"if": kind_of_event, "then": inner(), "else": inner()}
    if kind == "by":
        hour = f"{random.randrange(24)}:{random.choice(('00', '30'))} {random.choice(ZONES)}"
        value = inner()
        return {**value, "by": hour} if _takes_hour(value) else {"day": value, "by": hour}
    question = random.choice(("default-occurs", "business-day"))
    return {"reading": question, **{choice: inner() for choice in READINGS[question]}}


def _takes_hour(value: Any) -> bool:
    return isinstance(value, dict) and not {"by", "reading", "day"} & set(value)


def _plain(random: Random) -> Any:
    """A Day that counts nothing."""
    choices: tuple[Any, ...] = (
        f"date-{random.randrange(3)}",
        f"date-{random.randrange(3)}",
        "it",
        "it",
        "its target",
        "its deemed",
        f"its {random.choice(('sent', 'received'))}",
        {"its": random.choice(("deemed", "sent", "received")), "to": ["holders"]},
        "never",
        _date(random).isoformat(),
        _date(random),
        f"first {random.choice(KINDS)}",
        f"last {random.choice(KINDS)}",
        f"first {random.choice(KINDS)} from date-{random.randrange(3)}",
        f"{random.choice(('first', 'last'))} misstatement-known about it",
        f"target of {random.choice(('first', 'last'))} {random.choice(NAMING)}",
    )
    return random.choice(choices)


def _in_words(random: Random, most: int) -> str:
    """One or two periods, one after another, from a plain Day in words."""
    plain: Any = {}
    while not isinstance(plain, str):
        plain = _plain(random)
    for _ in range(most):
        way = random.choice(("after", "before"))
        unit = random.choice(UNITS)
        length = random.choice(("day", f"{_number(random, unit)} {unit}"))
        plain = f"{length} {way} {plain}"
    if random.random() < 0.15:
        plain = f"{plain} by {random.randrange(24)}:{random.choice(('00', '30'))} New York"
    return str(plain)


def _number(random: Random, unit: str) -> int:
    if unit == "hours":
        return random.choice((1, 12, 24, 48, 49, 72, 1000))
    few = unit in ("weeks", "months", "quarters", "years")
    return random.choice((1, 2, 3, 5) if few else (1, 2, 5, 10, 20, 30, 45, 90, 120))


def _period(random: Random) -> dict[str, Any]:
    unit = random.choice(UNITS)
    period: dict[str, Any] = {"count": _number(random, unit), "unit": unit}
    if unit == "hours":
        return period
    if random.random() < 0.3:
        period["roll"] = random.choice(ROLLS)
    opened = unit in ("business days", "trading days")
    if random.random() < 0.3 and (opened or period.get("roll", "none") != "none"):
        period["calendar"] = random.choice(CALENDARS)
    if random.random() < 0.2:
        period["first day"] = random.choice(("counted", "not counted"))
    if random.random() < 0.1:
        period["clear"] = True
    return period


def _event_day(random: Random, inner: Any) -> dict[str, Any]:
    """The first or the last event of one kind or several, within Days or about the instance."""
    kinds = random.sample(KINDS, random.choice((1, 2, 3)))
    found: dict[str, Any] = {
        random.choice(("first", "last")): kinds if len(kinds) > 1 else kinds[0]
    }
    if random.random() < 0.4:
        found["from"] = inner()
    if random.random() < 0.4:
        found["to"] = inner()
    if random.random() < 0.2:
        return {next(iter(found)): "misstatement-known", "about": "it"}
    return found
