"""Readings: every question has a default, and an unknown question or choice is refused."""

import pytest

from dealclock.errors import RefusedError
from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import index_by_id
from dealclock.terms.readings import ALL, choice_problem, choose


def test_without_a_choice_every_reading_has_its_default() -> None:
    assert {q: c for q, c in choose({}).items() if q in _DEFAULTS} == _DEFAULTS


_DEFAULTS = {
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


def test_a_choice_changes_only_its_own_reading() -> None:
    chosen = choose({"default-occurs": "NEXT-DAY"})
    assert chosen["default-occurs"] == "NEXT-DAY"
    assert {q: c for q, c in chosen.items() if c != ALL[q].default} == {
        "default-occurs": "NEXT-DAY"
    }


def test_the_error_for_an_unknown_reading_suggests_the_nearest() -> None:
    with pytest.raises(RefusedError, match=r"no such reading.*Did you mean 'default-occurs'\?"):
        choose({"default-occur": "LAPSE"})


def test_the_error_for_an_unknown_choice_lists_the_allowed_ones() -> None:
    with pytest.raises(RefusedError, match="allowed for default-occurs: LAPSE, NEXT-DAY"):
        choose({"default-occurs": "lapse"})


def test_existing_choices_have_no_problem() -> None:
    assert {choice_problem(r.id, c) for r in ALL.values() for c in r.choices} == {None}


def test_the_choices_are_immutable() -> None:
    with pytest.raises(TypeError):
        choose({})["default-occurs"] = "NEXT-DAY"  # type: ignore[index]


def test_a_choice_the_law_has_rejected_can_be_made_but_is_not_open() -> None:
    assert choose({"trigger-day": "INCLUDED"})["trigger-day"] == "INCLUDED"
    assert ALL["trigger-day"].open == ("EXCLUDED",)
    assert ALL["default-occurs"].open == ("LAPSE", "NEXT-DAY")


def test_every_reading_applies_to_something_and_its_default_is_open() -> None:
    for reading in ALL.values():
        assert reading.applies_to
        assert reading.default in reading.open
        assert set(reading.settled_against) <= set(reading.others)


def test_two_event_kinds_with_one_id_are_refused() -> None:
    kinds = [FactKind("stop-order", "One."), FactKind("stop-order", "Another.")]
    with pytest.raises(ValueError, match="two event kinds have the id 'stop-order'"):
        index_by_id(kinds)
