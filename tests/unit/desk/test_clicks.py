"""The buttons under an alert: who may use them, what they do, and that each click counts once."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from dealclock.facts.fact import Fact
from dealclock.jobs.queues import Deliver
from dealclock.store import Store
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.unit.desk.office import MARIA, STRANGER, Office
from tests.unit.jobs.house import House
from tests.unit.jobs.scene import MORNING, SLACK, key, only, planned
from tests.unit.jobs.test_notes import notes, run
from tests.unit.jobs.test_refresh_messages import file

INSTANCE = "shelf-filing"


class Scene:
    """An alert as it was posted, and people before it."""

    def __init__(
        self, store: Store, folder: Path, facts: tuple[Fact, ...] = (), on: date = MORNING
    ) -> None:
        self.house: House = planned(store, facts, on)
        self.message: Deliver = only(self.house, SLACK)
        self.house.deliver_next()
        (post,) = self.house.slack.posts
        self.office = Office.of(store, folder, self.house.now, self.house.queue)
        self.ts = self.office.post("C0STORY", post.text, post.blocks)

    def click(self, user: str = MARIA, option: str = "") -> str:
        how: dict[str, Any] = {"user": user, "channel": "C0STORY", "ts": self.ts}
        if option == "explain":
            self.why(user)
        elif option in ("confirm", "dispute"):
            self.office.do("click", action=f"alert:{option}", **how)
        elif option:
            self.office.do("click", action="alert:more", option=option, **how)
        else:
            self.office.do("click", action="alert:acknowledge", **how)
        return self.office.said() if self.office.screen.answers else ""

    def why(self, user: str = MARIA, trigger: str = "") -> None:
        """Click the button, wherever it stands: Slack sends what it sends for any other."""
        how = {"user": user, "channel": "C0STORY", "ts": self.ts}
        body = self.office.body("click", action="alert:acknowledge", **how)
        body["actions"][0]["action_id"] = "alert:why"
        body["trigger_id"] = trigger or body["trigger_id"]
        self.office.carry_out("click", body)

    def acts(self) -> list[tuple[str, str]]:
        return [(h.action, h.by) for h in self.house.store.responses.of_deal("story")]


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Iterator[Scene]:
    made = Scene(store, tmp_path)
    yield made
    made.office.close()


def test_an_alert_shows_acknowledge_first_and_the_rest_in_a_menu(scene: Scene) -> None:
    (post,) = scene.house.slack.posts
    (hands,) = [b for b in post.blocks if b["type"] == "actions"]
    button, why, menu = hands["elements"]
    assert (button["text"]["text"], button["style"]) == ("Acknowledge", "primary")
    assert (why["text"]["text"], why["action_id"]) == ("Why this date?", "alert:why")
    assert [o["value"] for o in menu["options"]] == [
        "snooze",
        "snooze-until",
        "done",
        "decline",
        "approve",
    ]
    assert INSTANCE not in str(hands), "a click brings a reference back, and nothing of the deal"


def test_no_email_has_a_button(scene: Scene) -> None:
    scene.house.morning("2004-07-08")
    assert scene.house.mailbox.mails
    assert all(b"Acknowledge" not in m.as_bytes() for m in scene.house.mailbox.mails)


def test_an_acknowledgment_by_the_owner_is_stored_queued_and_confirmed_at_once(
    scene: Scene,
) -> None:
    said = scene.click()
    assert scene.acts() == [("acknowledged", "maria")]
    assert said.startswith("REHEARSAL: Story: ")
    assert shows(wording("desk/clicks", said), "Maria Lopez")
    assert "Escalation is paused." in said
    assert [m.slot for m in scene.house.queue.deals] == ["escalation"]
    assert key(scene.message) in scene.house.store.outbox.unfinished(True), (
        "its message is to change"
    )
    assert [m.delivery for m in scene.house.queue.deliveries] == [scene.message.delivery]
    scene.house.deliver_next()
    ((_, update),) = scene.house.slack.updates
    assert "acknowledged by Maria Lopez" in str(update.blocks)
    assert "alert:acknowledge" not in str(update.blocks)


def test_a_second_click_changes_nothing_and_says_so(scene: Scene) -> None:
    scene.click()
    assert "Nothing new: " in scene.click()
    assert scene.acts() == [("acknowledged", "maria")]
    run(scene.house)
    scene.house.deliver_all()
    assert len(notes(scene.house)) == 1


def test_when_the_modal_cannot_be_opened_the_answer_is_a_message_under_the_alert(
    scene: Scene,
) -> None:
    scene.why(trigger="gone")
    assert not scene.office.screen.workspace.views
    assert "Step by step" in scene.office.said()


def test_a_click_on_a_missing_deal_reads_like_one_on_a_hidden_deal(
    scene: Scene,
) -> None:
    before = scene.click(STRANGER)
    body = scene.office.body(
        "click", user=STRANGER, channel="C0STORY", ts=scene.ts, action="alert:acknowledge"
    )
    body["actions"][0]["block_id"] = body["actions"][0]["block_id"].replace("story ", "nowhere ")
    scene.office.carry_out("click", body)
    assert scene.office.said() == before


@pytest.mark.parametrize("block", ["", "alert", "alert story", "alert story 2004-13-01 x", "a b c"])
def test_an_invalid_reference_does_nothing(scene: Scene, block: str) -> None:
    body = scene.office.body(
        "click", user=MARIA, channel="C0STORY", ts=scene.ts, action="alert:acknowledge"
    )
    body["actions"][0]["block_id"] = block
    scene.office.carry_out("click", body)
    wording("desk/clicks", scene.office.said())
    assert scene.acts() == []


def test_a_satisfied_item_is_refused_and_its_message_loses_its_buttons(
    scene: Scene,
) -> None:
    file(scene.house)
    scene.house.queue.deliveries.clear()
    said = scene.click()
    assert shows(wording("desk/clicks", said), "2004-07-02")
    assert scene.acts() == []
    scene.house.deliver_all()
    _, update = scene.house.slack.updates[-1]
    assert not [b for b in update.blocks if b["type"] == "actions"]


def test_an_unknown_button_does_nothing_and_is_archived(scene: Scene) -> None:
    body = scene.office.body(
        "click", user=MARIA, channel="C0STORY", ts=scene.ts, action="alert:acknowledge"
    )
    body["actions"][0]["action_id"] = "alert:erase"
    scene.office.carry_out("click", body)
    assert ("refused click", MARIA) in scene.office.audited(None)
    assert scene.acts() == []
