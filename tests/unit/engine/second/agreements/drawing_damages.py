"""Random damages: streams with ceilings together, the least in all, shares that fall due again,
compounding and bases of purchasers or of one event; paid by every calendar, in part, late and not
at all, with interest and a fee on what is late.
"""

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from dealclock.second.deals import Deal
from dealclock.second.standing import standing
from dealclock.second.story import Event
from tests.unit.engine.second.agreements.drawing_terms import NAMED, DrawnTerms
from tests.unit.engine.second.book import after

ACTS, ASKED, MET = ("act-one", "act-two"), "delivery-asked", "delivery-made"
BOUGHT, RESOLD, DEMAND, STOP, PAID = "bought", "resold", "payment-demanded", "stopped", "paid"
HOLDERS = ("alpha", "beta")


def draw_damages(seed: int) -> DrawnTerms:
    """One or two streams on defaults once or of each event, with their payments and what was paid
    of them."""
    random = Random(f"damages {seed}")
    closing = after(date(2022, 1, 1), random.randrange(1500))
    items = [_once(random, n) for n in range(random.choice((1, 1, 2)))]
    if random.random() < 0.35:
        items.append(_each(random))
    streams = [_stream(random, 0, items)]
    if random.random() < 0.45:
        streams.append(_stream(random, 1, items))
        _joined(random, streams)
    provisions = [*items, *streams, *_payments(random, streams)]
    events = _events(random, closing)
    terms = {
        "dates": {"closing-date": closing},
        "calendar": random.choice(("federal-reserve", "gcl-24")),
        "events": {
            **{kind: {"title": "An act was done."} for kind in (*ACTS, STOP, DEMAND)},
            ASKED: {"title": "It was asked.", "fields": ["holder", "amount", "shares"]},
            MET: {"title": "It was delivered.", "about": "event"},
            BOUGHT: {"title": "It was bought.", "fields": ["holder", "amount", "shares"]},
            RESOLD: {"title": "It was resold.", "fields": ["holder", "amount", "shares"]},
            PAID: {"title": "It was paid.", "about": "obligation", "optional": ["amount"]},
        },
        "provisions": provisions,
    }
    as_of = after(closing, random.randrange(20, 420))
    drawn = DrawnTerms(seed, terms, terms, tuple(events), {}, as_of)
    made = _made(random, drawn)
    return replace(drawn, events=(*events, *made))


def _once(random: Random, n: int) -> dict[str, Any]:
    kind = random.choice(ACTS)
    return {
        **NAMED,
        "id": f"item-{n}",
        "type": "obligation",
        "opens": "closing-date",
        "due": f"{random.choice((1, 10, 30, 45, 60))} days after closing-date",
        "satisfied by": kind,
        "lapse": {"id": f"late-{n}", "clause": "1", "title": "Late", "cured by": kind},
    }


def _each(random: Random) -> dict[str, Any]:
    lapse = {"id": "late-each", "clause": "1", "title": "Late", "cured by": MET}
    if random.random() < 0.5:
        lapse["affects"] = "its holder"
    return {
        **NAMED,
        "id": "item-each",
        "type": "obligation",
        "each": [ASKED],
        "due": random.choice(("3 trading days after it", "5 business days after it", "it")),
        "satisfied by": MET,
        "matched": "about it",
        "lapse": lapse,
    }


def _stream(random: Random, n: int, items: list[dict[str, Any]]) -> dict[str, Any]:
    stream: dict[str, Any] = {**NAMED, "id": f"damages-{n}", "type": "stream"}
    lapses = [each["lapse"]["id"] for each in items]
    by_event = lapses[-1] == "late-each" and random.random() < 0.5
    if by_event:
        stream["bears"] = ["late-each"]
    elif random.random() < 0.15:
        stream["from"] = f"{random.choice((5, 40))} days after closing-date"
        if random.random() < 0.5:
            stream["until"] = f"{random.choice((100, 250))} days after closing-date"
    else:
        own = [each for each in lapses if each != "late-each"]
        stream["bears"] = random.sample(own, random.randrange(1, len(own) + 1))
    several = len(stream.get("bears", ())) > 1 or by_event
    stream["base"] = _base(random, items, by_event=by_event)
    _rates(random, stream, several=several)
    own_bases = by_event and ("its" in stream["base"] or "affects" in items[-1]["lapse"])
    if several and not own_bases and random.random() < 0.6:
        stream["clock"] = random.choice(("each default", "first default"))
        stream["together"] = random.choice(("highest", "sum", "spell"))
    if random.random() < 0.2 and not by_event:  # a stop before a default is not settled
        stream["stops with"] = [STOP]
    if random.random() < 0.15 and "from" not in stream:
        stream["through cure"] = True
    return stream


