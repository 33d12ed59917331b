"""docs/first-deal.md, followed to the letter: its values, its events and its commands."""

import re
import shlex
from pathlib import Path

import pytest

from dealclock.cli import main
from tests.docs.pages import page

ROW = re.compile(r"^\| `(.*?)` \| `(.*?)` \| `(\S+)` \|$", re.MULTILINE)
COMMAND = re.compile(r"```\n\$ dealclock (.*?)\n(.*?)```", re.DOTALL)


def squeezed(text: str) -> str:
    """The text without its line breaks, which depend on the terminal's width."""
    return " ".join(text.split())


def test_the_page_shows_what_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = page("first-deal.md")
    filled, (events,) = ROW.findall(text), re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    commands = COMMAND.findall(text)
    assert (len(filled), len(commands)) == (10, 7)
    monkeypatch.chdir(tmp_path)
    for number, (command, shown) in enumerate(commands):
        assert main(shlex.split(command)) == 0, command
        printed = squeezed(capsys.readouterr().out)
        missing = [line for line in shown.splitlines() if squeezed(line) not in printed]
        assert missing == [], f"{command} prints {printed}"
        if number == 0:
            for placeholder, value, file in [*filled, ("facts: []\n", events, "facts.yaml")]:
                written = (tmp_path / "my-deal" / file).read_text("utf-8")
                assert placeholder in written
                (tmp_path / "my-deal" / file).write_text(
                    written.replace(placeholder, value, 1), "utf-8"
                )
