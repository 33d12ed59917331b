"""What a newcomer stumbled over, each as typed in a terminal."""

from tests.unit.cli.running import SAMPLE, Dealclock

STORY = ("--facts", "histories/story.yaml")


def test_commands_are_named_as_a_terminal_has_them(dealclock: Dealclock) -> None:
    ran = dealclock("ask", SAMPLE, *STORY, "--as-of", "2005-01-20", "shelf")
    assert "dealclock why DEAL_DIR effectiveness" in ran.flat
    assert "/deal why" not in ran.out
    assert "/deal help" not in dealclock("ask", SAMPLE, "help", "nonsense").err
