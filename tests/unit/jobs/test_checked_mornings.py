"""Which mornings were checked, from completed sweeps and the runs of each deal, by hand."""

from datetime import date, timedelta

import pytest

from dealclock.alerts.digest import CheckedMornings
from dealclock.alerts.slots import Slot, instant
from dealclock.jobs.plan.checked_mornings import checked_mornings
from dealclock.store import Run, Store, StoredDeal
from tests.contract.store import samples

LAST_LINE = date(2004, 7, 26)  # a Monday
TODAY = date(2004, 8, 2)
WEEK = [date(2004, 7, day) for day in (27, 28, 29, 30)]


@pytest.fixture
def swept(store: Store) -> Store:
    """Two live deals, and every morning's sweep of the week."""
    for deal in ("granite", "basalt"):
        store.deals.load(samples.live(deal=deal, code_name=deal.title()), samples.NOW, "tests")
    for day in (*WEEK, TODAY):
        store.runs.put_sweep(False, day, "morning", instant(day, "morning"))
    return store


def ran(store: Store, deal: str, day: date, wakes: date, slot: Slot = "morning") -> None:
    run = Run(day, slot, 0, 0, "sweep-1", instant(day, "morning"), wakes)
    store.runs.put_run(deal, run, instant(day, "morning"))


def found(store: Store, *deals: str) -> CheckedMornings:
    stored = [store.deals.get(deal) for deal in deals or ("granite",)]
    own = [deal for deal in stored if isinstance(deal, StoredDeal)]
    return checked_mornings(own, LAST_LINE, TODAY, store)


def test_a_sleeping_deal_is_checked_by_every_sweep(swept: Store) -> None:
    ran(swept, "granite", LAST_LINE, wakes=TODAY)
    assert found(swept) == CheckedMornings(5, ())


def test_a_sweep_that_did_not_complete_is_a_missed_morning(store: Store) -> None:
    store.deals.load(samples.live(), samples.NOW, "tests")
    ran(store, "granite", LAST_LINE, wakes=TODAY)
    for day in (WEEK[0], WEEK[3], TODAY):
        store.runs.put_sweep(False, day, "morning", instant(day, "morning"))
    store.runs.put_sweep(False, WEEK[1], "midday", instant(WEEK[1], "midday"))
    store.runs.put_sweep(True, WEEK[2], "morning", instant(WEEK[2], "morning"))
    assert found(store) == CheckedMornings(5, (WEEK[1], WEEK[2]))


def test_a_deal_that_was_due_for_assessment_and_was_not_assessed_is_a_missed_morning(
    swept: Store,
) -> None:
    ran(swept, "granite", LAST_LINE, wakes=WEEK[1])
    ran(swept, "granite", WEEK[3], wakes=TODAY)
    assert found(swept) == CheckedMornings(5, (WEEK[1], WEEK[2]))


def test_a_recorded_event_may_wake_a_deal_before_its_day(swept: Store) -> None:
    ran(swept, "granite", LAST_LINE, wakes=TODAY)
    ran(swept, "granite", WEEK[0], wakes=WEEK[2], slot="at once")
    assert found(swept) == CheckedMornings(5, (WEEK[2], WEEK[3]))


def test_an_escalation_run_is_no_check_and_does_not_predict_the_next(swept: Store) -> None:
    ran(swept, "granite", LAST_LINE, wakes=WEEK[2])
    ran(swept, "granite", WEEK[1], wakes=date.min, slot="escalation")
    ran(swept, "granite", WEEK[2], wakes=TODAY, slot="escalation")
    assert found(swept) == CheckedMornings(5, (WEEK[2], WEEK[3]))


def test_a_deal_counts_from_the_first_day_it_was_checked(swept: Store) -> None:
    ran(swept, "granite", WEEK[2], wakes=TODAY)
    assert found(swept) == CheckedMornings(3, ())
    assert found(swept, "basalt") == CheckedMornings(1, ())


def test_one_deal_missed_among_several_is_enough(swept: Store) -> None:
    ran(swept, "granite", LAST_LINE, wakes=TODAY)
    ran(swept, "basalt", LAST_LINE, wakes=WEEK[0])
    ran(swept, "basalt", WEEK[1], wakes=TODAY)
    assert found(swept, "granite", "basalt") == CheckedMornings(5, (WEEK[0],))


def test_closed_days_are_not_mornings(store: Store) -> None:
    """Labor Day closes Mon, Sep 6, 2004."""
    store.deals.load(samples.live(), samples.NOW, "tests")
    monday, today = date(2004, 8, 30), date(2004, 9, 7)
    ran(store, "granite", monday, wakes=today)
    for n in range(1, 9):
        day = monday + timedelta(days=n)
        store.runs.put_sweep(False, day, "morning", instant(day, "morning"))
    (granite,) = filter(None, [store.deals.get("granite")])
    assert checked_mornings([granite], monday, today, store) == CheckedMornings(5, ())
