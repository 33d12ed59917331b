"""What belongs in one person's digest of one deal: a pure function of the assessment and the team.

    own items  overdue, due in ten Business Days, windows, accruing; of what the person answers for
    closing    on the last Business Day before three or more closed days: what cannot wait for them
    outlook    on the first open day of the week, for owners and leads: twenty Business Days ahead

Nothing on a day closed in the deal's calendar. A digest is no alert: it is in no alert history, and
acknowledges nothing. It goes only when it says something new, and once a week with a line that says
which mornings were checked (docs/decisions/alerts.md).
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from datetime import date, timedelta

from dealclock.alerts.adverse import adverse_end
from dealclock.alerts.gravity import gravest_first
from dealclock.alerts.topics import INFORMING, LAPSE
from dealclock.days.calendars import Calendar
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import (
    Default,
    Obligation,
    RateChange,
    Status,
    UndatedDuty,
    Window,
)
from dealclock.engine.money import in_text
from dealclock.engine.states.limits_left import LimitsLeft
from dealclock.people.people import Action, People, Person, may
from dealclock.people.team import Team
from dealclock.records import record

DUE_WITHIN = 10  # Business Days of the deal's calendar, the last one included
OUTLOOK = 20  # likewise
CLOSED_FOR = 3  # closed days in a row before which the last open day tells what cannot wait

_PAYMENTS = frozenset({"payment", "payment step"})


@record
class Outlook:
    """The next OUTLOOK Business Days of the whole deal, up to and including `until`.

    Without the person's own items; `later` is what else falls due. `budgets` are what is left of
    limits with days used.
    """

    until: date
    payments: tuple[Obligation, ...]
    later: tuple[Obligation, ...]
    windows: tuple[Window, ...]
    step: RateChange | None
    budgets: tuple[LimitsLeft, ...]

    @property
    def speaks(self) -> bool:
        """Whether anything is ahead. A limit with days used and no ongoing period is no news."""
        running = any(each.running for each in self.budgets)
        return bool(self.payments or self.later or self.windows or self.step or running)


@record
class ClosedDaysAhead:
    """Items that cannot wait until after the closed days from `first` to `last`, both included.

    Today is the last day to act on it: the legal day or the last practicable one.
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


@record
class Digest:
    """One person's digest of one deal on a day; each part with the gravest first."""

    missed: tuple[Obligation, ...] = ()
    overrun: tuple[Window, ...] = ()
    due: tuple[Obligation, ...] = ()
    targets: tuple[UndatedDuty, ...] = ()
    windows: tuple[Window, ...] = ()
    accruing: tuple[Default, ...] = ()
    closing: ClosedDaysAhead | None = None
    outlook: Outlook | None = None

    @property
    def items(self) -> int:
        """How many of the person's own items are open."""
        own = (self.missed, self.overrun, self.due, self.targets, self.windows, self.accruing)
        return sum(map(len, own))

    @property
    def open(self) -> int:
        """The same with the items of the outlook, where there is one."""
        ahead = self.outlook
        return self.items + (len(ahead.payments + ahead.later + ahead.windows) if ahead else 0)

    @property
    def speaks(self) -> bool:
        """Whether there is anything to report."""
        return bool(self.items or self.closing or self.outlook)


NOTHING = Digest()


@record
class DigestPrint:
    """The content of one deal's part: fingerprints of the lines of the own items and of the
    outlook, in order, separated by spaces; "" for none."""

    items: str = ""
    outlook: str = ""


@record
class SentDigest:
    """What the next digest of the same reader is compared with: each deal's part, by id, and the
    day of the last weekly line, None before the first."""

    deals: Mapping[str, DigestPrint] = field(default_factory=dict)
    line_on: date | None = None

    def of(self, deal: str) -> DigestPrint:
        """The print of a deal's part; an empty one if there was none."""
        return self.deals.get(deal, DigestPrint())

    def had_line(self, day: date) -> bool:
        """Whether the weekly line was already sent in the week of `day`."""
        return self.line_on is not None and self.line_on >= monday(day)


@record
class CheckedMornings:
    """The mornings a weekly line covers: how many there were, and which were missed."""

    total: int
    missed: tuple[date, ...]


def compose_digest(assessment: Assessment, team: Team, person: Person, days: Calendar) -> Digest:
    """The person's digest of the deal, on the assessment's day; NOTHING for a person without
    access.

    `days` are the Business Days of the deal's readings. Dates are the adverse ends of readings
    where the assessment compared them.
    """
    if not days.is_open(assessment.as_of) or not is_reader(person, team.access):
        return NOTHING
    return _DigestMaker(assessment, team, person, days).digest()


def has_something_to_say(assessment: Assessment, team: Team, days: Calendar, *, live: bool) -> bool:
    """Whether the deal needs to be checked on the assessment's day for anyone's digest.

    A `live` deal does once a week, for the person who gets the weekly line.
    """
    today = assessment.as_of
    if live and opens_week(today, days):
        return any(gets_weekly_part(person, team, today) for person in team.people)
    return any(compose_digest(assessment, team, person, days).speaks for person in team.people)


