"""Who may do what: only those listed, and never those denied."""

import pytest

from dealclock.access.people import Action, People, Person, Role, may, outsiders


def person(name: str, role: Role) -> Person:
    return Person(
        id=name, name=name.title(), email=f"{name}@a.example", slack=f"U{name.upper()}", role=role
    )


LEAD, VIEWER = person("maria", "lead"), person("vera", "viewer")
PEOPLE = People(people=(LEAD, VIEWER))


@pytest.mark.parametrize("action", list(Action))
def test_a_lead_may_read_receive_and_record(action: Action) -> None:
    assert may(LEAD, action, PEOPLE)


def test_a_viewer_may_read_but_not_record() -> None:
    assert may(VIEWER, Action.READ, PEOPLE)
    assert not may(VIEWER, Action.RECORD, PEOPLE)


def test_counsel_may_answer_an_alert_and_a_viewer_may_not() -> None:
    counsel = person("james", "approver")
    people = People(people=(counsel, VIEWER))
    assert may(counsel, Action.HANDLE, people)
    assert not may(counsel, Action.RECORD, people)
    assert not may(VIEWER, Action.HANDLE, people)


@pytest.mark.parametrize("action", list(Action))
def test_the_deny_list_beats_every_role(action: Action) -> None:
    denied = People(people=(LEAD, VIEWER), deny=("maria",))
    assert not may(LEAD, action, denied)
    assert may(VIEWER, Action.READ, denied)


def test_whoever_is_not_listed_may_nothing() -> None:
    stranger = person("sam", "lead")
    assert not may(stranger, Action.READ, PEOPLE)
    assert not may(None, Action.READ, PEOPLE)


def test_outsiders_are_the_unknown_and_the_denied_in_the_order_given() -> None:
    denied = People(people=(LEAD, VIEWER), deny=("vera",))
    assert outsiders(["UMARIA", "USTRANGER", "UVERA"], denied) == ["USTRANGER", "UVERA"]