def _base(random: Random, items: list[dict[str, Any]], *, by_event: bool) -> dict[str, Any]:
    if by_event and "affects" in items[-1]["lapse"]:
        return _of_purchasers(random)
    if by_event and random.random() < 0.6:
        if random.random() < 0.5:
            return {"its": "amount"}
        return {"its": "shares", "price": 12.5}
    kind = random.choice(("amount", "amount", "units", "more"))
    if kind == "more":
        return _of_purchasers(random)
    base: dict[str, Any] = {"amount": random.choice((1_000_000, 4_999_999))}
    if kind == "units":
        base = {"units": random.choice((100_000, 33_333)), "price": random.choice((20, 7.25))}
    if random.random() < 0.3:
        base["less"] = [RESOLD]
    return base


def _of_purchasers(random: Random) -> dict[str, Any]:
    base: dict[str, Any] = {"more": [BOUGHT]}
    if random.random() < 0.5:
        base["less"] = [RESOLD]
    if random.random() < 0.3:
        base["price"] = 12.5
    return base


def _rates(random: Random, stream: dict[str, Any], *, several: bool) -> None:
    spans = ("year", "30 days", "20 days", "2 weeks", "5 business days", "10 trading days")
    span = random.choice(spans if several else (*spans, "1 months", "1 quarters", "whole"))
    if span == "year":
        stream["day count"] = "Actual/360"
    elif span == "whole":
        unit = random.choice(("days", "weeks", "months"))
        count = {"days": 30, "weeks": 2, "months": 1}[unit]
        stream["for each"] = {"count": count, "unit": unit, "part": "whole"}
    else:
        stream["for each"] = span
    rates = sorted(random.sample((0.25, 0.5, 1, 1.5, 2), random.choice((1, 1, 2))))
    first_days = (4, 3) if random.random() < 0.25 else (31, 61)
    if first_days == (4, 3) and len(rates) > 1:
        stream["ages in"] = random.choice(("1 months", "2 weeks", "5 business days", "30 days"))
    stream["by age"] = [[1, rates[0]], *([random.choice(first_days), r] for r in rates[1:])]
    if random.random() < 0.35:
        stream["at once"] = random.choice((1, 0.5))
        if random.random() < 0.6:
            stream["at once again"] = random.choice(("20 days", "1 months", "5 weeks"))
    if "from" in stream and random.random() < 0.5 and span != "whole":
        stream["compounds each"] = random.choice(("30 days", "3 months", "1 months"))
        stream["base"] = {"amount": 1_000_000}  # what bought or resold shares add is not settled
        return
    if random.random() < 0.25:
        stream["least in all"] = random.choice((1, 2.5))
    if random.random() < 0.25:
        stream["most in all"] = random.choice((3, 4.25))


def _joined(random: Random, streams: list[dict[str, Any]]) -> None:
    """A ceiling of the second stream with the first, or of it alone."""
    first, second = streams
    if "compounds each" in first or "compounds each" in second:
        return
    if "its" in first["base"] or "its" in second["base"] or random.random() < 0.3:
        return
    if "late-each" in (*first.get("bears", ()), *second.get("bears", ())):
        return
    several = len(second.get("bears", ())) > 1
    one_default_only = ("1 months", "1 quarters")
    span = first.get("for each", "")
    if several and (isinstance(span, dict) or span in one_default_only):
        return
    for key in ("for each", "day count"):
        second.pop(key, None)
        if key in first:
            second[key] = first[key]
    second["base"] = first["base"]
    second.pop("least in all", None)
    first.pop("least in all", None)
    ceiling: dict[str, Any] = {"with": ["damages-0"], "most": random.choice((1, 1.75, 2.5))}
    kind = random.choice(("rate", "any", "any", "all"))
    if kind == "rate":
        first.pop("most in all", None)
    if kind == "any":
        ceiling["in any"] = random.choice(("30 days", "60 days", "8 weeks", "3 months"))
    elif kind == "all":
        ceiling["in all"] = True
    second["ceiling"] = ceiling


def _payments(random: Random, streams: list[dict[str, Any]]) -> list[dict[str, Any]]:
    ids = [each["id"] for each in streams]
    if len(ids) > 1 and random.random() < 0.35:
        return [_payment(random, n, [each]) for n, each in enumerate(ids)]
    return [_payment(random, 0, ids)]


