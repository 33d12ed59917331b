"""Which facts need a second person."""

import pytest

from dealclock.facts.critical import critical
from dealclock.facts.fact import Fact
from dealclock.facts.kinds import KINDS


def fact(fact_id: str, kind: str, corrects: str | None = None) -> Fact:
    return Fact.model_validate(
        {"id": fact_id, "kind": kind, "on": "2004-11-01", "corrects": corrects}
    )


def test_the_critical_kinds_are_these() -> None:
    assert {kind.id for kind in KINDS.values() if kind.critical} == {
        "default-confirmed",
        "default-disputed",
        "waiver",
        "extension",
        "additional-interest-paid",
        "payment-confirmed",
        "conclusion-released",
    }


def test_a_filing_is_not_critical_and_a_waiver_is() -> None:
    facts = [fact("F1", "registration-statement-filed"), fact("F2", "waiver")]
    assert [f.id for f in critical(facts)] == ["F2"]


def test_a_correction_takes_the_place_of_the_fact_it_corrects() -> None:
    facts = [fact("F2", "waiver"), fact("F3", "waiver", "F2")]
    assert [f.id for f in critical(facts)] == ["F3"]


@pytest.mark.parametrize(
    ("kind", "found"), [("waiver", ["F4"]), ("registration-statement-filed", [])]
)
def test_taking_back_a_critical_fact_is_critical_itself(kind: str, found: list[str]) -> None:
    """The event itself, with its correction."""
    facts = [fact("F2", kind), fact("F3", kind, "F2"), fact("F4", "retraction", "F2")]
    assert [f.id for f in critical(facts)] == found


def test_an_event_restored_by_retracting_its_correction_needs_approval_again() -> None:
    facts = [fact("F2", "waiver"), fact("F3", "waiver", "F2"), fact("F4", "retraction", "F3")]
    assert [f.id for f in critical(facts)] == ["F2", "F4"]


def test_a_retracted_retraction_needs_no_approval_any_more() -> None:
    facts = [fact("F2", "waiver"), fact("F3", "retraction", "F2"), fact("F4", "retraction", "F3")]
    assert [f.id for f in critical(facts)] == ["F2", "F4"]
