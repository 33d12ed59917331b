"""An alert: one message about one instance of an obligation on one day, with its reasons."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Literal

from dealclock.people.acts import Act
from dealclock.people.policy import Reason
from dealclock.records import record

Mover = Literal["fact", "amendment", "terms", "reading", "days"]

ENDINGS = frozenset({Reason.CONFIRMED, Reason.RESOLVED, Reason.CLOSED, Reason.CAUGHT_UP})
"""The gravest reason of a word after which there is nothing more to do."""
OF_NO_MATTER = frozenset({Reason.ROUTE_FAILED, Reason.TEST, Reason.DIGEST, Reason.ANSWERED})
"""Reasons of what tells of a route, of a person's morning or of an answer, and of no obligation."""
INVITATION = "invitation"
"""The kind of what puts a date on a person's calendar, moves it or takes it off; no alert."""


@record
class MoveCause:
    """What moved a date: an event by its id, an amendment or a newly loaded version of the
    terms, another chosen reading, or time elapsed (`id` is empty)."""

    by: Mover
    id: str


@record
class MissedMorning:
    """What would have been sent on a morning whose check was missed."""

    day: date
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Alert:
    """One alert. Its identity is (deal, instance, first reason, day, due, revision, step).

    `day` is the day it is for; `due` the date it warns of, None when there is none; `ended_on`
    the day of the end it reports. `revision` counts how often either of these moved or it was
    reopened; `moved_from` is the date last announced when it was another, `moved_by` what moved
    it. `calendar` says whether a calendar entry for the date is attached. `step` tells apart
    several alerts on the same date in one day: the slot of a last call, the step of an
    escalation; otherwise "". `since` is the instant from which no one has responded to what an
    escalation is about. `passed` is what missed mornings would have sent, `looked_from` the
    first one examined, where there were too many. `thread` is the Slack message in whose thread
    a note is posted.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SentAlert(Alert):
    """An alert that was planned, with its record.

    `known_at` is the run that planned it; the versions are those of the terms and the team at that
    time. `taken_back`: on at least one route it was not sent, because it was no longer true.
    """

    known_at: datetime
    terms_version: int = 0
    team_version: int = 0
    taken_back: bool = False

    @property
    def ended(self) -> bool:
        """Whether the alert reported that nothing more has to be done."""
        return bool(self.reasons) and self.reasons[0] in ENDINGS


@record
class AlertHistory:
    """The alerts already sent and the responses to them, for planning one more run.

    Only alerts planned by runs of an earlier instant count, so that a repeated run plans the
    same.
    """

    sent: tuple[SentAlert, ...]
    handled: tuple[Act, ...] = ()

    @classmethod
    def before(
        cls, known_at: datetime, spoken: Iterable[SentAlert], handled: Iterable[Act] = ()
    ) -> "AlertHistory":
        """The alerts sent by runs before the instant `known_at`, and the responses by then.

        Notices are left out: they have no instance that could end or be withdrawn.
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

    def with_planned(self, alerts: Iterable[Alert], known_at: datetime) -> "AlertHistory":
        """The history as it is once the run of that instant has planned these alerts."""
        planned = (sent_alert(alert, known_at) for alert in alerts)
        return AlertHistory((*self.sent, *planned), self.handled)

    def of(self, instance: str) -> Sequence[SentAlert]:
        """The alerts sent about one instance to the whole team, in the order of the runs.

        An escalation is left out: it went to one person, and the others have not received it.
        """
        alerts = [
            s for s in self.sent if s.instance == instance and Reason.ESCALATED not in s.reasons
        ]
        # Runs can plan out of order: one may not know of a run of a later instant that planned
        # before it.
        return sorted(alerts, key=lambda s: (s.revision, s.known_at))

    def since_last_end(self, instance: str) -> Sequence[SentAlert]:
        """The alerts sent about it since it last ended, the one that reported the end included."""
        said = self.of(instance)
        ends = [i for i, s in enumerate(said[:-1]) if s.ended]
        return said[ends[-1] + 1 :] if ends else said


def sent_alert(alert: Alert, known_at: datetime) -> SentAlert:
    """The record of an alert planned by the run of that instant."""
    return SentAlert(**{f.name: getattr(alert, f.name) for f in fields(Alert)}, known_at=known_at)
