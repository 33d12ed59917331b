"""The cure window of 3(a)(iii), and what a Suspension Period does to its clock."""

import pytest

from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import (
    effective,
    filed,
    on,
    resumed,
    suspended,
    unusable,
)

SHELF = (filed("2004-07-13"), effective("2004-10-20"))
OUT = "cure-window/OUT"
DEFAULT = "default-iii/OUT"


def _on(as_of: str, *facts: Fact, toll: str = "TOLL-RESUME") -> Assessment:
    return on(as_of, *SHELF, *facts, readings={"suspension-in-cure-window": toll})


def _cure(assessment: Assessment) -> Obligation:
    found = assessment.obligation(OUT)
    assert found is not None
    return found


def _broken(day: str) -> Fact:
    return unusable(day, id="OUT")


def test_a_failure_before_effectiveness_or_after_the_period_opens_no_window() -> None:
    early = on("2004-12-01", *SHELF, unusable("2004-10-19", id="OUT"))
    late = on("2006-12-01", *SHELF, unusable("2006-10-20", id="OUT"))
    last = on("2006-12-01", *SHELF, unusable("2006-10-19", id="OUT"))
    assert (early.obligation(OUT), late.obligation(OUT)) == (None, None)
    assert early.unused_facts == late.unused_facts == ("OUT",)
    assert last.obligation(OUT) is not None


# ---- Suspensions


@pytest.mark.parametrize(
    ("sent", "depends"),
    [
        ("2004-11-09", True),  # in force on November 17; on the 9th, if dispatch is enough
        ("2004-11-16", True),  # on its way on the last day
        ("2004-11-17", False),  # sent when the window was over
        ("2004-10-25", False),  # over before the failure
    ],
)
def test_a_window_that_lapsed_while_a_notice_was_in_transit_depends_on_the_reading_of_its_start(
    sent: str, depends: bool
) -> None:
    ended = [resumed("2004-11-05")] if sent < "2004-11-05" else []
    facts = (_broken("2004-11-08"), suspended(sent, "mail"), *ended)
    found = _on("2004-12-01", *facts)
    (default,) = [d for d in found.defaults if d.instance == DEFAULT]
    assert ("suspension-start" in default.why.readings) is depends
    assert ("suspension-start" in _cure(found).why.readings) is depends


@pytest.mark.parametrize(
    "as_of",
    [
        "2004-11-08",  # on its way today
        "2004-11-16",  # called off on its way
    ],
)
def test_a_notice_in_transit_may_already_be_in_effect(as_of: str) -> None:
    facts = (_broken("2004-11-08"), suspended("2004-11-08", "mail"), resumed("2004-11-10"))
    assert "suspension-start" in _cure(_on(as_of, *facts)).why.readings
