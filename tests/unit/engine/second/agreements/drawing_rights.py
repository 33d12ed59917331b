"""Random rights, what is deemed of unused ones, last days that renew, hours of a day, amounts owed
with an obligation, and calendars that the agreement declares.
"""

from collections.abc import Mapping
from datetime import UTC, date, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from dealclock.second.days import HOME, day
from dealclock.second.deals import Deal, NotCoveredError
from dealclock.second.obligations import Instance, obligations
from dealclock.second.story import Delivery, Event
from tests.unit.engine.second.agreements.drawing_days import DECLARED, TWO_PLACES
from tests.unit.engine.second.agreements.drawing_terms import NAMED, DrawnTerms
from tests.unit.engine.second.book import after

OPENERS = ("statement-sent", "price-fixed")
ACTS = ("disputed", "answered", "paid-over")
MARK, LONGER, AGAINST = "marked", "time-added", "not-renewed"
DEEMED = ("statement-final", "silence-agreed")
SUMS = ("claimed", "repaid", "shares-put")
SETTLED = ("claim-paid", "claim-rejected")
READINGS: Mapping[str, tuple[str, ...]] = {
    "business-day": ("federal-reserve", "gcl-24"),
    "closed-last-day": ("NO-ROLL", "GCL-25"),
}
ZONES = ("New York", "Chicago", "Los Angeles", "London")


def draw_rights(seed: int) -> DrawnTerms:
    """A few rights and obligations that follow from each other, and a history about them."""
    random = Random(f"rights {seed}")
    closing = after(date(2022, 1, 1), random.randrange(1200))
    provisions: list[dict[str, Any]] = []
    for n in range(random.choice((1, 2, 3, 4))):
        provisions.append(_provision(random, n, provisions))
    terms = {
        "dates": {"closing-date": closing, "maturity": after(closing, random.randrange(60, 500))},
        "calendars": DECLARED,
        "deemed_notice": {
            "hand": {"business_days": 0},
            "courier": {"business_days": 1},
            "mail": {"business_days": 5},
            "fax": {"needs_acknowledgement": True},
        },
        "events": _kinds(),
        "provisions": provisions,
    }
    readings = {q: random.choice(c) for q, c in READINGS.items() if random.random() < 0.2}
    as_of = after(closing, random.randrange(5, 400))
    events = _history(random, provisions, closing)
    events += _at_the_ends(random, Deal.on(terms, tuple(events), as_of, readings))
    return DrawnTerms(seed, terms, terms, tuple(events), readings, as_of)


def _kinds() -> dict[str, Any]:
    stated = {"fields": ["amount", "shares"]}
    return {
        **{kind: {"title": "It was opened.", **stated} for kind in OPENERS},
        **{kind: {"title": "It was done."} for kind in ACTS},
        **{kind: {"title": "It became final.", "about": "event"} for kind in DEEMED},
        MARK: {"title": "It was marked."},
        LONGER: {"title": "Time was added.", "about": "event"},
        AGAINST: {"title": "It will not renew.", "about": "event"},
        **{kind: {"title": "A sum was stated.", **stated} for kind in SUMS},
        **{kind: {"title": "A claim was settled.", "about": "event", **stated} for kind in SETTLED},
    }


