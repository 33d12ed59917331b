"""A withdrawn consent no longer counts: through the day agreed, or at any time."""

from fractions import Fraction

import pytest

from dealclock.engine.conclusions import ConsentResult
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


def test_a_consent_withdrawn_after_the_day_asked_still_counts() -> None:
    back = taken_back("2004-11-21", id="BACK")
    chosen = {"consent-withdrawal": "ANY-TIME"}
    assert agreed(A, B, WAIVER, back, day="2004-11-20", **chosen).binds_all
    assert not agreed(A, B, WAIVER, back, day="2004-11-21", **chosen).binds_all


def test_with_all_withdrawn_the_count_is_zero_and_fails() -> None:
    found = agreed(A, B, WAIVER, taken_back("2004-11-13", "A"), taken_back("2004-11-13", "B"))
    assert (found.outcome, found.part) == (ConsentResult.DOES_NOT_CARRY, Fraction(0))
    assert found.binds == ()


def test_a_consent_withdrawn_before_it_was_given_proves_nothing() -> None:
    found = agreed(A, B, WAIVER, taken_back("2004-11-11", id="BACK"))
    assert found.outcome is ConsentResult.NOT_SHOWN
    assert "BACK withdraws B on 2004-11-11, before it was given on 2004-11-12" in found.reason
