"""What belongs in one person's digest of one deal: a pure function of the assessment and the team.

    mine      missed, due in ten Business Days, running, accruing; of what the person answers for
    closing   on the last Business Day before three or more closed days: what cannot wait for them
    outlook   on the first open day of the week, for owners and leads: twenty Business Days ahead

Nothing on a day closed in the deal's calendar. A digest is no alert: it is in no ledger, and it
neither acknowledges nor quiets anything.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from dealclock.access.people import Action, Person, may
from dealclock.alerts.adverse import adverse
from dealclock.alerts.plan import PAYMENTS
from dealclock.alerts.team import Team
from dealclock.days.calendars import Calendar
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Default, Obligation, Status, UndatedDuty, Window
from dealclock.engine.interest.accrued import RateChange
from dealclock.engine.suspension.limits_left import LimitsLeft

DUE_WITHIN = 10  # Business Days of the deal's calendar, the last one included
OUTLOOK = 20  # likewise
CLOSED_FOR = 3  # closed days in a row before which the last open day tells what cannot wait

# Missed, their default speaks instead; windows that only forbid or inform are nobody's to mind.
_LAPSE = frozenset({"outage with cure", "day budget"})
_INFORMING = frozenset({"protected period", "minimum period"})


@dataclass(frozen=True, slots=True)
class Outlook:
    """The next OUTLOOK Business Days of the whole deal, up to and including `until`.

    Without what the person's own part tells already; `later` is what else falls due. `budgets` are
    what is left of limits that are drawn on.
    """

    until: date
    payments: tuple[Obligation, ...]
    later: tuple[Obligation, ...]
    windows: tuple[Window, ...]
    step: RateChange | None
    budgets: tuple[LimitsLeft, ...]

    @property
    def speaks(self) -> bool:
        """Whether anything lies ahead. A limit drawn on, with no period that runs, is no news."""
        running = any(each.running for each in self.budgets)
        return bool(self.payments or self.later or self.windows or self.step or running)


@dataclass(frozen=True, slots=True)
class ClosedDaysAhead:
    """What cannot wait for the closed days from `first` to `last`, both included, `days` of them.

    Its last day on which something can be done is today, the legal day or the last practicable one.
    """

    first: date
    last: date
    owed: tuple[Obligation, ...]
    windows: tuple[Window, ...]

    @property
    def days(self) -> int:
        """How many closed days there are."""
        return (self.last - self.first).days + 1

    @property
    def speaks(self) -> bool:
        """Whether anything cannot wait."""
        return bool(self.owed or self.windows)


@dataclass(frozen=True, slots=True)
class Digest:
    """One person's digest of one deal on a day; each part the soonest first."""

    missed: tuple[Obligation, ...] = ()
    overrun: tuple[Window, ...] = ()
    due: tuple[Obligation, ...] = ()
    targets: tuple[UndatedDuty, ...] = ()
    windows: tuple[Window, ...] = ()
    accruing: tuple[Default, ...] = ()
    closing: ClosedDaysAhead | None = None
    outlook: Outlook | None = None

    @property
    def speaks(self) -> bool:
        """Whether there is anything to say; a person hears nothing where there is not."""
        own = (self.missed, self.overrun, self.due, self.targets, self.windows, self.accruing)
        return bool(any(own) or self.closing or self.outlook)


NOTHING = Digest()


def digest(assessment: Assessment, team: Team, person: Person, days: Calendar) -> Digest:
    """The person's digest of the deal, on the assessment's day; NOTHING for who may not have it.

    `days` are the Business Days of the deal's readings. What counts is the adverse end of readings
    where the assessment compared them.
    """
    if not days.is_open(assessment.as_of) or person.digest == "none":
        return NOTHING
    if not may(person, Action.RECEIVE, team.access):
        return NOTHING
    return _DigestMaker(assessment, team, person, days).digest()


def speaks(assessment: Assessment, team: Team, days: Calendar) -> bool:
    """Whether anybody of the team has a digest of the deal on the assessment's day."""
    return any(digest(assessment, team, person, days).speaks for person in team.people)


