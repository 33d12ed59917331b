"""Filings that name late Holders (2(b), 4(d)): who is late, and when a filing is due."""

import pytest

from tests.unit.engine.questionnaires.naming import (
    ASKED,
    EFFECTIVE,
    late,
    owed,
)


@pytest.mark.parametrize(
    ("reading", "furnish"), [("MINIMUM-PERIOD", "2004-08-25"), ("NTH-DAY", "2004-08-26")]
)
def test_drafts_go_out_in_time_for_two_business_days_of_review(reading: str, furnish: str) -> None:
    found = owed("2004-08-16", *ASKED, late("2004-08-16"), review_period=reading)
    assert found is not None
    (step,) = [s for s in found.why.steps if "drafts" in s.text]
    assert step.day is not None
    assert step.day.isoformat() == furnish
    assert "review-period" not in found.why.readings


def test_only_readings_that_can_matter_are_used() -> None:
    found = owed("2004-11-16", *EFFECTIVE, late("2004-11-15"))
    assert found is not None
    assert not found.why.readings & {
        "late-threshold",
        "threshold-clock",
        "threshold-shares",
        "limited-filing",
        "semi-annual-period",
        "supplements-limited",
    }