def _payment(random: Random, n: int, of: list[str]) -> dict[str, Any]:
    payment: dict[str, Any] = {
        **NAMED,
        "id": f"payment-{n}",
        "type": "payments",
        "of": of,
        "met by": PAID,
    }
    calendar = random.choice(("dates", "each", "each", "month ends", "month ends", "after each"))
    if calendar == "dates":
        months = random.sample(range(1, 13), random.choice((2, 4, 12)))
        payment["dates"] = [{"month": m, "day": random.choice((1, 15))} for m in sorted(months)]
    elif calendar == "each":
        payment["each"] = random.choice(("30 days", "20 days", "4 weeks", "1 months"))
    elif calendar == "month ends":
        payment["month ends"] = True
    else:
        payment["after each"] = [DEMAND]
    if calendar in ("each", "month ends") and random.random() < 0.4:
        payment["last part"] = "next date"
    if random.random() < 0.8:
        payment["due"] = random.choice(
            ("it", "3 business days after it", "10 days after it", "5 trading days after it")
        )
    if random.random() < 0.15:
        payment["at least"] = random.choice((500, 20_000))
    if random.random() < 0.5:
        payment["late"] = _late(random)
    return payment


def _late(random: Random) -> dict[str, Any]:
    late: dict[str, Any] = {}
    if random.random() < 0.85:
        late["percent"] = random.choice((1, 1.5))
        late["for each"] = random.choice(("30 days", "1 months", "2 weeks", "10 business days"))
    if not late or random.random() < 0.3:
        late["at once"] = random.choice((5, 2.5))
    if random.random() < 0.3:
        late["unless paid within"] = random.choice(("10 days", "5 business days", "1 months"))
    return late


def _events(random: Random, closing: date) -> list[Event]:
    found = [
        Event(f"A{n}", random.choice(ACTS), after(closing, random.randrange(5, 330)))
        for n in range(random.choice((0, 1, 1, 2)))
    ]
    found += [
        _bought(
            random,
            f"B{n}",
            BOUGHT,
            after(closing, random.choice((0, 0, 60)) and random.randrange(90)),
        )
        for n in range(random.choice((1, 2, 3)))
    ]
    for n in range(random.choice((0, 0, 1, 2))):
        bought = random.choice([e for e in found if e.kind == BOUGHT])
        part = random.choice((4, 2))
        on = after(bought.on, random.randrange(1, 200))
        found.append(
            replace(
                bought,
                id=f"R{n}",
                kind=RESOLD,
                on=on,
                dollars=bought.dollars // (2 * part),
                shares=(bought.shares or 0) // (2 * part),
            )
        )
    for n in range(random.choice((0, 1, 2, 3))):
        asked = _bought(random, f"Q{n}", ASKED, after(closing, random.randrange(150)))
        found.append(asked)
        if random.random() < 0.6:
            on = after(asked.on, random.randrange(1, 90))
            found.append(Event(f"M{n}", MET, on, about=asked.id))
    days = random.sample(range(30, 400), random.choice((0, 1, 2, 3, 4)))
    found += [Event(f"D{n}", DEMAND, after(closing, day)) for n, day in enumerate(days)]
    if random.random() < 0.3:
        found.append(Event("S", STOP, after(closing, random.randrange(70, 330))))
    return found


def _bought(random: Random, name: str, kind: str, on: date) -> Event:
    dollars = random.choice((1_000_000, 250_000))
    shares = random.choice((1_000, 40_000))
    return Event(name, kind, on, holder=random.choice(HOLDERS), dollars=dollars, shares=shares)


def _made(random: Random, drawn: DrawnTerms) -> list[Event]:
    """Payments in full, in part, of more, or without an amount, in time or late."""
    deal = Deal.on(drawn.general, drawn.events, drawn.as_of)
    found: list[Event] = []
    for name, payments in standing(deal).payments.items():
        for each in payments:
            whole = int(each.dollars)
            for _ in range(random.choice((0, 0, 1, 1, 2))):
                on = after(each.due, random.choice((-2, 0, 0, 1, 7, 10, 11, 20, 40)))
                amount = random.choice((whole, whole, whole // 2, whole + 1, 2 * whole, 0))
                if each.on <= on <= drawn.as_of:
                    about = f"{name}/{each.on}"
                    event = Event(f"P{len(found)}", PAID, on, dollars=amount, about=about)
                    found.append(event)
    return found