def is_reader(person: Person, people: People) -> bool:
    """Whether the person may receive digests of the deal, and wants them."""
    return person.digest != "none" and may(person, Action.RECEIVE, people)


def gets_weekly_part(person: Person, team: Team, today: date) -> bool:
    """Whether the person gets the weekly line and the outlook: leads, those who want the whole
    deal, and those who answer for a part of it that day."""
    if not is_reader(person, team.access):
        return False
    if person.role == "lead" or person.digest == "all":
        return True
    return any(person.id in team.answering(party, today) for party in team.owners)


def opens_week(day: date, days: Calendar) -> bool:
    """Whether it is the first Business Day of its week, Monday to Sunday."""
    return days.first_open_on_or_after(monday(day)) == day


def monday(day: date) -> date:
    """The Monday of the day's week."""
    return day - timedelta(days=day.weekday())


def compute_fingerprint(
    digest: Digest, assessment: Assessment, team: Team, days: Calendar
) -> DigestPrint:
    """The fingerprint of the person's digest of a deal."""
    ahead = outlook_lines(digest.outlook, team, days, assessment.as_of)
    return DigestPrint(_hash_lines(item_lines(digest, assessment, team, days)), _hash_lines(ahead))


def list_news(
    digest: Digest, assessment: Assessment, team: Team, days: Calendar, last: DigestPrint
) -> frozenset[str]:
    """What the digest of a deal reports that `last` did not: the instances, or the first word of a
    line about none.

    What cannot wait for closed days is always news. Ended items are not news: alerts report them.
    """
    waits = set[str]()
    if digest.closing is not None:
        waits = {o.instance for o in digest.closing.owed} | {
            w.instance for w in digest.closing.windows
        }
    previous = f"{last.items} {last.outlook}".split()
    ahead = outlook_lines(digest.outlook, team, days, assessment.as_of)
    lines = (*item_lines(digest, assessment, team, days), *ahead)
    return frozenset(
        waits | {line.partition(" ")[0] for line in lines if _hash(line) not in previous}
    )


def _hash_lines(lines: Iterable[str]) -> str:
    return " ".join(sorted({_hash(line) for line in lines}))


