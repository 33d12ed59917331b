"""Playing rehearsals day by day through the real sweep; the only way to move a rehearsal's day."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any, TypeVar

from dealclock.alerts.delivery import State
from dealclock.alerts.slots import SCHEDULED, Slot, instant
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.errors import DeskError
from dealclock.store import DeliveryKey, Meta, Run, Store, StoredDelivery
from dealclock.store.errors import NoSuchDeal, NotARehearsal

T = TypeVar("T")
PATIENCE = timedelta(seconds=150)  # more than the minute a mail server's "later" is given
_FIRST_PAUSE, _LONGEST_PAUSE = 0.01, 0.04  # seconds between looks at the table, growing


class CannotRehearse(DeskError):
    """Days that cannot be played in the order given."""


class SweepStuckError(DeskError):
    """A sweep whose work did not end in time; the queues or the logs say why."""


@dataclass(frozen=True, slots=True)
class PlayedSlot:
    """One slot of one day, played: the run of each deal that was woken, by the deal's id.

    `swept` is false where nothing waited for a sweep, so that none was started.
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
        """Deliveries that were there before."""
        return sum(run.already for run in self.runs.values())


@dataclass(frozen=True, slots=True)
class Stage:
    """What a rehearsal is played on: the table, the sweep function, a clock and a pause.

    `sweep` invokes the sweep function with an event and returns its answer.
    """

    store: Store
    sweep: Callable[[dict[str, Any]], dict[str, Any]]
    now: Callable[[], datetime]
    pause: Callable[[float], None]
    by: str


def rehearse(deals: Sequence[str], start: date, end: date, stage: Stage) -> Iterator[PlayedSlot]:
    """Play Monday to Friday from `start` to `end`, both included, every scheduled slot.

    As the schedule does, holidays too; the deal's calendar keeps them quiet. On a day for
    which nothing waits no sweep is started. Raises NoSuchDeal, NotARehearsal, CannotRehearse or
    OutsideCalendar before anything is moved, or SweepStuckError when the work of a sweep does not
    end.
    """
    if end < start:
        raise CannotRehearse(f"{end} is before {start}. Give the first day, then the last.")
    for bound in (start, end):
        FEDERAL_RESERVE.closed_because(bound)  # raises for a day no holiday table covers
    for deal in deals:
        _refuse_unless_rehearsal(deal, stage.store.deals.meta(deal))
    day = start
    while day <= end:
        if day.weekday() < 5:
            yield from _play_day(deals, day, stage)
        day += timedelta(days=1)


def _play_day(deals: Sequence[str], day: date, stage: Stage) -> Iterator[PlayedSlot]:
    """Every slot of a day; where nothing waits for any of them, the table is asked only once."""
    for deal in deals:
        stage.store.deals.rehearse_to(deal, day, stage.now(), stage.by)
    busy = _waits(deals, day, max(instant(day, slot) for slot in SCHEDULED), stage.store)
    for slot in SCHEDULED:
        yield _play(deals, day, slot, stage) if busy else PlayedSlot(day, slot, swept=False)


def _refuse_unless_rehearsal(deal: str, meta: Meta | None) -> None:
    if meta is None:
        raise NoSuchDeal(f"there is no deal {deal!r}. Load it as a rehearsal first.")
    if meta.day is None:
        raise NotARehearsal(
            f"{meta.code_name} is a live deal and follows the calendar. Load it under another "
            "id as a rehearsal."
        )


def _play(deals: Sequence[str], day: date, slot: Slot, stage: Stage) -> PlayedSlot:
    """One sweep, carried out. Past the morning's, one that would find nothing is not started."""
    scheduled = instant(day, slot)
    if slot != "morning" and not _waits(deals, day, scheduled, stage.store):
        return PlayedSlot(day, slot, swept=False)
    event = {"scheduled_time": scheduled.isoformat(), "slot": slot, "rehearsal": True}
    swept = stage.sweep(event)
    woken = [deal for deal in deals if deal in swept["queued"]]
    runs = {deal: _run(deal, day, slot, swept["sweep"], stage) for deal in woken}
    if woken or swept["requeued"]:
        _wait(_all_tried(stage.store), "deliveries", stage)
    return PlayedSlot(day, slot, runs)


def _waits(deals: Sequence[str], day: date, scheduled: datetime, store: Store) -> bool:
    """Whether there is anything for a sweep of that instant: a deal, a step, what was left."""
    return (
        any(deal in deals for deal in store.runs.waking(True, day))
        or any(each.deal in deals for each in store.responses.to_escalate(True, scheduled))
        or bool(store.outbox.unfinished(True, 1))
    )


def _run(deal: str, day: date, slot: Slot, sweep: str, stage: Stage) -> Run:
    def done() -> Run | None:
        run = stage.store.runs.get(deal, day, slot)
        return run if run is not None and run.sweep == sweep else None

    return _wait(done, f"the {slot} of {day}", stage)


def _all_tried(store: Store) -> Callable[[], bool | None]:
    """A look whether nothing is left but what only a sweep takes up: an unknown outcome.

    The outbox is asked again only when what it last named is done.
    """
    left: list[DeliveryKey] = []

    def look() -> bool | None:
        while left and not _under_way(store.outbox.get(left[-1])):
            left.pop()
        if not left:
            left.extend(k for k in store.outbox.unfinished(True) if _under_way(store.outbox.get(k)))
        return None if left else True

    return look


def _under_way(stored: StoredDelivery | None) -> bool:
    """Whether it is being sent, handed over to other routes, or brought up to date."""
    if stored is None:
        return False
    outdated = stored.state is State.SENT and stored.stale_since is not None
    return stored.state in (State.PLANNED, State.CLAIMED) or outdated or stored.to_hand_over


def _wait(look: Callable[[], T | None], what: str, stage: Stage) -> T:
    until, pause = stage.now() + PATIENCE, _FIRST_PAUSE
    while stage.now() < until:
        found = look()
        if found is not None:
            return found
        stage.pause(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)
    raise SweepStuckError(
        f"{what} did not finish within {PATIENCE.seconds} s. Check the dead-letter queues."
    )
