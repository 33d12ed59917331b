"""`dealclock check`: every problem at once with file and line, or what was found in order."""

from pathlib import Path

import pytest

from tests.golden.values import shows
from tests.golden.wording import wording
from tests.unit.cli.running import SAMPLE, Dealclock, replace
from tests.unit.jobs.house import House


def line_of(path: Path, text: str) -> int:
    """The line a text stands on."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(i for i, line in enumerate(lines, start=1) if text in line)


def test_a_valid_deal_says_what_was_checked(dealclock: Dealclock) -> None:
    ran = dealclock("check", SAMPLE)
    assert (ran.code, ran.err) == (0, "")
    assert shows(wording("command/check", ran.said), "2004")
    assert shows(ran.said, "46", "7", "2")
    assert "facts.yaml 1 event" in ran.flat
    assert shows(ran.said, "15", "14")
    assert shows(ran.said, "4", "3")


def test_an_empty_list_of_what_is_not_modeled_is_not_taken_as_complete(
    dealclock: Dealclock, deal: Path
) -> None:
    text = (deal / "terms.yaml").read_text(encoding="utf-8")
    kept = text[: text.index("not_modelled:")]
    (deal / "terms.yaml").write_text(kept, encoding="utf-8")
    says = "no Section is listed as not modeled; the Agreement's text was not compared"
    assert says in dealclock("check", deal).flat
    assert says[3:] in dealclock("assess", deal, "--as-of", "2004-11-20").flat


def test_every_problem_of_every_file_is_shown_with_its_line(
    dealclock: Dealclock, deal: Path
) -> None:
    replace(deal / "terms.yaml", "met_by: registration-statement-filed", "met_by: filed")
    replace(deal / "team.yaml", "choice: LAPSE", "choice: LAPS")
    replace(deal / "facts.yaml", "2004-07-13", "2004-02-30")
    replace(deal / "histories/story.yaml", "about: default-ii\n", "about: default-iv\n")
    ran = dealclock("check", deal)
    assert (ran.code, ran.out) == (2, "")
    assert "4 problems" in ran.err
    for name, text, given in (
        ("terms.yaml", "met_by: filed", "given 'filed'"),
        ("team.yaml", "default-occurs:", "given 'LAPS'"),
        ("facts.yaml", "2004-02-30", "given '2004-02-30'"),
        ("histories/story.yaml", "default-iv", "given 'default-iv'"),
    ):
        assert f"{deal / name}:{line_of(deal / name, text)}: " in ran.err
        assert given in ran.flat


def test_an_unknown_word_gets_the_nearest(dealclock: Dealclock, deal: Path) -> None:
    replace(deal / "terms.yaml", "type: payment", "type: paymnt")
    ran = dealclock("check", deal)
    assert ran.code == 2
    assert "mean 'payment'?" in ran.flat


def test_invalid_yaml_is_one_problem_with_its_line(dealclock: Dealclock, deal: Path) -> None:
    (deal / "facts.yaml").write_text("facts:\n  - id: F1\n   kind: [\n", encoding="utf-8")
    ran = dealclock("check", deal)
    assert ran.code == 2
    assert f"{deal}/facts.yaml:3: " in ran.err


def test_a_missing_file_is_a_problem_beside_the_others(dealclock: Dealclock, deal: Path) -> None:
    (deal / "team.yaml").unlink()
    replace(deal / "facts.yaml", "2004-07-13", "2004-02-30")
    ran = dealclock("check", deal)
    assert ran.code == 2
    assert f"{deal}/team.yaml: the file" in ran.err
    assert f"{deal}/facts.yaml:6: " in ran.err


def test_a_folder_that_is_not_there_suggests_another(dealclock: Dealclock) -> None:
    ran = dealclock("check", "agreements/infocrossing")
    assert ran.code == 2
    wording("refusal/check", ran.said)
    assert shows(ran.said, "2004")


def test_a_folder_of_deals_is_refused_in_one_paragraph(dealclock: Dealclock) -> None:
    ran = dealclock("check", "agreements")
    assert ran.code == 2
    wording("refusal/check", ran.said)
    assert "\n\n" not in ran.err
    both = "'agreements/camden-letter-2002' or 'agreements/infocrossing-2004'"
    assert ran.flat.endswith(f"{both}?")


def test_amendments_are_counted_and_assessed_when_they_are_in_force(
    dealclock: Dealclock, deal: Path
) -> None:
    amendment = (
        "\namendments:\n  - {id: first, title: First Amendment, effective: 2004-10-01, known: "
        "2004-10-05, changes: {provisions: {effectiveness: {within: {count: 150}}}}}\n"
    )
    terms = deal / "terms.yaml"
    sound = terms.read_text(encoding="utf-8")
    terms.write_text(sound + amendment, encoding="utf-8")
    assert "1 amendment" in dealclock("check", deal).flat
    terms.write_text(sound + amendment.replace("count: 150", "count: 0"), encoding="utf-8")
    ran = dealclock("check", deal)
    assert ran.code == 2
    assert "amendments.first.changes" in ran.flat
    assert "as amended, provisions.effectiveness.within.count" in ran.flat


def test_a_party_without_owners_is_warned_about(dealclock: Dealclock, deal: Path) -> None:
    words_shown = "names no owners for 'holders', which owes 3 provisions."
    ran = dealclock("check", deal)
    assert (ran.code, ran.err) == (0, "")
    assert words_shown in ran.flat
    assert shows(ran.said, "Maria Lopez", "Tom Becker")
    assert "'holder'," not in ran.flat
    owned = "  holder: {owner: tom, backup: maria}\n"
    replace(deal / "team.yaml", owned, owned + owned.replace("holder:", "holders:"))
    assert "WARNING" not in dealclock("check", deal).flat


SILENT = "off for duty and filing: none is sent before the item is overdue."


@pytest.mark.parametrize("command", [("check",), ("load", "--dry-run")])
def test_kinds_that_are_silent_until_they_are_missed_are_pointed_out(
    command: tuple[str, ...], dealclock: Dealclock, stack: House, deal: Path
) -> None:
    assert "are silent for" not in dealclock(command[0], deal, *command[1:]).flat
    team = deal / "team.yaml"
    replace(team, "  duty: {when_opened: true, remind: [1], on_last_day: true", "  duty: {")
    replace(team, "  duty: {, last_call: true}", "  duty: {}")
    replace(team, "  filing: {when_opened: true, remind: [5, 1], on_last_day: true", "  filing: {")
    replace(team, "  filing: {, last_call: true}", "  filing: {}")
    ran = dealclock(command[0], deal, *command[1:])
    assert (ran.code, ran.err) == (0, "")
    assert SILENT in ran.flat


@pytest.mark.parametrize("command", [("check",), ("load",), ("load", "--rehearsal")])
def test_a_team_that_everyone_has_left_is_refused_with_its_lines(
    command: tuple[str, ...], dealclock: Dealclock, stack: House, deal: Path
) -> None:
    team = deal / "team.yaml"
    team.write_text(team.read_text().replace("role: ", "last_day: 2004-10-27, role: "))
    ran = dealclock(command[0], deal, *command[1:])
    assert ran.code == 2
    assert "owners.company" in ran.flat
    assert shows(ran.said, "2004-10-28")
    assert stack.store.deals.directory() == ()


def test_trading_days_written_as_business_days_are_pointed_out(
    dealclock: Dealclock, deal: Path
) -> None:
    replace(deal / "terms.yaml", "title: Trustee notice", "title: Notice, two Trading Days")
    ran = dealclock("check", deal)
    assert ran.code == 0
    assert "'trustee-notice' mentions trading" in ran.flat
    text = (deal / "terms.yaml").read_text(encoding="utf-8")
    at = text.index("id: trustee-notice")
    own = text[at:].replace("unit: business days", "unit: trading days", 1)
    (deal / "terms.yaml").write_text(text[:at] + own, encoding="utf-8")
    assert "trading days" not in dealclock("check", deal).flat


def test_a_payment_without_an_amount_is_pointed_out_until_it_is_corrected(
    dealclock: Dealclock, deal: Path
) -> None:
    story = deal / "histories" / "story.yaml"
    replace(story, '    amount: "15416.67"\n', "")
    found = dealclock("check", deal)
    assert found.code == 0
    assert shows(found.said, "F6", "2005-01-18")
    assert "gives no amount" in found.flat
    with story.open("a", encoding="utf-8") as history:
        history.write(
            "  - {id: F60, kind: additional-interest-paid, corrects: F6, on: 2005-01-18, "
            'about: payment/2005-01-15, amount: "15416.67", basis: hypothetical, '
            "recorded_at: 2005-01-19T17:30-05:00}\n"
        )
    assert "gives no amount" not in dealclock("check", deal).flat


def test_an_event_with_a_future_date_is_refused_with_its_line(
    dealclock: Dealclock, deal: Path
) -> None:
    """A year typed wrong: the event would not count, and its deadline would show as overdue."""
    replace(deal / "facts.yaml", "2004-07-13", "2059-07-13")
    line = line_of(deal / "facts.yaml", "2059-07-13")
    for command in (("check",), ("assess", "--as-of", "2004-11-20")):
        ran = dealclock(command[0], deal, *command[1:])
        assert (ran.code, ran.out) == (2, "")
        assert f"{deal / 'facts.yaml'}:{line}: " in ran.err
        assert "given 2059-07-13; give the day it happened, up to " in ran.flat


def test_an_event_that_is_only_assumed_may_have_a_future_date(
    dealclock: Dealclock, deal: Path
) -> None:
    replace(deal / "facts.yaml", "on: 2004-07-13", "on: 2059-07-13")
    replace(deal / "facts.yaml", "basis: public record", "basis: hypothetical")
    assert dealclock("check", deal).code == 0


def test_a_file_without_events_says_so(dealclock: Dealclock, deal: Path) -> None:
    (deal / "facts.yaml").write_text("", encoding="utf-8")
    assert "facts.yaml no event recorded yet" in dealclock("check", deal).flat


def test_business_days_counted_as_days_are_pointed_out(dealclock: Dealclock, deal: Path) -> None:
    terms = deal / "terms.yaml"
    replace(terms, "action: Have the Shelf", "action: Within 120 Business Days, have the Shelf")
    assert "'effectiveness' mentions Business Days" in dealclock("check", deal).flat
    replace(terms, "within: {count: 120, unit: days}", "within: {count: 120, unit: business days}")
    assert "mentions Business Days" not in dealclock("check", deal).flat


STREAM = """provisions:
  - id: fees
    type: stream
    clause: "9"
    title: Fees
    owed by: company
    action: Accrue the fee.
    bears: [default-i]
    by age: [[1, 0.50]]
    for each: 30 days
    base: {amount: 10000000}
