"""Summaries and runs."""

from dataclasses import replace
from datetime import date, timedelta

from dealclock.alerts.slots import instant
from dealclock.store import Run, Store, Summary
from tests.contract.store.samples import NOW, fact, live, rehearsal

SUMMARY = Summary(date(2004, 10, 29), 1, 2, 3, "0.1.0", '{"obligations": 4}')
FRIDAY, MONDAY = date(2004, 10, 29), date(2004, 11, 1)
RUN = Run(
    FRIDAY,
    "morning",
    planned=3,
    already=0,
    sweep="sweep-1",
    known_at=instant(FRIDAY, "morning"),
    wakes=MONDAY,
)


def test_a_summary_is_kept_with_what_it_was_computed_from(store: Store) -> None:
    assert store.summary("granite") is None
    assert store.put_summary("granite", SUMMARY, NOW)
    assert store.summary("granite") == SUMMARY


def test_a_late_worker_does_not_replace_a_newer_summary(store: Store) -> None:
    newer = replace(SUMMARY, fact_sequence=4)
    assert store.put_summary("granite", newer, NOW + timedelta(seconds=1))
    assert not store.put_summary("granite", SUMMARY, NOW)
    assert store.summary("granite") == newer


def test_a_rehearsal_that_went_back_gets_a_summary_of_the_earlier_day(store: Store) -> None:
    store.put_summary("story", SUMMARY, NOW)
    back = replace(SUMMARY, as_of=date(2004, 6, 30))
    assert store.put_summary("story", back, NOW + timedelta(seconds=1))
    assert store.summary("story") == back


def test_a_run_is_found_by_its_day_and_slot(store: Store) -> None:
    store.put_run("granite", RUN, NOW)
    assert store.run("granite", date(2004, 10, 29), "morning") == RUN
    assert store.run("granite", date(2004, 10, 29), "afternoon") is None
    assert store.run("granite", date(2004, 10, 28), "morning") is None


def test_a_second_run_of_a_morning_takes_the_first_ones_place(store: Store) -> None:
    store.put_run("granite", RUN, NOW)
    second = replace(RUN, planned=0, already=3, sweep="sweep-2")
    store.put_run("granite", second, NOW)
    assert store.run("granite", date(2004, 10, 29), "morning") == second


def test_summaries_of_many_deals_come_with_the_standing_of_each(store: Store) -> None:
    store.load(live(fact()), NOW, "maria")
    store.load(rehearsal(), NOW, "maria")
    store.put_summary("granite", SUMMARY, NOW)
    many = ["granite", "story", *(f"none-{n}" for n in range(148))]
    assert set(found := store.summaries(many)) == {"granite", "story"}
    assert found["granite"] == (store.meta("granite"), SUMMARY)
    assert found["story"] == (store.meta("story"), None)


def test_the_runs_before_a_day_come_the_latest_day_first(store: Store) -> None:
    days = [date(2004, 10, day) for day in (26, 27, 28, 29)]
    for day in days:
        store.put_run("granite", replace(RUN, as_of=day), NOW)
    store.put_run("other", RUN, NOW)
    assert [run.as_of for run in store.runs_before("granite", FRIDAY)] == days[2::-1]
    assert next(store.runs_before("granite", MONDAY)).as_of == FRIDAY
    assert list(store.runs_before("granite", days[0])) == []
