"""The Questionnaire Deadline, the day the form prints, and additional information (2(b), 4(d))."""

from datetime import date

import pytest

from dealclock.engine.conclusions import Obligation
from dealclock.facts.fact import Fact
from dealclock.terms.rules.duties import Request
from tests.unit.engine.answering import intended, mailed, returned
from tests.unit.engine.deals import fact, given, on


def _owed(as_of: str, *facts: Fact, of: str = "questionnaire-deadline/F1", **r: str) -> Obligation:
    found = on(as_of, *facts, readings=r).obligation(of)
    assert found is not None
    return found


def test_the_day_the_form_prints_is_shown_as_an_early_warning() -> None:
    owed = _owed("2004-07-07", mailed("2004-07-06"))
    (step,) = [s for s in owed.why.steps if s.clause == "Exhibit A"]
    assert step.day == date(2004, 7, 26)
    assert owed.notes == (
        "the form itself prints an earlier date; every reading is satisfied before it",
    )


def test_under_the_form_a_request_not_delivered_to_both_starts_no_time() -> None:
    alone = fact(
        "questionnaire-mailed", "2004-07-06", given=[given("holders", "mail", "2004-07-06")]
    )
    assert _owed("2004-07-07", alone).notes == ()
    found = on("2004-07-07", alone, readings={"questionnaire_runs_from": "EXHIBIT-A"})
    assert found.obligation("questionnaire-deadline/F1") is None


def test_mailed_on_the_last_day_no_business_day_is_left_before_effectiveness() -> None:
    facts = mailed("2004-09-29"), intended("2004-09-29", "2004-10-28")
    owed = _owed("2004-10-01", *facts)
    assert owed.due == date(2004, 10, 28)
    assert owed.why.steps[-1].text == "0 Business Days after the last day: the day intended"
    assert "no Business Day is left between the last day to answer and the day intended" in (
        owed.notes
    )


def test_the_business_days_left_before_effectiveness_are_counted() -> None:
    facts = (
        mailed("2004-08-31"),
        intended("2004-08-31", "2004-11-10"),
        intended("2004-09-01", "2004-10-28"),
    )
    owed = _owed("2004-09-01", *facts)
    # Due September 29; after it 30, then 1, 4-8, 12-15, 18-22, 25-28 October.
    assert owed.due == date(2004, 9, 29)
    assert owed.why.steps[-1].text == "20 Business Days after the last day: the day intended"


def test_the_number_of_holders_who_answered_a_request_to_all_is_shown_with_dates() -> None:
    answers = (
        returned("2004-09-20", "alpha"),
        returned("2004-09-29", "beta"),
        returned("2004-09-30", "gamma"),
        returned("2004-10-04", "alpha"),
    )
    owed = _owed("2004-10-05", mailed("2004-08-31"), *answers)
    assert owed.notes[-1] == "answered by 2 Holders in time and by 1 later"
    assert owed.why.facts == ("F1", "F2", "F3", "F4")


def test_a_holder_asked_individually_before_all_were_does_not_answer_the_request_to_all() -> None:
    alone = mailed("2004-08-10", holder="gamma")
    answers = (returned("2004-09-20", "alpha"), returned("2004-09-21", "gamma"))
    asked = (alone, mailed("2004-08-31", id="ALL"))
    by_the_first = {"of": "questionnaire-deadline/ALL", "repeated_request": "FIRST-REQUEST"}
    owed = _owed("2004-10-05", *asked, *answers, **by_the_first)
    assert owed.notes[-1].startswith("answered by 1 Holder in time")


@pytest.mark.parametrize(("holder", "rests"), [("alpha", True), (None, False)])
def test_silence_says_that_one_holder_did_not_answer_and_nothing_about_all(
    holder: str | None, rests: bool
) -> None:
    silence = fact("nothing-else-happened", "2004-06-30", id="SILENCE")
    asked = mailed("2004-08-31", id="ASKED", holder=holder)
    owed = _owed("2004-10-10", silence, asked, of="questionnaire-deadline/ASKED")
    assert ("SILENCE" in owed.why.facts) is rests


def _asked(on_day: str, holder: str = "alpha") -> Fact:
    return fact("information-requested", on_day, holder=holder)


def test_additional_information_is_due_20_business_days_after_receipt_of_the_request() -> None:
    owed = _owed("2004-11-11", _asked("2004-11-10"), of="additional-information/F1")
    assert owed.due == date(2004, 12, 10)  # Veterans Day and Thanksgiving between
    assert "questionnaire-runs-from" not in owed.why.readings


_RULE = {
    "id": "ask",
    "type": "request",
    "clause": "9",
    "title": "Ask",
    "owed_by": "holder",
    "action": "Answer.",
    "opened_by": "information-requested",
    "within": {"count": 5, "unit": "days"},
    "met_by": "information-provided",
}
_FORM = {"clause": "A", "within": {"count": 5, "unit": "days"}, "delivered_to": ["trustee"]}


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"counts_from": "date"}, "give `to` with counts_from: date"),
        ({"counts_from": "receipt", "to": ["holders"]}, "give `to` with counts_from: date"),
        ({"counts_from": "receipt", "printed": _FORM}, "give counts_from: date with"),
    ],
)
def test_a_request_must_name_its_addressee_exactly_when_its_date_counts(
    more: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Request.model_validate({**_RULE, **more})
