"""An alert: one thing to say about one obligation instance on one day, with its named reasons."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from dealclock.alerts.handling import Handled
from dealclock.alerts.policy import Reason


@dataclass(frozen=True, slots=True)
class Alert:
    """One thing to say. Its identity is (deal, instance, first reason, day, due, revision, step).

    `day` is the day it speaks for; `due` the date it warns of, None when there is none;
    `revision` counts how often that date has moved; `moved_from` is the date last announced when
    it was another; `calendar` whether an entry for the date goes with it. `step` tells apart what
    is said of the same date several times a day: the slot of a last call, the step of an
    escalation; "" for everything else. `since` is the instant from which nobody answered what an
    escalation is about.
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
    step: str = ""
    since: datetime | None = None

    @property
    def reason(self) -> Reason:
        """The gravest reason."""
        return self.reasons[0]

    @property
    def id(self) -> str:
        """An opaque id, the same whenever the same alert is planned again."""
        due = self.due.isoformat() if self.due else "-"
        parts = [self.deal, self.instance, self.reason, self.day.isoformat(), due, self.revision]
        parts += [self.step] if self.step else []
        return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class Spoken:
    """What the ledger keeps of an alert already planned; `known_at` is the run that planned it."""

    instance: str
    day: date
    due: date | None
    revision: int
    reasons: tuple[Reason, ...]
    known_at: datetime
    step: str = ""


@dataclass(frozen=True, slots=True)
class Ledger:
    """What was already said and what people did with it, for planning one more run.

    Only what runs of an earlier instant planned counts, so that a run repeated plans the same.
    """

    spoken: tuple[Spoken, ...]
    handled: tuple[Handled, ...] = ()

    @classmethod
    def before(
        cls, known_at: datetime, spoken: Iterable[Spoken], handled: Iterable[Handled] = ()
    ) -> "Ledger":
        """What was said by runs before the instant `known_at`, and done by then."""
        said = sorted((s for s in spoken if s.known_at < known_at), key=lambda s: s.known_at)
        done = sorted((h for h in handled if h.at <= known_at), key=lambda h: h.at)
        return cls(tuple(said), tuple(done))

    def of(self, instance: str) -> Sequence[Spoken]:
        """What was said of one instance to everybody, in the order of the runs.

        An escalation is left out: it went to one person, and the others have not heard it.
        """
        return [
            s for s in self.spoken if s.instance == instance and Reason.ESCALATED not in s.reasons
        ]
