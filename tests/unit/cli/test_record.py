"""`dealclock record`: facts once, what moves before and after, refusals in one paragraph."""

from pathlib import Path

import pytest

from tests.contract.store import samples
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.cli.running import Dealclock
from tests.unit.jobs.house import House

FILED = "facts: [{id: F1, kind: registration-statement-filed, on: %s}]\n"


@pytest.fixture
def news(tmp_path: Path, stack: House) -> Path:
    """A file of one fact, for the live deal Granite that holds none."""
    stack.store.deals.load(samples.live(), stack.now, "tests")
    file = tmp_path / "news.yaml"
    file.write_text(FILED % "2004-07-13")
    return file


def test_what_moves_is_shown_by_a_dry_run_and_by_the_recording(
    dealclock: Dealclock, stack: House, news: Path
) -> None:
    dry = dealclock("record", news, "--deal", "granite", "--dry-run")
    assert dry.code == 0
    assert shows(wording("command/record", dry.said), "F1")
    assert shows(dry.said, "default-i", "07-15")
    assert samples.facts_of(stack.store, "granite") == []
    done = dealclock("record", news, "--deal", "granite")
    assert done.out == dry.out.replace("would record", "recorded")
    assert samples.facts_of(stack.store, "granite") == ["F1"]


def test_the_same_file_again_records_nothing_new(
    dealclock: Dealclock, stack: House, news: Path
) -> None:
    dealclock("record", news, "--deal", "Granite")
    again = dealclock("record", news, "--deal", "Granite")
    assert again.code == 0
    assert values(wording("command/record", again.said)) == ["F1"]


def test_another_fact_under_the_same_id_is_refused_by_name(
    dealclock: Dealclock, stack: House, news: Path
) -> None:
    dealclock("record", news, "--deal", "Granite")
    news.write_text(FILED % "2004-07-14")
    ran = dealclock("record", news, "--deal", "Granite")
    assert (ran.code, ran.out) == (2, "")
    assert "F1" in ran.err


def test_an_unknown_deal_is_refused_with_the_nearest_name(
    dealclock: Dealclock, stack: House, news: Path
) -> None:
    ran = dealclock("record", news, "--deal", "Granitte")
    assert (ran.code, ran.out) == (2, "")
    wording("refusal/record", ran.said)


def test_a_broken_file_is_reported_with_its_line_and_nothing_is_recorded(
    dealclock: Dealclock, stack: House, news: Path
) -> None:
    news.write_text("facts:\n  - {id: f1, kind: registration-statement-filed, on: July}\n")
    ran = dealclock("record", news, "--deal", "Granite")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("news.yaml:2: ") == 2
    assert samples.facts_of(stack.store, "granite") == []


def test_a_payment_without_an_amount_is_recorded_and_pointed_out(
    dealclock: Dealclock, stack: House, news: Path
) -> None:
    paid = "{id: P1, kind: additional-interest-paid, on: 2004-10-28, about: payment/2005-01-15%s}"
    news.write_text(f"facts: [{paid % ''}]\n")
    ran = dealclock("record", news, "--deal", "Granite", "--dry-run")
    assert ran.code == 0
    assert "WARNING: P1 (additional-interest-paid, 2004-10-28)" in ran.flat
    assert "gives no amount" in ran.flat
    news.write_text(f"facts: [{paid % ', amount: 31666.67'}]\n")
    assert "WARNING" not in dealclock("record", news, "--deal", "Granite", "--dry-run").flat


def test_an_event_with_a_future_date_is_not_recorded(
    dealclock: Dealclock, stack: House, news: Path
) -> None:
    news.write_text("facts: [{id: P1, kind: prospectus-unusable, on: 2005-01-18}]\n")
    ran = dealclock("record", news, "--deal", "Granite")
    assert ran.code == 2
    assert "given 2005-01-18; give the day it happened, up to 2004-10-28" in ran.flat
