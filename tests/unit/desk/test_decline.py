"""Declining: the owner hands an item over, both know, and the item never ends with no one."""

import json
from datetime import timedelta
from typing import Any

import pytest

from dealclock.alerts.outcome import Refused, State
from dealclock.desk.respond import ResponseRequest, respond
from dealclock.errors import TooNewError
from dealclock.people.policy import Reason
from dealclock.store import Store
from tests.contract.store import samples
from tests.contract.store.samples import rows
from tests.memory_table import MemoryTable
from tests.unit.alerts.escalating import already_sent, away, look, new_york, team, went
from tests.unit.desk.test_clicks import Scene, scene  # noqa: F401 - a fixture
from tests.unit.desk.test_respond import DUTY, NOW, VERA, Act, act, acting  # noqa: F401 - a fixture
from tests.unit.jobs.house import House
from tests.unit.jobs.scene import SLACK, only, planned
from tests.unit.jobs.test_notes import notes, run

TODAY = already_sent("2004-10-28 08:00", Reason.DUE_TODAY)


def test_the_archive_has_who_handed_it_to_whom_when_and_why(store: Store, act: Act) -> None:  # noqa: F811
    act("decline", to="ruth", note="Her filing")
    [entry] = [
        e for e in rows(store, "DEAL#granite", "AUDIT#", "AUDIT#~") if e.text("what") == "declined"
    ]
    detail = json.loads(entry.text("detail"))
    found = [detail[name] for name in ("instance", "person", "to", "why")]
    assert found == [DUTY, "maria", "ruth", "Her filing"]


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
