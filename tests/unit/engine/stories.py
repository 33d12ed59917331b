"""Random courses of events, for what must hold of every one of them."""

from datetime import date, timedelta

from hypothesis import strategies as st

from dealclock.facts.fact import Fact
from tests.unit.engine.deals import effective, filed, issued, resumed, suspended, unusable, usable

CLOSING = date(2004, 6, 30)


def day(offset: int) -> str:
    """So many days after the Closing Date."""
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
        facts.append(suspended(day(begun), id=f"{name}-SUS"))
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
