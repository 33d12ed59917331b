"""docs/command-line.md documents every subcommand with each of its options."""

import re

import pytest

from dealclock.cli import commands, main
from tests.docs.pages import page, sections


def section(command: str) -> str:
    """The section about one command."""
    found = [
        text
        for heading, text in sections(page("command-line.md"), 3).items()
        if heading.startswith(f"`dealclock {command} ")
    ]
    assert len(found) == 1, f"docs/command-line.md must tell of `dealclock {command}` once"
    return found[0]


def common(command: str) -> str:
    """What the page says about all commands of the kind, before the first of them."""
    (text,) = [t for t in sections(page("command-line.md"), 2).values() if section(command) in t]
    return text.partition("\n### ")[0]


@pytest.mark.parametrize("command", list(commands.ALL))
def test_every_subcommand_is_documented_with_its_options(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--help"]) == 0
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out.partition("options:")[2]))
    items = set(re.findall(r"--[a-z-]+", section(command) + common(command)))
    assert options - items - {"--help"} == set()


def test_no_unknown_subcommand_is_documented() -> None:
    headings = sections(page("command-line.md"), 3)
    items = [re.findall(r"`dealclock (\S+)", heading)[0] for heading in headings]
    assert sorted(items) == sorted(commands.ALL)
