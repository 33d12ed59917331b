"""`dealclock picture`: a file, its words, and what is said where it cannot be drawn."""

import sys
from pathlib import Path

import pytest

from tests.golden.values import shows
from tests.golden.wording import wording
from tests.unit.cli.running import SAMPLE, Dealclock


def test_a_picture_is_written_and_described_in_words(dealclock: Dealclock, tmp_path: Path) -> None:
    to = tmp_path / "line.png"
    ran = dealclock("picture", SAMPLE, "timeline", "--as-of", "2004-11-20", "--to", to)
    assert ran.code == 0
    assert to.read_bytes().startswith(b"\x89PNG")
    assert shows(ran.said, "2(a)(ii)", "2004-10-28")
    assert "OVERDUE" in ran.out


@pytest.mark.full
def test_dark_and_light_are_not_the_same(dealclock: Dealclock, tmp_path: Path) -> None:
    words = ("picture", SAMPLE, "accrual", "--as-of", "2004-11-20", "--to")
    assert dealclock(*words, tmp_path / "light.png").code == 0
    assert dealclock(*words, tmp_path / "dark.png", "--dark").code == 0
    assert (tmp_path / "light.png").read_bytes() != (tmp_path / "dark.png").read_bytes()


def test_a_picture_is_written_as_svg_without_what_makes_png(
    dealclock: Dealclock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "dealclock.documents.charts.drawing.png", raising=False)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    to = tmp_path / "line.SVG"
    ran = dealclock("picture", SAMPLE, "timeline", "--as-of", "2004-11-20", "--to", to)
    assert ran.code == 0
    assert to.read_text(encoding="utf-8").startswith("<svg ")


def test_without_resvg_it_is_refused_with_what_to_install(
    dealclock: Dealclock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "dealclock.documents.charts.drawing.png", raising=False)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    to = tmp_path / "line.png"
    ran = dealclock("picture", SAMPLE, "timeline", "--as-of", "2004-11-20", "--to", to)
    assert ran.code == 2
    wording("refusal/picture", ran.said)
    assert not to.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("timeline", "--to", "x.jpg"), "give a name ending in .png or .svg"),
        (("timeline", "--to", "/no/such/folder/x.png"), "Give another file."),
        (("timeline", "--to", "x.png", "--months", "30"), "give a number from 1 to 12"),
        (("portrait", "--to", "x.png"), "give timeline or accrual"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_what_to_give(
    dealclock: Dealclock, words: tuple[str, ...], said: str
) -> None:
    kind, *rest = words
    ran = dealclock("picture", SAMPLE, kind, "--as-of", "2004-11-20", *rest)
    assert ran.code == 2
    assert said in ran.flat


def test_where_nothing_accrued_there_is_no_picture_of_it(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    letter = Path(SAMPLE).parent / "camden-letter-2002"
    to = tmp_path / "x.png"
    ran = dealclock("picture", letter, "accrual", "--as-of", "2004-11-20", "--to", to)
    assert (ran.code, to.exists()) == (2, False)
    assert shows(wording("refusal/picture", ran.said), "2004-11-20")
