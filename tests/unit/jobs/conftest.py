"""A house without AWS: the real store over a table in memory, queues and outlets that remember."""

from datetime import timedelta

import pytest

from dealclock.alerts.slots import SCHEDULED, instant
from dealclock.store import Store
from tests.contract.store import samples
from tests.memory_table import MemoryTable
from tests.unit.jobs.mornings import Mornings
from tests.unit.jobs.watching import LOADED, TODAY, look


@pytest.fixture
def store() -> Store:
    """Over an empty table."""
    return Store(MemoryTable())


@pytest.fixture
def live(store: Store) -> Store:
    """Granite and Slate, live, loaded the day before; every sweep of the month completed."""
    for code_name in ("Granite", "Slate"):
        bundle = samples.live(deal=code_name.lower(), code_name=code_name)
        store.deals.load(bundle, LOADED, "tests")
    look(store, LOADED)
    for n in range(-1, 30):
        day = TODAY + timedelta(days=n)
        for slot in SCHEDULED:
            store.runs.put_sweep(False, day, slot, instant(day, slot))
    return store


@pytest.fixture
def mornings(store: Store) -> Mornings:
    """Granite, live, on the Thursday of a week whose weekly lines were sent."""
    made = Mornings(store)
    made.load("granite", "Granite")
    made.week()
    return made