"""


def test_a_default_that_no_stream_bears_is_pointed_out(dealclock: Dealclock, deal: Path) -> None:
    terms = deal / "terms.yaml"
    text = terms.read_text(encoding="utf-8").replace("provisions:\n", STREAM, 1)
    start = text.index("  - id: additional-interest\n")
    end = text.index("  - id:", start + 10)
    without = text[:start] + text[end:]  # a rate schedule bears every default
    terms.write_text(without.replace("    entitles_to: additional-interest\n", ""), "utf-8")
    flat = dealclock("check", deal).flat
    assert "No stream bears the default default-ii, so nothing accrues" in flat, flat
    assert "default-i, so nothing" not in flat


CALENDAR = """calendars:
  new-york-and-london:
    open_in: [federal-reserve]
    closed: {2004-08-30: Summer bank holiday, 2005-08-29: Summer bank holiday}
    years: [2004, 2005]
    source: the bank holidays of England and Wales
"""


def test_a_calendar_that_ends_within_a_year_is_pointed_out_with_its_line(
    dealclock: Dealclock, deal: Path
) -> None:
    terms = deal / "terms.yaml"
    replace(terms, "provisions:\n", f"{CALENDAR}provisions:\n")
    flat = dealclock("check", deal).flat
    says = f"terms.yaml:{line_of(terms, 'years: [2004, 2005]')}: the calendar new-york-and-london"
    assert f"{says} ends with 2005." in flat, flat
    assert "give years: [2004, " in flat
    replace(terms, "years: [2004, 2005]", "years: [2004, 2060]")
    closed = ", ".join(f"{year}-08-01: A holiday" for year in range(2004, 2061))
    replace(terms, CALENDAR[CALENDAR.index("{") : CALENDAR.index("}") + 1], f"{{{closed}}}")
    assert "new-york-and-london" not in dealclock("check", deal).flat