def _hash(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()[:10]


def item_lines(digest: Digest, assessment: Assessment, team: Team, days: Calendar) -> Iterator[str]:
    """The content of the person's own items, a line each: which, their dates, statuses, amounts and
    people.

    Without what changes with each day: days left, and interest accrued so far. But an item due
    within one Business Day has a different line on that day and on its last day.
    """
    for o in (*digest.missed, *digest.due):
        yield _owed_line(o, team, assessment.as_of, days)
    for w in (*digest.overrun, *digest.windows):
        near = _mark_nearness((w.closes, adverse_end(w)), assessment.as_of, days)
        dates = f"{w.opens} {w.closes} {adverse_end(w)} {near}"
        yield f"{w.instance} {w.status} {dates} {_people(w, team)} {w.why.hypothetical}"
    for u in digest.targets:
        near = _mark_nearness((u.target,), assessment.as_of, days) if u.target else ""
        yield f"{u.instance} {u.target} {near} {_people(u, team)}"
    for d in digest.accruing:
        since = f"{d.occurred_on} {d.accrues_from}"
        money = f"{assessment.accrual.rate} {in_text(assessment.owed.paid)}"
        yield f"{d.instance} {d.conclusion} {since} {money} {d.why.hypothetical}"


def outlook_lines(digest: Outlook | None, team: Team, days: Calendar, today: date) -> Iterator[str]:
    """The content of the outlook, likewise; which limits have days used, not how much is left."""
    if digest is None:
        return
    for o in (*digest.payments, *digest.later):
        yield _owed_line(o, team, today, days)
    yield from (f"{w.instance} {w.opens} {w.closes} {w.status}" for w in digest.windows)
    yield from (f"limit {each.title}" for each in digest.budgets)
    if digest.step is not None:
        yield f"rate {digest.step.on} {digest.step.rate}"


def _people(o: Obligation | Window | UndatedDuty, team: Team) -> str:
    return " ".join(person.id for person in team.owner_of(o.owed_by, o.instance))


def _owed_line(o: Obligation, team: Team, today: date, days: Calendar) -> str:
    # While its clock is stopped its day moves with each day that passes.
    near = _mark_nearness((o.due, last_practicable(o, days)), today, days)
    dates = (
        f"{o.due} {adverse_end(o)} {near}" if o.stopped_since is None else f"stopped {o.days_left}"
    )
    amount = in_text(o.money) if o.money is not None else ""
    part = o.settlement.note if o.settlement and o.settlement.in_part else ""
    people = _people(o, team)
    return f"{o.instance} {o.status} {dates} {amount} {part} {people} {o.why.hypothetical}"


def _mark_nearness(last: Iterable[date], today: date, days: Calendar) -> str:
    """For each last day, whether it is today or the next Business Day; empty if it is later. So an
    item due within a Business Day always differs from the day before.
    """
    marks = []
    for each in last:
        open_by = days.last_open_on_or_before(each)
        marks.append("today" if open_by <= today else "tomorrow" * (open_by <= days.add(today, 1)))
    return "/".join(marks)


def last_practicable(o: Obligation, days: Calendar) -> date:
    """The last Business Day on which the item can be done, under the least favorable reading."""
    last = days.last_open_on_or_before(adverse_end(o))
    if o.act_by is None:
        return last
    return min(last, days.last_open_on_or_before(o.act_by.date()))


class _DigestMaker:
    def __init__(self, seen: Assessment, team: Team, person: Person, days: Calendar) -> None:
        self._seen, self._team, self._person, self._days = seen, team, person, days
        self._today = seen.as_of
        self._ten, self._twenty = (days.add(seen.as_of, n) for n in (DUE_WITHIN, OUTLOOK))

    def digest(self) -> Digest:
        seen = self._seen
        mine = gravest_first(o for o in seen.obligations if o.is_open and self._is_mine(o))
        waiting = tuple(o for o in mine if o.status is not Status.MISSED)
        windows = gravest_first(w for w in self._minded() if self._is_mine(w))
        due = tuple(o for o in waiting if last_practicable(o, self._days) <= self._ten)
        running = tuple(w for w in windows if self._is_told(w))
        return Digest(
            missed=tuple(o for o in mine if o.status is Status.MISSED and o.kind not in LAPSE),
            overrun=tuple(w for w in windows if w.status is Status.OVERRUN),
            due=due,
            targets=tuple(u for u in seen.duties if self._is_mine(u) and self._is_targeted(u)),
            windows=running,
            accruing=tuple(d for d in seen.defaults if d.is_open and self._accrues_to_me(d)),
            closing=self._closing(waiting, windows),
            outlook=self._outlook({o.instance for o in due} | {w.instance for w in running}),
        )

    def _is_mine(self, item: Obligation | Window | UndatedDuty) -> bool:
        return self._answers_for(item.owed_by, item.instance)

    def _answers_for(self, party: str, instance: str) -> bool:
        wants_all = self._person.digest == "all"
        return wants_all or self._person.id in self._team.answering(party, self._today, instance)

    def _accrues_to_me(self, default: Default) -> bool:
        lapsed = self._seen.obligation(default.lapsed)
        return self._answers_for(lapsed.owed_by if lapsed else "company", default.instance)

    def _minded(self) -> Iterator[Window]:
        for w in self._seen.windows:
            over = w.status is Status.CLOSED or w.done_on is not None
            if w.kind not in INFORMING and w.last_day is not None and not over:
                yield w

    def _is_told(self, w: Window) -> bool:
        """Whether it is open, or opens within ten days."""
        return w.status is not Status.OVERRUN and self._open_by(w.opens) <= self._ten

    def _is_targeted(self, u: UndatedDuty) -> bool:
        if u.target is None or u.opens is None or not u.is_open or u.opens > self._today:
            return False
        return self._open_by(u.target) <= self._ten

    def _open_by(self, day: date) -> date:
        return self._days.last_open_on_or_before(day)

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
                if w.status is not Status.OVERRUN and self._open_by(adverse_end(w)) == self._today
            ),
        )
        return found if found.speaks else None

    def _cannot_wait(self, o: Obligation) -> bool:
        """Whether today is the last day for the obligation, or for one method of satisfying it."""
        ends = [self._open_by(o.due), last_practicable(o, self._days)]
        ends += [self._open_by(m.last_day) for m in o.methods if m.last_day is not None]
        return self._today in ends

    def _outlook(self, listed: set[str]) -> Outlook | None:
        """What is ahead, without the items in `listed`, which are listed as the person's own."""
        if not opens_week(self._today, self._days) or not gets_weekly_part(
            self._person, self._team, self._today
        ):
            return None
        seen = self._seen
        ahead = gravest_first(
            o
            for o in seen.obligations
            if o.is_open
            and o.instance not in listed
            and o.status is not Status.MISSED
            and last_practicable(o, self._days) <= self._twenty
        )
        step = seen.accrual.next_change
        found = Outlook(
            until=self._twenty,
            payments=tuple(o for o in ahead if o.kind in _PAYMENTS),
            later=tuple(o for o in ahead if o.kind not in _PAYMENTS),
            windows=tuple(
                w for w in self._minded() if w.instance not in listed and self._edge_ahead(w)
            ),
            step=step if step is not None and step.on <= self._twenty else None,
            budgets=tuple(b for b in seen.budgets if b.is_drawn_on),
        )
        return found if found.speaks else None

    def _edge_ahead(self, w: Window) -> bool:
        return any(self._today <= edge <= self._twenty for edge in (w.opens, w.closes))
