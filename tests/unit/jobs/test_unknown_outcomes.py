"""Unknown outcomes: looked up, awaited, repeated once and marked, then left to other routes."""

from datetime import timedelta
from typing import Any

import pytest

from dealclock.alerts.outcome import Later, Outcome, State, Unknown
from dealclock.channels import ArrivedAttempt, MissingAttempt, UnverifiableAttempt
from dealclock.errors import LostError
from dealclock.jobs.deliver.deliver import LEASE
from dealclock.jobs.deliver.look_up_outcome import SendAgain
from dealclock.jobs.queues import Deliver
from dealclock.messages.message import POSSIBLY_REPEATED
from dealclock.store import Store
from tests.unit.jobs.house import House
from tests.unit.jobs.scene import MARIA, SLACK, dm, ended, key, only, planned, routes_of, stored

QUARTER = timedelta(minutes=15)


@pytest.fixture
def house(store: Store) -> House:
    return planned(store)


def text_of(mail: Any) -> str:
    body = mail.content.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def test_an_unknown_post_is_looked_up_soon_around_the_time_it_was_tried(house: House) -> None:
    message = only(house, SLACK)
    began = house.now
    house.slack.outcomes.append(Unknown("timeout"))
    assert house.deliver_next() is State.UNKNOWN
    assert house.queue.delays[-1] == 30
    house.wait(30)
    house.slack.earlier = ArrivedAttempt("ts-earlier")
    assert house.deliver_next() is State.SENT
    (attempt,) = house.slack.asked
    assert (attempt.id, attempt.channel) == (message.delivery, "C0STORY")
    assert (attempt.since, attempt.until) == (began, began + LEASE)
    assert len(house.slack.posts) == 1


@pytest.mark.parametrize("route", ["channel", "direct message", "mail"])
def test_another_message_for_an_unknown_delivery_neither_looks_up_nor_sends_early(
    house: House, route: str
) -> None:
    """Slack's history may not show the post yet: a look too soon finds nothing and posts again."""
    message = only(house, MARIA if route == "mail" else SLACK)
    message = dm(house, "maria", message) if route == "direct message" else message
    for outcomes in (house.slack.outcomes, house.mailbox.outcomes):
        outcomes.append(Unknown("timeout"))
    house.slack.earlier = MissingAttempt()
    assert _delivered_by_another(house, message) == (State.UNKNOWN, 30)
    assert _delivered_by_another(house, message) == (State.PLANNED, 30)
    house.wait(29)
    assert _delivered_by_another(house, message) == (State.PLANNED, 1)
    assert (len(house.slack.posts) + len(house.mailbox.mails), house.slack.asked) == (1, [])
    house.wait(1)
    house.queue.send(message)
    assert house.deliver_next() is State.SENT


def _delivered_by_another(house: House, message: Deliver) -> tuple[State, int]:
    """What came of one more message for the delivery, and the delay of the one left behind."""
    house.queue.deliveries.clear()
    house.queue.send(message)
    return house.deliver_next(), house.queue.delays[-1]


def test_a_post_not_found_is_sent_again_and_not_marked(house: House) -> None:
    message = only(house, SLACK)
    house.slack.outcomes.append(Unknown("timeout"))
    house.deliver_next()
    house.wait(31)
    house.slack.earlier = MissingAttempt()
    assert house.deliver_next() is State.SENT
    assert POSSIBLY_REPEATED not in str(house.slack.posts[1].blocks)
    assert not stored(house, message).repeated


def test_a_deferred_lookup_continues_where_it_stopped(house: House) -> None:
    message = only(house, SLACK)
    house.slack.outcomes.append(Unknown("timeout"))
    house.deliver_next()
    house.wait(31)
    house.slack.earlier = Later(60, "1099051200.000100")
    assert house.deliver_next() is State.PLANNED
    assert house.queue.delays[-1] == 60
    assert stored(house, message).failures == 1
    house.wait(60)
    house.slack.earlier = MissingAttempt()
    assert house.deliver_next() is State.SENT
    assert [a.looked_to for a in house.slack.asked] == ["", "1099051200.000100"]
    # What is looked for is what may have been sent, not what was only looked up since.
    assert house.slack.asked[1].until == house.slack.asked[0].until


def test_a_post_that_cannot_be_looked_up_is_repeated_once_and_marked(house: House) -> None:
    message = only(house, SLACK)
    house.slack.outcomes.append(Unknown("timeout"))
    house.deliver_next()
    house.wait(31)
    house.slack.earlier = UnverifiableAttempt("missing_scope")
    assert house.deliver_next() is State.SENT
    first, second = house.slack.posts
    assert POSSIBLY_REPEATED not in str(first.blocks)
    assert POSSIBLY_REPEATED in second.blocks[0]["elements"][0]["text"]
    assert second.text == first.text, "the notification shows no more than before"
    assert stored(house, message).repeated


