"""An alert: one thing to say about one obligation instance on one day, with its named reasons."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from dealclock.alerts.policy import Reason


@dataclass(frozen=True, slots=True)
class Alert:
    """One thing to say. Its identity is (deal, instance, first reason, day, due, revision).

    `day` is the day it speaks for; `due` the date it warns of, None when there is none;
    `revision` counts how often that date has moved; `moved_from` is the date last announced when
    it was another; `calendar` whether an entry for the date goes with it.
    """

    deal: str
    instance: str
    kind: str
    clause: str
    title: str
    reasons: tuple[Reason, ...]
    day: date
    due: date | None
    revision: int = 0
    moved_from: date | None = None
    calendar: bool = False

    @property
    def reason(self) -> Reason:
        """The gravest reason."""
        return self.reasons[0]

    @property
    def id(self) -> str:
        """An opaque id, the same whenever the same alert is planned again."""
        due = self.due.isoformat() if self.due else "-"
        parts = (self.deal, self.instance, self.reason, self.day.isoformat(), due, self.revision)
        return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class Spoken:
    """What the ledger keeps of an alert already planned."""

    instance: str
    day: date
    due: date | None
    revision: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Ledger:
    """What was already said, for planning one more day.

    Only what was said on earlier days counts, so that planning a day again plans the same.
    """

    spoken: tuple[Spoken, ...]

    @classmethod
    def before(cls, day: date, spoken: Iterable[Spoken]) -> "Ledger":
        """The ledger of what was said on days before `day`."""
        return cls(tuple(sorted((s for s in spoken if s.day < day), key=lambda s: s.day)))

    def of(self, instance: str) -> Sequence[Spoken]:
        """What was said of one instance, in order of the day."""
        return [s for s in self.spoken if s.instance == instance]
