"""What people do at their screens and on their pages: `desk/`, the goldens `transcript/desk-...`.

The steps of a scene are in `people.py`; each file has its own deal and day, here.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from dealclock.facts.fact import Fact
from dealclock.jobs.queues import AssessDeal
from dealclock.people.team import Team
from dealclock.store import Bundle, Store
from tests.contract.store import samples
from tests.golden.wording import wording
from tests.memory_table import MemoryTable
from tests.transcripts.people import People
from tests.transcripts.scenes import Scene, all_scenes
from tests.unit.desk.asking_the_desk import LATE, LOADED, room, room_in_january
from tests.unit.desk.office import Office
from tests.unit.desk.test_clicks import Scene as Posted
from tests.unit.jobs.house import House

FOLDER = "desk"
SCENES = all_scenes(FOLDER)
NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
FILED = samples.fact("F1", recorded_at=datetime(2004, 7, 13, 15, tzinfo=UTC))
# Thu, Oct 28, 2004, 10:00 in New York: effectiveness is due today. Filed on July 13, as required.
DUE_TODAY = datetime(2004, 10, 28, 14, tzinfo=UTC)


def recording(folder: Path) -> People:
    """Story, a rehearsal on May 20, 2005, filed in time and not effective yet."""
    store = Store(MemoryTable())
    store.deals.load(samples.rehearsal(FILED), NOW, "tests")
    store.deals.rehearse_to("story", date(2005, 5, 20), NOW, "tests")
    return People(Office.of(store, folder, NOW), "story")


def posted(folder: Path, *given: object) -> People:
    """Under an alert of the rehearsal Story, as it was posted."""
    made = Posted(Store(MemoryTable()), folder, *given)  # type: ignore[arg-type]
    made.house.queue.deliveries.clear()
    return People(made.office, "story", alert=made.ts)


def pages(folder: Path) -> People:
    """Granite, live, loaded 90 days before effectiveness is due today."""
    store = Store(MemoryTable())
    store.deals.load(samples.live(samples.fact()), DUE_TODAY - timedelta(days=90), "tests")
    return People(Office.of(store, folder, DUE_TODAY), "granite", channel="C0GRANITE")


def january(folder: Path) -> People:
    """Story on January 20, 2005, a default open; Granite, live; and Basalt, of other people."""
    return People(Office.of(room_in_january().store, folder, LATE), "story")


def released(folder: Path) -> People:
    """Story as of November 2, 2004, with three outside on its list and a default confirmed."""
    made = january(folder)
    outside = {
        "teresa": {"slack": "U01TRUST", "stands_for": "trustee"},
        "ann": {"slack": "U01ALPHA", "stands_for": "holder", "holder": "fund-a"},
        "carl": {"slack": "U01BETA", "stands_for": "counterparty"},
    }
    team = samples.team("Story", "C0STORY").model_dump()
    team["people"] = [
        *team["people"],
        *(
            {"id": p, "name": p.title(), "email": f"{p}@out.example", "role": "viewer", **more}
            for p, more in outside.items()
        ),
    ]
    facts: list[dict[str, object]] = [
        {"id": "H1", "kind": "notes-acquired", "on": "2004-07-01", "lot": "base", "amount": 1}
        | {"holder": "fund-a"},
        {"id": "F90", "kind": "default-confirmed", "on": "2004-11-01", "about": "default-ii"},
    ]
    more = [Fact.model_validate({"recorded_by": "Maria Lopez"} | each) for each in facts]
    bundle = samples.rehearsal(*samples.story(), *more)
    whole = replace(bundle, team=Team.model_validate(team))
    made.store.deals.load(whole, LOADED, "tests")
    made.store.deals.rehearse_to("story", date(2004, 11, 2), LOADED, "tests")
    return made


def approving(folder: Path) -> People:
    """Granite, live: Maria leads, James approves and chose how default-occurs is read, Olga runs
    the stack as `deploy`; F12 waives a default.
    """
    olga = {
        "id": "olga",
        "name": "Olga",
        "email": "olga@ops.example",
        "slack": "U01OLGA",
        "role": "administrator",
        "logins": ("deploy",),
    }
    waived = Fact(id="F12", kind="waiver", on=date(2004, 11, 15), about="default-ii")
    bundle = samples.live(samples.fact(), waived)
    team = bundle.team.model_dump()
    team["people"] = [*team["people"], olga]
    store, now = Store(MemoryTable()), datetime(2004, 12, 1, 15, tzinfo=UTC)
    store.deals.load(
        Bundle("granite", bundle.terms, Team.model_validate(team), bundle.facts),
        now - timedelta(days=9),
        "deploy",
    )
    return People(Office.of(store, folder, now), "granite", channel="C0GRANITE")


def assessed(folder: Path) -> People:
    """Story, a rehearsal assessed on the morning of January 20, 2005."""
    store, day = Store(MemoryTable()), date(2005, 1, 20)
    store.deals.load(samples.rehearsal(*samples.story()), NOW, "tests")
    store.deals.rehearse_to("story", day, NOW, "tests")
    known = datetime.fromisoformat("2005-01-20T08:00:00-05:00")
    run = AssessDeal(deal="story", as_of=day, known_at=known, slot="morning", sweep="s")
    House(store).assess(run)
    return People(Office.of(store, folder, NOW), "story")


WORLDS: Mapping[str, Callable[[Path], People]] = {
    "recording": recording,
    "clicks": posted,
    "conclusions": lambda folder: posted(folder, (FILED,), date(2004, 10, 29)),
    "pages": pages,
    "responses": pages,
    "home": assessed,
    "sharing": lambda folder: People(Office.of(room().store, folder, LATE), "story"),
    "settings": january,
    "closing": january,
    "files": january,
    "outside": released,
    "approving": approving,
}


@pytest.mark.parametrize(("topic", "scene"), SCENES, ids=[f"{t}: {s}" for t, s in SCENES])
def test_desk(topic: str, scene: Scene, tmp_path: Path) -> None:
    people = WORLDS[topic](tmp_path)
    try:
        said = "\n".join(people.play(scene))
        wording(f"transcript/{FOLDER}-{topic}", re.sub(r"/p\d{16}", "/p(its ts)", said))
    finally:
        people.office.close()
