"""`dealclock assess` for a reader: tables in words, no wider than the terminal."""

from pathlib import Path

import pytest

from tests.unit.cli.running import SAMPLE, Dealclock

STORY = ("--facts", "histories/story.yaml")


def test_an_obligation_shows_its_day_status_clause_owner_and_instance(
    dealclock: Dealclock,
) -> None:
    lines = dealclock("assess", SAMPLE, "--as-of", "2004-11-20").out.splitlines()
    row = next(line for line in lines if "Notice to the Trustee" in line)
    cells = [cell.strip() for cell in row.split("  ") if cell.strip()]
    assert cells == ["Mon Nov 1, 2004", "OVERDUE", "3(b)", "Notice to the Trustee", "Maria Lopez"]
    assert lines[lines.index(row) + 1].strip() == "trustee-notice/default-ii"


def test_a_default_is_never_asserted(dealclock: Dealclock) -> None:
    ran = dealclock("assess", SAMPLE, "--as-of", "2004-11-20")
    assert "default-ii; Shelf Registration Statement not effective in time; computed default, " in (
        ran.flat
    )
    assert "computed default, not confirmed" in ran.flat


def test_the_accrual_shows_each_lot_at_each_rate(dealclock: Dealclock) -> None:
    out = dealclock("assess", SAMPLE, "--as-of", "2005-02-20").out
    rows = [line.split("  ") for line in out.splitlines() if line.endswith("base")]
    assert [[cell.strip() for cell in row if cell.strip()] for row in rows] == [
        ["Fri Oct 29, 2004", "Thu Jan 27, 2005", "0.25%", "88", "90", "$36,666.67", "base"],
        ["Thu Jan 27, 2005", "Sun Feb 20, 2005", "1.00%", "23", "24", "$38,333.33", "base"],
    ]
    assert "$75,000.00 unpaid to but excluding Sun Feb 20, 2005; $75,000.00 accrued" in out


def test_what_rests_on_an_invented_fact_says_so_and_nothing_else_does(
    dealclock: Dealclock,
) -> None:
    out = dealclock("assess", SAMPLE, "--as-of", "2004-12-15", *STORY).out
    assert "shelf-filing; satisfied Tue Jul 13, 2004\n" in out
    assert "effectiveness; satisfied late Mon Dec 6, 2004; HYPOTHETICAL" in out
    assert "HYPOTHETICAL" not in dealclock("assess", SAMPLE, "--as-of", "2004-12-15").out


def test_a_window_shows_the_part_that_is_safe_under_every_reading(dealclock: Dealclock) -> None:
    ran = dealclock("assess", SAMPLE, "--as-of", "2004-12-15", *STORY)
    assert "sale-notice/F4; safe under every reading: Fri Dec 17, 2004 only" in ran.flat


def test_other_readings_stand_beside_the_one_used(dealclock: Dealclock) -> None:
    ran = dealclock("assess", SAMPLE, "--as-of", "2004-11-20")
    assert "default-occurs: NEXT-DAY (the day after) in place of LAPSE" in ran.flat
    assert "Mon Nov 1, 2004 Tue Nov 2, 2004 due: trustee-notice/default-ii" in ran.flat
    assert "$8,750.00 $8,333.33 accrued in all: accrual" in ran.flat
    assert "default-occurs 3(a) LAPSE, chosen by James Whitfield" in ran.flat


def test_what_was_not_checked_and_what_this_is_are_said(dealclock: Dealclock) -> None:
    out = dealclock("assess", SAMPLE, "--as-of", "2004-07-01", "--facts", "NO_FACTS").out
    assert "Indenture  notice clauses, and the lead times of officers' certificate" in out
    assert "Facts: none; known by the end of Thu Jul 1, 2004." in out
    assert "A computation, not legal advice." in out


@pytest.mark.parametrize(
    ("as_of", "act"),
    [
        ("2004-12-27", "act by Thu Dec 30, 2004 17:30 EST, by EDGAR"),
        ("2004-12-31", "act by Thu Dec 30, 2004 17:30 EST, by EDGAR: that has passed"),
    ],
)
def test_what_must_be_done_before_its_due_day_says_until_when(
    dealclock: Dealclock, deal: Path, as_of: str, act: str
) -> None:
    """EDGAR is shut on the Friday before a New Year's Day that is a Saturday."""
    (deal / "facts.yaml").write_text(
        "facts:\n"
        "- {id: F1, kind: registration-statement-filed, on: 2004-07-13}\n"
        "- {id: E, kind: registration-statement-effective, on: 2004-10-20}\n"
        "- {id: U, kind: prospectus-unusable, on: 2004-12-24}\n",
        encoding="utf-8",
    )
    lines = dealclock("assess", deal, "--as-of", as_of).out.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("  Fri Dec 31, 2004"))
    assert lines[at + 1].strip() == "cure-window/U"
    assert " ".join(" ".join(lines[at + 2 : at + 4]).split()).startswith(act)


def test_only_an_hour_that_takes_someone_by_surprise_is_told(dealclock: Dealclock) -> None:
    out = dealclock("assess", SAMPLE, "--as-of", "2004-07-01", "--facts", "NO_FACTS").flat
    assert "shelf-filing" in out
    assert "act by" not in out
    paying = dealclock("assess", SAMPLE, "--as-of", "2004-12-27").flat
    assert paying.count("act by") == 1
    assert "act by Tue Jan 18, 2005 14:00 EST, by wire" in paying


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("as_of", ["2004-07-01", "2004-12-15", "2005-02-20", "2006-07-01"])
def test_no_line_is_wider_than_the_terminal(
    dealclock: Dealclock, monkeypatch: pytest.MonkeyPatch, columns: int, as_of: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = dealclock("assess", SAMPLE, "--as-of", as_of, *STORY).out
    assert max(len(line) for line in out.splitlines()) <= columns


def test_what_a_person_typed_cannot_steer_the_terminal(dealclock: Dealclock, deal: Path) -> None:
    (deal / "facts.yaml").write_text('history: "quiet \\e[31mred"\n', encoding="utf-8")
    ran = dealclock("assess", deal, "--as-of", "2004-07-01")
    assert ran.code == 0
    assert "\x1b" not in ran.out


def test_all_readings_together_tell_the_ends_of_each_figure(dealclock: Dealclock) -> None:
    words = ("assess", SAMPLE, "--as-of", "2005-03-10", *STORY, "--all-readings")
    told = dealclock(*words).flat
    together = told[told.index("UNDER ALL READINGS TOGETHER") : told.index("READINGS USED")]
    assert (
        "sale-notice/F4, last day "
        "earliest Fri Dec 17, 2004, under sale-notice-effect=NOTICE-DAY-COUNTS "
        "latest Thu Dec 23, 2004, under at-least-before=CLEAR-DAYS and "
        "sale-notice-effect=FROM-WINDOW"
    ) in together
    assert "lowest $16,666.67, under default-occurs=NEXT-DAY" in together
    assert "UNDER ALL READINGS TOGETHER" not in dealclock(*words[:-1]).out
