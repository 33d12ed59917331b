"""What is typed in a terminal, and its answer: `terminal/`, the goldens `transcript/terminal-...`.

A new scene needs its lines there and `make golden ARGS=tests/transcripts`.
"""

import shlex
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from dealclock.cli import clock
from tests.golden.wording import wording
from tests.transcripts.scenes import HERE, Scene, all_scenes, change_files
from tests.unit.cli.conftest import dealclock, stack  # noqa: F401
from tests.unit.cli.running import Dealclock

FOLDER = "terminal"
SCENES = all_scenes(FOLDER)
TODAY = datetime(2026, 11, 20, 15, tzinfo=UTC)


@pytest.mark.parametrize(("topic", "scene"), SCENES, ids=[f"{t}: {s}" for t, s in SCENES])
def test_terminal(
    topic: str,
    scene: Scene,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run: Dealclock = request.getfixturevalue("dealclock")
    if scene.name.startswith("[stack] "):
        request.getfixturevalue("stack")
    else:
        monkeypatch.setattr(clock, "now", lambda: TODAY)
        monkeypatch.setattr(clock, "today", lambda zone: date(2026, 11, 20))
    (tmp_path / "agreements").symlink_to(HERE.parents[1] / "agreements")
    monkeypatch.chdir(tmp_path)
    said = []
    for step, lines in scene.steps:
        if not step.startswith("$ dealclock"):
            change_files(step, lines)
            continue
        ran = run(*shlex.split(step.removeprefix("$ dealclock")))
        assert "Traceback" not in ran.said
        assert "\x1b" not in ran.said
        assert ran.code != 2 or ran.out == "", "a refusal has no answer"
        said += [step, ran.said, *([f"[exit {ran.code}]"] if ran.code else [])]
    wording(f"transcript/{FOLDER}-{topic}", said)
