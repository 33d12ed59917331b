"""Rate limits: a route that asks to wait is left alone, others are not; one post a second."""

from dataclasses import replace
from datetime import timedelta

import pytest

from dealclock.alerts.outcome import Later, State
from dealclock.jobs.queues import LONGEST_DELAY, Deliver
from dealclock.store import Store
from tests.unit.jobs.house import House
from tests.unit.jobs.scene import MARIA, SLACK, TOM, dm, only, planned, stored

HOUR = 3600


@pytest.fixture
def house(store: Store) -> House:
    return planned(store)


def another(house: House, like: Deliver) -> Deliver:
    """A second alert on the same route."""
    delivery = stored(house, like).delivery
    other = replace(delivery.alert, revision=delivery.alert.revision + 1)
    second = replace(delivery, alert=other, root_cause="")
    assert house.store.outbox.plan(second, True, house.now).new
    message = like.model_copy(update={"delivery": second.id})
    house.queue.send(message)
    return message


def test_every_other_delivery_also_avoids_a_channel_that_asked_to_wait(house: House) -> None:
    message = only(house, SLACK)
    second = another(house, message)
    house.slack.outcomes.append(Later(30))
    assert house.deliver_all() == [State.PLANNED, State.PLANNED]
    assert len(house.slack.posts) == 1, "the second was not even tried"
    assert stored(house, second).failures == 0
    assert stored(house, message).failures == 0
    house.wait(30)
    assert State.SENT in house.deliver_all()
    house.deliver_all()
    assert {stored(house, m).state for m in (message, second)} == {State.SENT}


def test_no_other_route_waits_for_it(house: House) -> None:
    message = only(house, SLACK)
    house.slack.outcomes.append(Later(HOUR))
    house.deliver_next()
    house.queue.deliveries.clear()
    direct = dm(house, "maria", message)
    house.queue.send(direct)
    assert house.deliver_next() is State.SENT
    for route in (MARIA, TOM):
        kind, _, to = route.partition(":")
        alert = stored(house, message).delivery.alert
        house.queue.send(message.model_copy(update={"delivery": f"{alert.id}-{kind}-{to}"}))
        assert house.deliver_next() is State.SENT


def test_a_wait_longer_than_the_queue_allows_is_split(house: House) -> None:
    message = only(house, SLACK)
    house.slack.outcomes.append(Later(HOUR))
    house.deliver_next()
    assert stored(house, message).not_before == house.now + timedelta(seconds=HOUR)
    tries = 0
    while stored(house, message).state is not State.SENT:
        # SQS cuts every delay to a quarter of an hour.
        house.wait(min(house.queue.delays[-1], LONGEST_DELAY))
        house.deliver_next()
        tries += 1
    assert tries == 4
    assert len(house.slack.posts) == 2
    assert stored(house, message).failures == 0


def test_one_message_a_second_is_posted_in_a_channel(house: House) -> None:
    house.outlets = replace(house.outlets, slack_gap=timedelta(seconds=1))
    message = only(house, SLACK)
    messages = [message, another(house, message)]
    messages.append(another(house, messages[-1]))
    assert house.deliver_all() == [State.SENT, State.PLANNED, State.PLANNED]
    assert house.queue.delays[-2:] == [1, 1]
    house.wait(1)
    assert sorted(house.deliver_all()) == [State.PLANNED, State.SENT]
    house.wait(1)
    assert house.deliver_all() == [State.SENT]
    assert len(house.slack.posts) == 3
    assert {stored(house, m).failures for m in messages} == {0}


def test_an_email_does_not_wait(house: House) -> None:
    house.outlets = replace(house.outlets, slack_gap=timedelta(seconds=1))
    another(house, only(house, MARIA))
    assert house.deliver_all() == [State.SENT, State.SENT]
