"""Clicks, forms and Home through the real Bolt app: signed, handled once, and always answered."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from types import ModuleType
from typing import Any
from urllib.parse import urlencode

import pytest

from dealclock.alerts.outcome import Sent
from dealclock.channels import Screens
from dealclock.jobs.deliver.personal import ButtonRef
from dealclock.jobs.plan.assess_deal import assess_deal
from dealclock.jobs.queues import AssessDeal, Deliver
from dealclock.messages import buttons
from dealclock.store import Claim, DeliveryKey
from dealclock.store.deals import Deals
from tests.services import services
from tests.unit.functions.conftest import CONTEXT, SIGNING_SECRET, Cloud, Log, sample

Start = Callable[[str], ModuleType]
Watch = Callable[[ModuleType], Log]
MARIA, STRANGER = "U01MARIA", "U09STRANGER"
KNOWN = datetime.fromisoformat("2004-06-30T08:00:00-04:00")


class Shown:
    """Records calls to Slack instead of making them."""

    def __init__(self) -> None:
        self.opened: list[Mapping[str, Any]] = []
        self.published: list[tuple[str, Mapping[str, Any]]] = []
        self.answers: list[Mapping[str, Any]] = []


@pytest.fixture(scope="module")
def app(function: Start) -> ModuleType:
    return function("slack")


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    shown = Shown()

    def call(_: Screens, method: str, given: Mapping[str, Any]) -> str:
        match method:
            case "views.open":
                assert given["trigger_id"]
                shown.opened.append(given["view"])
            case "views.publish":
                shown.published.append((given["user_id"], given["view"]))
        return ""

    def answer(_: Screens, url: str, message: Mapping[str, Any]) -> str:
        assert url
        shown.answers.append(message)
        return ""

    monkeypatch.setattr(Screens, "_call", call)
    monkeypatch.setattr(Screens, "answer", answer)
    return shown


@pytest.fixture(scope="module")
def alert(cloud: Cloud) -> DeliveryKey:
    """An alert of the rehearsal that is in its channel."""
    queued: list[Deliver] = []

    class Queue:
        def send(self, message: Deliver, delay: int = 0) -> None:
            queued.append(message)

    day = date(2004, 6, 30)
    message = AssessDeal(deal="story", as_of=day, known_at=KNOWN, slot="morning", sweep="tests")
    now = datetime.now(UTC)
    assess_deal(message, services(cloud.store, deliveries=Queue(), now=now))
    post = next(m for m in queued if "-slack-" in m.delivery)
    key = DeliveryKey(post.deal, post.day, post.delivery)
    claim = cloud.store.outbox.claim(key, now, timedelta(seconds=90))
    assert isinstance(claim, Claim)
    cloud.store.outbox.settle(claim, Sent("1098000000.000100"), now)
    return key


def event(
    body: str, content_type: str, secret: str = SIGNING_SECRET, **more: str
) -> dict[str, Any]:
    """A request with a body, signed just now."""
    made = sample("slack-status.json")
    timestamp = str(int(time.time()))
    base = f"v0:{timestamp}:{body}".encode()
    signature = "v0=" + hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()
    made["body"] = base64.b64encode(body.encode()).decode()
    made["headers"] |= {
        "x-slack-request-timestamp": timestamp,
        "x-slack-signature": signature,
        "content-type": content_type,
        **more,
    }
    return made


def interaction(body: Mapping[str, Any], secret: str = SIGNING_SECRET) -> dict[str, Any]:
    form = urlencode({"payload": json.dumps(body)})
    return event(form, "application/x-www-form-urlencoded", secret)


def click(key: DeliveryKey, trigger: str, user: str = MARIA) -> dict[str, Any]:
    return {
        "type": "block_actions",
        "team": {"id": "T0DESK", "domain": "desk"},
        "user": {"id": user},
        "channel": {"id": "C0STORY"},
        "trigger_id": trigger,
        "response_url": "https://hooks.slack.com/actions/T0DESK/1/secret",
        "actions": [
            {
                "action_id": buttons.ACKNOWLEDGE,
                "block_id": f"{buttons.BLOCK} {ButtonRef(key)}",
                "type": "button",
            }
        ],
    }


def home(event_id: str, user: str = MARIA) -> dict[str, Any]:
    return {
        "type": "event_callback",
        "team_id": "T0DESK",
        "event_id": event_id,
        "event": {"type": "app_home_opened", "user": user, "tab": "home", "channel": "D0"},
    }


def ask(app: ModuleType, request: dict[str, Any]) -> tuple[int, str]:
    answered = app.handler(request, CONTEXT)
    return answered["statusCode"], answered["body"]


def test_a_click_is_handled_once_and_its_copy_ignored(
    app: ModuleType, cloud: Cloud, alert: DeliveryKey, shown: Shown, log: Watch
) -> None:
    written = log(app)
    body = click(alert, "13345224609.738474920.8088930838d88f008e0")
    assert ask(app, interaction(body)) == (200, "")
    (reply,) = shown.answers
    assert "acknowledged by Maria Lopez" in reply["text"]
    assert (reply["response_type"], reply["replace_original"]) == ("ephemeral", False)
    (run,) = cloud.queued(cloud.assess_queue)
    assert json.loads(run["body"])["slot"] == "escalation"
    (update,) = cloud.queued(cloud.delivery_queue)
    assert json.loads(update["body"])["delivery"] == alert.id
    assert [h.action for h in cloud.store.responses.of_deal("story")] == ["acknowledged"]
    assert ask(app, interaction(body)) == (200, "")
    assert len(shown.answers) == 1
    assert not cloud.queued(cloud.assess_queue)
    assert not cloud.queued(cloud.delivery_queue)
    assert '"message":"repeated"' in written.text
    for word in ("Maria", "Story", "shelf", MARIA):
        assert word not in written.text


def test_an_unsigned_click_is_refused(
    app: ModuleType, alert: DeliveryKey, shown: Shown, cloud: Cloud
) -> None:
    forged = interaction(click(alert, "forged.1"), secret="another")
    assert ask(app, forged)[0] == 401
    assert not shown.answers
    assert not cloud.queued(cloud.assess_queue)


def test_a_strangers_click_gets_no_deal_content(
    app: ModuleType, alert: DeliveryKey, shown: Shown, cloud: Cloud
) -> None:
    assert ask(app, interaction(click(alert, "stranger.1", STRANGER))) == (200, "")
    assert shown.answers[0]["text"] == "You have no access to this item."
    assert not cloud.queued(cloud.assess_queue)


def test_home_is_rebuilt_when_opened_and_not_for_a_retry(app: ModuleType, shown: Shown) -> None:
    text = json.dumps(home("Ev0000001"))
    assert ask(app, event(text, "application/json"))[0] == 200
    again = event(text, "application/json", **{"x-slack-retry-num": "1"})
    assert ask(app, again)[0] == 200
    ((user, view),) = shown.published
    assert (user, view["type"]) == (MARIA, "home")


def test_an_unknown_form_is_closed_and_archived(app: ModuleType, shown: Shown) -> None:
    body = {
        "type": "view_submission",
        "user": {"id": MARIA},
        "team": {"id": "T0DESK"},
        "trigger_id": "form.1",
        "view": {"id": "V0", "type": "modal", "callback_id": "another", "state": {"values": {}}},
    }
    status, answered = ask(app, interaction(body))
    assert (status, json.loads(answered)) == (200, {"response_action": "clear"})


def test_a_command_opens_the_form_by_its_trigger(app: ModuleType, shown: Shown) -> None:
    form = urlencode(
        {
            "command": "/deal",
            "text": "record Story",
            "user_id": MARIA,
            "team_id": "T0DESK",
            "channel_id": "C0STORY",
            "trigger_id": "typed.1",
        }
    )
    status, answered = ask(app, event(form, "application/x-www-form-urlencoded"))
    assert status == 200
    assert "in the form that opens" in json.loads(answered)["text"]
    assert shown.opened[0]["callback_id"] == "record:kind"


def test_an_error_gets_an_apology_at_the_click_and_in_the_form(
    app: ModuleType, alert: DeliveryKey, shown: Shown, monkeypatch: pytest.MonkeyPatch, log: Watch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("Infocrossing owes $8,750.00")

    monkeypatch.setattr(Deals, "directory", broken)
    monkeypatch.setattr(Deals, "line", broken)
    written = log(app)
    assert ask(app, interaction(click(alert, "broken.1")))[0] == 200
    assert shown.answers[0]["text"].startswith("Sorry, that did not work. Request ")
    body = {
        "type": "view_submission",
        "user": {"id": MARIA},
        "team": {"id": "T0DESK"},
        "trigger_id": "broken.2",
        "view": {
            "id": "V0",
            "type": "modal",
            "callback_id": "record:kind",
            "private_metadata": '{"deal": "story"}',
            "state": {"values": {}},
        },
    }
    _, answered = ask(app, interaction(body))
    assert "Sorry, that did not work" in answered
    assert "Infocrossing" not in written.text
    assert '"RequestFailed":[1.0]' in written.text


def test_slacks_url_verification_is_answered(app: ModuleType) -> None:
    text = json.dumps({"type": "url_verification", "challenge": "3eZbrw1aB"})
    status, answered = ask(app, event(text, "application/json"))
    assert status == 200
    assert "3eZbrw1aB" in answered