class _DigestMaker:
    def __init__(self, seen: Assessment, team: Team, person: Person, days: Calendar) -> None:
        self._seen, self._team, self._person, self._days = seen, team, person, days
        self._today = seen.as_of
        self._ten, self._twenty = (days.add(seen.as_of, n) for n in (DUE_WITHIN, OUTLOOK))

    def digest(self) -> Digest:
        seen = self._seen
        mine = sorted(
            (o for o in seen.obligations if o.is_open and self._is_mine(o.owed_by)),
            key=lambda o: o.due,
        )
        waiting = tuple(o for o in mine if o.status is not Status.MISSED)
        windows = tuple(
            sorted((w for w in self._minded() if self._is_mine(w.owed_by)), key=lambda w: w.closes)
        )
        due = tuple(o for o in waiting if self._last_day(o) <= self._ten)
        running = tuple(w for w in windows if self._is_told(w))
        return Digest(
            missed=tuple(o for o in mine if o.status is Status.MISSED and o.kind not in _LAPSE),
            overrun=tuple(w for w in windows if w.status is Status.OVERRUN),
            due=due,
            targets=tuple(
                u for u in seen.duties if self._is_mine(u.owed_by) and self._is_targeted(u)
            ),
            windows=running,
            accruing=tuple(d for d in seen.defaults if d.is_open and self._accrues_to_me(d)),
            closing=self._closing(waiting, windows),
            outlook=self._outlook({o.instance for o in due} | {w.instance for w in running}),
        )

    def _is_mine(self, party: str) -> bool:
        wants_all = self._person.digest == "all"
        return wants_all or self._person.id in self._team.answering(party, self._today)

    def _accrues_to_me(self, default: Default) -> bool:
        lapsed = self._seen.obligation(default.lapsed)
        return self._is_mine(lapsed.owed_by if lapsed else "company")

    def _minded(self) -> Iterator[Window]:
        for w in self._seen.windows:
            if w.kind not in _INFORMING and w.status is not Status.CLOSED and w.ended_on is None:
                yield w

    def _is_told(self, w: Window) -> bool:
        """Running, or beginning within the ten days."""
        return w.status is not Status.OVERRUN and self._open_by(w.opens) <= self._ten

    def _is_targeted(self, u: UndatedDuty) -> bool:
        if u.target is None or u.opens is None or not u.is_open or u.opens > self._today:
            return False
        return self._open_by(u.target) <= self._ten

    def _open_by(self, day: date) -> date:
        return self._days.last_open_on_or_before(day)

    def _last_day(self, o: Obligation) -> date:
        """The last Business Day on which it can be done, under the least kind reading."""
        last = self._open_by(adverse(o))
        return last if o.act_by is None else min(last, self._open_by(o.act_by.date()))

    def _closing(
        self, waiting: tuple[Obligation, ...], windows: tuple[Window, ...]
    ) -> ClosedDaysAhead | None:
        first, reopens = self._today + timedelta(days=1), self._days.add(self._today, 1)
        if (reopens - first).days < CLOSED_FOR:
            return None
        found = ClosedDaysAhead(
            first=first,
            last=reopens - timedelta(days=1),
            owed=tuple(o for o in waiting if self._cannot_wait(o)),
            windows=tuple(
                w
                for w in windows
                if w.status is not Status.OVERRUN and self._open_by(adverse(w)) == self._today
            ),
        )
        return found if found.speaks else None

    def _cannot_wait(self, o: Obligation) -> bool:
        """Whether today is the last day, of the obligation or of one way to meet it."""
        ends = [self._open_by(o.due), self._last_day(o)]
        ends += [self._open_by(m.last_day) for m in o.methods if m.last_day is not None]
        return self._today in ends

    def _outlook(self, told: set[str]) -> Outlook | None:
        """What lies ahead and is not `told` already, as the person's own."""
        monday = self._today - timedelta(days=self._today.weekday())
        if self._days.first_open_on_or_after(monday) != self._today or not self._looks_ahead():
            return None
        seen = self._seen
        ahead = sorted(
            (
                o
                for o in seen.obligations
                if o.is_open
                and o.instance not in told
                and o.status is not Status.MISSED
                and self._last_day(o) <= self._twenty
            ),
            key=lambda o: o.due,
        )
        step = seen.accrual.next_change
        found = Outlook(
            until=self._twenty,
            payments=tuple(o for o in ahead if o.kind in PAYMENTS),
            later=tuple(o for o in ahead if o.kind not in PAYMENTS),
            windows=tuple(
                w for w in self._minded() if w.instance not in told and self._edge_ahead(w)
            ),
            step=step if step is not None and step.on <= self._twenty else None,
            budgets=tuple(b for b in seen.budgets if b.is_drawn_on),
        )
        return found if found.speaks else None

    def _looks_ahead(self) -> bool:
        """Owners and leads look at the whole deal; and whoever the team wants told of all of it."""
        person, team = self._person, self._team
        if person.role == "lead" or person.digest == "all":
            return True
        return any(person.id in team.answering(party, self._today) for party in team.owners)

    def _edge_ahead(self, w: Window) -> bool:
        return any(self._today <= edge <= self._twenty for edge in (w.opens, w.closes))
