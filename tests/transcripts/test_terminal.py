"""What is typed in a terminal, and its answer: `terminal/`, the goldens `transcript/terminal-...`.

A scene of a `[stack]` is typed on Thu, Oct 28, 2004, at 11:30 p.m. in New York, or `at` an instant.
A new scene needs its lines there and `make golden ARGS=tests/transcripts`.
"""

import json
import shlex
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from dealclock.cli import clock
from tests.golden.wording import wording
from tests.transcripts.scenes import HERE, Scene, all_scenes, change_files
from tests.unit.cli.conftest import dealclock, stack  # noqa: F401
from tests.unit.cli.running import Dealclock

FOLDER = "terminal"
SCENES = all_scenes(FOLDER)
TODAY = datetime(2026, 11, 20, 15, tzinfo=UTC)


def list_parts(document: str, paths: str) -> list[str]:
    """Some parts of a JSON document: `defaults>default-ii>occurred_on, obligations>*>due`.

    A record of a list is named by its instance or id, all of them by `*`.
    """
    whole, said = json.loads(document), []
    for path in paths.split(", "):
        value = _part(whole, path.split(">"))
        short = json.dumps(value)
        said.append(f"{path}: {short if len(short) < 80 else json.dumps(value, indent=1)}")
    return said


def _part(value: Any, keys: list[str]) -> Any:
    if not keys:
        return value
    first, *rest = keys
    if first == "*":
        return [_part(each, rest) for each in value]
    if isinstance(value, list):
        (found,) = (each for each in value if first in (each.get("instance"), each.get("id")))
        return _part(found, rest)
    return _part(value[first], rest)


@pytest.mark.parametrize(("topic", "scene"), SCENES, ids=[f"{t}: {s}" for t, s in SCENES])
def test_terminal(
    topic: str,
    scene: Scene,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run: Dealclock = request.getfixturevalue("dealclock")
    house = None
    if scene.name.startswith("[stack] "):
        house = request.getfixturevalue("stack")
    else:
        monkeypatch.setattr(clock, "now", lambda: TODAY)
        monkeypatch.setattr(clock, "today", lambda zone: date(2026, 11, 20))
    (tmp_path / "agreements").symlink_to(HERE.parents[1] / "agreements")
    monkeypatch.chdir(tmp_path)
    said = []
    for step, lines in scene.steps:
        if step.startswith("at ") and house:
            house.now = datetime.fromisoformat(step.removeprefix("at "))
            continue
        if not step.startswith("$ dealclock"):
            change_files(step, lines)
            continue
        words, _, parts = step.removeprefix("$ dealclock").partition(" | ")
        ran = run(*shlex.split(words))
        assert "Traceback" not in ran.said
        assert "\x1b" not in ran.said
        assert ran.code != 2 or ran.out == "", "a refusal has no answer"
        shown = list_parts(ran.out, parts) if parts else [ran.said]
        said += [step, *shown, *([f"[exit {ran.code}]"] if ran.code else [])]
    wording(f"transcript/{FOLDER}-{topic}", said)
