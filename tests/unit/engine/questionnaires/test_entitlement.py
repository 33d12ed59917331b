"""What a Holder's Questionnaire gives it: being named, and interest (2(b), 3(a))."""

from datetime import date

import pytest

from dealclock.engine.context import Choices, Context
from dealclock.engine.special.questionnaires.requests import (
    Questionnaire,
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


def test_the_day_that_preserves_interest_is_a_step_with_its_section() -> None:
    for reading, clause in (("HARMONISED", "2(b)"), ("THEREIN-LITERAL", "Exhibit A")):
        found = _of("alpha", "2004-10-01", *SEPTEMBER, entitlement_deadline=reading)
        (step,) = [s for s in found.why.steps if "keeps Additional Interest" in s.text]
        assert (step.day, step.clause) == (found.entitled_by, clause)


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


def test_a_questionnaire_names_the_readings_its_dates_depend_on() -> None:
    found = _of("alpha", "2004-10-01", *SEPTEMBER)
    assert {"entitlement-deadline", "entitlement-last-day", "questionnaire-runs-from"} <= (
        found.why.readings
    )
    assert found.why.facts == ("F1", "F2")
