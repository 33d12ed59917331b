"""The rehearsal's own time at each real moment: what its messages carry.

A line a step, kept in a file so that a workbench started again knows it too.
"""

from __future__ import annotations

import bisect
from datetime import datetime
from pathlib import Path


class RehearsalTimes:
    """The steps of the play, each with the real moment it began at."""

    def __init__(self, file: Path | None = None) -> None:
        """Read the steps in `file`; without one they are kept while the workbench is up."""
        self._file = file
        self._began: list[float] = []
        self._times: list[datetime] = []
        if file is not None and file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                began, _, time = line.partition(" ")
                self._keep(float(began), datetime.fromisoformat(time))

    def note(self, began: datetime, time: datetime) -> None:
        """From the real moment `began` on, it is `time` in the rehearsal."""
        self._keep(began.timestamp(), time)
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as file:
                file.write(f"{began.timestamp()} {time.isoformat()}\n")

    def at(self, moment: datetime) -> datetime | None:
        """The rehearsal's time at a real moment; None before its first step."""
        place = bisect.bisect_right(self._began, moment.timestamp())
        return self._times[place - 1] if place else None

    def clear(self) -> None:
        """Forget every step: the play begins again."""
        self._began.clear()
        self._times.clear()
        if self._file is not None:
            self._file.unlink(missing_ok=True)

    def _keep(self, began: float, time: datetime) -> None:
        if not self._times or self._times[-1] != time:
            self._began.append(began)
            self._times.append(time)
