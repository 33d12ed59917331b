"""Days of the demo that are done are not played again, and none is passed over that is not."""

from datetime import date
from pathlib import Path

import pytest

from local.demo_progress import FILE, Progress, fingerprint

FIRST = date(2004, 6, 30)


def test_the_day_after_the_last_one_done_is_the_first_to_play(tmp_path: Path) -> None:
    begun = Progress.of(tmp_path, "run", "inputs")
    assert (begun.first_to_play(FIRST), begun.deliveries) == (FIRST, 0)
    begun.done(date(2004, 7, 2), 12)
    kept = Progress.of(tmp_path, "run", "inputs")
    assert (kept.first_to_play(FIRST), kept.deliveries) == (date(2004, 7, 3), 12)


@pytest.mark.parametrize(("run", "inputs"), [("another", "inputs"), ("run", "others")])
def test_of_another_run_or_of_other_files_nothing_is_done(
    tmp_path: Path, run: str, inputs: str
) -> None:
    Progress.of(tmp_path, "run", "inputs").done(date(2004, 7, 2), 12)
    kept = Progress.of(tmp_path, run, inputs)
    assert (kept.first_to_play(FIRST), kept.deliveries) == (FIRST, 0)


@pytest.mark.parametrize("text", ["", "[]", '{"through": "2004-07-02"}', '{"through": 1}'])
def test_a_file_that_cannot_be_read_says_that_nothing_is_done(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert Progress.of(tmp_path, "run", "inputs").through is None


def test_a_fingerprint_is_of_what_the_files_hold(tmp_path: Path) -> None:
    one, two = tmp_path / "a.yaml", tmp_path / "b.yaml"
    one.write_text("1")
    two.write_text("2")
    before = fingerprint([one, two])
    assert fingerprint([two, one]) == before
    two.write_text("3")
    assert fingerprint([one, two]) != before
    assert fingerprint([one]) != before
