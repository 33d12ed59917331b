"""Later news of a cause: a reply when there is a thread, and never long delayed by it."""

import re
from dataclasses import replace
from datetime import date, timedelta

import pytest

from dealclock.alerts.delivery import Route
from dealclock.alerts.outcome import Refused, State
from dealclock.jobs.deliver.threads import PARENT_WITHIN
from dealclock.jobs.queues import Deliver
from dealclock.people.acts import Act
from dealclock.people.policy import Reason
from dealclock.store import DeliveryKey, Store
from tests.unit.jobs.house import House
from tests.unit.jobs.scene import KNOWN, SLACK, change, ended, key, only, planned, stored

CAUSE, CHANNEL = "shelf-filing", "C0STORY"
MARIA = "<@U01MARIA>"


@pytest.fixture
def house(store: Store) -> House:
    """A first alert of the filing, planned, and its message in the queue."""
    return planned(store, facts=())


@pytest.fixture
def first(house: House) -> Deliver:
    return only(house, SLACK)


def news(
    house: House, of: Deliver, route: str = SLACK, *reasons: Reason, step: str = ""
) -> Deliver:
    """Later news of the same cause, planned by the next run and alone in the queue."""
    before = stored(house, of).delivery
    alert = replace(before.alert, reasons=reasons or (Reason.DUE_TODAY,), step=step, revision=1)
    one = replace(before, alert=alert, route=Route.parse(route), others=())
    assert house.store.outbox.plan(one, True, house.now).new
    message = Deliver(deal=of.deal, day=of.day, delivery=one.id)
    house.queue.deliveries.clear()
    house.queue.send(message)
    return message


def opens(house: House) -> DeliveryKey | None:
    """The post that opens the thread of the cause."""
    return house.store.outbox.thread("story", CAUSE, CHANNEL)


def test_the_first_post_of_a_cause_opens_its_thread_and_mentions_no_one(
    house: House, first: Deliver
) -> None:
    house.deliver_next()
    (post,) = house.slack.posts
    assert (post.thread, post.in_channel, "<@" in post.text) == ("", False, False)
    assert opens(house) == key(first)


def test_later_news_is_a_reply_that_mentions_who_must_act_and_shows_in_the_channel_if_critical(
    house: House, first: Deliver
) -> None:
    house.deliver_next()
    second = news(house, first)
    assert house.deliver_next() is State.SENT
    reply = house.slack.posts[-1]
    assert (reply.thread, reply.in_channel) == ("ts-0", True)
    assert reply.text.startswith(MARIA)
    assert stored(house, second).reply_to == "ts-0"
    assert opens(house) == key(first)


def test_a_critical_post_that_opens_a_thread_mentions_who_must_act(
    house: House, first: Deliver
) -> None:
    house.slack.outcomes.append(Refused("msg_too_long"))
    house.deliver_next()
    news(house, first)
    house.deliver_next()
    post = house.slack.posts[-1]
    assert (post.thread, post.text.startswith(MARIA)) == ("", True)


def test_news_that_is_not_critical_stays_in_the_thread(house: House, first: Deliver) -> None:
    house.deliver_next()
    news(house, first, SLACK, Reason.REMINDER)
    house.deliver_next()
    reply = house.slack.posts[-1]
    assert (reply.thread, reply.in_channel, MARIA in reply.text) == ("ts-0", False, True)


def test_a_reply_names_the_delegate_of_an_owner_who_is_away(house: House, first: Deliver) -> None:
    house.deliver_next()
    day = date(2004, 6, 30)
    away = [{"person": "maria", "first_day": day, "last_day": day, "delegate": "ruth"}]
    change(house, away=away)
    news(house, first)
    house.deliver_next()
    assert house.slack.posts[-1].text.startswith("<@U01RUTH>")


