"""Waking: a sweep finds due deals, and a deal never sleeps past a change."""

from datetime import date

import pytest

from dealclock.store import Meta, Store
from tests.contract.store.samples import NOW, fact, live, rehearsal

NEVER = date(1, 1, 1)
MONDAY, TUESDAY = date(2026, 11, 2), date(2026, 11, 3)


def test_a_deal_just_loaded_is_due_at_the_next_sweep(store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    assert _meta(store, "granite").wake_on == NEVER
    assert store.runs.waking(rehearsal=False, day=MONDAY) == ("granite",)


def test_a_deal_sleeps_until_the_set_day_and_is_due_from_then_on(store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    assert store.runs.set_wake(_meta(store, "granite"), TUESDAY)
    assert store.runs.waking(False, MONDAY) == ()
    assert store.runs.waking(False, TUESDAY) == ("granite",)
    assert store.runs.waking(False, date(2026, 12, 1)) == ("granite",)


def test_live_deals_and_rehearsals_are_woken_separately(store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    store.deals.load(rehearsal(), NOW, "maria")
    assert store.runs.waking(rehearsal=False, day=MONDAY) == ("granite",)
    assert store.runs.waking(rehearsal=True, day=date(2004, 6, 30)) == ("story",)


def test_those_due_longest_come_first(store: Store) -> None:
    for name, wake in (("alpha", TUESDAY), ("beta", MONDAY)):
        store.deals.load(live(deal=name, code_name=name.title()), NOW, "maria")
        store.runs.set_wake(_meta(store, name), wake)
    assert store.runs.waking(False, TUESDAY) == ("beta", "alpha")


def test_a_deal_does_not_sleep_past_an_event_recorded_during_assessment(store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    assessed = _meta(store, "granite")
    store.deals.record_fact("granite", fact(), NOW, "tom")
    assert not store.runs.set_wake(assessed, TUESDAY)
    assert store.runs.waking(False, MONDAY) == ("granite",)


def test_an_event_wakes_a_sleeping_deal(store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    store.runs.set_wake(_meta(store, "granite"), TUESDAY)
    store.deals.record_fact("granite", fact(), NOW, "tom")
    assert store.runs.waking(False, MONDAY) == ("granite",)


def test_a_new_version_wakes_a_sleeping_deal(store: Store) -> None:
    store.deals.load(live(), NOW, "maria")
    store.runs.set_wake(_meta(store, "granite"), TUESDAY)
    store.deals.load(live(code_name="Basalt"), NOW, "maria")
    assert store.runs.waking(False, MONDAY) == ("granite",)


@pytest.mark.parametrize(
    ("moved_to", "due"),
    [(date(2004, 7, 1), ()), (date(2004, 6, 30), ("story",)), (date(2004, 6, 29), ("story",))],
)
def test_a_rehearsal_moved_forward_sleeps_on_and_otherwise_wakes(
    store: Store, moved_to: date, due: tuple[str, ...]
) -> None:
    store.deals.load(rehearsal(), NOW, "maria")
    store.runs.set_wake(_meta(store, "story"), date(2004, 7, 15))
    store.deals.rehearse_to("story", moved_to, NOW, "maria")
    assert store.runs.waking(True, date(2004, 7, 14)) == due
    assert store.runs.waking(True, date(2004, 7, 15)) == ("story",)


def test_a_rehearsal_moved_during_assessment_does_not_sleep_by_the_old_day(
    store: Store,
) -> None:
    store.deals.load(rehearsal(), NOW, "maria")
    store.deals.rehearse_to("story", date(2005, 3, 1), NOW, "maria")
    assessed = _meta(store, "story")
    store.deals.rehearse_to("story", date(2004, 6, 30), NOW, "maria")
    assert not store.runs.set_wake(assessed, date(2005, 3, 15))
    assert store.runs.waking(True, date(2004, 6, 30)) == ("story",)


def _meta(store: Store, deal: str) -> Meta:
    meta = store.deals.meta(deal)
    assert meta is not None
    return meta
