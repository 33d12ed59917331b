"""Who may do what: only listed people, and never denied ones."""

from datetime import date

import pytest

from dealclock.people.people import Action, Denial, People, Person, Role, StandsFor, may, outsiders


def person(name: str, role: Role) -> Person:
    return Person(
        id=name, name=name.title(), email=f"{name}@a.example", slack=f"U{name.upper()}", role=role
    )


LEAD, VIEWER = person("maria", "lead"), person("vera", "viewer")
PEOPLE = People(people=(LEAD, VIEWER))


@pytest.mark.parametrize("action", [a for a in Action if a is not Action.BREAK])
def test_a_lead_may_do_everything_but_emergency_access(action: Action) -> None:
    assert may(LEAD, action, PEOPLE)
    assert not may(LEAD, Action.BREAK, PEOPLE)


def test_a_viewer_may_read_but_not_record() -> None:
    assert may(VIEWER, Action.READ, PEOPLE)
    assert not may(VIEWER, Action.RECORD, PEOPLE)


def test_counsel_may_respond_to_an_alert_and_a_viewer_may_not() -> None:
    counsel = person("james", "approver")
    people = People(people=(counsel, VIEWER))
    assert may(counsel, Action.HANDLE, people)
    assert not may(counsel, Action.RECORD, people)
    assert not may(VIEWER, Action.HANDLE, people)


@pytest.mark.parametrize("action", list(Action))
def test_the_deny_list_overrides_every_role(action: Action) -> None:
    denied = People(people=(LEAD, VIEWER), deny=("maria",))
    assert not may(LEAD, action, denied)
    assert may(VIEWER, Action.READ, denied)


def test_a_person_not_listed_may_do_nothing() -> None:
    stranger = person("sam", "lead")
    assert not may(stranger, Action.READ, PEOPLE)
    assert not may(None, Action.READ, PEOPLE)


def test_unknown_and_denied_people_are_outsiders_in_the_order_given() -> None:
    denied = People(people=(LEAD, VIEWER), deny=("vera",))
    assert outsiders(["UMARIA", "USTRANGER", "UVERA"], denied) == ["USTRANGER", "UVERA"]


# Vera joins on Monday, November 2, 2026, and leaves on Friday the 6th.
MONDAY, FRIDAY = date(2026, 11, 2), date(2026, 11, 6)
WEEK = VIEWER.model_copy(update={"first_day": MONDAY, "last_day": FRIDAY})


@pytest.mark.parametrize(
    ("on", "allowed"),
    [
        (date(2026, 11, 1), False),
        (MONDAY, True),
        (FRIDAY, True),
        (date(2026, 11, 7), False),
    ],
)
def test_an_entry_applies_from_its_first_to_its_last_day_inclusive(on: date, allowed: bool) -> None:
    people = People(people=(LEAD, WEEK))
    assert may(WEEK, Action.READ, people, on) is allowed
    there = people.on(on)
    assert may(there.of_slack("UVERA"), Action.READ, there) is allowed
    assert may(there.of_slack("UMARIA"), Action.READ, there)
    assert outsiders(["UMARIA", "UVERA"], people, on) == ([] if allowed else ["UVERA"])


@pytest.mark.parametrize(
    ("on", "allowed"),
    [
        (date(2026, 11, 1), True),
        (MONDAY, False),
        (FRIDAY, False),
        (date(2026, 11, 7), True),
    ],
)
def test_a_denial_overrides_the_allow_list_on_its_days(on: date, allowed: bool) -> None:
    shut = Denial(person="maria", first_day=MONDAY, last_day=FRIDAY, added_by="Ann", why="A wall")
    people = People(people=(LEAD, VIEWER), deny=(shut,))
    assert may(LEAD, Action.READ, people, on) is allowed
    there = people.on(on)
    assert may(there.person("maria"), Action.READ, there) is allowed


def test_without_a_day_only_entries_valid_on_every_day_count() -> None:
    shut = Denial(person="maria", last_day=FRIDAY)
    people = People(people=(LEAD, WEEK), deny=(shut,))
    assert not may(LEAD, Action.READ, people)
    assert not may(WEEK, Action.READ, people)


def test_a_denied_person_is_denied_on_each_day_of_a_dated_entry_too() -> None:
    people = People(people=(WEEK,), deny=("vera",))
    assert not may(WEEK, Action.READ, people, MONDAY)
    assert not may(people.on(MONDAY).people[0], Action.READ, people.on(MONDAY))


def test_a_person_added_to_a_list_later_is_known_in_advance() -> None:
    people = People(people=(LEAD, WEEK), deny=(Denial(person="maria", last_day=FRIDAY),))
    # Vera comes on Monday; Maria's denial ends on Friday, so that she is back on Saturday.
    assert people.joining_after(date(2026, 11, 1)) == [MONDAY, date(2026, 11, 7)]
    assert people.joining_after(MONDAY) == [date(2026, 11, 7)]


@pytest.mark.parametrize("stands_for", ["trustee", "holder", "counterparty"])
@pytest.mark.parametrize("role", ["viewer", "editor", "lead", "approver"])
def test_outsiders_may_only_ask_in_any_role(stands_for: StandsFor, role: Role) -> None:
    trust = person("trust", role).model_copy(update={"stands_for": stands_for})
    people = People(people=(LEAD, trust))
    assert [a for a in Action if may(trust, a, people)] == [Action.CONSULT]
    assert outsiders(["UMARIA", "UTRUST"], people) == ["UTRUST"]


def test_an_administrator_may_take_emergency_access_and_not_read() -> None:
    operator = person("olga", "administrator")
    people = People(people=(LEAD, operator))
    assert [a for a in Action if may(operator, a, people)] == [Action.BREAK]
    denied = People(people=(LEAD, operator), deny=("olga",))
    assert not may(operator, Action.BREAK, denied)


def test_a_person_is_found_by_each_of_their_names_and_no_other() -> None:
    maria = LEAD.model_copy(update={"name": "Maria Lopez", "logins": ("mlopez",)})
    names = ["maria", "Maria Lopez", "maria lopez ", "UMARIA", "maria@a.example", "MLOPEZ"]
    assert all(maria.goes_by(name) for name in names)
    assert not any(maria.goes_by(name) for name in ["Maria", "lopez", "mlopez2", ""][1:])
