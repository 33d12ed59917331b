"""Second approval: who may approve, what can be approved, and only once."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from dealclock.desk.approve import approve
from dealclock.errors import NotFoundError, RefusedError
from dealclock.facts.fact import Fact
from dealclock.facts.kinds import kinds_of
from dealclock.jobs.deal_day import deal_now, waiting
from dealclock.jobs.find_deal import find_deal
from dealclock.people.acts import Act
from dealclock.people.approval import Subject
from dealclock.people.people import Denial, Person
from dealclock.store import Bundle, Store
from tests.contract.store import samples
from tests.services import acting, services
from tests.unit.jobs.house import Queue

NOW = datetime(2004, 12, 1, 15, tzinfo=UTC)
OLGA = Person.model_validate(
    {
        "id": "olga",
        "name": "Olga",
        "email": "olga@ops.example",
        "slack": "U01OLGA",
        "role": "administrator",
        "logins": ("deploy",),
    }
)
WAIVED = Fact.model_validate(
    {"id": "F12", "kind": "waiver", "on": "2004-11-15", "about": "default-ii"}
)


@dataclass(frozen=True)
class Approved:
    """The approval that was stored, and what the deal's items still await."""

    approval: Act
    waiting: tuple[Subject, ...]
    rehearsal: bool


Approve = Callable[..., Approved]


def granite(*facts: Fact, **changes: Any) -> Bundle:
    """Granite, live: Maria leads, James approves, Olga runs the stack as `deploy`.

    James chose how default-occurs is read.
    """
    bundle = samples.live(samples.fact(), *facts)
    team = bundle.team.model_copy(update={"people": (*bundle.team.people, OLGA), **changes})
    return replace(bundle, team=team)


@pytest.fixture
def loaded(store: Store) -> Store:
    store.deals.load(granite(WAIVED), NOW - timedelta(days=9), "deploy")
    return store


@pytest.fixture
def ask(loaded: Store) -> Approve:
    return asking(loaded)


def asking(store: Store) -> Approve:
    def do(subject: str, person: str = "maria", by: str = "mlopez", **more: Any) -> Approved:
        now = more.pop("now", NOW)
        name, on = more.pop("deal", "Granite"), services(store, now=now, assess=Queue())
        approve(acting(name, person, on, by), {"subject": subject})
        after = find_deal(name, store)
        left = waiting(after, store, deal_now(after, now)[1])
        [stored] = (
            each
            for each in store.responses.approvals(after.meta.id)
            if (each.subject, each.by, each.at) == (subject, person, now)
        )
        return Approved(stored, left, after.meta.rehearsal)

    return do


def test_the_person_who_loaded_cannot_request_in_anothers_name(loaded: Store, ask: Approve) -> None:
    with pytest.raises(RefusedError, match=r"^version 1 of the terms was stored by deploy"):
        ask("terms:1", "maria", by="Deploy")
    assert loaded.responses.approvals("granite") == ()


@pytest.mark.parametrize("stored_by", ["maria", "web"])
def test_what_a_person_recorded_on_a_page_another_approves(store: Store, stored_by: str) -> None:
    """By the id of the person of its link; before 0.3.0 under the name of all pages."""
    store.deals.load(granite(), NOW - timedelta(days=9), "deploy")
    recorded = WAIVED.model_copy(update={"recorded_by": "Maria Lopez"})
    kinds = kinds_of(find_deal("Granite", store).terms)
    store.deals.record_fact("granite", recorded, NOW - timedelta(days=8), stored_by, kinds)
    with pytest.raises(RefusedError, match="was made by Maria Lopez, who cannot also approve it"):
        asking(store)("fact:F12", "maria")
    assert asking(store)("fact:F12", "james", by="james").approval.by == "james"


def test_when_the_loader_is_unknown_no_one_can_be_the_second_person(store: Store) -> None:
    store.deals.load(granite(WAIVED), NOW - timedelta(days=9), "someone")
    with pytest.raises(RefusedError, match="'someone', who is not on the team"):
        asking(store)("terms:1", "maria")


def test_in_a_rehearsal_one_login_plays_all_the_parts_but_no_person_two(store: Store) -> None:
    story = samples.rehearsal()
    store.deals.load(story, NOW, "me")
    ask = asking(store)
    assert ask("terms:1", "maria", by="me", deal=story.id).rehearsal
    with pytest.raises(RefusedError, match="cannot also approve it"):
        ask("reading:default-occurs", "james", by="me", deal=story.id)


def test_a_future_event_of_a_rehearsal_does_not_await_approval_yet(store: Store) -> None:
    """Waived on November 15, 2004, by the rehearsal's file."""
    story = samples.rehearsal(WAIVED)
    store.deals.load(story, NOW, "me")
    ask = asking(store)
    store.deals.rehearse_to(story.id, date(2004, 11, 12), NOW, "tests")
    assert "fact:F12" not in [str(each) for each in ask("terms:1", "maria", deal=story.id).waiting]
    with pytest.raises(RefusedError, match="These do: terms:1") as refused:
        ask("fact:F12", "maria", deal=story.id)
    assert str(refused.value).count("F12") == 1, "only as it was typed"
    store.deals.rehearse_to(story.id, date(2004, 11, 15), NOW, "tests")
    assert ask("fact:F12", "maria", deal=story.id).rehearsal


def test_an_earlier_version_may_still_be_approved(loaded: Store, ask: Approve) -> None:
    changed = samples.terms().model_copy(update={"not_modelled": ()})
    loaded.deals.load(replace(granite(WAIVED), terms=changed), NOW, "deploy")
    assert str(ask("terms:1").waiting[0]) == "terms:2"
    assert ask("terms:2").approval.name == "Maria Lopez"


@pytest.mark.parametrize("person", ["nobody", "james", "olga"])
def test_a_person_not_on_the_team_today_may_not_approve(store: Store, person: str) -> None:
    gone = Denial(person="james", first_day=date(2004, 12, 1), why="Left")
    store.deals.load(granite(WAIVED, deny=(gone,)), NOW - timedelta(days=9), "deploy")
    with pytest.raises(RefusedError, match=r"is not on the team of Granite|cannot approve"):
        asking(store)("terms:1", person)
    if person == "james":
        before = NOW - timedelta(days=1)
        assert asking(store)("terms:1", person, now=before).approval.by == "james"


def test_without_an_approver_it_says_so(store: Store) -> None:
    editors = tuple(p.model_copy(update={"role": "editor"}) for p in granite().team.people)
    store.deals.load(granite(WAIVED, people=editors), NOW - timedelta(days=9), "deploy")
    for person in ("maria", "ann"):
        with pytest.raises(RefusedError, match="no one yet; give a person a role that may"):
            asking(store)("terms:1", person)


def test_an_unknown_deal_is_refused(ask: Approve) -> None:
    with pytest.raises(NotFoundError, match="there is no deal 'Basalt'"):
        ask("terms:1", deal="Basalt")
