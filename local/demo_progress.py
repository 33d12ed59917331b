"""Which days of the demo are done, kept between runs: a second demo does not play them again.

A day is done once every delivery of it was carried out. That holds only for the run whose state is
kept, and for the same files of the deal and the same code: whoever changes either sees every day
played again against what is kept, and nothing sent twice.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from pathlib import Path

FILE = "played.json"


@dataclass(frozen=True)
class Progress:
    """The last day done, None before the first, and the deliveries of the days up to it."""

    file: Path
    run_id: str
    inputs: str
    through: date | None = None
    deliveries: int = 0

    @classmethod
    def of(cls, root: Path, run_id: str, inputs: str) -> Progress:
        """What is kept in `root` if it is of this run and these inputs; else no day is done."""
        fresh = cls(root / FILE, run_id, inputs)
        try:
            kept = json.loads(fresh.file.read_text(encoding="utf-8"))
            through, deliveries = date.fromisoformat(kept["through"]), int(kept["deliveries"])
        except (OSError, ValueError, KeyError, TypeError):
            return fresh
        if (kept.get("run_id"), kept.get("inputs")) != (run_id, inputs):
            return fresh
        return replace(fresh, through=through, deliveries=deliveries)

    def first_to_play(self, first: date) -> date:
        """The first day that is not done, `first` where none is."""
        return first if self.through is None else max(first, self.through + timedelta(days=1))

    def done(self, day: date, deliveries: int) -> Progress:
        """Write that `day` is done, and `deliveries` those of all days up to it."""
        now = replace(self, through=day, deliveries=deliveries)
        kept = {**asdict(now), "through": day.isoformat(), "file": FILE}
        self.file.write_text(json.dumps(kept) + "\n", encoding="utf-8")
        return now


def fingerprint(files: Iterable[Path]) -> str:
    """What the contents of some files come to, in the order of their paths."""
    found = hashlib.sha256()
    for file in sorted(files):
        found.update(f"{file}\0".encode())
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()
