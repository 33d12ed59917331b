"""What was done and what is left: the last sweeps and their runs, and the outbox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice

from dealclock.alerts.slots import SCHEDULED, Slot
from dealclock.store import Run, Store, StoredDelivery

_RUNS, _OUTBOX = 6, 50


@dataclass(frozen=True)
class Sweeps:
    """The sweeps of a day: the instant of each slot that completed, and what the deal's runs did.

    `earlier` are the latest runs of the days before.
    """

    day: date
    done: Mapping[Slot, datetime | None]
    runs: Sequence[Run]
    earlier: Sequence[Run]


def sweeps(store: Store, deal: str, day: date) -> Sweeps:
    """The sweeps of rehearsals on a day."""
    done = store.runs.sweeps(True, day)
    return Sweeps(
        day,
        {slot: done.get(slot) for slot in SCHEDULED},
        store.runs.of_day(deal, day),
        list(islice(store.runs.before(deal, day), _RUNS)),
    )


def outbox(store: Store) -> Sequence[StoredDelivery]:
    """The deliveries of rehearsals that are not finished, the oldest first."""
    found = (store.outbox.get(key) for key in store.outbox.unfinished(True, _OUTBOX))
    return sorted((each for each in found if each), key=lambda each: each.planned_at)
