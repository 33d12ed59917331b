"""The window for mailing the Questionnaire: 20 to 40 Business Days before the intended day (2(b)).

October 28, 2004 is a Thursday. Counting back, Columbus Day (October 11) and Labor Day (September
6) are closed: the 20th Business Day before it is September 29, the 40th August 31.
"""

from datetime import date

import pytest

from dealclock.engine.conclusions import Status, Window
from dealclock.terms.rules.duties import WindowBefore
from tests.unit.engine.answering import intended, mailed
from tests.unit.engine.deals import fact, given, on, sample_terms

Dates = tuple[str, str]


def _window(as_of: str, *facts: object, **readings: str) -> Window:
    found = on(as_of, *facts, readings=readings).window("questionnaire-window")  # type: ignore[arg-type]
    assert found is not None
    return found


def _dates(window: Window) -> Dates:
    return window.opens.isoformat(), window.closes.isoformat()


def test_the_safe_window_is_inside_every_reading() -> None:
    window = _window("2004-09-02", intended("2004-09-01", "2004-12-01"))
    assert window.safe == (date(2004, 10, 1), date(2004, 10, 29))


def test_a_mailing_inside_closes_the_window() -> None:
    window = _window("2004-09-10", intended("2004-08-02", "2004-10-28"), mailed("2004-09-08"))
    assert (window.status, window.done_on) == (Status.CLOSED, date(2004, 9, 8))
    assert window.notes == ()
    assert window.why.steps[-1].text.startswith("sent 35 Business Days before")


def test_a_mailing_with_18_business_days_left_is_too_late() -> None:
    window = _window("2004-10-05", intended("2004-08-02", "2004-10-28"), mailed("2004-10-01"))
    assert (window.status, window.done_on) == (Status.CLOSED, date(2004, 10, 1))
    assert window.notes == ("F2 was sent too late",)
    assert window.why.steps[-1].text.startswith("sent 18 Business Days before")


def test_a_mailing_too_early_leaves_the_window_open() -> None:
    window = _window("2004-09-01", intended("2004-08-02", "2004-10-28"), mailed("2004-08-30"))
    assert (window.status, window.notes) == (Status.OPEN, ("F2 was sent too early",))


SLIP = (
    intended("2004-08-02", "2004-10-28"),
    mailed("2004-09-08"),
    intended("2004-10-04", "2004-11-10"),
)


def test_measured_from_the_last_intended_day_the_same_mailing_was_too_early() -> None:
    window = _window("2004-10-05", *SLIP, intended_day="LAST-INTENDED")
    # November 10 less 20: Oct 13 (Nov 9 is 1, Oct 12 would be 21); less 40: Sep 14.
    assert _dates(window) == ("2004-09-14", "2004-10-13")
    assert (window.status, window.notes) == (Status.OPEN, ("F2 was sent too early",))
    assert window.why.steps[-1].text.startswith("sent 44 Business Days before")


def test_a_delay_too_long_for_any_day_to_be_safe_leaves_an_empty_window() -> None:
    far = (*SLIP[:2], intended("2004-10-04", "2005-01-31"))
    window = _window("2004-10-05", *far)
    assert window.safe is not None
    first, last = window.safe
    assert first > last


def test_a_delay_matters_only_after_a_mailing() -> None:
    moved = (intended("2004-08-02", "2004-10-28"), intended("2004-08-09", "2004-11-10"))
    window = _window("2004-08-10", *moved)
    assert _dates(window) == ("2004-09-14", "2004-10-13")
    assert "intended-day" not in window.why.readings


def _plain(*, at_most: int, at_least: int) -> WindowBefore:
    return WindowBefore.model_validate(
        {
            "id": "plain",
            "type": "window before",
            "clause": "9",
            "title": "Plain",
            "owed_by": "company",
            "action": "Send it.",
            "before_intended": "effectiveness-intended",
            "at_most": {"count": at_most, "unit": "days"},
            "at_least": {"count": at_least, "unit": "days"},
            "met_by": "questionnaire-mailed",
        }
    )


def test_a_window_in_calendar_days_is_counted_back_without_a_calendar() -> None:
    rule = _plain(at_most=30, at_least=10)
    terms = sample_terms().model_copy(update={"provisions": (*sample_terms().provisions, rule)})
    found = on("2004-10-01", intended("2004-09-30", "2004-10-31"), terms=terms).window("plain")
    assert found is not None
    assert _dates(found) == ("2004-10-01", "2004-10-21")
    assert "business-day" not in found.why.readings


def test_an_agreement_cannot_require_a_window_that_ends_before_it_begins() -> None:
    with pytest.raises(ValueError, match="at_most no shorter than"):
        _plain(at_most=10, at_least=30)


def test_a_mailing_by_another_method_still_counts_as_sent() -> None:
    faxed = fact(
        "questionnaire-mailed", "2004-09-08", given=[given("holders", "e-mail", "2004-09-08")]
    )
    window = _window("2004-09-10", intended("2004-08-02", "2004-10-28"), faxed)
    assert window.status is Status.CLOSED


def test_the_last_intended_day_is_in_the_basis_though_the_mailing_is_judged_by_another() -> None:
    assert _window("2004-10-05", *SLIP).why.facts == ("F1", "F3", "F2")


@pytest.mark.parametrize(
    ("sent", "note"),
    [
        ("2004-08-30", ("F2 was sent too early",)),
        ("2004-08-31", ()),
        ("2004-09-29", ()),
        ("2004-09-30", ("F2 was sent too late",)),
    ],
)
def test_the_first_and_the_last_day_are_included(sent: str, note: tuple[str, ...]) -> None:
    window = _window("2004-10-05", intended("2004-08-02", "2004-10-28"), mailed(sent))
    assert window.notes == note


def test_a_mailing_is_judged_by_an_intention_of_the_same_day() -> None:
    facts = (
        intended("2004-08-02", "2004-10-28"),
        intended("2004-09-30", "2004-11-10"),
        mailed("2004-09-30"),
    )
    window = _window("2004-10-05", *facts)
    assert (_dates(window), window.notes) == (("2004-09-14", "2004-10-13"), ())
