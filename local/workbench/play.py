"""The play: one rehearsal, from its first morning on, by the real sweeps.

One thing happens at a time. A separate thread plays until it ends or is stopped, so that pages show
each morning as it comes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Literal

from dealclock.alerts.slots import SCHEDULED, instant
from dealclock.cli import clock
from dealclock.cli.connection import Connection
from dealclock.days.calendars import Calendar, calendar
from dealclock.desk.load import load
from dealclock.desk.rehearse import PlayedSlot, Stage, rehearse
from dealclock.errors import RefusedError
from dealclock.messages import words
from dealclock.store import Meta
from local.workbench.rehearsal_times import RehearsalTimes
from local.workbench.scenarios import Scenario

BY = "workbench"
FARTHEST = timedelta(days=3 * 366)
PATIENCE = 5.0  # seconds a day may still take after a request to stop
_LAST_SLOT = list(SCHEDULED)[-1]

Aim = Literal["day", "alert", "none"]
"""Where a play ends: at a day, at the first day with an alert, or when it is stopped."""


class _InterruptedError(Exception):
    """A day took too long to finish after a request to stop."""


@dataclass(frozen=True)
class Now:
    """The state of the play.

    `day` is the rehearsal's own day; `played` whether it was already played. `until` is the last
    day to play, None while nothing plays; `aim` what may end the play earlier, and `stopping`
    whether it is about to stop. `trouble` is what ended the last play early.
    """

    scenario: Scenario
    day: date
    played: bool
    until: date | None
    aim: Aim
    stopping: bool
    trouble: str


class Play:
    """The clock of the workbench."""

    def __init__(
        self,
        connection: Connection,
        choices: Sequence[Scenario],
        wipe: Callable[[], None],
        times: RehearsalTimes | None = None,
        compute_twice: Callable[[], object] = lambda: None,
    ) -> None:
        """Resume the play whose deal is in the table, or begin the first of `choices`. What was
        played is computed twice as it ends.

        Raises LostError for a table written by another version.
        """
        self._connection = connection
        self._wipe = wipe
        self._compute_twice = compute_twice
        self._times = times or RehearsalTimes()
        self.choices = choices
        self._alone = threading.Lock()  # held while something plays or begins, in any thread
        self._settled = threading.Lock()  # held while there is no deal
        self._stop = threading.Event()
        self._stop_by = 0.0
        self._until: date | None = None
        self._aim: Aim = "day"
        self._whole = False  # whether its day was played to the end
        self._trouble = ""
        self._moves = 0
        found = next((c for c in choices if connection.store.deals.get(c.deal) is not None), None)
        self._scenario = found or choices[0]
        if found is None:
            self.begin(self._scenario.name)
        else:
            # A day without a check of the deal leaves no trace: there is nothing left to play.
            meta = self._meta()
            self._whole = meta.known_at is not None or meta.wake_on > _day(meta)

    @property
    def moves(self) -> int:
        """How many times its state has changed, for pages that check whether to redraw."""
        return self._moves

    def now(self) -> Now:
        """Its state, after any start in progress."""
        with self._settled:
            meta = self._meta()
        return Now(
            self._scenario,
            _day(meta),
            self._whole or meta.known_at is not None,
            self._until,
            self._aim,
            self._stop.is_set(),
            self._trouble,
        )

    def when(self, moment: datetime, now: Now) -> str:
        """The rehearsal's time at a real moment, as its messages carry it: "Thu, Oct 28, 8:00 a.m.
        ET"; the real one before its first step."""
        zone = now.scenario.bundle.terms.agreement.time_zone
        return words.near_instant(self._times.at(moment) or moment, zone, now.day)

    def begin(self, name: str) -> None:
        """Delete everything and begin the scenario of that name. Raises RefusedError."""
        chosen = next((each for each in self.choices if each.name == name), None)
        if chosen is None:
            known = ", ".join(each.name for each in self.choices)
            raise RefusedError(f"there is no scenario {name!r}; there are {known}.")
        self.stop()
        while not self._alone.acquire(blocking=False):
            self.stop()
        try:
            with self._settled:
                self._wipe()
                self._times.clear()
                load(chosen.bundle, self._connection.services(), BY)
                if chosen.bundle.day is not None:
                    self._times.note(clock.now(), instant(chosen.bundle.day, "morning"))
                self._scenario, self._trouble, self._whole = chosen, "", False
        finally:
            self._moves += 1
            self._alone.release()

    def step(self) -> None:
        """Play to the end of the next Business Day. Raises RefusedError."""
        day = self._first()
        while self._days.closed_because(day):
            day += timedelta(days=1)
        self.to(day)

    def to_next_alert(self) -> None:
        """Play to the end of the next day with an alert. Raises RefusedError."""
        self.to(self._first() + FARTHEST, "alert")

    def on(self) -> None:
        """Play until it is stopped. Raises RefusedError."""
        self.to(self._first() + FARTHEST, "none")

    def to(self, last: date, aim: Aim = "day") -> None:
        """Play every day to the end of `last`, in a separate thread. Raises RefusedError."""
        if not self._alone.acquire(blocking=False):
            raise RefusedError("it is already playing; stop it first.")
        try:
            first = self._first()
            self._refuse(first, last)
            self._stop.clear()
            self._until, self._aim = last, aim
            self._moves += 1
            threading.Thread(target=self._run, args=(first, last), daemon=True).start()
        except BaseException:
            self._until = None
            self._alone.release()
            raise

    def halt(self) -> None:
        """Stop after the current day, or interrupt that day if it takes long."""
        self._stop_by = time.monotonic() + PATIENCE
        self._stop.set()
        self._moves += 1

    def stop(self) -> None:
        """Halt, and wait until nothing plays."""
        self.halt()
        with self._alone:
            pass

    def wait(self, seconds: float = 60) -> None:
        """Wait until nothing plays; raises RefusedError when that takes longer."""
        until = time.monotonic() + seconds
        while self._until is not None:
            if time.monotonic() > until:
                raise RefusedError(f"it is still playing to {self._until} after {seconds:.0f} s.")
            time.sleep(0.02)

    def _refuse(self, first: date, last: date) -> None:
        if last < first:
            raise RefusedError(
                f"{last} is past: the play is at {_day(self._meta())} and only goes forward. "
                "Start over to see an earlier day."
            )
        if last - first > FARTHEST:
            raise RefusedError(f"{last} is more than three years ahead; use smaller steps.")
        if last - first < timedelta(2) and all(day.weekday() >= 5 for day in (first, last)):
            raise RefusedError(f"{last} is on a weekend, when nothing happens; choose a later day.")

    def _run(self, first: date, last: date) -> None:
        """Play the days one after another; the cause of an early end is kept for the page."""
        deal = self._scenario.deal
        stage = Stage(self._connection.store, self._sweep, clock.now, self._pause, BY)
        self._trouble = ""
        planned = 0
        try:
            before = self._alerts(first)
            for played in rehearse([deal], first, last, stage):
                self._moves += 1
                self._times.note(clock.now(), instant(played.day, played.slot))
                planned += played.planned
                self._whole = played.slot == _LAST_SLOT
                if self._whole and (self._stop.is_set() or self._enough(played, planned, before)):
                    break
        except _InterruptedError:
            self._whole = False
        except Exception as problem:  # noqa: BLE001 - no one else would report it in this thread
            self._whole, self._trouble = False, str(problem)
        try:
            self._compute_twice()
        except Exception as problem:  # noqa: BLE001 - nor this
            self._trouble = self._trouble or str(problem)
        finally:
            self._until = None
            self._moves += 1
            self._alone.release()

    def _sweep(self, event: dict[str, Any]) -> dict[str, Any]:
        """Sweep, at the time of the rehearsal that the event names."""
        self._times.note(clock.now(), datetime.fromisoformat(event["scheduled_time"]))
        return self._connection.sweep(event)

    def _enough(self, played: PlayedSlot, planned: int, before: int) -> bool:
        """Whether the alert it plays to has been sent; `planned` counts digests as well."""
        return self._aim == "alert" and planned > 0 and self._alerts(played.day) > before

    def _alerts(self, day: date) -> int:
        """How many alerts were sent through the end of a day."""
        end = instant(day, _LAST_SLOT) + timedelta(days=1)
        return len(self._connection.store.outbox.sent_alerts(self._scenario.deal, end))

    def _pause(self, seconds: float) -> None:
        time.sleep(seconds)
        if self._stop.is_set() and time.monotonic() > self._stop_by:
            raise _InterruptedError

    def _first(self) -> date:
        """The first day to play: its own day again, unless that was played to the end."""
        with self._settled:
            return _day(self._meta()) + timedelta(days=self._whole)

    @property
    def _days(self) -> Calendar:
        return calendar(self._scenario.bundle.terms.calendar)

    def _meta(self) -> Meta:
        meta = self._connection.store.deals.meta(self._scenario.deal)
        if meta is None:
            raise RefusedError(
                "its deal is no longer in the table; stop the workbench and start it again."
            )
        return meta


def _day(meta: Meta) -> date:
    if meta.day is None:
        raise RefusedError(f"{meta.code_name} is a live deal; only rehearsals can be played.")
    return meta.day
