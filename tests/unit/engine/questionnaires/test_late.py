"""Filings that name late Holders (2(b), 4(d)): who is late, and when a filing is due."""

import pytest

from dealclock.engine.conclusions import Status
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import filed
from tests.unit.engine.questionnaires.naming import (
    ASKED,
    EFFECTIVE,
    amended,
    due_day,
    late,
    owed,
    supplemented,
)


@pytest.mark.parametrize(
    ("history", "received", "due"),
    [
        (ASKED, "2004-08-16", "2004-08-30"),
        (EFFECTIVE, "2004-11-15", "2004-11-30"),  # Thanksgiving between
        (EFFECTIVE, "2004-12-27", "2005-01-10"),  # Friday December 31 is a Business Day
        (EFFECTIVE, "2005-03-14", "2005-03-28"),  # and so is Good Friday
    ],
)
def test_a_filing_is_due_ten_business_days_after_a_late_questionnaire(
    history: tuple[Fact, ...], received: str, due: str
) -> None:
    assert due_day(received, *history, late(received)) == due


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


@pytest.mark.parametrize(("received", "is_late"), [("2004-08-03", False), ("2004-08-04", True)])
def test_only_a_questionnaire_received_after_the_deadline_is_late(
    received: str, is_late: bool
) -> None:
    assert (due_day("2004-08-05", *ASKED, late(received)) is not None) is is_late


@pytest.mark.parametrize(
    ("received", "due"),
    [("2004-07-12", None), ("2004-07-13", None), ("2004-07-14", "2004-07-28")],
)
def test_read_with_4d_any_questionnaire_after_the_first_filing_requires_one(
    received: str, due: str | None
) -> None:
    facts = (*ASKED, late(received))
    assert due_day("2004-07-20", *facts) is None
    assert due_day("2004-07-20", *facts, late_questionnaire="ANY-LATER") == due


def test_a_holder_never_asked_has_no_deadline_to_miss() -> None:
    facts = filed("2004-07-13"), late("2004-11-15")
    assert due_day("2004-11-20", *facts) is None
    assert due_day("2004-11-20", *facts, late_questionnaire="ANY-LATER") == "2004-11-30"


@pytest.mark.parametrize(
    ("named", "status"),
    [("2004-11-30", Status.MET), ("2004-12-01", Status.MET_LATE), (None, Status.MISSED)],
)
def test_a_filing_that_names_the_holder_satisfies_the_duty(
    named: str | None, status: Status
) -> None:
    facts = [*EFFECTIVE, late("2004-11-15")]
    facts += [amended(named)] if named else []
    found = owed("2004-12-02", *facts)
    assert found is not None
    assert (found.due.isoformat(), found.status) == ("2004-11-30", status)


def test_a_filing_that_names_another_holder_does_not_satisfy_it() -> None:
    other = late("2004-11-15", holder="beta", id="B")
    facts = (*EFFECTIVE, late("2004-11-15"), other, amended("2004-11-30", holder="beta"))
    found = owed("2004-12-02", *facts)
    assert found is not None
    assert found.done_on is None


def test_a_filing_after_the_one_that_named_the_holder_moves_nothing() -> None:
    facts = (*EFFECTIVE, late("2004-11-15"), supplemented("2004-11-18", holder="alpha"))
    found = owed("2004-12-02", *facts, amended("2004-11-22", holder="beta"))
    assert found is not None
    assert (found.due.isoformat(), found.status) == ("2004-11-30", Status.MET)


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
