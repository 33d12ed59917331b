"""Recording events: each once, all of a file or nothing, and what moves is shown."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from dealclock.desk.load import load
from dealclock.desk.record import NewFacts, record
from dealclock.errors import ConflictError
from dealclock.files.source import Source, parse
from dealclock.store import Store
from tests.contract.store import samples
from tests.contract.store.tables import items_in
from tests.services import services
from tests.unit.jobs.house import Queue

NOW = datetime(2005, 2, 2, 12, tzinfo=UTC)
FILED = "- {id: F1, kind: registration-statement-filed, on: 2004-07-13}"


def file(*facts: str) -> Source:
    return parse("facts:\n" + "\n".join(facts), "news.yaml")


def add(store: Store, *facts: str, named: str = "Granite", dry_run: bool = False) -> NewFacts:
    return record(
        file(*facts), named, services(store, assess=Queue(), now=NOW), "tests", dry_run=dry_run
    )


def table(store: Store) -> list[Any]:
    return items_in(store.table)


@pytest.fixture
def granite(store: Store) -> Store:
    """A live deal without facts, on February 2, 2005."""
    load(samples.live(), services(store, now=NOW), "tests")
    return store


def test_an_event_recorded_twice_is_stored_once(granite: Store) -> None:
    assert add(granite, FILED).new == ("F1",)
    before = table(granite)
    again = add(granite, FILED, named="granite")
    assert (again.new, again.known, again.changes.items) == ((), ("F1",), ())
    assert table(granite) == before


def test_changes_are_shown_before_and_after_and_the_same_in_a_dry_run(granite: Store) -> None:
    before = table(granite)
    dry = add(granite, FILED, dry_run=True)
    assert table(granite) == before
    done = add(granite, FILED)
    assert dry == done
    assert done.before.as_of == date(2005, 2, 2)
    moved = [(f.instance, f.what, f.before, f.after) for f in done.changes.figures]
    assert ("default-i", "occurred_on", "2004-07-15", "none") in moved
    assert samples.facts_of(granite, "granite") == ["F1"]


def test_a_file_may_not_set_the_recording_time_of_an_event_of_a_live_deal(granite: Store) -> None:
    stamped = FILED.replace("}", ", recorded_at: 2004-07-13T18:00-04:00}")
    with pytest.raises(ConflictError, match="events F1 have recorded_at"):
        add(granite, stamped)
    load(samples.rehearsal(), services(granite, now=NOW), "tests")
    assert add(granite, stamped, named="Story").new == ("F1",)
    kept = granite.deals.get("story")
    assert kept is not None
    assert kept.log.facts[0].recorded_at == datetime(2004, 7, 13, 22, tzinfo=UTC)


def test_a_recorded_event_wakes_the_deal_for_the_next_sweep(granite: Store) -> None:
    meta = granite.deals.meta("granite")
    assert meta is not None
    granite.runs.set_wake(meta, date(2005, 3, 1))
    assert granite.runs.waking(False, date(2005, 2, 2)) == ()
    add(granite, FILED)
    assert granite.runs.waking(False, date(2005, 2, 2)) == ("granite",)
