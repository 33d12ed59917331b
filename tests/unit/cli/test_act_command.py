"""`dealclock ack`, `snooze`, `done` and `decline`: what follows, and what is refused; dry runs."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from tests.contract.store import samples
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.cli.running import Dealclock
from tests.unit.jobs.house import House


@pytest.fixture
def granite(stack: House) -> House:
    """Granite, live, at ten in the morning of Thu, Oct 14, 2004; effectiveness is due Oct 28."""
    stack.now = datetime(2004, 10, 14, 14, tzinfo=UTC)
    stack.store.deals.load(samples.live(samples.fact()), stack.now, "tests")
    return stack


def test_the_owner_acknowledges_and_sees_what_follows(dealclock: Dealclock, granite: House) -> None:
    ran = dealclock("ack", "Granite", "effectiveness", "--as", "maria")
    assert (ran.code, ran.err) == (0, "")
    assert values(wording("command/ack", ran.said)) == ["10-28", "Maria Lopez", "2004-10-18"]


def test_a_second_response_says_that_nothing_changed(dealclock: Dealclock, granite: House) -> None:
    dealclock("ack", "Granite", "effectiveness", "--as", "maria")
    again = dealclock("ack", "granite", "effectiveness", "--as", "maria")
    assert again.code == 0
    wording("command/ack", again.said)
    assert len(granite.store.responses.of_deal("granite")) == 1


def test_another_person_is_shown_that_it_pauses_nothing_and_who_can(
    dealclock: Dealclock, granite: House
) -> None:
    ran = dealclock("ack", "Granite", "effectiveness", "--as", "ruth")
    assert shows(wording("command/ack", ran.said), "Ruth Adler")
    assert shows(ran.said, "Maria Lopez", "Tom Becker")


def test_a_snooze_names_the_day_it_ends(dealclock: Dealclock, granite: House) -> None:
    ran = dealclock("snooze", "Granite", "effectiveness", "--as", "tom", "--until", "2004-10-23")
    assert ran.code == 0
    assert shows(wording("command/snooze", ran.said), "Tom Becker", "2004-10-25")


def test_done_asks_for_the_fact_by_its_kind(dealclock: Dealclock, granite: House) -> None:
    ran = dealclock("done", "Granite", "effectiveness", "--as", "tom")
    assert ran.code == 0
    assert shows(wording("command/done", ran.said), "2004-10-15")
    ran = dealclock("done", "Granite", "effectiveness", "--as", "ruth")
    assert shows(wording("command/done", ran.said, "second"), "Maria Lopez", "Tom Becker")


def test_a_declined_item_names_its_new_owner_and_backup(
    dealclock: Dealclock, granite: House
) -> None:
    words = (
        "decline",
        "Granite",
        "effectiveness",
        "--as",
        "maria",
        "--to",
        "ruth",
        "--why",
        "hers",
    )
    ran = dealclock(*words)
    assert ran.code == 0
    assert shows(wording("command/decline", ran.said), "Ruth Adler", "Tom Becker")
    [response] = granite.store.responses.of_deal("granite")
    assert (response.to, response.note) == ("ruth", "hers")


@pytest.mark.parametrize(
    "words",
    [
        ("ack", "effectiveness"),
        ("snooze", "effectiveness", "--until", "2004-10-23"),
        ("done", "effectiveness"),
        ("decline", "effectiveness", "--to", "ruth"),
        ("release", "effectiveness", "--to", "trustee"),
    ],
)
def test_a_dry_run_shows_the_answer_and_changes_nothing(
    dealclock: Dealclock, granite: House, words: tuple[str, ...]
) -> None:
    command = (words[0], "Granite", *words[1:], "--as", "maria")
    table: Any = granite.store.table
    before = table.items()
    tried = dealclock(*command, "--dry-run")
    assert (tried.code, tried.err) == (0, "")
    assert table.items() == before
    assert not granite.queue.deals
    head, _, answer = tried.out.partition("\n\n")
    assert head == "Dry run: nothing was recorded. The answer would be:"
    assert dealclock(*command).out == answer


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("ack", "Granite", "effectivness", "--as", "maria"), "Did you mean 'effectiveness'?"),
        (("ack", "Granite", "shelf-filing", "--as", "maria"), "was satisfied on Tue, Jul 13, 2004"),
        (("ack", "Granite", "effectiveness", "--as", "mario"), "Did you mean 'maria'?"),
        (("ack", "Granit", "effectiveness", "--as", "maria"), "there is no deal 'Granit'"),
        (("ack", "Granite", "effectiveness"), "is missing; give it. See `dealclock ack --help`"),
        (
            ("snooze", "Granite", "effectiveness", "--as", "ruth"),
            "Only Maria Lopez, Tom Becker or their delegate",
        ),
        (
            ("snooze", "Granite", "effectiveness", "--as", "tom", "--until", "2004-10-29"),
            "give a day up to Thu, Oct 28, 2004",
        ),
        (
            ("snooze", "Granite", "effectiveness", "--as", "tom", "--until", "tomorrow"),
            "give a date as YYYY-MM-DD",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_paragraph(
    dealclock: Dealclock, granite: House, words: tuple[str, ...], says: str
) -> None:
    ran = dealclock(*words)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.flat
    assert granite.store.responses.of_deal("granite") == ()


def test_a_rehearsal_says_so(dealclock: Dealclock, stack: House) -> None:
    filed = replace(samples.rehearsal(samples.fact()), day=date(2004, 10, 14))
    stack.store.deals.load(filed, stack.now, "tests")
    ran = dealclock("ack", "Story", "effectiveness", "--as", "maria")
    assert ran.out.startswith("REHEARSAL: Story: ")
