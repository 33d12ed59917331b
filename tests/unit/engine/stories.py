"""Random courses of events, for what must hold of every one of them."""

from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from typing import Any

from hypothesis import strategies as st

from dealclock.facts.fact import Fact
from dealclock.terms.readings import ALL
from dealclock.terms.terms import Terms
from tests.unit.engine.answering import intended, mailed, returned
from tests.unit.engine.deals import (
    amended,
    by_day_count,
    effective,
    fact,
    filed,
    given,
    issued,
    resumed,
    suspended,
    unusable,
    usable,
)

CLOSING = date(2004, 6, 30)


def day(offset: int) -> str:
    """A number of days after the Closing Date."""
    return (CLOSING + timedelta(days=offset)).isoformat()


def days(first: int, last: int) -> st.SearchStrategy[str]:
    """A day from `first` to `last` days after the Closing Date."""
    return st.integers(first, last).map(day)


@st.composite
def outages(draw: st.DrawFn) -> list[Fact]:
    """A failure, perhaps with a suspension on its heels, perhaps cured."""
    start = draw(st.integers(100, 900))
    name = f"OUT{start}"
    facts = [unusable(day(start), id=name)]
    if draw(st.booleans()):
        begun = start + draw(st.integers(0, 10))
        method = draw(st.sampled_from(["hand", "mail"]))
        facts.append(suspended(day(begun), method, id=f"{name}-SUS"))
        if draw(st.booleans()):
            facts.append(resumed(day(begun + draw(st.integers(1, 60))), id=f"{name}-END"))
    if draw(st.booleans()):
        facts.append(usable(day(start + draw(st.integers(0, 200))), id=f"{name}-CURE"))
    return facts


@st.composite
def stories(draw: st.DrawFn) -> tuple[Fact, ...]:
    """Filed and effective late or not at all, option Notes or none, and up to two outages."""
    facts: list[Fact] = []
    if draw(st.booleans()):
        facts.append(filed(draw(days(1, 400)), id="FILED"))
    if draw(st.booleans()):
        facts.append(effective(draw(days(30, 800)), id="EFFECTIVE"))
    if draw(st.booleans()):
        facts.append(issued(draw(days(0, 300)), id="OPTION"))
    for outage in draw(st.lists(outages(), max_size=2, unique_by=lambda o: o[0].id)):
        facts += outage
    return tuple(facts)


HOLDERS = ("alpha", "beta", "gamma")
READINGS = st.fixed_dictionaries(
    {}, optional={r.id: st.sampled_from(list(r.choices)) for r in ALL.values()}
)


@st.composite
def whole_stories(draw: st.DrawFn) -> tuple[Fact, ...]:
    """A story with Notes that leave, Questionnaires, extensions and down-time as well."""
    facts = list(draw(stories()))
    facts += draw(st.lists(_leaving(), max_size=4, unique_by=lambda f: f.on))
    facts += draw(st.lists(_asking(), max_size=5, unique_by=lambda f: f.on))
    if draw(st.booleans()):
        began = draw(st.integers(100, 900))
        facts.append(suspended(day(began), "mail"))
        facts.append(_extended(day(began + draw(st.integers(6, 60)))))
        facts.append(resumed(day(began + draw(st.integers(6, 120)))))
    if draw(st.booleans()):
        began = draw(st.integers(100, 900))
        facts.append(fact("downtime-began", day(began)))
        facts.append(fact("downtime-ended", day(began + draw(st.integers(1, 20)))))
    return named(facts)


@st.composite
def asked_about(
    draw: st.DrawFn, course: st.SearchStrategy[tuple[Fact, ...]]
) -> tuple[tuple[Fact, ...], int]:
    """A course of events, and how many days after the Closing Date to ask.

    Often near an event or an amendment, where something can go wrong.
    """
    facts = draw(course)
    near = draw(st.sampled_from(([f.on for f in facts] or [CLOSING], AMENDED, ())))
    if not near:
        return facts, draw(st.integers(1, 1500))
    offset = (draw(st.sampled_from(near)) - CLOSING).days
    return facts, max(1, offset + draw(st.integers(-3, 12)))


def named(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Each with an id of its own, which it keeps in any order."""
    return tuple(
        f.model_copy(update={"id": f"N{n}"}) if f.id == "NEW" else f for n, f in enumerate(facts)
    )


@st.composite
def _leaving(draw: st.DrawFn) -> Fact:
    """A part of the first Notes converted, retired or sold; four such leave some outstanding."""
    kind = draw(st.sampled_from(("notes-converted", "notes-retired", "notes-sold-under-shelf")))
    amount = draw(st.integers(1, 8)) * 1_000_000
    return fact(kind, draw(days(1, 900)), lot="base", amount=amount)


@st.composite
def _asking(draw: st.DrawFn) -> Fact:
    """A Questionnaire mailed or returned, a Holder named, or the day intended for effectiveness."""
    when, holder = draw(st.integers(1, 600)), draw(st.sampled_from(HOLDERS))
    match draw(st.integers(0, 3)):
        case 0:
            return mailed(day(when))
        case 1:
            amount = draw(st.sampled_from(("400000", "1000000", "3000000")))
            return returned(day(when), holder, amount)
        case 2:
            how = draw(st.sampled_from(("pre-effective", "by-amendment", "by-supplement")))
            return fact(f"holders-named-{how}", day(when), holder=holder)
        case _:
            return intended(day(when), day(when + draw(st.integers(1, 200))))


def _extended(on: str) -> Fact:
    return fact("suspension-extended", on, given=[given("holders", "hand", on)])


AMENDED = (date(2004, 12, 1), date(2005, 3, 1), date(2006, 1, 2))


@cache
def several_terms() -> tuple[Terms, ...]:
    """The sample's by either day count, and with amendments known when they take effect."""
    longer_cure: dict[str, Any] = {
        "on": AMENDED[1],
        "to": {"cure-window": {"within": {"count": 10, "unit": "business days"}}},
    }
    longer_wait: dict[str, Any] = {
        "on": AMENDED[0],
        "to": {
            "shelf-filing": {"within": {"count": 200}},
            "effectiveness": {"within": {"count": 365}},
        },
    }
    shorter_again: dict[str, Any] = {
        "on": AMENDED[2],
        "to": {"cure-window": {"within": {"count": 3, "unit": "business days"}}},
    }
    raised: dict[str, Any] = {
        "on": AMENDED[1],
        "to": {"additional-interest": {"by_age": [{"from_day": 1, "rate": 2.00}]}},
    }
    return (
        by_day_count("30/360"),
        by_day_count("Actual/360"),
        amended(longer_cure),
        amended(longer_wait, longer_cure, shorter_again),
        amended(raised),
    )
