"""What is played: one rehearsal, from its first morning on, by the real sweeps.

One thing happens at a time. Playing several days goes on in a thread of its own, so that pages show
each morning as it comes, until it ends or is stopped.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta

from dealclock.cli import clock
from dealclock.cli.connection import Connection
from dealclock.days.calendars import Calendar, calendar
from dealclock.errors import DealclockError
from dealclock.store import Meta
from dealclock.usecases.load import load
from dealclock.usecases.rehearse import Stage, rehearse
from local.workbench.scenarios import Scenario

BY = "workbench"
FARTHEST = timedelta(days=3 * 366)


class CannotPlay(Exception):
    """What was asked of the clock cannot be done; the message says why and what can."""


@dataclass(frozen=True)
class Now:
    """Where the play stands.

    `day` is the rehearsal's own; `played` whether its mornings were already played. `until` is the
    day being played to, None while nothing plays; `trouble` is what ended the last play early.
    """

    scenario: Scenario
    day: date
    played: bool
    until: date | None
    trouble: str


class Play:
    """The clock of the workbench, and what begins anew."""

    def __init__(
        self, connection: Connection, choices: Sequence[Scenario], wipe: Callable[[], None]
    ) -> None:
        """Take up the play whose deal is in the table, or begin the first of `choices`."""
        self._connection = connection
        self._wipe = wipe
        self.choices = choices
        self._alone = threading.Lock()
        self._stop = threading.Event()
        self._until: date | None = None
        self._trouble = ""
        self._moves = 0
        found = (each for each in choices if connection.store.meta(each.deal) is not None)
        self._scenario = next(found, choices[0])
        if connection.store.meta(self._scenario.deal) is None:
            self.begin(self._scenario.name)

    @property
    def moves(self) -> int:
        """How often anything of it changed; for pages that look whether to draw themselves anew."""
        return self._moves

    def now(self) -> Now:
        """Where it stands."""
        meta = self._meta()
        played = meta.known_at is not None
        return Now(self._scenario, _day(meta), played, self._until, self._trouble)

    def begin(self, name: str) -> None:
        """Forget everything and begin the scenario of that name. Raises CannotPlay."""
        chosen = next((each for each in self.choices if each.name == name), None)
        if chosen is None:
            known = ", ".join(each.name for each in self.choices)
            raise CannotPlay(f"there is no scenario {name!r}; there are {known}.")
        self.stop()
        with self._one_at_a_time():
            self._wipe()
            load(chosen.bundle, self._connection.store, clock.now(), BY)
            self._scenario, self._trouble = chosen, ""

    def step(self) -> None:
        """Play to the end of the next Business Day. Raises CannotPlay."""
        meta = self._meta()
        day = _day(meta)
        if meta.known_at is not None:
            day = self._after(day)
        while self._days.closed_because(day):
            day = self._after(day)
        self.to(day)

    def to(self, last: date) -> None:
        """Play every day to the end of `last`, in a thread of its own. Raises CannotPlay."""
        meta = self._meta()
        first = _day(meta) if meta.known_at is None else self._after(_day(meta))
        if last < first:
            raise CannotPlay(
                f"{last} lies behind: the play stands at {_day(meta)} and goes forward only. "
                "Begin anew to see an earlier day."
            )
        if last - first > FARTHEST:
            raise CannotPlay(f"{last} is more than three years ahead; go there in smaller steps.")
        if self._until is not None:
            raise CannotPlay(f"it is playing to {self._until} already; stop it first.")
        self._stop.clear()
        self._until = last
        self._moves += 1
        threading.Thread(target=self._run, args=(first, last), daemon=True).start()

    def stop(self) -> None:
        """Stop playing once the slot at hand is done, and wait for that."""
        self._stop.set()
        with self._alone:
            pass

    def wait(self, seconds: float = 60) -> None:
        """Wait until nothing plays; raises CannotPlay when that takes longer."""
        until = time.monotonic() + seconds
        while self._until is not None:
            if time.monotonic() > until:
                raise CannotPlay(f"it is still playing to {self._until} after {seconds:.0f} s.")
            time.sleep(0.02)

    def _run(self, first: date, last: date) -> None:
        try:
            with self._one_at_a_time():
                self._trouble = ""
                stage = Stage(
                    self._connection.store, self._connection.sweep, clock.now, time.sleep, BY
                )
                for _ in rehearse([self._scenario.deal], first, last, stage):
                    self._moves += 1
                    if self._stop.is_set():
                        break
        except DealclockError as problem:
            self._trouble = str(problem)
        finally:
            self._until = None
            self._moves += 1

    @contextmanager
    def _one_at_a_time(self) -> Iterator[None]:
        with self._alone:
            try:
                yield
            finally:
                self._moves += 1

    @property
    def _days(self) -> Calendar:
        return calendar(self._scenario.bundle.terms.calendar)

    def _meta(self) -> Meta:
        meta = self._connection.store.meta(self._scenario.deal)
        if meta is None:
            raise CannotPlay("the play is being set up anew; try again in a moment.")
        return meta

    @staticmethod
    def _after(day: date) -> date:
        return day + timedelta(days=1)


def _day(meta: Meta) -> date:
    if meta.day is None:
        raise CannotPlay(f"{meta.code_name} is a live deal; only rehearsals are played here.")
    return meta.day
