"""The buttons under an alert: who may use them, what they do, and that each click counts once."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from dealclock.desk.interactions.services import NOT_YOURS
from dealclock.facts.fact import Fact
from dealclock.jobs.queues import Deliver
from dealclock.store import Store
from tests.contract.store import samples
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.unit.desk.office import MARIA, STRANGER, TOM, Office, texts
from tests.unit.jobs.house import House
from tests.unit.jobs.scene import MORNING, SLACK, change, key, only, planned
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
    assert [o["value"] for o in menu["options"]] == ["snooze", "snooze-until", "done", "decline"]
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


def test_done_asks_for_the_event_that_satisfies_it(scene: Scene) -> None:
    scene.click(option="done")
    wording("form/done", "\n".join(texts(scene.office.form["blocks"])))
    view = scene.office.form
    values = {b["block_id"]: b["element"] for b in view["blocks"] if b["type"] == "input"}
    assert values["on"]["initial_date"] == "2004-06-30"
    assert values["about"]["initial_option"]["value"] == INSTANCE
    office = scene.office
    refused = office.do("submit", view=view["id"], values={"on": "2004-07-01"})
    assert shows(refused["errors"]["on"], "2004-06-30"), "no future date"
    for _ in range(2):
        office.do("submit", view=view["id"], values={"on": "2004-06-30"})
    deal = scene.house.store.deals.get("story")
    assert deal is not None
    [filed] = deal.log.facts
    assert (filed.kind, filed.on, filed.about, filed.recorded_by) == (
        "registration-statement-filed",
        date(2004, 6, 30),
        INSTANCE,
        "Maria Lopez",
    )
    assert scene.acts() == [], "the event says it; no response does"
    said = scene.click(option="done")
    assert "was satisfied on" in said
    assert len(office.screen.workspace.views) == 1, "no form for what is satisfied"


def test_a_person_who_may_not_record_reports_it_as_done(scene: Scene) -> None:
    """James is counsel, an approver: he answers alerts and records nothing."""
    said = scene.click("U01JAMES", "done")
    assert scene.acts() == [("done", "james")]
    wording("desk/clicks", said)
    assert "/deal record" in said
    assert not scene.office.screen.workspace.views


def test_snooze_in_the_menu_lasts_until_the_next_business_day(scene: Scene) -> None:
    assert shows(wording("desk/clicks", scene.click(option="snooze")), "2004-07-01")
    assert scene.acts() == [("snoozed", "maria")]


def test_a_snooze_date_is_asked_for_and_refused_at_its_field(scene: Scene) -> None:
    scene.click(option="snooze-until")
    view = scene.office.form
    assert shows(str(view), "2004-07-15")
    reply = scene.office.do("submit", view=view["id"], values={"until": "2005-01-03"})
    assert reply["response_action"] == "errors"
    assert shows(wording("desk/clicks", reply["errors"]["until"], "second"), "2005-01-03")
    reply = scene.office.do("submit", view=view["id"], values={"until": "2004-07-02"})
    assert reply["response_action"] == "update"
    assert shows(str(scene.office.form), "2004-07-02")
    assert scene.acts() == [("snoozed", "maria")]


def test_why_in_the_menu_is_answered_like_explain(scene: Scene) -> None:
    scene.click(option="explain")
    assert "2(a)(i)" in str(scene.office.form)
    assert ("asked why", MARIA) in scene.office.audited("story")
    assert scene.acts() == []


def test_why_this_date_opens_the_answer_of_explain(scene: Scene) -> None:
    scene.why()
    view = scene.office.form
    assert view["title"]["text"] == "Why this date?"
    *shown, heading, copy = view["blocks"]
    assert heading["text"]["text"] == "Copy"
    assert copy["text"]["text"].startswith("```\n")
    assert copy["text"]["text"].endswith("\n```")
    assert shows(wording("desk/why", copy["text"]["text"]), "2004-07-15")
    assert "Step by step" in str(shown)
    assert ("asked why", MARIA) in scene.office.audited("story")
    assert scene.acts() == []
    assert not scene.office.screen.answers


def test_a_stranger_gets_no_explanation(scene: Scene) -> None:
    scene.why(STRANGER)
    assert scene.office.said() == NOT_YOURS
    assert not scene.office.screen.workspace.views
    assert ("refused why", STRANGER) in scene.office.audited("story")


def test_when_the_modal_cannot_be_opened_the_answer_is_a_message_under_the_alert(
    scene: Scene,
) -> None:
    scene.why(trigger="gone")
    assert not scene.office.screen.workspace.views
    assert "Step by step" in scene.office.said()


def test_a_click_by_a_stranger_is_refused_archived_and_tells_nothing(scene: Scene) -> None:
    for option in ("", "snooze", "snooze-until", "done", "explain"):
        assert scene.click(STRANGER, option) == NOT_YOURS
    assert scene.acts() == []
    assert not scene.house.queue.deals
    refused = [what for what, who in scene.office.audited("story") if who == STRANGER]
    assert len(refused) == 5


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


def test_a_viewer_may_see_why_but_not_respond(scene: Scene) -> None:
    people = [p.model_dump() for p in samples.team().people]
    viewers = [{**p, "role": "viewer"} if p["id"] == "tom" else p for p in people]
    change(scene.house, people=viewers)
    refusal = (
        "Your role on Story does not allow that. These people can: Maria Lopez, Ruth Adler or "
        "James Whitfield."
    )
    for option in ("", "snooze", "snooze-until", "done"):
        assert scene.click(TOM, option) == refusal
    scene.click(TOM, "explain")
    assert "2(a)(i)" in str(scene.office.form)
    scene.office.do("shortcut", name="record", user=TOM)
    assert "You may not record events on any deal." in str(scene.office.form)
    assert scene.acts() == []


def test_a_person_removed_from_the_deal_since_is_refused(scene: Scene) -> None:
    change(scene.house, deny=("tom",))
    wording("desk/clicks", scene.click(TOM))
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
