"""Every command of docs/how-to.md exists; those that only ask are answered from files."""

import re

import pytest

from dealclock.cli import main
from tests.docs.pages import page

STORY = "histories/story.yaml"
ASKED = ["ask", "agreements/infocrossing-2004", "--facts", STORY, "--as-of", "2005-01-20"]
ACTS = ("correct", "notice", "proof", "record", "settings")
COMMANDS = sorted(set(re.findall(r"`/deal ([^`]+)`", page("how-to.md"))))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_answered_or_acts(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = command.replace("NAME", "default-occurs").split()
    code = main([*ASKED, *words])
    said = capsys.readouterr().err
    acts = words[0] in ACTS
    assert code == (2 if acts else 0), said
    assert not acts or "running stack" in said


def test_the_page_has_commands() -> None:
    assert len(COMMANDS) > 10