def test_while_the_first_post_is_in_transit_news_waits_a_minute_at_most(
    house: House, first: Deliver
) -> None:
    house.store.outbox.thread_parent(key(first), CAUSE, CHANNEL)  # a worker has begun it
    second = news(house, first)
    assert house.deliver_next() is State.PLANNED
    assert not house.slack.posts
    house.now += PARENT_WITHIN - timedelta(seconds=1)
    assert house.deliver_next() is State.PLANNED
    house.wait(5)
    assert house.deliver_next() is State.SENT
    assert [post.thread for post in house.slack.posts] == [""]
    assert stored(house, second).state is State.SENT


def test_news_that_waited_is_a_reply_once_the_first_post_is_sent(
    house: House, first: Deliver
) -> None:
    house.store.outbox.thread_parent(key(first), CAUSE, CHANNEL)
    news(house, first)
    assert house.deliver_next() is State.PLANNED
    house.queue.deliveries.appendleft(first)
    house.wait(5)
    assert house.deliver_all() == [State.SENT, State.SENT]
    assert [post.thread for post in house.slack.posts] == ["", "ts-0"]


def test_after_a_refused_first_post_the_next_opens_the_thread(house: House, first: Deliver) -> None:
    house.slack.outcomes.append(Refused("msg_too_long"))
    assert house.deliver_next() is State.REFUSED
    second = news(house, first)
    assert house.deliver_next() is State.SENT
    assert house.slack.posts[-1].thread == ""
    assert opens(house) == key(second)


def test_after_a_withdrawn_first_post_the_next_opens_the_thread(
    house: House, first: Deliver
) -> None:
    house.store.outbox.thread_parent(key(first), CAUSE, CHANNEL)
    alert = stored(house, first).delivery.alert
    done = Act(
        "snoozed",
        alert.instance,
        str(alert.revision),
        "maria",
        KNOWN,
        due=alert.due,
        until=date(2004, 7, 2),
    )
    house.store.responses.respond("story", lambda _: (done, False), house.now, "tests")
    assert house.deliver_next() is State.WITHDRAWN
    second = news(house, first)
    assert house.deliver_next() is State.SENT
    assert house.slack.posts[-1].thread == ""
    assert opens(house) == key(second)


@pytest.mark.parametrize("cause", ["thread_not_found", "message_not_found"])
def test_news_of_a_deleted_post_is_separate_and_opens_the_thread(
    house: House, first: Deliver, cause: str
) -> None:
    house.deliver_next()
    second = news(house, first)
    house.slack.outcomes.append(Refused(cause))
    assert house.deliver_next() is State.PLANNED
    assert house.deliver_next() is State.SENT
    assert [post.thread for post in house.slack.posts] == ["", "ts-0", ""]
    assert opens(house) == key(second)


def test_a_mention_is_a_reply_shown_only_to_the_person_named(house: House, first: Deliver) -> None:
    house.deliver_next()
    news(house, first, "mention:tom", Reason.ESCALATED, Reason.DUE_TODAY, step="backup")
    assert house.deliver_next() is State.SENT
    reply = house.slack.posts[-1]
    assert (reply.channel, reply.thread, reply.in_channel) == (CHANNEL, "ts-0", False)
    assert reply.text.startswith("<@U01TOM>")


def test_a_mention_without_a_thread_is_followed_by_a_direct_message(
    house: House, first: Deliver
) -> None:
    second = news(house, first, "mention:tom", Reason.ESCALATED, Reason.DUE_TODAY, step="backup")
    assert house.deliver_next() is State.REFUSED
    assert ended(house, second) == (State.REFUSED, "no_thread")
    assert house.deliver_all() == [State.SENT]
    (post,) = house.slack.posts
    assert (post.channel, post.thread) == ("U01TOM", "")
    assert opens(house) is None, "a mention opens no thread"


