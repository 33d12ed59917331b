"""Days of the demo that are done are not played again, and none is passed over that is not."""

from datetime import date
from pathlib import Path

import pytest

from local.demo import FILE, DaysLeft, Progress, fingerprint

FIRST, LAST = date(2004, 6, 30), date(2005, 3, 15)


def test_the_day_after_the_last_one_done_is_the_first_to_play(tmp_path: Path) -> None:
    begun = Progress.of(tmp_path, "run", "inputs")
    assert begun.rest(["story"], FIRST, LAST) == DaysLeft(["story"], FIRST)
    begun.done(date(2004, 7, 2), {"story": 12})
    kept = Progress.of(tmp_path, "run", "inputs")
    assert kept.rest(["story"], FIRST, LAST) == DaysLeft(["story"], date(2004, 7, 3), {"story": 12})


def test_a_rehearsal_that_is_done_is_left_out_when_another_is_played(tmp_path: Path) -> None:
    kept = Progress.of(tmp_path, "run", "inputs").done(LAST, {"story": 12})
    assert kept.rest(["story"], FIRST, LAST) == DaysLeft([], FIRST, {"story": 12})
    assert kept.rest(["story", "never"], FIRST, LAST) == DaysLeft(["never"], FIRST, {"story": 12})


def test_rehearsals_at_different_days_begin_again_and_are_counted_again(tmp_path: Path) -> None:
    kept = Progress.of(tmp_path, "run", "inputs")
    kept = kept.done(date(2004, 7, 2), {"story": 12, "never": 3}).done(LAST, {"done": 7})
    both = ["story", "never", "done"]
    assert kept.rest(both, FIRST, LAST) == DaysLeft(
        ["story", "never"], date(2004, 7, 3), {"story": 12, "never": 3, "done": 7}
    )
    apart = kept.done(date(2004, 7, 6), {"story": 15})
    assert apart.rest(both, FIRST, LAST) == DaysLeft(["story", "never"], FIRST, {"done": 7})


@pytest.mark.parametrize(("run", "inputs"), [("another", "inputs"), ("run", "others")])
def test_of_another_run_or_of_other_files_nothing_is_done(
    tmp_path: Path, run: str, inputs: str
) -> None:
    Progress.of(tmp_path, "run", "inputs").done(date(2004, 7, 2), {"story": 12})
    assert not Progress.of(tmp_path, run, inputs).days


@pytest.mark.parametrize(
    "text", ["", "[]", '{"through": "2004-07-02"}', '{"days": 1}', '{"days": {"story": [1]}}']
)
def test_a_file_that_cannot_be_read_says_that_nothing_is_done(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert not Progress.of(tmp_path, "run", "inputs").days


def test_a_fingerprint_is_of_what_the_files_hold(tmp_path: Path) -> None:
    one, two = tmp_path / "a.yaml", tmp_path / "b.yaml"
    one.write_text("1")
    two.write_text("2")
    before = fingerprint([one, two])
    assert fingerprint([two, one]) == before
    two.write_text("3")
    assert fingerprint([one, two]) != before
    assert fingerprint([one]) != before
