"""When a route may be used next: one slot at a time, and none while it asks to wait."""

from datetime import timedelta

import pytest

from dealclock.errors import TryAgainError
from dealclock.store import Claim, NotNow, Store
from dealclock.store.table import Table
from tests.contract.store.faults import failing
from tests.contract.store.samples import LEASE, NOW, at_once, planned

SECOND = timedelta(seconds=1)
ROUTE = "slack:C01GRANITE"


def test_a_route_is_free_until_it_is_taken_and_again_after_the_gap(store: Store) -> None:
    assert store.outbox.route_free_at("granite", ROUTE) is None
    assert store.outbox.reserve_slot("granite", ROUTE, NOW, SECOND) is None
    assert store.outbox.reserve_slot("granite", ROUTE, NOW, SECOND) == NOW + SECOND
    assert store.outbox.reserve_slot("granite", ROUTE, NOW + SECOND, SECOND) is None
    assert store.outbox.route_free_at("granite", ROUTE) == NOW + 2 * SECOND


def test_of_many_that_take_a_slot_at_once_exactly_one_gets_it(store: Store) -> None:
    answers = at_once(8, lambda _: store.outbox.reserve_slot("granite", ROUTE, NOW, SECOND))
    assert answers.count(None) == 1
    assert answers.count(NOW + SECOND) == 7


def test_a_slot_whose_answer_was_lost_is_lost_and_goes_to_no_one_else(
    table: Table, store: Store
) -> None:
    with pytest.raises(TryAgainError, match="did not answer"):
        Store(failing(table, 1, answer_lost=True)).outbox.reserve_slot(
            "granite", ROUTE, NOW, SECOND
        )
    assert store.outbox.reserve_slot("granite", ROUTE, NOW, SECOND) == NOW + SECOND


def test_a_route_that_asked_to_wait_gives_no_claim_and_no_slot_until_then(store: Store) -> None:
    key, until = planned(store), NOW + timedelta(minutes=40)
    store.outbox.pause_route("granite", ROUTE, until)
    assert store.outbox.claim(key, NOW, LEASE) == NotNow(until, held=False)
    assert store.outbox.reserve_slot("granite", ROUTE, NOW, SECOND) == until
    assert isinstance(store.outbox.claim(key, until, LEASE), Claim)


def test_no_other_route_and_no_other_deal_waits(store: Store) -> None:
    store.outbox.pause_route("granite", "email:maria", NOW + LEASE)
    store.outbox.pause_route("other", ROUTE, NOW + LEASE)
    assert isinstance(store.outbox.claim(planned(store), NOW, LEASE), Claim)


def test_a_shorter_wait_does_not_end_a_longer_one(store: Store) -> None:
    longer = NOW + timedelta(hours=1)
    store.outbox.pause_route("granite", ROUTE, longer)
    store.outbox.pause_route("granite", ROUTE, NOW + LEASE)
    assert store.outbox.route_free_at("granite", ROUTE) == longer
