"""`dealclock assess` for a reader: tables in words, no wider than the terminal."""

from pathlib import Path

import pytest

from tests.unit.cli.running import SAMPLE, Dealclock

STORY = ("--facts", "histories/story.yaml")


@pytest.mark.full
@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("as_of", ["2004-07-01", "2004-12-15", "2005-02-20", "2006-07-01"])
def test_no_line_is_wider_than_the_terminal(
    dealclock: Dealclock, monkeypatch: pytest.MonkeyPatch, columns: int, as_of: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = dealclock("assess", SAMPLE, "--as-of", as_of, *STORY).out
    assert max(len(line) for line in out.splitlines()) <= columns


def test_typed_text_cannot_control_the_terminal(dealclock: Dealclock, deal: Path) -> None:
    (deal / "facts.yaml").write_text('history: "quiet \\e[31mred"\n', encoding="utf-8")
    ran = dealclock("assess", deal, "--as-of", "2004-07-01")
    assert ran.code == 0
    assert "\x1b" not in ran.out
