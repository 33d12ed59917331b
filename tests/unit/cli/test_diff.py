"""`dealclock diff`: the amendment that it drafts makes the one version the other."""

import shutil
from datetime import date
from pathlib import Path

import pytest

from dealclock.documents.deal_files import DealFiles, read_deal
from dealclock.engine.assess import assess
from dealclock.engine.changes import compare
from dealclock.engine.sample import on_sample_timeline
from tests.unit.cli.running import Dealclock

PIPE, INFOCROSSING = "model-pipe", "infocrossing-2004"
EDITS = [
    (PIPE, [("30 days after closing-date", "45 days after closing-date")]),
    (
        PIPE,
        [
            ("2 trading days after it", "3 trading days after it"),
            (
                "due: 5 trading days before due of filing",
                "due: 4 business days before due of filing",
            ),
            ("most: 20", "most: 15"),
        ],
    ),
    (
        PIPE,
        [("satisfied by: legend-removed\n    matched: about it", "satisfied by: legend-removed")],
    ),
    (PIPE, [("signing-date: 2026-01-12", "signing-date: 2026-01-12\n  other-date: 2026-02-02")]),
    (INFOCROSSING, [("within: {count: 120, unit: days}", "within: {count: 150, unit: days}")]),
    (
        INFOCROSSING,
        [
            ("limit_days: 45", "limit_days: 40"),
            ("effective_for: {count: 5", "effective_for: {count: 6"),
        ],
    ),
    ("model-144a", [("20 days after it", "10 business days after it"), ("380 days", "400 days")]),
    ("model-covenants", [("due: 45 days after it", "due: 50 days after it")]),
]
UNUSED = [EDITS[2][1], EDITS[3][1]]
"""What moves no date of the sample: how a later act is matched, and a date nothing counts from."""


def edited(name: str, edits: list[tuple[str, str]], to: Path) -> Path:
    """A copy of a sample with other terms."""
    shutil.copytree(Path("agreements") / name, to)
    file = to / "terms.yaml"
    text = file.read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    file.write_text(text, encoding="utf-8")
    return to


def assessed_alike(one: DealFiles, other: DealFiles) -> bool:
    sample = on_sample_timeline(one.look(one.terms.agreement.dated))
    days = [date(2004, 12, 1), date(2005, 6, 1), sample.as_of]
    looks = [(each.log(), day) for each in (one,) for day in days] + [(sample.log, sample.as_of)]
    for log, day in looks:
        if day < one.terms.agreement.dated:
            continue
        before, after = (each.look(day) for each in (one, other))
        object.__setattr__(before, "log", log)
        object.__setattr__(after, "log", log)
        if compare(assess(before, compare=False), assess(after, compare=False)).items:
            return False
    return True


@pytest.mark.parametrize(
    ("name", "edits"), EDITS, ids=[f"{n}-{i}" for i, (n, _) in enumerate(EDITS)]
)
def test_the_old_version_with_the_drafted_amendment_is_the_new_version(
    name: str, edits: list[tuple[str, str]], dealclock: Dealclock, tmp_path: Path
) -> None:
    old, new = Path("agreements") / name, edited(name, edits, tmp_path / "new")
    dated = read_deal(old, None, rehearsals=False).terms.agreement.dated
    ran = dealclock("diff", old, new, "--as-of", dated.isoformat())
    assert ran.code == 0
    assert "cannot change" not in ran.out
    draft = ran.out[ran.out.index("\namendments:") :]
    amended = edited(name, [], tmp_path / "amended")
    with (amended / "terms.yaml").open("a", encoding="utf-8") as file:
        file.write(draft)
    assert dealclock("check", amended).code == 0
    folders = (amended, new, old)
    again, other, before = (read_deal(each, None, rehearsals=False) for each in folders)
    assert assessed_alike(other, again)
    assert assessed_alike(other, before) is (edits in UNUSED)
    same = dealclock("diff", amended, new, "--as-of", dated.isoformat()).flat
    assert ": 0 changes of the terms" in same
    assert "As an amendment" not in same


def test_only_what_can_be_amended_is_drafted_and_the_rest_is_named(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    edits = [
        ("most in all: 6.00", "most in all: 5.00"),
        ("2 trading days after it", "3 trading days after it"),
        ("calendar: federal-reserve\n\n", "calendar: gcl-24\n\n"),
    ]
    new = edited(PIPE, edits, tmp_path / "new")
    ran = dealclock("diff", Path("agreements") / PIPE, new, "--as-of", "2026-06-01")
    assert ran.code == 0
    words, _, draft = ran.out.partition("\namendments:")
    fixed = " ".join(words.partition("What an amendment cannot change")[2].split())
    assert "(damages)" in fixed
    assert "calendar:" in fixed
    assert "legend-removal:" in draft
    assert "damages" not in draft
