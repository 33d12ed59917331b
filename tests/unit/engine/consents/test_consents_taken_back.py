"""A withdrawn consent no longer counts: through the day agreed, or at any time."""

import pytest

from dealclock.facts.fact import Fact
from tests.unit.engine.consents.consenting import WAIVER, agreed, consents
from tests.unit.engine.deals import fact

A = consents("fund-a", "20000000", id="A")
B = consents("fund-b", "11000000", id="B")


def taken_back(day: str, about: str = "B", **more: str) -> Fact:
    """A Holder took back its consent."""
    return fact("consent-withdrawn", day, about=about, **more)


@pytest.mark.parametrize(
    ("day", "reading", "carries"),
    [
        ("2004-11-15", "UNTIL-AGREED", False),
        ("2004-11-16", "UNTIL-AGREED", True),
        ("2004-11-16", "ANY-TIME", False),
    ],
)
def test_a_consent_may_be_withdrawn_through_the_day_agreed_or_at_any_time(
    day: str, reading: str, carries: bool
) -> None:
    back = taken_back(day, id="BACK")
    found = agreed(A, B, WAIVER, back, **{"consent-withdrawal": reading})
    assert found.binds_all is carries
    assert found.binds == (() if carries else ("fund-a",))
    assert {"A", "B", "BACK"} <= set(found.why.facts)
    assert ("consent-withdrawal" in found.why.readings) is (day > "2004-11-15")
    items = [s.text for s in found.why.steps if "withdrew" in s.text]
    late = "fund-b withdrew its consent B (BACK) after it was agreed: it counts (UNTIL-AGREED)"
    assert items == [
        late if carries else ("fund-b withdrew its consent B (BACK): it no longer counts")
    ]
