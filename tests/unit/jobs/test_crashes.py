"""A worker that dies before or after each of its effects: the alert arrives, and how often."""

from typing import Any

import pytest

from dealclock.alerts.outcome import Refused, State
from dealclock.channels import ArrivedAttempt, Attempt, MissingAttempt
from dealclock.errors import LostError
from dealclock.jobs.deliver.deliver import LEASE, deliver
from dealclock.store import Store
from dealclock.store.outbox import Outbox
from tests.unit.jobs.house import House
from tests.unit.jobs.scene import MARIA, SLACK, ended, only, planned, stored

EFFECTS = ["claim", "reserve_slot", "keep_rendition", "send", "settle"]


class DiedError(BaseException):
    """The process is gone; nothing of it runs any more."""


@pytest.fixture
def house(store: Store, monkeypatch: pytest.MonkeyPatch) -> House:
    """One alert, in front of a Slack that finds what it was sent."""
    made = planned(store)

    def look_up(attempt: Attempt) -> ArrivedAttempt | MissingAttempt:
        there = [i for i, post in enumerate(made.slack.posts) if post.id == attempt.id]
        return ArrivedAttempt(f"ts-{there[0]}") if there else MissingAttempt()

    monkeypatch.setattr(made.slack, "look_up", look_up)
    return made


def dies_once(
    monkeypatch: pytest.MonkeyPatch, house: House, effect: str, when: str, outlet: Any
) -> None:
    """The next time the effect is to be made, the worker dies before or after it."""
    owner: Any = outlet if effect == "send" else Outbox
    whole, deaths = getattr(owner, effect), iter([True])

    def made(*given: Any, **more: Any) -> Any:
        if not next(deaths, False):
            return whole(*given, **more)
        if when == "after":
            whole(*given, **more)
        raise DiedError

    monkeypatch.setattr(owner, effect, made)


def carried_through(house: House, message: Any) -> None:
    """The lease runs out, the queue brings the message again, until it is settled."""
    for _ in range(4):
        house.wait(LEASE.seconds + 1)
        house.queue.deliveries.clear()
        house.queue.send(message)
        if house.deliver_next() is State.SENT:
            return


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("effect", EFFECTS)
def test_a_post_is_in_its_channel_exactly_once(
    house: House, monkeypatch: pytest.MonkeyPatch, effect: str, when: str
) -> None:
    message = only(house, SLACK)
    if effect == "reserve_slot":
        second = house.outlets.__class__(house.slack, house.mailbox, house.outlets.sender)
        house.outlets = second
    dies_once(monkeypatch, house, effect, when, house.slack)
    with pytest.raises(DiedError):
        house.deliver_next()
    carried_through(house, message)
    assert ended(house, message) == (State.SENT, None)
    assert [post.id for post in house.slack.posts] == [message.delivery]


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("effect", [e for e in EFFECTS if e != "reserve_slot"])
def test_an_email_arrives_once_and_any_repeat_is_marked(
    house: House, monkeypatch: pytest.MonkeyPatch, effect: str, when: str
) -> None:
    message = only(house, MARIA)
    dies_once(monkeypatch, house, effect, when, house.mailbox)
    with pytest.raises(DiedError):
        house.deliver_next()
    carried_through(house, message)
    assert ended(house, message) == (State.SENT, None)
    marks = [mail.content["X-Dealclock-Repeated"] for mail in house.mailbox.mails]
    left_the_house = (effect, when) in [
        ("send", "after"),
        ("settle", "before"),
        ("settle", "after"),
    ]
    if (effect, when) == ("settle", "after"):
        assert marks == [None], "its word was heard before it died"
    elif left_the_house:
        assert marks == [None, "possibly"]
    elif (effect, when) == ("claim", "before"):
        assert marks == [None], "nothing had begun"
    else:
        # Nobody can say that it never left; what is sent at last says so.
        assert marks == ["possibly"]


def test_a_refusal_that_was_not_stored_is_refused_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = only(house, SLACK)
    house.slack.outcomes.extend([Refused("is_archived"), Refused("is_archived")])
    monkeypatch.setattr(house.slack, "look_up", lambda _: MissingAttempt())
    dies_once(monkeypatch, house, "settle", "before", None)
    with pytest.raises(DiedError):
        house.deliver_next()
    house.wait(LEASE.seconds + 1)
    house.queue.send(message)
    assert house.deliver_next() is State.REFUSED
    assert ended(house, message) == (State.REFUSED, "is_archived")


def test_a_worker_held_up_past_its_lease_sends_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It rendered slowly; meanwhile another claimed, looked, and sent."""
    message = only(house, SLACK)
    keep, first = Outbox.keep_rendition, iter([True])

    def slowly(self: Outbox, *given: Any, **more: Any) -> None:
        if next(first, False):
            house.wait(LEASE.seconds + 1)
            other = deliver(
                message,
                house.services,
            )
            assert other is State.SENT
        keep(self, *given, **more)

    monkeypatch.setattr(Outbox, "keep_rendition", slowly)
    with pytest.raises(LostError, match="no longer belongs"):
        house.deliver_next()
    assert len(house.slack.posts) == 1
    assert stored(house, message).state is State.SENT
