"""Declining: the owner hands an item over, both know, and the item never ends with no one."""

import json
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from dealclock.alerts.outcome import Refused, State
from dealclock.desk.respond import ResponseRequest, respond
from dealclock.errors import RefusedError, TooNewError
from dealclock.people.away import Away
from dealclock.people.people import Person
from dealclock.people.policy import Reason
from dealclock.store import Store
from dealclock.store.memory import MemoryTable
from tests.contract.store import samples
from tests.contract.store.samples import rows
from tests.unit.alerts.escalating import already_sent, away, look, new_york, team, went
from tests.unit.desk.test_clicks import Scene, scene  # noqa: F401 - a fixture
from tests.unit.desk.test_respond import DUTY, NOW, VERA, Act, acting, audited, deal
from tests.unit.jobs.house import House
from tests.unit.jobs.scene import SLACK, only, planned
from tests.unit.jobs.test_notes import notes, run

DAY = date(2004, 10, 28)
TODAY = already_sent("2004-10-28 08:00", Reason.DUE_TODAY)
TRUDY = Person.model_validate(
    {
        "id": "trudy",
        "name": "Trudy Trust",
        "email": "t@trustee.example",
        "slack": "U01TRUDY",
        "role": "viewer",
        "stands_for": "trustee",
    }
)


@pytest.fixture
def act(store: Store) -> Act:
    bundle = deal()
    people = (*bundle.team.people, TRUDY)
    bundle = replace(bundle, team=bundle.team.model_copy(update={"people": people}))
    store.deals.load(bundle, NOW - timedelta(days=90), "tests")
    return acting(store)


def owners(store: Store, instance: str = DUTY) -> list[str]:
    deal = store.deals.get("granite")
    assert deal is not None
    return [p.id for p in deal.at(NOW).team.owner_of("company", instance, DAY)]


def test_without_a_name_the_backup_owns_it_and_the_owner_becomes_the_backup(
    store: Store, act: Act
) -> None:
    done = act("decline", note="On leave from Friday")
    assert (done.handled.action, done.handled.by, done.handled.to) == ("declined", "maria", "tom")
    assert done.handled.until is None, "it pauses nothing"
    assert [p.id for p in done.answering] == ["tom", "maria"]
    assert owners(store) == ["tom", "maria"]
    assert owners(store, "shelf-filing") == ["maria", "tom"], "no other item goes with it"


def test_a_named_person_owns_it_and_the_backup_stays(store: Store, act: Act) -> None:
    for name in ("Ruth Adler", "ruth", "U01RUTH"):
        assert act("decline", to=name).handled.to == "ruth"
    assert owners(store) == ["ruth", "tom"]
    assert len(store.responses.of_deal("granite")) == 1, "said again it changes nothing"
    assert act("decline", "ruth", to="maria").handled.to == "maria"
    assert owners(store) == ["maria", "tom"]


def test_the_archive_has_who_handed_it_to_whom_when_and_why(store: Store, act: Act) -> None:
    act("decline", to="ruth", note="Her filing")
    [entry] = [
        e for e in rows(store, "DEAL#granite", "AUDIT#", "AUDIT#~") if e.text("what") == "declined"
    ]
    detail = json.loads(entry.text("detail"))
    found = [detail[name] for name in ("instance", "person", "to", "why")]
    assert found == [DUTY, "maria", "ruth", "Her filing"]


@pytest.mark.parametrize("person", ["tom", "ruth", "james"])
def test_only_the_owner_hands_it_over(store: Store, act: Act, person: str) -> None:
    with pytest.raises(RefusedError, match="Only its owner can: Maria Lopez"):
        act("decline", person, to="ruth")
    assert audited(store) == ["refused decline"]
    assert owners(store) == ["maria", "tom"]


def test_who_handed_it_over_owns_it_no_more(act: Act) -> None:
    act("decline", to="ruth")
    with pytest.raises(RefusedError, match="Only its owner can: Ruth Adler"):
        act("decline", to="tom")


@pytest.mark.parametrize(
    ("to", "says"),
    [
        ("Nobody Known", "Name one of these people: Tom Becker, Ruth Adler"),
        ("trudy", "Trudy Trust cannot respond to alerts"),
        ("vera", "Vera cannot respond to alerts"),
        ("maria", "Maria Lopez owns effectiveness already"),
    ],
)
def test_no_one_outside_the_team_or_unable_to_act_can_be_named(
    store: Store, act: Act, to: str, says: str
) -> None:
    with pytest.raises(RefusedError, match=says):
        act("decline", to=to)
    assert owners(store) == ["maria", "tom"]


def test_a_person_who_is_away_without_a_delegate_cannot_be_named(store: Store) -> None:
    gone = Away(person="ruth", first_day=DAY, last_day=DAY)
    store.deals.load(deal(away=(gone,)), NOW - timedelta(days=90), "tests")
    with pytest.raises(RefusedError, match="Ruth Adler is away without a delegate"):
        acting(store)("decline", to="ruth")


