"""Random obligations, some of which the majority extends or waives, or tries to."""

from dataclasses import replace
from datetime import date
from random import Random

from dealclock.second.deals import Deal
from dealclock.second.obligations import obligations
from dealclock.second.story import EXTENSION, WAIVER, Event
from tests.unit.engine.second.agreements.drawing_obligations import draw_obligations
from tests.unit.engine.second.agreements.drawing_terms import NAMED, DrawnTerms
from tests.unit.engine.second.book import after

WHOLE, ENOUGH, HALF = 60_000_000, 31_000_000, 30_000_000


def draw_agreed(seed: int) -> DrawnTerms:
    """Drawn obligations under a consent provision, with what was agreed about some of them."""
    drawn = draw_obligations(seed)
    random = Random(f"agreed {seed}")
    closing: date = drawn.general["dates"]["closing-date"]
    deal = Deal.on(drawn.general, drawn.events, drawn.as_of, drawn.readings)
    found: list[Event] = []
    for name, each in obligations(deal).items():
        if each.due is None or random.random() < 0.4:
            continue
        on = after(each.due.day, random.randrange(-20, 6))
        since = max(each.opens, closing)
        if not since <= on <= drawn.as_of:
            continue
        kind = random.choice((EXTENSION, EXTENSION, WAIVER))
        to = after(each.due.day, random.choice((-3, 10, 40)))
        target = to if kind == EXTENSION or random.random() < 0.3 else None
        if target is not None and target < on:
            continue
        dollars = random.choice((ENOUGH, ENOUGH, HALF))
        found.append(Event(f"X{len(found)}", kind, on, about=name, target=target, dollars=dollars))
    consent = {
        **NAMED,
        "id": "required-lenders",
        "type": "consent threshold",
        "over_percent": 50,
        "decides": ["waiver", "extension"],
    }
    loans = {"id": "loans", "name": "Loans", "principal": WHOLE, "issued": closing}
    terms = {
        **drawn.general,
        "clauses": {"dates": "1", "deemed_notice": "9", "waivers": "10.1"},
        "securities": [loans],
        "provisions": [*drawn.general["provisions"], consent],
    }
    events = (*drawn.events, *found)
    return replace(drawn, general=terms, spelled=terms, events=events)