def test_a_mention_that_can_no_longer_be_a_reply_becomes_a_direct_message(
    house: House, first: Deliver
) -> None:
    house.slack.outcomes.append(Refused("msg_too_long"))
    house.deliver_next()
    news(house, first, "mention:tom", Reason.ESCALATED, Reason.DUE_TODAY, step="backup")
    assert house.deliver_next() is State.REFUSED
    house.deliver_all()
    assert house.slack.posts[-1].channel == "U01TOM"


def test_a_first_post_with_an_escalation_step_mentions_its_addressee(
    house: House, first: Deliver
) -> None:
    before = stored(house, first).delivery
    alert = replace(before.alert, reasons=(Reason.DUE_TODAY,), revision=1)
    step = replace(alert, reasons=(Reason.ESCALATED, Reason.FIRST), step="lead")
    both = replace(before, alert=alert, others=(step,))
    assert house.store.outbox.plan(both, True, house.now).new
    house.queue.deliveries.clear()
    house.queue.send(Deliver(deal="story", day=first.day, delivery=both.id))
    assert house.deliver_next() is State.SENT
    (post,) = house.slack.posts
    assert (post.thread, post.in_channel) == ("", False)
    assert post.text.startswith(MARIA)


def test_an_included_step_is_not_the_reason_to_show_a_reply_in_the_channel(
    house: House, first: Deliver
) -> None:
    house.deliver_next()
    before = stored(house, first).delivery
    alert = replace(before.alert, reasons=(Reason.REMINDER,), revision=1)
    step = replace(alert, reasons=(Reason.ESCALATED, Reason.MISSED), step="lead")
    both = replace(before, alert=alert, others=(step,))
    assert house.store.outbox.plan(both, True, house.now).new
    house.queue.send(Deliver(deal="story", day=first.day, delivery=both.id))
    assert house.deliver_next() is State.SENT
    assert (house.slack.posts[-1].thread, house.slack.posts[-1].in_channel) == ("ts-0", False)


# A post of several causes


@pytest.fixture
def tuesday(store: Store) -> House:
    """Before Tue, Jan 18, 2005 of the story: a cure period and a payment end, each has a thread."""
    house = House(store)
    house.load_rehearsals()
    for day in ("2005-01-10", "2005-01-14"):  # the payment's reminder; the cure period's
        house.morning(day)
        house.deliver_all()
    house.slack.posts.clear()
    return house


def in_story(house: House) -> list[tuple[str, bool, list[str]]]:
    """The posts in the story's channel: thread, shown in the channel, whom they mention."""
    found = [post for post in house.slack.posts if post.channel == "C02STORY"]
    house.slack.posts.clear()
    return [(p.thread, p.in_channel, re.findall(r"<@(\w+)>", p.text)) for p in found]


def threads(house: House, *causes: str) -> set[DeliveryKey | None]:
    return {house.store.outbox.thread("granite-story", cause, "C02STORY") for cause in causes}


@pytest.mark.full
def test_a_post_of_several_causes_opens_one_thread_for_all_of_them(
    tuesday: House,
) -> None:
    causes = ("F5", "payment/2005-01-15")
    assert len(threads(tuesday, *causes)) == 2
    tuesday.morning("2005-01-18")
    # Critical: it mentions Maria, who owns both. Tom is asked next for a filing of last week.
    assert in_story(tuesday) == [("", False, ["U01MARIA", "U01TOM"])]
    (opened,) = threads(tuesday, *causes)
    assert opened is not None
    morning = tuesday.store.outbox.get(opened)
    assert morning is not None
    assert {a.instance for a in morning.alerts} >= {"cure-window/F5", "payment/2005-01-15"}
    # Noon's last call and the step to the backup are one reply, for both causes.
    tuesday.morning("2005-01-18", "midday")
    assert in_story(tuesday) == [(str(morning.provider_id), True, ["U01MARIA", "U01TOM"])]
    assert threads(tuesday, *causes) == {opened}
    # The next day each cause has news of its own again, in the thread that both share.
    tuesday.morning("2005-01-19")
    assert [thread for thread, *_ in in_story(tuesday)] == [morning.provider_id] * 2
