"""What is typed after `/deal`, and its answer: `slack/`, and the goldens `transcript/slack-...`.

A scene is typed by Maria in the channel of the rehearsal Story, `on` a day of its own; `as` names
another person, channel and instant. Of `[first lines]` only those are kept, and how it was read.
"""

from datetime import date, datetime

import pytest

from tests.golden.wording import wording
from tests.transcripts.scenes import Scene, all_scenes
from tests.unit.desk.asking_the_desk import LOADED, MARIA, room
from tests.unit.desk.in_the_story import LATER, STORY

FOLDER = "slack"
SCENES = all_scenes(FOLDER)


@pytest.mark.parametrize(("topic", "scene"), SCENES, ids=[f"{t}: {s}" for t, s in SCENES])
def test_slack(topic: str, scene: Scene) -> None:
    house, user, channel, now = room(), MARIA, STORY, LATER
    said = []
    for step, _ in scene.steps:
        done, _, given = step.partition(" ")
        said.append(step)
        match done:
            case "on":
                house.store.deals.rehearse_to("story", date.fromisoformat(given), LOADED, "tests")
            case "as":
                user, _, channel, _, at = given.split()
                now = datetime.fromisoformat(at)
            case _:
                first, *rest = house.ask(given, user, channel, now).splitlines()
                if scene.name.startswith("[first lines]"):
                    rest = [line for line in rest if line.startswith("Read as: ")]
                said += [first, *rest, ""]
    wording(f"transcript/{FOLDER}-{topic}", said)
