"""`dealclock assess` for a reader: tables in words, no wider than the terminal."""

from pathlib import Path

import pytest

from tests.golden.values import shows, values
from tests.golden.wording import items, wording
from tests.unit.cli.running import SAMPLE, Dealclock

STORY = ("--facts", "histories/story.yaml")


def test_an_obligation_shows_its_date_status_section_owner_and_instance(
    dealclock: Dealclock,
) -> None:
    lines = dealclock("assess", SAMPLE, "--as-of", "2004-11-20").out.splitlines()
    row = next(line for line in lines if "Trustee notice" in line)
    cells = [cell.strip() for cell in row.split("  ") if cell.strip()]
    assert values(wording("command/assess", cells)) == ["2004-11-01", "3(b)", "Maria Lopez"]
    assert lines[lines.index(row) + 1].strip() == "trustee-notice/default-ii"


def test_a_default_is_never_asserted(dealclock: Dealclock) -> None:
    ran = dealclock("assess", SAMPLE, "--as-of", "2004-11-20")
    assert shows(wording("command/assess", items(ran.said, "default-ii")), "default-ii")
    assert "not confirmed" in ran.flat


def test_the_accrual_shows_each_lot_at_each_rate(dealclock: Dealclock) -> None:
    out = dealclock("assess", SAMPLE, "--as-of", "2005-02-20").out
    rows = [line.split("  ") for line in out.splitlines() if line.endswith("base")]
    assert [[cell.strip() for cell in row if cell.strip()] for row in rows] == [
        ["Fri, Oct 29, 2004", "Thu, Jan 27, 2005", "0.25%", "88", "90", "$36,666.67", "base"],
        ["Thu, Jan 27, 2005", "Sun, Feb 20, 2005", "1.00%", "23", "24", "$38,333.33", "base"],
    ]
    assert shows(
        wording("command/assess", items(out, "$75,000.00")),
        "$75,000.00",
        "2005-02-20",
        "$75,000.00",
    )


def test_only_conclusions_based_on_a_fictional_event_say_so(
    dealclock: Dealclock,
) -> None:
    out = dealclock("assess", SAMPLE, "--as-of", "2004-12-15", *STORY).out
    assert shows(wording("command/assess", items(out, "2004-07-13")), "2004-07-13")
    assert shows(wording("command/assess", items(out, "2004-12-06"), "second"), "2004-12-06")
    assert "ample data" not in dealclock("assess", SAMPLE, "--as-of", "2004-12-15").out


def test_a_window_shows_the_part_that_is_safe_under_every_reading(dealclock: Dealclock) -> None:
    ran = dealclock("assess", SAMPLE, "--as-of", "2004-12-15", *STORY)
    assert shows(
        wording("command/assess", items(ran.said, "sale-notice/F4")), "sale-notice/F4", "2004-12-17"
    )


def test_other_readings_are_next_to_the_chosen_one(dealclock: Dealclock) -> None:
    ran = dealclock("assess", SAMPLE, "--as-of", "2004-11-20")
    wording("command/assess", items(ran.said, "NEXT"))
    assert shows(
        wording("command/assess", items(ran.said, "default-ii"), "second"),
        "2004-11-01",
        "2004-11-02",
        "trustee-notice/default-ii",
    )
    assert shows(
        wording("command/assess", items(ran.said, "$8,750.00"), "third"), "$8,750.00", "$8,333.33"
    )
    assert shows(
        wording("command/assess", items(ran.said, "3(a)"), "fourth"), "3(a)", "James Whitfield"
    )


def test_what_was_not_checked_and_the_kind_of_answer_are_stated(dealclock: Dealclock) -> None:
    out = dealclock("assess", SAMPLE, "--as-of", "2004-07-01", "--facts", "NO_FACTS").out
    wording("command/assess", items(out, "Indenture", "Facts:", "legal advice"))
    assert shows(out, "2004-07-01")


@pytest.mark.parametrize(
    ("as_of", "act"),
    [
        ("2004-12-27", "act by Thu, Dec 30, 2004, 5:30 p.m. ET, by EDGAR"),
        ("2004-12-31", "act by Thu, Dec 30, 2004, 5:30 p.m. ET, by EDGAR: that has passed"),
    ],
)
def test_an_act_needed_before_its_due_day_shows_the_time(
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
    at = next(n for n, line in enumerate(lines) if line.startswith("  Fri, Dec 31, 2004"))
    assert lines[at + 1].strip() == "cure-window/U"
    assert " ".join(" ".join(lines[at + 2 : at + 4]).split()).startswith(act)


def test_only_an_unexpected_hour_is_shown(dealclock: Dealclock) -> None:
    out = dealclock("assess", SAMPLE, "--as-of", "2004-07-01", "--facts", "NO_FACTS")
    assert "shelf-filing" in out.flat
    assert "act by" not in out.flat
    paying = dealclock("assess", SAMPLE, "--as-of", "2004-12-27")
    assert paying.flat.count("act by") == 1
    assert shows(wording("command/assess", items(paying.said, "2005-01-18")), "2005-01-18", "14:00")


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


def test_all_readings_together_show_the_ends_of_each_figure(dealclock: Dealclock) -> None:
    words = ("assess", SAMPLE, "--as-of", "2005-03-10", *STORY, "--all-readings")
    output = dealclock(*words)
    together = output.flat[
        output.flat.index("UNDER ALL READINGS TOGETHER") : output.flat.index("READINGS USED")
    ]
    assert shows(wording("command/assess", together), "sale-notice/F4", "2004-12-17", "2004-12-23")
    assert shows(together, "$16,666.67")
    assert "ALL READINGS TOGETHER" not in dealclock(*words[:-1]).out


def test_all_readings_together_of_shares_are_numbers_not_days(dealclock: Dealclock) -> None:
    letter = Path(SAMPLE).parent / "camden-letter-2002"
    vesting = ("--facts", letter / "histories" / "vesting.yaml", "--all-readings")
    output = dealclock("assess", letter, "--as-of", "2004-06-01", *vesting)
    assert "45,000 shares" in output.flat
    assert "earliest 0 shares" not in output.flat
