"""The sweep: which deals it queues, and that what was left from before goes first."""

from datetime import date

import pytest

from dealclock.store import Store
from tests.unit.jobs.house import House


def test_a_live_sweep_skips_rehearsals(store: Store) -> None:
    house = House(store)
    house.load_rehearsals()
    assert store.runs.waking(True, date(2004, 6, 30)) != ()
    assert store.runs.waking(False, date(2026, 11, 20)) == ()


def test_sleeping_deals_are_not_queued(store: Store) -> None:
    house = House(store)
    house.load_rehearsals()
    # The filing is made, and nothing is due for ten Business Days: not even a digest has a word.
    house.morning("2004-07-14")
    house.sweep(date(2004, 7, 15))
    assert not house.queue.deals


def test_a_delivery_left_from_before_is_queued_again_before_anything_new(store: Store) -> None:
    house = House(store)
    house.load_rehearsals()
    house.sweep(date(2004, 6, 30))
    for deal in house.rehearsals():
        store.deals.rehearse_to(deal, date(2004, 6, 30), house.now, "tests")
    house.assess(house.queue.deals.popleft())
    lost = list(house.queue.deliveries)
    house.queue.deliveries.clear()  # the function ended before the queue had them
    house.sweep(date(2004, 7, 1))
    assert sorted(d.delivery for d in house.queue.deliveries) == sorted(d.delivery for d in lost)


def test_a_completed_sweep_records_its_slot_and_a_failed_one_does_not(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(store)
    house.load_rehearsals()
    house.sweep(date(2004, 7, 1))
    assert list(store.runs.sweeps(True, date(2004, 7, 1))) == ["morning"]
    assert store.runs.sweeps(False, date(2004, 7, 1)) == {}

    def broken(*_: object) -> None:
        raise RuntimeError("the queue is gone")

    monkeypatch.setattr(house.queue, "send", broken)
    with pytest.raises(RuntimeError):
        house.sweep(date(2004, 7, 2))
    assert store.runs.sweeps(True, date(2004, 7, 2)) == {}
