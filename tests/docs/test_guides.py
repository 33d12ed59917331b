"""The guides of the model agreements, followed to the letter: commands and what these show."""

import re
import shlex
from pathlib import Path

import pytest

from dealclock.cli import main
from tests.docs.pages import page

GUIDES = sorted(each.name for each in Path("docs").glob("guide-*.md"))
COMMAND = re.compile(r"```\n\$ dealclock (.*?)\n(.*?)```", re.DOTALL)
MOST = 350
"""Words of a guide."""


def squeezed(text: str) -> str:
    """The text without its line breaks, which depend on the terminal's width."""
    return " ".join(text.split())


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_shows_what_happens(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = COMMAND.findall(page(name))
    monkeypatch.chdir(tmp_path)
    assert len(commands) >= 5
    for command, shown in commands:
        assert main(shlex.split(command)) == 0, command
        printed = squeezed(capsys.readouterr().out)
        missing = [line for line in shown.splitlines() if squeezed(line) not in printed]
        assert missing == [], f"{command} prints {printed}"


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_is_one_page(name: str) -> None:
    assert len(page(name).split()) <= MOST


def test_each_model_has_its_guide() -> None:
    assert len(GUIDES) == 3
