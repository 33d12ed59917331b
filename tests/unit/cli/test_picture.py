"""`dealclock picture`: a file, its words, and what is said where it cannot be drawn."""

from pathlib import Path

import pytest

from dealclock.cli import file_command
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.unit.cli.running import SAMPLE, Dealclock


def test_a_picture_is_written_and_described_in_words(dealclock: Dealclock, tmp_path: Path) -> None:
    to = tmp_path / "line.pdf"
    ran = dealclock("picture", SAMPLE, "timeline", "--as-of", "2004-11-20", "--to", to)
    assert ran.code == 0
    assert to.read_bytes().startswith(b"%PDF-")
    assert shows(ran.said, "2(a)(ii)", "2004-10-28")
    assert "OVERDUE" in ran.out


@pytest.mark.full
def test_dark_and_light_are_not_the_same(dealclock: Dealclock, tmp_path: Path) -> None:
    words = ("picture", SAMPLE, "accrual", "--as-of", "2004-11-20", "--to")
    assert dealclock(*words, tmp_path / "light.pdf").code == 0
    assert dealclock(*words, tmp_path / "dark.pdf", "--dark").code == 0
    assert (tmp_path / "light.pdf").read_bytes() != (tmp_path / "dark.pdf").read_bytes()


@pytest.fixture
def no_reportlab(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine where nothing can write PDF."""

    def missing(_: str) -> object:
        raise ModuleNotFoundError("No module named 'reportlab'", name="reportlab")

    monkeypatch.setattr(file_command, "import_module", missing)


@pytest.mark.usefixtures("no_reportlab")
def test_a_picture_is_written_as_svg_without_what_makes_pdf(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    to = tmp_path / "line.SVG"
    ran = dealclock("picture", SAMPLE, "timeline", "--as-of", "2004-11-20", "--to", to)
    assert ran.code == 0
    assert to.read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.usefixtures("no_reportlab")
def test_without_reportlab_it_is_refused_with_what_to_install(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    to = tmp_path / "line.pdf"
    ran = dealclock("picture", SAMPLE, "timeline", "--as-of", "2004-11-20", "--to", to)
    assert ran.code == 2
    wording("refusal/picture", ran.said)
    assert not to.exists()
