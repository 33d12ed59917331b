"""What a Holder's Questionnaire gives it: being named, and interest (2(b), 3(a))."""

from datetime import date

import pytest

from dealclock.engine.context import Choices, Context
from dealclock.engine.special.questionnaires.entitlement import (
    Questionnaire,
    entitling,
    recorded,
)
from dealclock.facts.fact import Fact
from dealclock.facts.index import FactIndex
from dealclock.facts.log import end_of
from dealclock.terms.readings import choose
from tests.unit.engine.answering import form_of, mailed, returned
from tests.unit.engine.deals import ZONE, log, sample_terms


def _known(as_of: str, *facts: Fact, **readings: str) -> Context:
    day = date.fromisoformat(as_of)
    choices = Choices(choose({q.replace("_", "-"): c for q, c in readings.items()}))
    known = FactIndex(log(*facts).known(day, end_of(day, ZONE)))
    return Context(sample_terms(), known, day, choices)


def _of(holder: str, as_of: str, *facts: Fact, **readings: str) -> Questionnaire:
    return form_of(holder, _known(as_of, *facts, **readings))


SEPTEMBER = (mailed("2004-09-01"), returned("2004-09-28", "alpha"))


def test_one_harmonised_deadline_governs_both_purposes() -> None:
    found = _of("alpha", "2004-10-01", *SEPTEMBER)
    assert (found.deadline, found.entitled_by) == (date(2004, 9, 30), date(2004, 9, 30))
    assert (found.in_time_to_be_named, found.in_time_for_interest) == (True, True)
    assert found.delivered_on == date(2004, 9, 28)


def test_the_day_that_preserves_interest_is_a_step_with_its_section() -> None:
    for reading, clause in (("HARMONISED", "2(b)"), ("THEREIN-LITERAL", "Exhibit A")):
        found = _of("alpha", "2004-10-01", *SEPTEMBER, entitlement_deadline=reading)
        (step,) = [s for s in found.why.steps if "keeps Additional Interest" in s.text]
        assert (step.day, step.clause) == (found.entitled_by, clause)


def test_under_the_form_a_holder_may_be_named_and_yet_lose_interest() -> None:
    found = _of("alpha", "2004-10-01", *SEPTEMBER, entitlement_deadline="THEREIN-LITERAL")
    assert (found.deadline, found.entitled_by) == (date(2004, 9, 30), date(2004, 9, 21))
    assert (found.in_time_to_be_named, found.in_time_for_interest) == (True, False)


def test_under_the_form_the_trace_shows_how_its_days_were_counted() -> None:
    """20 plain days after September 1."""
    found = _of("alpha", "2004-10-01", *SEPTEMBER, entitlement_deadline="THEREIN-LITERAL")
    (step,) = [
        s
        for s in found.why.steps
        if "20 days after it: the last day" in s.text and s.clause == "Exhibit A"
    ]
    assert step.day == date(2004, 9, 21)


@pytest.mark.parametrize(
    ("reading", "last_safe", "entitled"),
    [("INCLUSIVE", "2004-09-29", True), ("STRICTLY-BEFORE", "2004-09-28", False)],
)
def test_a_questionnaire_returned_on_the_last_day(
    reading: str, last_safe: str, entitled: bool
) -> None:
    facts = mailed("2004-08-31"), returned("2004-09-29", "alpha")
    found = _of("alpha", "2004-10-01", *facts, entitlement_last_day=reading)
    assert found.entitled_by == date.fromisoformat(last_safe)
    assert (found.in_time_to_be_named, found.in_time_for_interest) == (True, entitled)


def test_a_holder_who_may_still_be_timely_is_neither_timely_nor_late() -> None:
    on_the_day, after = (_of("beta", d, *SEPTEMBER) for d in ("2004-09-30", "2004-10-01"))
    assert (on_the_day.in_time_for_interest, after.in_time_for_interest) == (None, False)


def test_before_any_request_there_is_no_deadline() -> None:
    found = _of("alpha", "2004-10-01", returned("2004-07-08", "alpha"))
    assert (found.request, found.deadline, found.entitled_by) == (None, None, None)
    assert found.delivered_on == date(2004, 7, 8)
    # Volunteered, it keeps every deadline that a later request could set (2(b), 4(d)).
    assert found.in_time_for_interest is True


def test_a_request_to_one_holder_is_not_a_request_to_another() -> None:
    alone = mailed("2004-09-01", holder="alpha")
    assert _of("alpha", "2004-10-01", alone).deadline == date(2004, 9, 30)
    assert _of("beta", "2004-10-01", alone).deadline is None


def test_whether_a_later_request_reopens_the_time_is_a_reading() -> None:
    """2(b): "a written request", each with a copy of the form and a deadline of its own."""
    facts = mailed("2004-09-01"), mailed("2004-10-01", holder="alpha")
    assert _of("alpha", "2004-10-05", *facts).deadline == date(2004, 11, 1)
    first = _of("alpha", "2004-10-05", *facts, repeated_request="FIRST-REQUEST")
    assert first.deadline == date(2004, 9, 30)


def test_the_first_questionnaire_of_a_holder_is_the_one_that_counts() -> None:
    facts = (*SEPTEMBER, returned("2004-12-01", "alpha"))
    assert _of("alpha", "2004-12-02", *facts).delivered_on == date(2004, 9, 28)


def test_holders_are_those_asked_individually_or_heard_from() -> None:
    context = _known("2004-10-01", *SEPTEMBER, mailed("2004-09-02", holder="beta"))
    rule = entitling(context)
    assert rule is not None
    assert recorded(context, rule) == ("alpha", "beta")


def test_an_amount_that_depends_on_no_request_needs_no_questionnaire() -> None:
    assert entitling(_known("2004-10-01", *SEPTEMBER), "another") is None


def test_a_questionnaire_names_the_readings_its_dates_depend_on() -> None:
    found = _of("alpha", "2004-10-01", *SEPTEMBER)
    assert {"entitlement-deadline", "entitlement-last-day", "questionnaire-runs-from"} <= (
        found.why.readings
    )
    assert found.why.facts == ("F1", "F2")
