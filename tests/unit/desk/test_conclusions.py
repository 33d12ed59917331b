"""Confirm and Dispute under a possible default: where they stand, who may, what is recorded."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from dealclock.facts.fact import Fact
from dealclock.jobs.deliver.run_deal import run_deal
from dealclock.jobs.queues import AssessDeal
from dealclock.store import Store
from tests.contract.store import samples
from tests.golden.wording import wording
from tests.unit.desk.office import texts
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


def facts(scene: Scene) -> list[Fact]:
    deal = scene.house.store.deals.get("story")
    assert deal is not None
    return [fact for fact in deal.log.facts if fact.id != "F1"]


def submit(scene: Scene, **values: str) -> None:
    scene.office.do("submit", view=scene.office.form["id"], values=values)


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


@pytest.mark.full
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
