"""`dealclock ack`, `snooze`, `done` and `decline`: what follows, and what is refused; dry runs."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.contract.store import samples
from tests.unit.cli.running import Dealclock
from tests.unit.jobs.house import House


@pytest.fixture
def granite(stack: House) -> House:
    """Granite, live, at ten in the morning of Thu, Oct 14, 2004; effectiveness is due Oct 28."""
    stack.now = datetime(2004, 10, 14, 14, tzinfo=UTC)
    stack.store.deals.load(samples.live(samples.fact()), stack.now, "tests")
    return stack


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
