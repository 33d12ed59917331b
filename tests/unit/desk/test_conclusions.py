"""Confirm and Dispute under a possible default: where they stand, who may, what is recorded."""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from dealclock.desk.interactions.services import NOT_YOURS
from dealclock.facts.fact import Fact
from dealclock.jobs.deliver.run_deal import run_deal
from dealclock.jobs.queues import AssessDeal
from dealclock.store import Store
from tests.contract.store import samples
from tests.golden.wording import wording
from tests.unit.desk.office import MARIA, STRANGER, TOM, texts
from tests.unit.desk.test_clicks import Scene

DEFAULT = "default-ii"
OCCURRED = date(2004, 10, 29)
FILED = samples.fact("F1", recorded_at=datetime(2004, 7, 13, 15, tzinfo=UTC))


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Iterator[Scene]:
    """The morning after effectiveness lapsed: the post of the possible default."""
    made = Scene(store, tmp_path, (FILED,), OCCURRED)
    yield made
    made.office.close()


def read(scene: Scene) -> str:
    return "\n".join(texts(scene.office.form["blocks"]))


def facts(scene: Scene) -> list[Fact]:
    deal = scene.house.store.deals.get("story")
    assert deal is not None
    return [fact for fact in deal.log.facts if fact.id != "F1"]


def submit(scene: Scene, **values: str) -> None:
    scene.office.do("submit", view=scene.office.form["id"], values=values)


def record(scene: Scene, kind: str, **details: str) -> None:
    """Recorded by someone else, known on the deal's day."""
    at = datetime(2004, 10, 29, 13, tzinfo=UTC)
    other = Fact.model_validate(
        {"id": "F7", "kind": kind, "on": "2004-10-29", "recorded_at": at, **details}
    )
    scene.house.store.deals.record_fact("story", other, scene.house.now, "tests")


def test_they_are_neither_first_nor_primary_nor_next_to_acknowledge(scene: Scene) -> None:
    (post,) = scene.house.slack.posts
    (row,) = [b for b in post.blocks if b["type"] == "actions"]
    names = [e["action_id"].partition(":")[2] for e in row["elements"]]
    assert names.index("confirm") > names.index("acknowledge") + 1
    assert names.index("dispute") == names.index("confirm") + 1
    assert [e["action_id"] for e in row["elements"] if "style" in e] == ["alert:acknowledge"]
    assert DEFAULT not in str(row)
    scene.click()
    scene.house.deliver_next()
    ((_, update),) = scene.house.slack.updates
    (row,) = [b for b in update.blocks if b["type"] == "actions"]
    assert row["elements"][0]["action_id"] not in ("alert:confirm", "alert:dispute")


@pytest.mark.parametrize("act", ["confirm", "dispute"])
def test_the_form_says_what_is_on_record_who_is_notified_and_who_approves(
    scene: Scene, act: str
) -> None:
    scene.click(option=act)
    said = wording("form/conclusion", read(scene), act)
    assert "Ruth Adler" not in said, "an editor approves nothing"
    assert "James Whitfield" in said
    carried = json.loads(scene.office.form["private_metadata"])
    assert set(carried) == {"deal", "kind", "seen"}
    assert facts(scene) == []
    note, view = {"note": "As counsel wrote on Oct 29"}, scene.office.form["id"]
    pressed = scene.office.body("submit", view=view, values=note)
    for _ in range(2):
        scene.office.carry_out("submit", pressed)
    [fact] = facts(scene)
    assert (fact.kind, fact.about, fact.on, fact.recorded_by, fact.note) == (
        {"confirm": "default-confirmed", "dispute": "default-disputed"}[act],
        DEFAULT,
        OCCURRED,
        "Maria Lopez",
        "As counsel wrote on Oct 29",
    )
    assert fact.id in read(scene)
    wording("form/conclusion", read(scene), f"{act}, recorded")
    assert ("fact recorded", MARIA) in scene.office.audited("story")


def test_its_message_shows_it_once_recorded_and_the_thread_says_who(scene: Scene) -> None:
    scene.click(option="confirm")
    submit(scene)
    house = scene.house
    house.queue.deals.clear()
    house.store.deals.rehearse_to("story", date(2004, 11, 1), house.now, "tests")
    run = AssessDeal(
        deal="story",
        as_of=date(2004, 11, 1),
        known_at=datetime(2004, 11, 1, 13, tzinfo=UTC),
        slot="morning",
        sweep="sweep-2",
    )
    for _ in range(2):
        run_deal(run, house.services)
    house.deliver_all()
    threaded = ["\n".join(texts(list(post.blocks))) for post in house.slack.posts if post.thread]
    [note] = [said for said in threaded if "confirmed the default" in said]
    wording("message/notes", note)
    shown = str([post.blocks for _, post in house.slack.updates])
    assert "Registration Default confirmed by Maria Lopez" in shown
    assert "alert:confirm" not in shown


@pytest.mark.parametrize(
    ("user", "said"), [(TOM, "These people can: Maria Lopez."), (STRANGER, NOT_YOURS)]
)
@pytest.mark.parametrize("act", ["confirm", "dispute"])
def test_only_a_lead_may_and_others_see_who_can(
    scene: Scene, user: str, said: str, act: str
) -> None:
    assert said in scene.click(user, act)
    assert not scene.office.screen.workspace.views
    assert ("refused record", user) in scene.office.audited("story")
    assert facts(scene) == []


def test_a_default_confirmed_before_is_not_confirmed_again(scene: Scene) -> None:
    record(scene, "default-confirmed", about=DEFAULT, recorded_by="Ann Shaw")
    assert "Ann Shaw" in wording("desk/clicks", scene.click(option="confirm"))
    assert not scene.office.screen.workspace.views
    scene.click(option="dispute")
    assert "default, confirmed" in read(scene), "to dispute it is another position"


def test_a_default_confirmed_while_the_form_was_open_is_not_confirmed_again(scene: Scene) -> None:
    scene.click(option="confirm")
    record(scene, "default-confirmed", about=DEFAULT, recorded_by="Ann Shaw")
    submit(scene)
    assert "Ann Shaw" in wording("form/conclusion", read(scene))
    assert [fact.id for fact in facts(scene)] == ["F7"]


def test_a_default_cured_while_the_form_was_open_is_shown_as_cured_first(scene: Scene) -> None:
    scene.click(option="confirm")
    record(scene, "registration-statement-effective")
    submit(scene)
    wording("form/conclusion", read(scene))
    assert [fact.id for fact in facts(scene)] == ["F7"]
    submit(scene)
    assert [fact.kind for fact in facts(scene)][1:] == ["default-confirmed"]


def test_a_default_that_no_longer_arises_cannot_be_confirmed(scene: Scene) -> None:
    taken = Fact.model_validate(
        {
            "id": "F8",
            "kind": "registration-statement-effective",
            "on": "2004-10-28",
            "recorded_at": datetime(2004, 10, 29, 13, tzinfo=UTC),
        }
    )
    scene.house.store.deals.record_fact("story", taken, scene.house.now, "tests")
    assert "no longer arises" in scene.click(option="confirm")
    assert not scene.office.screen.workspace.views


def test_another_date_removes_the_preview_and_is_previewed_again(scene: Scene) -> None:
    scene.click(option="confirm")
    view = scene.office.form["id"]
    scene.office.do("choose", view=view, values={"on": "2004-10-28"})
    assert scene.office.form["submit"]["text"] == "Preview"
    submit(scene)
    assert facts(scene) == []
    submit(scene)
    assert [fact.on for fact in facts(scene)] == [date(2004, 10, 28)]
