"""What SES reports of an email later: in any order, repeated, or while a worker still holds it."""

import json
from dataclasses import replace
from typing import Any

import pytest

from dealclock.alerts.delivery import Route
from dealclock.alerts.outcome import Refused, State, Unknown
from dealclock.channels.ses import tag
from dealclock.jobs.deliver.mail_events import MailEvent, note
from dealclock.jobs.queues import Deliver
from dealclock.store import Store
from functions.mail_events.mail_event import read_mail_event
from tests.unit.jobs.house import House
from tests.unit.jobs.scene import TOM, ended, key, only, planned, routes_of, stored


@pytest.fixture
def house(store: Store) -> House:
    return planned(store)


def event(kind: str, message: Deliver | None, **more: Any) -> MailEvent:
    tags = {"dealclock-delivery": [message.delivery]} if message else {}
    mail = {"messageId": "ses-9", "tags": tags}
    return read_mail_event(json.dumps({"eventType": kind, "mail": mail, **more}))


def bounce(kind: str = "Permanent") -> dict[str, Any]:
    return {"bounce": {"bounceType": kind, "bounceSubType": "General"}}


def say(house: House, told: MailEvent) -> str:
    return note(told, house.services)


@pytest.mark.parametrize(
    ("kind", "more", "cause"),
    [
        ("Bounce", bounce(), "bounced"),
        ("Bounce", bounce("Transient"), "bounced"),
        ("Complaint", {}, "complained"),
        ("Reject", {}, "rejected"),
    ],
)
def test_a_bounced_email_is_refused_and_reaches_its_reader_another_way(
    house: House, kind: str, more: dict[str, Any], cause: str
) -> None:
    message = only(house, TOM)
    house.deliver_next()
    assert say(house, event(kind, message, **more)) == "refused"
    assert ended(house, message) == (State.REFUSED, cause)
    assert house.deliver_next() is State.REFUSED
    assert set(routes_of(house, message)) == {"dm:tom", "dm:maria"}
    house.deliver_all()
    assert {p.channel for p in house.slack.posts} == {"U01TOM", "U01MARIA"}
    assert key(message) not in house.store.outbox.unfinished(True)


def test_the_same_event_twice_fails_over_once(house: House) -> None:
    message = only(house, TOM)
    house.deliver_next()
    say(house, event("Bounce", message, **bounce()))
    # Queued again as long as nobody has taken over, for the first call may have died in between.
    assert say(house, event("Bounce", message, **bounce())) == "refused"
    for _ in range(10):
        if house.queue.deliveries:
            house.deliver_next()
    assert say(house, event("Bounce", message, **bounce())) == "settled before"
    assert not house.queue.deliveries
    assert len(house.slack.posts) == 2


def test_an_automatic_reply_is_not_a_bounce(house: House) -> None:
    message = only(house, TOM)
    house.deliver_next()
    assert say(house, event("Delivery", message)) == "accepted"
    result = event("Bounce", message, **bounce("Transient"))
    assert say(house, result) == "an automatic reply"
    assert ended(house, message) == (State.SENT, None)
    assert say(house, event("Bounce", message, **bounce())) == "refused"


def test_a_send_event_after_the_bounce_changes_nothing(house: House) -> None:
    message = only(house, TOM)
    house.deliver_next()
    say(house, event("Bounce", message, **bounce()))
    say(house, event("Send", message))
    assert ended(house, message) == (State.REFUSED, "bounced")


def test_a_send_event_settles_a_delivery_that_was_given_up(house: House) -> None:
    message = only(house, TOM)
    house.mailbox.outcomes.extend([Unknown("timeout"), Unknown("timeout")])
    for _ in range(3):
        house.deliver_next()
        house.wait(31)
    assert stored(house, message).settled
    assert say(house, event("Send", message)) == "accepted"
    found = stored(house, message)
    assert (found.state, found.settled, found.provider_id) == (State.SENT, False, "ses-9")


@pytest.mark.parametrize("kind", ["DeliveryDelay", "Open", "Rendering Failure"])
def test_other_ses_events_change_nothing(house: House, kind: str) -> None:
    message = only(house, TOM)
    house.deliver_next()
    assert say(house, event(kind, message)) == "settled before"
    assert ended(house, message) == (State.SENT, None)


def test_an_email_without_our_tag_is_not_ours(house: House) -> None:
    assert say(house, event("Bounce", None, **bounce())) == "not ours"


def test_the_tag_of_every_email_is_its_own_id(house: House) -> None:
    """A tag takes few characters; were an id changed to fit, no event would find its delivery."""
    ids = [m.delivery for m in house.queue.deliveries]
    assert [tag(each) for each in ids] == ids


def test_a_bounced_notice_is_not_forwarded_to_anyone(house: House) -> None:
    """It reported a failed route; reporting its own failure on that route would be pointless."""
    only(house, TOM)
    house.mailbox.outcomes.append(Refused("smtp_550"))
    house.deliver_next()
    notice = next(m for m in house.queue.deliveries if _kind(house, m) == "route")
    mail = replace(stored(house, notice).delivery, route=Route("email", "maria"))
    house.store.outbox.plan(mail, True, house.now)
    message = notice.model_copy(update={"delivery": mail.id})
    house.queue.deliveries.clear()
    house.queue.send(message)
    assert house.deliver_next() is State.SENT
    assert say(house, event("Bounce", message, **bounce())) == "refused"
    assert house.deliver_next() is State.REFUSED
    assert not house.queue.deliveries
    assert key(message) not in house.store.outbox.unfinished(True)


def _kind(house: House, message: Deliver) -> str:
    return stored(house, message).delivery.alert.kind
