"""A message that always fails, and the messages behind it in the queue."""

from datetime import datetime

import pytest

from dealclock.alerts.slots import ZONE
from dealclock.jobs.queues import AssessDeal
from tests.simulation import history
from tests.simulation.history import RECEIVES, VISIBILITY, History
from tests.simulation.observer import verdict


def poisoned() -> History:
    """The closing's morning queued behind what fails every time, and half an hour of tries."""
    found = History(datetime(2004, 6, 30, 7, tzinfo=ZONE))
    poison = AssessDeal(
        deal="no-such-deal", as_of=found.today, known_at=found.utc, slot="morning", sweep="poison"
    )
    found.send(poison)
    found.sweep("morning")
    for _ in range(RECEIVES):
        found.work()
        found.wait(VISIBILITY.total_seconds() + 1)
    found.work()
    assert [each.message for each in found.dead][:1] == [poison]
    return found


def test_messages_behind_a_failing_message_are_not_lost_with_it() -> None:
    found = poisoned()
    assert len(found.dead) == 1
    assert found.observer.seen
    found.dead.clear()  # a person deletes it
    found.settle()
    assert verdict(found) == []


def test_a_good_message_in_one_batch_with_a_failing_one_fails_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(history, "TOGETHER", 5)
    found = poisoned()
    assert len(found.dead) == 2
    assert found.observer.seen == []
