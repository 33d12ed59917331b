"""A command line that cannot be accepted: one paragraph, exit 2, and what to type instead."""

import pytest

from dealclock import __version__
from dealclock.answers.catalog import DESCRIPTIONS, TWELVE
from dealclock.cli import commands
from dealclock.cli.parser import sentence_case
from tests.unit.cli.running import Dealclock


@pytest.mark.parametrize("words", [("help",), ("--help",), ("-h",)])
def test_help_shows_the_twelve_in_24_lines_of_80_columns(
    dealclock: Dealclock, words: tuple[str, ...]
) -> None:
    ran = dealclock(*words)
    assert (ran.code, ran.err) == (0, "")
    for name, says in TWELVE.items():
        assert f"{name} {sentence_case(says)}" in ran.flat
    assert len(ran.out.splitlines()) <= 24
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize("words", [("help", "all"), ("--help", "all"), ("--help-all",)])
def test_help_all_lists_every_command(dealclock: Dealclock, words: tuple[str, ...]) -> None:
    ran = dealclock(*words)
    assert (ran.code, ran.err) == (0, "")
    for name in commands.ALL:
        assert f"{name} {sentence_case(DESCRIPTIONS[name])}" in ran.flat


@pytest.mark.parametrize("name", list(commands.ALL))
def test_each_command_shows_its_options(dealclock: Dealclock, name: str) -> None:
    asked, shorter = dealclock("help", name), dealclock(name, "--help")
    assert asked == shorter
    assert asked.code == 0
    assert f"Usage: dealclock {name}" in asked.out


def test_the_version_is_shown(dealclock: Dealclock) -> None:
    assert dealclock("--version").out == f"dealclock {__version__}\n"
