"""Play rehearsals day by day through the real sweep; nothing else moves a rehearsal's day."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from datetime import date, datetime, timedelta
from typing import Any, TypeVar

from dealclock.alerts.outcome import State
from dealclock.alerts.slots import SCHEDULED, Slot, instant
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.errors import DealclockError, NotFoundError, RefusedError
from dealclock.records import record
from dealclock.store import DeliveryKey, Meta, Run, Store, StoredDelivery

T = TypeVar("T")
PATIENCE = timedelta(seconds=150)  # more than the minute a mail server's "later" is given
_FIRST_PAUSE, _LONGEST_PAUSE = 0.01, 0.04  # seconds between looks at the table, growing


@record
class PlayedSlot:
    """One slot of one day, played: the run of each deal that was due, by the deal's id.

    `swept` is False if no work was due, so no sweep was started.
    """

    day: date
    slot: Slot
    runs: Mapping[str, Run] = field(default_factory=dict)
    swept: bool = True

    @property
    def planned(self) -> int:
        """Deliveries newly planned."""
        return sum(run.planned for run in self.runs.values())

    @property
    def already(self) -> int:
        """Deliveries that existed before."""
        return sum(run.already for run in self.runs.values())


@record
class Stage:
    """The environment of a rehearsal: the table, the sweep function, a clock and a pause.

    `sweep` invokes the sweep function with an event and returns its answer.
    """

    store: Store
    sweep: Callable[[dict[str, Any]], dict[str, Any]]
    now: Callable[[], datetime]
    pause: Callable[[float], None]
    by: str


def rehearse(deals: Sequence[str], start: date, end: date, stage: Stage) -> Iterator[PlayedSlot]:
    """Play Monday to Friday from `start` to `end`, both included, every scheduled slot.

    Holidays too, like the schedule; the deal's calendar keeps them quiet. A day without due work
    starts no sweep. Raises NotFoundError or RefusedError before
    anything is moved, or DealclockError when the work of a sweep does not end.
    """
    if end < start:
        raise RefusedError(f"{end} is before {start}. Give the first day, then the last.")
    for day_given in (start, end):
        FEDERAL_RESERVE.closed_because(day_given)  # raises for a day no holiday table covers
    for deal in deals:
        _refuse_unless_rehearsal(deal, stage.store.deals.meta(deal))
    day = start
    while day <= end:
        if day.weekday() < 5:
            yield from _play_day(deals, day, stage)
        day += timedelta(days=1)


def _play_day(deals: Sequence[str], day: date, stage: Stage) -> Iterator[PlayedSlot]:
    """Play every slot of a day; the table is read only once if no work is due."""
    for deal in deals:
        stage.store.deals.rehearse_to(deal, day, stage.now(), stage.by)
    busy = _has_work(deals, day, max(instant(day, slot) for slot in SCHEDULED), stage.store)
    for slot in SCHEDULED:
        yield _play_slot(deals, day, slot, stage) if busy else PlayedSlot(day, slot, swept=False)


def _refuse_unless_rehearsal(deal: str, meta: Meta | None) -> None:
    if meta is None:
        raise NotFoundError(f"there is no deal {deal!r}. Load it as a rehearsal first.")
    if meta.day is None:
        raise RefusedError(
            f"{meta.code_name} is a live deal and follows the calendar. Load it under another "
            "id as a rehearsal."
        )


def _play_slot(deals: Sequence[str], day: date, slot: Slot, stage: Stage) -> PlayedSlot:
    """Play one slot; after the morning, a sweep without due work is not started."""
    scheduled = instant(day, slot)
    if slot != "morning" and not _has_work(deals, day, scheduled, stage.store):
        return PlayedSlot(day, slot, swept=False)
    event = {"scheduled_time": scheduled.isoformat(), "slot": slot, "rehearsal": True}
    swept = stage.sweep(event)
    woken = [deal for deal in deals if deal in swept["queued"]]
    runs = {deal: _run(deal, day, slot, swept["sweep"], stage) for deal in woken}
    if woken or swept["requeued"]:
        _wait(_deliveries_done(stage.store), "deliveries", stage)
    return PlayedSlot(day, slot, runs)


def _has_work(deals: Sequence[str], day: date, scheduled: datetime, store: Store) -> bool:
    """Whether a sweep at that instant has work: a deal, an escalation, an unfinished delivery."""
    return (
        any(deal in deals for deal in store.runs.waking(True, day))
        or any(deal in deals for deal, _ in store.responses.to_escalate(True, scheduled))
        or bool(store.outbox.unfinished(True, 1))
    )


def _run(deal: str, day: date, slot: Slot, sweep: str, stage: Stage) -> Run:
    def finished_run() -> Run | None:
        run = stage.store.runs.get(deal, day, slot)
        return run if run is not None and run.sweep == sweep else None

    return _wait(finished_run, f"the {slot} of {day}", stage)


def _deliveries_done(store: Store) -> Callable[[], bool | None]:
    """A check that every delivery is done or has an unknown outcome, which only a sweep handles.

    The outbox is read again only after the deliveries it last listed are done.
    """
    remaining: list[DeliveryKey] = []

    def check() -> bool | None:
        while remaining and not _under_way(store.outbox.get(remaining[-1])):
            remaining.pop()
        if not remaining:
            remaining.extend(
                k for k in store.outbox.unfinished(True) if _under_way(store.outbox.get(k))
            )
        return None if remaining else True

    return check


def _under_way(stored: StoredDelivery | None) -> bool:
    """Whether it is being sent, handed over to other routes, or updated."""
    if stored is None:
        return False
    outdated = stored.state is State.SENT and stored.stale_since is not None
    return stored.state in (State.PLANNED, State.CLAIMED) or outdated or stored.to_hand_over


def _wait(check: Callable[[], T | None], what: str, stage: Stage) -> T:
    deadline, pause = stage.now() + PATIENCE, _FIRST_PAUSE
    while stage.now() < deadline:
        result = check()
        if result is not None:
            return result
        stage.pause(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)
    raise DealclockError(
        f"{what} did not finish within {PATIENCE.seconds} s. Check the dead-letter queues."
    )
