"""docs/paper-to-clock.md, followed to the letter: its blocks are added and its commands run, each
in its place.
"""

import re
import shlex
import shutil
import textwrap
from pathlib import Path
from typing import Any

import pytest
import yaml

from dealclock.cli import main
from tests.docs.pages import page

STEP = re.compile(
    r"<!-- add to: (?P<to>\S+) -->\n```yaml\n(?P<block>.*?)```|```\n(?P<shown>\$ .*?)```", re.DOTALL
)


def squeezed(text: str) -> str:
    """The text without its line breaks, which depend on the terminal's width."""
    return " ".join(text.split())


class Folder:
    """The deal as it grows."""

    def __init__(self, at: Path) -> None:
        self.at = at
        self.terms: dict[str, Any] = {}

    def add(self, to: str, block: str) -> None:
        """Put a block of the page where it says."""
        if to == "facts":
            (self.at / "facts.yaml").write_text(block, encoding="utf-8")
            return
        given = yaml.safe_load(textwrap.dedent(block))
        rules = self.terms.setdefault("provisions", []) if to != "terms" else []
        if to == "terms":
            assert not given.keys() & self.terms.keys()
            self.terms |= given
        elif to == "provisions":
            rules += given["provisions"] if isinstance(given, dict) else given
        else:
            (rule,) = (each for each in rules if each["id"] == to)
            rule |= given
        text = yaml.safe_dump(self.terms, sort_keys=False, width=1000)
        (self.at / "terms.yaml").write_text(text, encoding="utf-8")


def test_the_page_shows_what_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = list(STEP.finditer(page("paper-to-clock.md")))
    monkeypatch.chdir(tmp_path)
    folder, asked = Folder(tmp_path / "harbor"), 0
    for step in steps:
        if step["block"]:
            folder.add(step["to"], step["block"])
            continue
        for each in re.split(r"^\$ dealclock ", step["shown"], flags=re.MULTILINE)[1:]:
            command, _, shown = each.partition("\n")
            if command.startswith("diff "):
                shutil.copytree("harbor", "amended")
                there = Path("amended/terms.yaml")
                text = there.read_text("utf-8")
                assert text.count("else: 60 days") == 1
                there.write_text(text.replace("else: 60 days", "else: 75 days"), "utf-8")
            assert main(shlex.split(command)) == 0, command
            printed = capsys.readouterr()
            both, asked = squeezed(printed.out + printed.err), asked + 1
            missing = [line for line in shown.splitlines() if squeezed(line) not in both]
            assert missing == [], f"{command} prints {both}"
    assert asked == 8
