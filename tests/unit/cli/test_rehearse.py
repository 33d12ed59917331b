"""`dealclock rehearse`: a line for each sweep that spoke, a total, and clear refusals."""

from datetime import UTC, datetime

import pytest

from tests.contract.store import samples
from tests.unit.cli.running import Dealclock
from tests.unit.jobs.house import House


@pytest.fixture
def story(stack: House) -> House:
    """The rehearsal Story and the live deal Granite, looked at in 2026."""
    stack.now = datetime(2026, 11, 20, 15, tzinfo=UTC)
    stack.store.deals.load(samples.rehearsal(*samples.story()), stack.now, "tests")
    stack.store.deals.load(samples.live(), stack.now, "tests")
    return stack


def test_left_out_the_last_day_is_the_first(dealclock: Dealclock, story: House) -> None:
    dealclock("rehearse", "Story", "--from", "2004-07-01")
    meta = story.store.deals.meta("story")
    assert meta is not None
    assert str(meta.day) == "2004-07-01"
