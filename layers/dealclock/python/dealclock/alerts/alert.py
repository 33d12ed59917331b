"""An alert: one thing to say about one obligation instance on one day, with its named reasons."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from dealclock.alerts.responses import AlertResponse
from dealclock.team.policy import Reason

Mover = Literal["fact", "amendment", "terms", "reading", "days"]

ENDINGS = frozenset({Reason.CONFIRMED, Reason.RESOLVED, Reason.CLOSED, Reason.CAUGHT_UP})
"""The gravest reason of a word after which there is nothing more to do."""
OF_NO_MATTER = frozenset({Reason.ROUTE_FAILED, Reason.TEST, Reason.DIGEST, Reason.ANSWERED})
"""Reasons of what tells of a route, of a person's morning or of an answer, and of no obligation."""
INVITATION = "invitation"
"""The kind of what puts a date on a person's calendar, moves it or takes it off; no alert."""


@dataclass(frozen=True, slots=True)
class MoveCause:
    """What moved a date: a fact by its id, an amendment of the terms or a newly loaded version of
    them, a reading chosen otherwise, or days that passed (`id` is empty)."""

    by: Mover
    id: str


@dataclass(frozen=True, slots=True)
class MissedMorning:
    """What would have been said on a morning that nobody swept."""

    day: date
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Alert:
    """One thing to say. Its identity is (deal, instance, first reason, day, due, revision, step).

    `day` is the day it speaks for; `due` the date it warns of, None when there is none; `ended_on`
    the day of the end it tells of. `revision` counts how often either of these moved or it was open
    again; `moved_from` is the one last announced when it was another, `moved_by` what moved it.
    `calendar` whether an entry for the date goes with it. `step` tells apart what is said of the
    same date several times a day: the slot of a last call, the step of an escalation; "" for
    everything else. `since` is the instant from which nobody answered what an escalation is about.
    `passed` is what missed mornings would have said, `looked_from` the first looked at, where there
    were too many. `thread` is the message, as Slack calls it, in whose thread a note is said.
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
    moved_by: tuple[MoveCause, ...] = ()
    passed: tuple[MissedMorning, ...] = ()
    looked_from: date | None = None
    thread: str = ""
    ended_on: date | None = None

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
class SentAlert:
    """What the ledger keeps of an alert already planned.

    `known_at` is the run that planned it; the versions are those of the terms and the team it was
    planned under. `taken_back`: it was not sent on some route, since it was not so at that moment.
    """

    instance: str
    day: date
    due: date | None
    revision: int
    reasons: tuple[Reason, ...]
    known_at: datetime
    step: str = ""
    kind: str = ""
    clause: str = ""
    title: str = ""
    terms_version: int = 0
    team_version: int = 0
    ended_on: date | None = None
    taken_back: bool = False

    @property
    def ended(self) -> bool:
        """Whether it said that there is nothing more to do."""
        return bool(self.reasons) and self.reasons[0] in ENDINGS


@dataclass(frozen=True, slots=True)
class AlertHistory:
    """What was already said and what people did with it, for planning one more run.

    Only what runs of an earlier instant planned counts, so that a run repeated plans the same.
    """

    sent: tuple[SentAlert, ...]
    handled: tuple[AlertResponse, ...] = ()

    @classmethod
    def before(
        cls, known_at: datetime, spoken: Iterable[SentAlert], handled: Iterable[AlertResponse] = ()
    ) -> "AlertHistory":
        """What was said by runs before the instant `known_at`, and done by then.

        Without what tells of no matter: it has nothing that could be over, or no longer arise.
        """
        said = sorted(
            (
                s
                for s in spoken
                if s.known_at < known_at
                and s.kind != INVITATION
                and not OF_NO_MATTER & {*s.reasons}
            ),
            key=lambda s: s.known_at,
        )
        done = sorted((h for h in handled if h.at <= known_at), key=lambda h: h.at)
        return cls(tuple(said), tuple(done))

    def of(self, instance: str) -> Sequence[SentAlert]:
        """What was said of one instance to everybody, in the order of the runs.

        An escalation is left out: it went to one person, and the others have not heard it.
        """
        said = [
            s for s in self.sent if s.instance == instance and Reason.ESCALATED not in s.reasons
        ]
        # A run may have planned after one of a later instant, not knowing what that one knew.
        return sorted(said, key=lambda s: (s.revision, s.known_at))

    def since_last_end(self, instance: str) -> Sequence[SentAlert]:
        """What was said of it since it last ended, the word that it ended included."""
        said = self.of(instance)
        ends = [i for i, s in enumerate(said[:-1]) if s.ended]
        return said[ends[-1] + 1 :] if ends else said


def sent_alert(
    alert: Alert, known_at: datetime, terms_version: int = 0, team_version: int = 0
) -> SentAlert:
    """What the ledger keeps of an alert planned by the run of that instant."""
    return SentAlert(
        instance=alert.instance,
        day=alert.day,
        due=alert.due,
        revision=alert.revision,
        reasons=alert.reasons,
        known_at=known_at,
        step=alert.step,
        kind=alert.kind,
        clause=alert.clause,
        title=alert.title,
        terms_version=terms_version,
        team_version=team_version,
        ended_on=alert.ended_on,
    )
