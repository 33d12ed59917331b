"""The days of the demo that are done, stored between runs: a second demo does not play them again.

A day of a rehearsal is done once each of its deliveries was carried out. That applies only to the
same run, deal files and code: after a change, every day is played again on the stored state, and
nothing is sent twice.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path

FILE = "played.json"


@dataclass(frozen=True)
class DaysLeft:
    """The rehearsals still to be played, all of them from day `first` on.

    `met` has, by rehearsal, the deliveries of the days that are not played again.
    """

    deals: Sequence[str]
    first: date
    met: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Progress:
    """By rehearsal: the last day done, and the deliveries of the days up to it."""

    file: Path
    run_id: str
    inputs: str
    days: Mapping[str, tuple[date, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, root: Path, run_id: str, inputs: str) -> Progress:
        """The progress stored in `root` if it is for this run and inputs; else no day is done."""
        fresh = cls(root / FILE, run_id, inputs)
        try:
            kept = json.loads(fresh.file.read_text(encoding="utf-8"))
            days = {
                deal: (date.fromisoformat(day), int(deliveries))
                for deal, (day, deliveries) in kept["days"].items()
            }
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return fresh
        if (kept.get("run_id"), kept.get("inputs")) != (run_id, inputs):
            return fresh
        return replace(fresh, days=days)

    def rest(self, deals: Iterable[str], first: date, last: date) -> DaysLeft:
        """The days still to be played of `deals`, from `first` to `last`, both included.

        They are played together: rehearsals on different days start again at `first`.
        """
        following = {deal: self._after(deal, first) for deal in deals}
        left = [deal for deal, day in following.items() if day <= last]
        days = {following[deal] for deal in left}
        begin = days.pop() if len(days) == 1 else first
        met = {
            deal: self.days[deal][1]
            for deal, day in following.items()
            if deal in self.days and (deal not in left or day == begin)
        }
        return DaysLeft(left, begin, met)

    def _after(self, deal: str, first: date) -> date:
        if deal not in self.days:
            return first
        return max(first, self.days[deal][0] + timedelta(days=1))

    def done(self, day: date, met: Mapping[str, int]) -> Progress:
        """Record `day` as done for each rehearsal in `met`, which has its deliveries so far."""
        now = replace(self, days={**self.days, **{deal: (day, n) for deal, n in met.items()}})
        kept = {
            "run_id": self.run_id,
            "inputs": self.inputs,
            "days": {deal: [day.isoformat(), n] for deal, (day, n) in now.days.items()},
        }
        self.file.write_text(json.dumps(kept) + "\n", encoding="utf-8")
        return now


def fingerprint(files: Iterable[Path]) -> str:
    """A hash of the paths and contents of some files, in the order of their paths."""
    found = hashlib.sha256()
    for file in sorted(files):
        found.update(f"{file}\0".encode())
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()
