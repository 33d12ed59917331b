"""Readings: every question has a default, and an unknown question or choice is refused."""

import pytest

from dealclock.agreement.readings.all import (
    ALL,
    DuplicateIdError,
    UnknownReading,
    choose,
    once_each,
    problem_with,
)
from dealclock.agreement.readings.reading import Reading
from dealclock.facts.kind import FactKind


def test_without_a_choice_every_question_takes_its_default() -> None:
    assert {q: c for q, c in choose({}).items() if q in _BY_HAND} == _BY_HAND


_BY_HAND = {
    "business-day": "federal-reserve",
    "default-occurs": "LAPSE",
    "uncured-default-occurs": "AT-LAPSE",
    "sale-notice-effect": "FROM-NOTICE",
    "at-least-before": "NTH-DAY",
    "suspension-in-cure-window": "TOLL-RESUME",
    "rate-ladder": "CALENDAR-LADDER",
    "concurrent-defaults": "SINGLE-RATE",
    "default-after-cure": "RESTART",
    "default-at-period-end": "STOP",
    "later-issued-notes": "FROM-ISSUE",
    "trigger-day": "EXCLUDED",
    "closed-last-day": "NO-ROLL",
    "notice-event": "DEFAULT-DATE",
    "first-day-of-default": "DAY-AFTER",
}


def test_a_choice_moves_its_own_question_only() -> None:
    chosen = choose({"default-occurs": "NEXT-DAY"})
    assert chosen["default-occurs"] == "NEXT-DAY"
    assert {q: c for q, c in chosen.items() if c != ALL[q].default} == {
        "default-occurs": "NEXT-DAY"
    }


def test_an_unknown_question_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownReading, match=r"no such reading.*Did you mean 'default-occurs'\?"):
        choose({"default-occur": "LAPSE"})


def test_an_unknown_choice_is_refused_with_those_allowed() -> None:
    with pytest.raises(UnknownReading, match="allowed for default-occurs: LAPSE, NEXT-DAY"):
        choose({"default-occurs": "lapse"})


def test_a_choice_that_exists_has_no_problem() -> None:
    assert {problem_with(r.id, c) for r in ALL.values() for c in r.choices} == {None}


def test_the_choices_cannot_be_changed_afterwards() -> None:
    with pytest.raises(TypeError):
        choose({})["default-occurs"] = "NEXT-DAY"  # type: ignore[index]


def test_a_choice_the_law_has_settled_against_can_be_made_and_is_not_open() -> None:
    assert choose({"trigger-day": "INCLUDED"})["trigger-day"] == "INCLUDED"
    assert ALL["trigger-day"].open == ("EXCLUDED",)
    assert ALL["default-occurs"].open == ("LAPSE", "NEXT-DAY")


def test_every_reading_is_asked_of_something_and_its_default_is_open() -> None:
    for reading in ALL.values():
        assert reading.asked_of
        assert reading.default in reading.open
        assert set(reading.settled_against) <= set(reading.others)


def test_two_readings_of_one_id_are_refused_since_one_would_hide_the_other() -> None:
    one = Reading("review-period", ("duty",), "Is it?", {"YES": "it is", "NO": "it is not"})
    other = Reading("review-period", ("stop",), "Was it?", {"YES": "it was", "NO": "it was not"})
    assert list(once_each([one], "readings")) == ["review-period"]
    with pytest.raises(DuplicateIdError, match="two readings have the id 'review-period'"):
        once_each([one, other], "readings")


def test_so_are_two_kinds_of_fact() -> None:
    kinds = [FactKind("stop-order", "One."), FactKind("stop-order", "Another.")]
    with pytest.raises(DuplicateIdError, match="two event kinds have the id 'stop-order'"):
        once_each(kinds, "event kinds")
