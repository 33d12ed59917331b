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


def test_a_summary_is_stored_with_what_it_was_computed_from(store: Store) -> None:
    assert store.runs.summary("granite") is None
    assert store.runs.put_summary("granite", SUMMARY, NOW)
    assert store.runs.summary("granite") == SUMMARY


def test_a_late_worker_does_not_replace_a_newer_summary(store: Store) -> None:
    newer = replace(SUMMARY, fact_sequence=4)
    assert store.runs.put_summary("granite", newer, NOW + timedelta(seconds=1))
    assert not store.runs.put_summary("granite", SUMMARY, NOW)
    assert store.runs.summary("granite") == newer


def test_a_rehearsal_that_went_back_gets_a_summary_of_the_earlier_day(store: Store) -> None:
    store.runs.put_summary("story", SUMMARY, NOW)
    back = replace(SUMMARY, as_of=date(2004, 6, 30))
    assert store.runs.put_summary("story", back, NOW + timedelta(seconds=1))
    assert store.runs.summary("story") == back


def test_a_run_is_found_by_its_day_and_slot(store: Store) -> None:
    store.runs.put_run("granite", RUN, NOW)
    assert store.runs.get("granite", date(2004, 10, 29), "morning") == RUN
    assert store.runs.get("granite", date(2004, 10, 29), "afternoon") is None
    assert store.runs.get("granite", date(2004, 10, 28), "morning") is None


def test_a_second_run_of_a_morning_replaces_the_first(store: Store) -> None:
    store.runs.put_run("granite", RUN, NOW)
    second = replace(RUN, planned=0, already=3, sweep="sweep-2")
    store.runs.put_run("granite", second, NOW)
    assert store.runs.get("granite", date(2004, 10, 29), "morning") == second


def test_summaries_of_many_deals_come_with_the_status_of_each(store: Store) -> None:
    store.deals.load(live(fact()), NOW, "maria")
    store.deals.load(rehearsal(), NOW, "maria")
    store.runs.put_summary("granite", SUMMARY, NOW)
    many = ["granite", "story", *(f"none-{n}" for n in range(148))]
    assert set(summaries := store.runs.summaries(many)) == {"granite", "story"}
    assert summaries["granite"] == (store.deals.meta("granite"), SUMMARY)
    assert summaries["story"] == (store.deals.meta("story"), None)


def test_the_runs_before_a_day_are_listed_latest_first(store: Store) -> None:
    days = [date(2004, 10, day) for day in (26, 27, 28, 29)]
    for day in days:
        store.runs.put_run("granite", replace(RUN, as_of=day), NOW)
    store.runs.put_run("other", RUN, NOW)
    assert [run.as_of for run in store.runs.before("granite", FRIDAY)] == days[2::-1]
    assert next(store.runs.before("granite", MONDAY)).as_of == FRIDAY
    assert list(store.runs.before("granite", days[0])) == []
