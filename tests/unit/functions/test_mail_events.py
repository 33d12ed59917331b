"""The mail_events function on its sample: a bounce is refused and failed over, without logs."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from types import ModuleType
from typing import Any

import pytest

from dealclock.alerts.delivery import Route
from dealclock.alerts.outcome import Sent, State
from dealclock.errors import DealclockError
from dealclock.jobs.deliver.deliver import LEASE
from dealclock.people.policy import PRESSING
from dealclock.store import Claim, DeliveryKey, Rendition, formats
from tests.contract.store import samples
from tests.unit.functions.conftest import CONTEXT, REQUEST, Cloud, Log, sample

Start = Callable[[str], ModuleType]
Watch = Callable[[ModuleType], Log]
NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
CONTENT = ("issuer.example", "amazonses", "Cedar", "Subject", "user unknown")


@pytest.fixture(scope="module")
def app(function: Start) -> ModuleType:
    return function("mail_events")


def sent(cloud: Cloud, day: date) -> DeliveryKey:
    """A sent email."""
    one = samples.delivery(day, Route("email", "maria"), deal="cedar")
    assert cloud.store.outbox.plan(one, False, NOW).new
    claim = cloud.store.outbox.claim(DeliveryKey.of(one), NOW, LEASE)
    assert isinstance(claim, Claim)
    cloud.store.outbox.keep_rendition(claim, Rendition("words", 1, 1, "0"), NOW)
    cloud.store.outbox.settle(claim, Sent("ses-1"), NOW)
    return claim.key


def event(mail: str, **changes: Any) -> dict[str, Any]:
    """The sample event, for that email."""
    event = sample("mail-events.json")
    notification = event["Records"][0]["Sns"]
    message = {**json.loads(notification["Message"]), **changes}
    message["mail"]["tags"]["dealclock-delivery"] = [mail]
    notification["Message"] = json.dumps(message)
    return event


def test_a_bounced_email_is_refused_and_its_delivery_queued_for_other_routes(
    app: ModuleType, cloud: Cloud, log: Watch
) -> None:
    key = sent(cloud, date(2024, 7, 1))
    written = log(app)
    app.handler(event(key.id), CONTEXT)
    stored = cloud.store.outbox.get(key)
    assert stored is not None
    assert (stored.state, stored.cause, stored.to_hand_over) == (State.REFUSED, "bounced", True)
    (queued,) = cloud.queued(cloud.delivery_queue)
    assert json.loads(queued["body"]) == {
        "deal": "cedar",
        "day": "2024-07-01",
        "delivery": key.id,
        "format": formats.FORMAT,
        "needs": 1,
        "rank": len(PRESSING),
        "correlation": REQUEST,
    }
    assert '"Refused":[1.0]' in written.text
    assert key.id in written.text
    assert not [word for word in CONTENT if word in written.text]


def test_an_unknown_email_is_ignored(app: ModuleType, cloud: Cloud) -> None:
    app.handler(sample("mail-events.json"), CONTEXT)
    assert cloud.queued(cloud.delivery_queue) == []


def test_an_unreadable_event_fails_and_its_text_stays_out_of_the_log(
    app: ModuleType, log: Watch
) -> None:
    malformed = sample("mail-events.json")
    malformed["Records"][0]["Sns"]["Message"] = (
        '{"eventType": "Bounce", "mail": "Subject of Cedar"}'
    )
    written = log(app)
    with pytest.raises(DealclockError, match="not what SES publishes"):
        app.handler(malformed, CONTEXT)
    assert "not what SES publishes" in written.text
    assert not [word for word in CONTENT if word in written.text]
