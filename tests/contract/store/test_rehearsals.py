"""A rehearsal's simulated day, which a live deal does not have."""

from datetime import date

import pytest

from dealclock.errors import NotFoundError, RefusedError
from dealclock.store import Store
from tests.contract.store.samples import NOW, fact, live, rehearsal


def test_a_rehearsal_moves_to_a_day_and_back(store: Store) -> None:
    store.deals.load(rehearsal(), NOW, "maria")
    for day in (date(2004, 7, 1), date(2004, 6, 30)):
        store.deals.rehearse_to("story", day, NOW, "maria")
        meta = store.deals.meta("story")
        assert meta is not None
        assert meta.day == day


def test_a_live_deals_day_cannot_be_moved(store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    with pytest.raises(RefusedError, match="Granite is a live deal"):
        store.deals.rehearse_to("granite", date(2004, 7, 1), NOW, "maria")
    with pytest.raises(NotFoundError, match="there is no deal 'nothing'"):
        store.deals.rehearse_to("nothing", date(2004, 7, 1), NOW, "maria")
    meta = store.deals.meta("granite")
    assert meta is not None
    assert meta.day is None


def test_a_rehearsal_loaded_again_keeps_its_day(store: Store) -> None:
    store.deals.load(rehearsal(), NOW, "maria")
    store.deals.rehearse_to("story", date(2004, 12, 1), NOW, "maria")
    store.deals.load(rehearsal(fact()), NOW, "maria")
    meta = store.deals.meta("story")
    assert meta is not None
    assert meta.day == date(2004, 12, 1)