def test_a_repeat_of_unknown_outcome_is_never_repeated(house: House) -> None:
    message = only(house, SLACK)
    house.slack.outcomes.extend([Unknown("timeout"), Unknown("timeout")])
    house.slack.earlier = UnverifiableAttempt("missing_scope")
    house.deliver_next()
    house.wait(31)
    assert house.deliver_next() is State.UNKNOWN
    house.wait(31)
    assert house.deliver_next() is State.UNKNOWN
    assert ended(house, message) == (State.UNKNOWN, "missing_scope")
    assert stored(house, message).settled
    assert len(house.slack.posts) == 2
    # The alert may be lost, so the responsible people get it by email; both already have it here.
    assert set(routes_of(house, message)) == {MARIA}
    house.queue.deliveries.clear()
    house.queue.send(message)
    assert house.deliver_next() is State.UNKNOWN
    assert len(house.slack.posts) == 2


def test_a_worker_unaware_of_a_repeat_is_stopped_by_the_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:

    only(house, SLACK)
    house.slack.outcomes.extend([Unknown("timeout"), Unknown("timeout")])
    house.slack.earlier = UnverifiableAttempt("missing_scope")
    again = SendAgain(repeat=True)
    monkeypatch.setattr(
        "dealclock.jobs.deliver.look_up_outcome._repeat_or_give_up", lambda claim, cause: again
    )
    house.deliver_next()
    house.wait(31)
    house.deliver_next()
    house.wait(31)
    with pytest.raises(LostError, match="no longer belongs"):
        house.deliver_next()
    assert len(house.slack.posts) == 2


def test_an_email_by_smtp_is_repeated_once_at_once_and_marked(house: House) -> None:
    message = only(house, MARIA)
    house.mailbox.outcomes.append(Unknown("connection_lost"))
    assert house.deliver_next() is State.UNKNOWN
    assert house.queue.delays[-1] == 30
    house.wait(30)
    assert house.deliver_next() is State.SENT
    first, second = house.mailbox.mails
    assert POSSIBLY_REPEATED not in text_of(first)
    assert POSSIBLY_REPEATED in text_of(second)
    html = second.content.get_body(("html",))
    assert html is not None
    assert POSSIBLY_REPEATED in html.get_content()
    assert first.content["X-Dealclock-Repeated"] is None
    assert second.content["X-Dealclock-Repeated"] == "possibly"
    assert second.content["Message-ID"] == first.content["Message-ID"]
    assert second.content["Subject"] == first.content["Subject"]
    assert stored(house, message).repeated


def test_an_email_by_ses_awaits_its_event_and_is_not_repeated_when_it_comes(house: House) -> None:
    message = only(house, MARIA)
    house.mailbox.events_within = QUARTER
    house.mailbox.outcomes.append(Unknown("ReadTimeoutError"))
    assert house.deliver_next() is State.UNKNOWN
    assert house.queue.delays[-1] == 900
    house.wait(100)
    house.queue.send(message)
    assert house.deliver_next() is State.PLANNED, "not yet a quarter of an hour"
    house.store.outbox.mark_email_accepted(key(message), "ses-1", house.now)
    assert ended(house, message) == (State.SENT, None)
    house.deliver_all()
    assert len(house.mailbox.mails) == 1
    assert stored(house, message).provider_id == "ses-1"


def test_an_event_that_came_while_the_worker_still_held_the_email_counts(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = only(house, MARIA)
    house.mailbox.events_within = QUARTER

    def dies(mail: object) -> Outcome:
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr(house.mailbox, "send", dies)
        with pytest.raises(KeyboardInterrupt):
            house.deliver_next()
    house.store.outbox.mark_email_accepted(key(message), "ses-1", house.now)
    assert ended(house, message)[0] is State.CLAIMED
    house.wait(LEASE.seconds + 1)
    house.queue.send(message)
    assert house.deliver_next() is State.SENT
    assert house.mailbox.mails == []


def test_without_an_event_in_a_quarter_of_an_hour_the_email_is_repeated_once(house: House) -> None:
    message = only(house, MARIA)
    house.mailbox.events_within = QUARTER
    house.mailbox.outcomes.extend([Unknown("timeout"), Unknown("timeout")])
    house.deliver_next()
    wait = QUARTER + LEASE
    house.wait(int(wait.total_seconds()))
    assert house.deliver_next() is State.UNKNOWN
    assert POSSIBLY_REPEATED in text_of(house.mailbox.mails[1])
    # Of the repeat nobody knows either: its event is waited for as well, and then it is left.
    house.wait(900)
    assert house.deliver_next() is State.PLANNED
    assert not stored(house, message).settled
    house.wait(LEASE.seconds)
    house.deliver_next()
    assert ended(house, message) == (State.UNKNOWN, "no_send_event")
    assert stored(house, message).settled
    assert len(house.mailbox.mails) == 2
    assert set(routes_of(house, message)) == {"dm:maria"}


def test_an_alert_no_longer_true_is_not_repeated(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = only(house, MARIA)
    house.mailbox.outcomes.append(Unknown("timeout"))
    house.deliver_next()
    house.wait(31)
    monkeypatch.setattr(
        "dealclock.jobs.deliver.deliver.withdrawal_causes",
        lambda delivery, *_: {alert.id: "met" for alert in delivery.alerts},
    )
    assert house.deliver_next() is State.WITHDRAWN
    assert ended(house, message) == (State.WITHDRAWN, "met")
    assert len(house.mailbox.mails) == 1
