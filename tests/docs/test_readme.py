"""README.md shows what the rehearsal sends, what Python prints, and how much there is to read."""

import re
import shlex
from pathlib import Path

import pytest

from dealclock.cli import main
from tests.docs.pages import page
from tests.docs.readme_alerts import PAGE, rewritten

LIBRARY = Path("layers/dealclock/python/dealclock")


def test_the_alerts_of_the_readme_are_those_the_rehearsal_sends() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.count(": generated -->") == 2
    assert rewritten(page) == page, "python -m tests.docs.readme_alerts writes them"


def test_six_lines_of_python_print_a_date_and_its_reasons(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(code.split("\n")) - code.count("\n\n") <= 7
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == [
        "2026-02-13",
        "Closing Date, itself not counted",
        "30 days after it: the last day",
    ]


def test_the_figures_are_those_that_the_guide_ends_with(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = PAGE.read_text("utf-8")
    ((command, shown),) = re.findall(
        r"```\n\$ \.venv/bin/dealclock (.*?)\n(.*?)```", text, re.DOTALL
    )
    assert main(shlex.split(command)) == 0
    printed, lines = capsys.readouterr().out.splitlines(), shown.splitlines()
    assert len(lines) == 3
    assert set(lines) <= {line.strip() for line in printed}
    assert shown in page("guide-pipe.md")


def lines_of(room: str) -> int:
    """The lines of a room without those that are blank or only a comment."""
    texts = (path.read_text("utf-8") for path in (LIBRARY / room).rglob("*.py"))
    lines = (line.strip() for text in texts for line in text.splitlines())
    return sum(bool(line) and not line.startswith("#") for line in lines)


def test_the_lines_to_read_are_those_there_are() -> None:
    rows = re.findall(r"^\| .* \| (`.*`) \| ([\d,]+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == 4
    rooms = [room for names, _ in rows for room in re.findall(r"`(\w+)`", names)]
    assert sorted(rooms) == sorted(path.parent.name for path in LIBRARY.glob("*/__init__.py"))
    for names, given in rows:
        found = sum(map(lines_of, re.findall(r"`(\w+)`", names)))
        assert int(given.replace(",", "")) == pytest.approx(found, rel=0.05), names
