"""Amended terms: what had run its course keeps the version of its time, the rest is amended."""

from datetime import date

from dealclock.engine.assessment import Assessment
from dealclock.facts.fact import Fact
from dealclock.terms.terms import Terms
from tests.unit.engine.deals import (
    amended,
    effective,
    filed,
    on,
    unusable,
    usable,
)

IN_TIME = (filed("2004-07-13"), effective("2004-10-20"))


def seen(as_of: str, terms: Terms, *facts: Fact) -> Assessment:
    """The assessment under amended terms."""
    return on(as_of, *facts, terms=terms)


LONGER_CURE = {
    "on": date(2005, 2, 1),
    "to": {"cure-window": {"within": {"count": 10, "unit": "business days"}}},
}


def test_a_failure_whose_time_was_over_keeps_its_five_days_and_a_later_one_has_ten() -> None:
    facts = (
        *IN_TIME,
        unusable("2005-01-10", id="A"),
        usable("2005-01-24"),
        unusable("2005-03-07", id="B"),
    )
    found = seen("2005-03-25", amended(LONGER_CURE), *facts)
    first, second = found.obligation("cure-window/A"), found.obligation("cure-window/B")
    assert first is not None
    assert second is not None
    assert (first.due, second.due) == (date(2005, 1, 18), date(2005, 3, 21))
    assert found.default("default-iii/A") is not None
    assert "governed by the terms as they stood then (original)" in [
        s.text for s in first.why.steps
    ]
    assert found.terms.kept["cure-window/A"] == "original"
    assert "cure-window/B" not in found.terms.kept