def _provision(random: Random, n: int, earlier: list[dict[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {**NAMED, "id": f"item-{n}", "type": "obligation"}
    opened = random.random() < 0.65
    if opened:
        found["each"] = random.choice(([OPENERS[0]], [OPENERS[1]], list(OPENERS)))
    right = random.random() < 0.5
    if right:
        found["may"] = True
        found["opens"] = _opens(random, opened=opened)
        found["due"] = _due(random, earlier, opened=opened)
        if random.random() < 0.8:
            found["satisfied by"] = [random.choice(ACTS)]
        if random.random() < 0.5:
            others = [kind for kind in DEEMED if kind not in str(found["due"])]
            found["if not used"] = {"deemed": random.choice(others)}
    else:
        if not opened:
            found["opens"] = "closing-date"
        found["due"] = _due(random, earlier, opened=opened)
        found["satisfied by"] = [random.choice(ACTS)]
        if random.random() < 0.6:
            found["amount"] = _amount(random, earlier, opened=opened)
        if random.random() < 0.4:
            found["lapse"] = {"id": f"default-{n}", "clause": "1", "title": "Late"}
        if random.random() < 0.2 and "lapse" not in found:
            found["to"] = random.choice((["trustee"], ["trustee", "holders"]))
    if random.random() < 0.4:
        found["matched"] = "about it"
    if random.random() < 0.2:
        found["early"] = random.choice(("counts", "never counts"))
    if random.random() < 0.3:
        found["lengthened by"] = [_longer(random) for _ in range(random.choice((1, 1, 2)))]
    return found


def _opens(random: Random, *, opened: bool) -> Any:
    if opened:
        return random.choice(("it", "it", "5 days after it", "2 business days after it"))
    return random.choice(("closing-date", "closing-date", f"first {MARK}"))


def _due(random: Random, earlier: list[dict[str, Any]], *, opened: bool) -> Any:
    kind = random.choice(("plain", "plain", "hour", "hours", "deemed", "within", "places", "more"))
    base = "it" if opened else "closing-date"
    about = " about it" if opened else ""
    if kind == "hour":
        few = random.choice(("5 business days", "20 days"))
        inner = random.choice((f"{few} after {base}", "maturity"))
        hour = f"{random.choice((9, 12, 17, 23))}:{random.choice(('00', '30'))}"
        return {"day": inner, "by": f"{hour} {random.choice(ZONES)}"}
    if kind == "hours":
        return f"{random.choice((12, 24, 48, 100))} hours after {base}"
    if kind == "deemed":
        return f"{random.choice((3, 10))} business days after first {random.choice(DEEMED)}{about}"
    if kind == "within":
        asked = {"day": random.choice((base, f"first {MARK}", "maturity"))}
        asked["to"] = random.choice(("30 days after closing-date", f"20 days after first {MARK}"))
        if random.random() < 0.5:
            asked["from"] = random.choice(
                ("closing-date", f"first {MARK}", f"10 days after {base}")
            )
        return {"if": asked, "then": f"10 days after {base}", "else": f"1 months after {base}"}
    if kind == "places":
        roll = random.choice(("next", "modified following", "previous"))
        unit = random.choice(("days", "business days", "months"))
        period = {"count": random.choice((1, 2, 10)), "unit": unit, "calendar": TWO_PLACES}
        return {"after": base, "for": period if "bus" in unit else {**period, "roll": roll}}
    if kind == "more":
        choices: list[Any] = [
            {"latest of": [f"10 days after {base}", f"first {MARK}"]},
            {"earliest of": ["maturity", f"5 days after first {random.choice(DEEMED)}{about}"]},
            f"first {MARK} from {base}",
            {
                "if": f"{random.choice(DEEMED)}{about}",
                "then": f"9 days after {base}",
                "else": "maturity",
            },
            f"2 days after last {random.choice(DEEMED)}{about}",
        ]
        once = [p["id"] for p in earlier if "each" not in p]
        choices += [f"10 days after due of {random.choice(once)}"] if once else []
        return random.choice(choices)
    return f"{random.choice((5, 10, 30))} {random.choice(('days', 'business days'))} after {base}"


def _longer(random: Random) -> dict[str, Any]:
    way = random.choice(("if", "each", "unless", "unless", "unless"))
    found: dict[str, Any] = {way: AGAINST if way == "unless" else LONGER}
    found["by"] = random.choice(("10 days", "5 business days", "1 months", "3 months"))
    if way != "if":
        found["most"] = random.choice((1, 2, 5))
    if way == "unless" and random.random() < 0.6:
        found["notice"] = random.choice(("5 days", "3 business days", "30 days", "1 months"))
    if random.random() < 0.4:
        found["no later than"] = random.choice(
            ("maturity", "5 business days before maturity", f"40 days after first {MARK}")
        )
    return found


def _amount(random: Random, earlier: list[dict[str, Any]], *, opened: bool) -> Any:
    plain = random.choice(("fixed", "its", "parts", "parts", "parts"))
    if plain == "fixed" or (plain == "its" and not opened):
        return random.choice((460_000, {"dollars": 1000, "percent": 12.5}))
    if plain == "its":
        return random.choice(("its amount", {"its": "shares", "price": 0.65}))
    parts = [_part(random, earlier, opened=opened) for _ in range(random.choice((1, 2, 3, 4)))]
    found: dict[str, Any] = {"of": parts[:2]}
    if parts[2:]:
        found["less"] = parts[2:]
    if random.random() < 0.3:
        found["least"] = random.choice((1, 50_000))
    if random.random() < 0.3:
        found["most"] = random.choice((60_000, 250_000.5))
    return found


def _part(random: Random, earlier: list[dict[str, Any]], *, opened: bool) -> Any:
    kind = random.choice(("dollars", "its", "events", "events", "events"))
    found: dict[str, Any] = {}
    if kind == "dollars" or (kind == "its" and not opened):
        found["dollars"] = random.choice((1_000_000, 100_000, 33_333.33))
    elif kind == "its":
        found["its"] = "amount"
        if random.random() < 0.4:
            found |= {"its": "shares", "price": random.choice((2, 0.37))}
    else:
        found["events"] = random.choice((["claimed"], ["claimed", "repaid"], list(SETTLED)))
        if random.random() < 0.2:
            found |= {"events": ["shares-put"], "price": 1.25}
        base = "it" if opened else "closing-date"
        if random.random() < 0.3:
            once = [p["id"] for p in earlier if "each" not in p]
            days = [f"5 days after {base}", f"first {MARK}", f"10 days before {base}"]
            found["from"] = random.choice([*days, *(f"due of {p}" for p in once)])
        if random.random() < 0.3:
            found["until"] = random.choice(
                (f"40 days after {base}", f"first {MARK}", base, "maturity")
            )
        if opened and random.random() < 0.3:
            found["about it"] = True
        if random.random() < 0.4:
            found["pending until"] = random.choice(([SETTLED[0]], list(SETTLED)))
    if random.random() < 0.4:
        found["percent"] = random.choice((25, 50, 101, 33.3))
    if random.random() < 0.2:
        found["more than"] = random.choice((20_000, 100_000, 100_000))
    if random.random() < 0.25:
        found[random.choice(("if", "unless"))] = random.choice((MARK, MARK, *DEEMED))
    return found


def _history(random: Random, provisions: list[dict[str, Any]], closing: date) -> list[Event]:
    found: list[Event] = []
    for n in range(random.randrange(1, 5)):
        on = after(closing, random.randrange(150))
        found.append(
            Event(
                f"O{n}",
                random.choice(OPENERS),
                on,
                dollars=_dollars(random),
                shares=random.choice((1000, 150_000)),
                time=_time(random),
            )
        )
    openers = list(found)
    names = [p["id"] for p in provisions if "each" not in p]
    for n in range(random.randrange(2, 10)):
        near = random.choice(openers)
        about = random.choice((near.id, near.id, "", *names))
        on = after(near.on, random.choice((0, 1, 1, 2, 4, 5, 7, 10, 10, 14, 30, 31, 60, 90)))
        kind = random.choice((*ACTS, *ACTS, *SUMS, *SUMS, MARK, LONGER, AGAINST, *DEEMED))
        found += _one(random, n, kind, on, about)
    claims = [e for e in found if e.kind == "claimed"]
    for claim in claims:
        if random.random() < 0.5:
            on = after(claim.on, random.randrange(60))
            kind = random.choice(SETTLED)
            found.append(
                Event(f"S{claim.id}", kind, on, about=claim.id, dollars=_dollars(random), shares=1)
            )
    return found


def _at_the_ends(random: Random, deal: Deal) -> list[Event]:
    """Acts on the last days and at their hours, and sums on the first and the last day that they
    count, a claim and its payment among them; none where the rights undo each other."""
    found: list[Event] = []
    try:
        every = obligations(deal)
    except NotCoveredError:
        return found
    for name, each in every.items():
        about = random.choice(("", each.it.event.id if each.it.event else name))
        if each.due is not None and each.rule.get("satisfied by") and random.random() < 0.5:
            found.append(_act(random, len(found), each, about))
        days = [each.due.day] if each.due is not None else []
        days += [on for part in _parts(each.rule) for on in _ends(part, each, deal)]
        for on in days if each.rule.get("amount") is not None else ():
            if random.random() < 0.5:
                found += _claim(random, len(found), after(on, random.choice((-1, 0, 0, 1))), about)
    return found


def _act(random: Random, n: int, each: Instance, about: str) -> Event:
    """What would satisfy an instance, on its last day or next to it, by hand if it is a notice."""
    if each.due is None:
        raise ValueError(f"{each.name} has no last day")
    on, hour = after(each.due.day, random.choice((-1, 0, 0, 0, 1))), _time(random)
    if each.due.moment is not None and random.random() < 0.8:
        minutes = timedelta(minutes=random.choice((-1, 0, 0, 1)))
        moment = (each.due.moment.astimezone(UTC) + minutes).astimezone(ZoneInfo(HOME))
        on, hour = moment.date(), f"{moment:%H:%M}"
    given = tuple(Delivery(to, "hand", on) for to in ("trustee", "holders")) if about else ()
    kind = each.rule["satisfied by"][0]
    return Event(f"B{n}", kind, on, about=about, given=given, time=hour)


def _claim(random: Random, n: int, on: date, about: str) -> list[Event]:
    """A sum, often with its payment on the day or soon after."""
    kind = random.choice(("claimed", "claimed", "repaid", "shares-put"))
    first = Event(f"C{n}", kind, on, about=about, dollars=_dollars(random), shares=20_000)
    if kind != "claimed" or random.random() < 0.4:
        return [first]
    paid = after(on, random.choice((0, 1, 5)))
    return [
        first,
        Event(
            f"D{n}",
            random.choice(SETTLED),
            paid,
            about=first.id,
            dollars=_dollars(random),
            shares=1,
        ),
    ]


def _parts(rule: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The sums of events in the amount of an obligation."""
    given = rule.get("amount")
    every = [*given.get("of", ()), *given.get("less", ())] if isinstance(given, Mapping) else []
    return [each for each in every if "events" in each]


def _ends(part: Mapping[str, Any], each: Instance, deal: Deal) -> list[date]:
    """The known days from and until which a sum counts."""
    found = [day(part[key], deal, each.it) for key in ("from", "until") if key in part]
    return [on for on in found if on is not None]


def _one(random: Random, n: int, kind: str, on: date, about: str) -> list[Event]:
    """An event of a kind; where it may only be about an event, of one."""
    of_event = kind in (*DEEMED, LONGER, AGAINST)
    if kind == MARK or (of_event and about.startswith("item")):
        about = ""
    if of_event and not about:
        return []
    stated = kind in SUMS
    given: tuple[Delivery, ...] = ()
    if kind in ACTS and (about or random.random() < 0.5):
        parties = random.choice((["trustee"], ["trustee", "holders"]))
        given = tuple(
            Delivery(to, random.choice(("hand", "courier", "mail")), on) for to in parties
        )
    return [
        Event(
            f"E{n}",
            kind,
            on,
            about=about,
            dollars=_dollars(random) if stated else 0,
            shares=random.choice((1, 20_000)) if stated else None,
            given=given,
            time=_time(random),
        )
    ]


def _dollars(random: Random) -> int:
    return random.choice((10_000, 20_000, 100_000, 250_001))


def _time(random: Random) -> str:
    if random.random() < 0.4:
        return ""
    return f"{random.choice((2, 9, 12, 16, 17, 23)):02}:{random.choice(('00', '01', '30', '31'))}"
