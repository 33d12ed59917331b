"""What a run compared with other readings is read by the verbs while it holds, and only then."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.jobs.deal_day import look_at
from dealclock.store import Store
from tests.contract.store import samples
from tests.unit.jobs.house import House
from tests.unit.jobs.scene import KNOWN, MORNING, planned


def _recorded(house: House, look: Look) -> Look:
    """The deal's look after an event of today was recorded."""
    event = samples.fact("X1", MORNING, recorded_at=KNOWN + timedelta(minutes=1))
    house.store.deals.record_fact("story", event, KNOWN + timedelta(minutes=1), "tests")
    return _look(house)


def _look(house: House, as_of: date | None = None) -> Look:
    deal = house.store.deals.get("story")
    assert deal is not None
    return look_at(deal, house.now, (), as_of, house.store)


def _same(_house: House, look: Look) -> Look:
    return look


def _as_of(house: House, _look_: Look) -> Look:
    return _look(house, MORNING + timedelta(days=1))


def _read(_house: House, look: Look) -> Look:
    return replace(look, readings={**look.readings, "default-occurs": "NEXT-DAY"})


def _supposed(_house: House, look: Look) -> Look:
    event = samples.fact("X1", MORNING, recorded_at=KNOWN)
    return replace(look, log=replace(look.log, facts=(*look.log.facts, event)))


def _stored_before(house: House, look: Look) -> Look:
    """As an earlier release stored the figures of a run."""
    found = house.store.verdicts.figures("story")
    assert found is not None
    house.store.verdicts.put_figures("story", replace(found, compared="", at=house.now))
    return look


_KEPT = {_same: True, _as_of: False, _read: False, _supposed: False, _recorded: False}


@pytest.mark.parametrize(("change", "kept"), [*_KEPT.items(), (_stored_before, False)])
def test_what_a_run_compared_is_read_while_terms_events_readings_and_day_are_the_same(
    store: Store, change: Callable[[House, Look], Look], *, kept: bool
) -> None:
    house = planned(store)
    look = change(house, _look(house))
    assert (look.compared(look) is not None) is kept
    found = assess(look)
    assert found.differences
    assert found == assess(replace(look, compared=lambda _look: None))


def test_a_rehearsals_later_events_of_the_day_are_not_in_what_its_morning_compared(
    store: Store,
) -> None:
    at = datetime.combine(MORNING, KNOWN.timetz()) + timedelta(hours=8)
    house = planned(store, (samples.fact("X1", MORNING, recorded_at=at),))
    look = _look(house)
    assert look.compared(look) is None
