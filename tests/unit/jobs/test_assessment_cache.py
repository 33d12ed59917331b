"""An assessment is made once for all routes of a morning, and never reused for another one."""

from datetime import UTC, date, datetime

import pytest

from dealclock.jobs.deliver import render_delivery as assessment_cache
from dealclock.jobs.deliver.render_delivery import _MOST_CACHED as MOST
from dealclock.jobs.deliver.render_delivery import cached_assessment
from dealclock.store import Store
from tests.contract.store import samples

LATEST = (1, 1)
DAY = date(2004, 10, 29)
AT = datetime(2004, 10, 29, 12, tzinfo=UTC)


def _loaded(store: Store) -> None:
    store.deals.load(samples.rehearsal(*samples.story()), samples.NOW, "tests")


def test_the_same_morning_is_assessed_once(store: Store) -> None:
    _loaded(store)
    deal = store.deals.get("story")
    again = store.deals.get("story")
    assert deal is not None
    assert again is not None
    assert cached_assessment(deal, LATEST, DAY, AT, store) is cached_assessment(
        again, LATEST, DAY, AT, store
    )


@pytest.mark.parametrize(
    ("day", "at"), [(date(2004, 11, 1), AT), (DAY, datetime(2005, 3, 1, tzinfo=UTC))]
)
def test_another_day_or_instant_is_assessed_separately(
    store: Store, day: date, at: datetime
) -> None:
    _loaded(store)
    deal = store.deals.get("story")
    assert deal is not None
    first, other = (
        cached_assessment(deal, LATEST, DAY, AT, store),
        cached_assessment(deal, LATEST, day, at, store),
    )
    assert (first.as_of, first.known_at) == (DAY, AT)
    assert (other.as_of, other.known_at) == (day, at)


def test_an_event_recorded_since_causes_a_new_assessment(store: Store) -> None:
    _loaded(store)
    deal = store.deals.get("story")
    assert deal is not None
    before = cached_assessment(deal, LATEST, DAY, AT, store)
    store.deals.record_fact(
        "story", samples.fact("X1", date(2004, 7, 1), recorded_at=AT), AT, "tests"
    )
    deal = store.deals.get("story")
    assert deal is not None
    assert cached_assessment(deal, LATEST, DAY, AT, store) is not before


def test_the_cache_keeps_few_assessments(store: Store) -> None:
    _loaded(store)
    deal = store.deals.get("story")
    assert deal is not None
    for month in range(1, MOST + 3):
        cached_assessment(deal, LATEST, DAY, datetime(2005, month, 1, tzinfo=UTC), store)
    assert len(assessment_cache._caches[store]) == MOST


def test_other_versions_are_assessed_separately(store: Store) -> None:
    _loaded(store)
    deal = store.deals.get("story")
    assert deal is not None
    assert cached_assessment(deal, LATEST, DAY, AT, store) is not cached_assessment(
        deal, (1, 2), DAY, AT, store
    )
