"""A Questionnaire volunteered before any request goes into the initial filing (2(b), 4(d))."""

from datetime import date

import pytest

from dealclock.engine.assess import examine
from dealclock.engine.look import Look
from dealclock.engine.special.questionnaires.entitlement import entitlement
from dealclock.facts.fact import Fact
from tests.unit.engine.answering import form_of, mailed, returned
from tests.unit.engine.deals import effective, filed, log, on, sample_terms

ALPHA = returned("2004-07-01", "alpha", id="A")
INSTANCE = "questionnaire-deadline/volunteered/A"


def test_its_holder_is_to_be_named_in_the_initial_filing_and_the_event_is_used() -> None:
    found = on("2004-07-05", ALPHA)
    (duty,) = [d for d in found.duties if d.instance == INSTANCE]
    assert (duty.owed_by, duty.standard) == ("company", "in the initial filing")
    assert (duty.opens, duty.done_on) == (date(2004, 7, 1), None)
    assert "alpha" in duty.action
    assert found.unused_facts == ()


def test_the_initial_filing_includes_it() -> None:
    found = on("2004-08-02", ALPHA, filed("2004-07-13"))
    (duty,) = [d for d in found.duties if d.instance == INSTANCE]
    assert duty.done_on == date(2004, 7, 13)
    assert found.unused_facts == ()


@pytest.mark.parametrize(
    ("facts", "carried"),
    [
        pytest.param((ALPHA, mailed("2004-07-06")), True, id="asked-all-later"),
        pytest.param((ALPHA, mailed("2004-07-06", holder="alpha")), True, id="asked-it-later"),
        pytest.param((mailed("2004-06-30"), ALPHA), False, id="asked-before"),
        pytest.param((filed("2004-07-01"), ALPHA), True, id="on-the-day-of-the-filing"),
        pytest.param((filed("2004-06-30"), ALPHA), False, id="after-the-initial-filing"),
    ],
)
def test_only_one_received_before_a_request_and_by_the_initial_filing_goes_into_it(
    facts: tuple[Fact, ...], carried: bool
) -> None:
    found = on("2004-07-12", *facts)
    assert (INSTANCE in {d.instance for d in found.duties}) is carried


@pytest.mark.parametrize("asked", [(), (mailed("2004-07-06"),)])
@pytest.mark.parametrize(
    "readings",
    [
        {},
        {"entitlement-last-day": "STRICTLY-BEFORE"},
        {"entitlement-deadline": "THEREIN-LITERAL"},
    ],
)
def test_nothing_bars_its_holder_under_any_reading_of_the_deadline(
    asked: tuple[Fact, ...], readings: dict[str, str]
) -> None:
    facts = ALPHA, *asked, filed("2004-07-13")
    context, _ = examine(Look(sample_terms(), log(*facts), date(2005, 1, 18), None, readings))
    own = form_of("alpha", context)
    assert (own.in_time_to_be_named, own.in_time_for_interest) == (True, True)
    assert own.in_initial_filing
    right = entitlement("alpha", date(2005, 1, 18), "3(a)", context)
    assert right.entitled


def test_one_received_after_the_initial_filing_without_a_request_is_not_treated_as_named() -> None:
    facts = filed("2004-07-13"), returned("2004-07-20", "alpha"), effective("2004-10-20")
    context, _ = examine(Look(sample_terms(), log(*facts), date(2004, 11, 1)))
    own = form_of("alpha", context)
    assert own.volunteered
    assert (own.in_initial_filing, own.in_time_to_be_named) == (False, None)