def test_the_delegate_of_an_owner_who_is_away_hands_it_over(store: Store) -> None:
    gone = Away(person="maria", first_day=DAY, last_day=DAY, delegate="ruth")
    store.deals.load(deal(away=(gone,)), NOW - timedelta(days=90), "tests")
    assert acting(store)("decline", "ruth").handled.to == "tom"


def test_an_earlier_acknowledgment_no_longer_counts(act: Act, store: Store) -> None:
    act("acknowledge")
    act("decline", to="ruth", now=NOW + timedelta(minutes=1))
    done = act("acknowledge", "ruth", now=NOW + timedelta(minutes=2))
    assert done.handled.action == "acknowledged"
    assert act("acknowledge", now=NOW + timedelta(minutes=3)).handled.action == "seen"


# --- escalation: Thu, Oct 28; the owner after 60 minutes, the backup after 180 --------------------


def steps(at: str, handed: str, **more: Any) -> list[str]:
    whole = team(**more).handing({TODAY.instance: handed})
    return [f"{s.name} {r}" for s in look(at, [TODAY], of=whole) for r in s.to]


def test_escalation_goes_to_the_new_owner_and_the_one_before_is_the_backup() -> None:
    assert steps("2004-10-28 11:00", "bert") == ["owner mention:bert", "backup mention:olga"]
    assert steps("2004-10-28 11:00", "dora") == ["owner mention:dora", "backup mention:bert"]


@pytest.mark.parametrize("handed", ["vera", "no-longer-there"])
def test_a_person_who_can_no_longer_act_leaves_it_with_the_partys_owner(handed: str) -> None:
    assert steps("2004-10-28 09:00", handed) == ["owner mention:olga"]


def test_when_neither_is_reached_the_partys_owner_and_backup_are() -> None:
    gone = (away("dora", "2004-10-28", "2004-10-28"), away("bert", "2004-10-28", "2004-10-28"))
    assert steps("2004-10-28 09:00", "dora", away=gone) == ["owner mention:olga"]


def test_a_step_that_was_taken_is_not_repeated() -> None:
    whole = team().handing({TODAY.instance: "dora"})
    sent = [TODAY, went("2004-10-28 09:00", "owner")]
    assert look("2004-10-28 09:30", sent, of=whole) == ()
    assert look("2004-10-28 11:00", sent, of=whole)[0].at == new_york("2004-10-28 11:00")


# --- who is notified ------------------------------------------------------------------------------


@pytest.fixture
def house(store: Store) -> House:
    made = planned(store, facts=())
    only(made, SLACK)
    made.deliver_next()
    return made


def hand_over(house: House, **more: Any) -> None:
    asked = ResponseRequest("story", "shelf-filing", "decline", "maria", **more)
    respond(asked, house.services, "tests")
    run(house)


def test_the_thread_says_it_and_mentions_the_new_owner(house: House) -> None:
    hand_over(house, to="ruth", note="Her <!channel> filing")
    house.deliver_all()
    [(thread, line)] = notes(house)
    assert thread == "ts-0"
    assert line.startswith("Maria Lopez handed Resale shelf filing to ")
    assert "who owns it now" in line
    assert "&lt;!channel&gt;" in line
    (reply,) = [p for p in house.slack.posts if p.thread]
    assert "<@U01RUTH>" in reply.text
    ((_, post),) = house.slack.updates
    assert "handed to Ruth Adler by Maria Lopez" in str(post.blocks)
    (row,) = [b for b in post.blocks if b["type"] == "actions"]
    assert row["elements"][0]["action_id"] == "alert:acknowledge", "it is still to be answered"


def test_without_a_thread_the_new_owner_gets_a_direct_message_then_an_email(store: Store) -> None:
    house = planned(store, facts=())
    house.queue.deliveries.clear()
    hand_over(house)
    [message] = house.queue.deliveries
    house.slack.outcomes.append(Refused("person_deactivated"))
    house.deliver_all()
    [post] = house.slack.posts
    assert (post.channel, post.thread) == ("U01TOM", "")
    assert "shelf-filing" in str(post.blocks)
    house.deliver_all()
    assert any(m.to == "tom.becker@issuer.example" for m in house.mailbox.mails)
    assert message.deal == "story"


def test_the_note_is_planned_once(house: House) -> None:
    hand_over(house)
    house.deliver_all()
    hand_over(house)
    assert State.SENT not in house.deliver_all() or len(notes(house)) == 1


# --- the ways to it -------------------------------------------------------------------------------


# --- an older release -----------------------------------------------------------------------------


def test_a_release_that_does_not_know_it_refuses_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(MemoryTable())
    store.deals.load(samples.live(samples.fact()), NOW - timedelta(days=90), "tests")
    acting(store)("decline")
    monkeypatch.setattr("dealclock.store.formats.FORMAT", 2)
    with pytest.raises(TooNewError):
        store.deals.get("granite")
    with pytest.raises(TooNewError):
        store.responses.of_deal("granite")


def test_without_a_handover_nothing_needs_a_newer_release(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(MemoryTable())
    store.deals.load(samples.live(samples.fact()), NOW - timedelta(days=90), "tests")
    acting(store)("acknowledge")
    monkeypatch.setattr("dealclock.store.formats.FORMAT", 2)
    assert store.deals.get("granite") is not None
    assert VERA.id
