"""A deal as of a day, as messages describe it: what was assessed, with the terms, team and log."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from datetime import date, datetime

from dealclock.days.calendars import Calendar, calendar
from dealclock.days.counting import business_days_in
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import (
    Default,
    Obligation,
    RateChange,
    SharesOwed,
    TrueUp,
    UndatedDuty,
    Window,
)
from dealclock.engine.look import Look
from dealclock.engine.why import Step, Why
from dealclock.facts.critical import is_critical
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.messages import words
from dealclock.messages.message import Message
from dealclock.people.acts import Act
from dealclock.people.approval import WAITING, approval_of, of_fact, of_reading, of_terms
from dealclock.people.checks import Checks, checked
from dealclock.people.team import Team
from dealclock.records import record
from dealclock.terms.neutral_ids import shown_kind
from dealclock.terms.terms import Terms

LEGAL = "A computation, not legal advice."
_FEW_FACTS = 2
Part = Obligation | Window | Default | RateChange | TrueUp | SharesOwed | UndatedDuty


@dataclass(frozen=True, kw_only=True)
class DealView(Look):
    """A look at a deal with its team: what each answer about it starts and ends with.

    `today` is the deal's own day where `as_of` may be another one; `approvals` are second persons'
    approvals, None for files, which hold none. `closing`: the deal is closed, or will be.
    `history` names the events of a deal's files that were used, "" for a stored deal. `arithmetic`
    says whether its dates and amounts were computed twice, "" for files; read where it is shown.
    """

    terms_version: int
    team: Team
    rehearsal: bool
    today: date | None = None
    approvals: tuple[Act, ...] | None = ()
    closing: Act | None = None
    history: str = ""
    arithmetic: Callable[[], str] = field(default=str, repr=False, compare=False)

    @property
    def calendar(self) -> Calendar:
        """The Business Days of the chosen reading."""
        return calendar(self.readings_used["business-day"])

    def business_days_to(self, due: date) -> int:
        """Business Days left after the view's day, to the last one on or before `due`."""
        last = self.calendar.last_open_on_or_before(due)
        return business_days_in(self.as_of, last, self.calendar)

    def closed_day(self, day: date) -> str:
        """A closed day's reason and the last Business Day before it; "" for an open day."""
        why = self.calendar.closed_because(day)
        if why is None:
            return ""
        last = words.day(self.calendar.last_open_on_or_before(day))
        return f"a closed day ({why}); the last Business Day is {last}"

    def party(self, party: str) -> str:
        """A party by its defined term. Its name is left out: messages use code names."""
        return self.terms.party_name(party)

    def owner(self, party: str, instance: str) -> str:
        """The owner of an item that a party owes, the backup, and the party."""
        return f"{self.owner_and_backup(party, instance)}, for the {self.party(party)}"

    def owner_and_backup(self, party: str, instance: str) -> str:
        """The owner of an item that a party owes, and the backup."""
        owner, backup = self.team.owner_of(party, instance)
        return f"{owner.name} (backup {backup.name})"

    def day(self, value: date) -> str:
        """A date in a message of the view's day: without its year within that year."""
        return words.near_day(value, self.as_of)

    def at(self, value: datetime) -> str:
        """An instant in a message of the view's day, as a clock in the deal's zone shows it."""
        zone = self.terms.agreement.time_zone
        return words.near_instant(value, zone, self.as_of)

    def near(self, value: date) -> str:
        """A date in the first line of an answer, as it is read on the deal's own day."""
        return words.nearby_day(value, self.today or self.as_of)

    def name(self, person: str) -> str:
        """A person of the team by name."""
        known = self.team.access.person(person)
        return known.name if known else "someone no longer of the team"

    def preview(self, clause: str | None, on: date) -> str:
        """What anyone may see: the code name, the Section, the date."""
        parts = [self.team.code_name, words.clause(clause) if clause else "", words.day(on)]
        return ", ".join(p for p in parts if p)

    def banners(self, grounds: Iterable[Why], *, in_full: bool = False) -> tuple[str, ...]:
        """The banners: a rehearsal; a projected day; the fictional events; the events that await a
        second person's approval.

        An event assumed because nothing was recorded counts like any other. Many events are
        named by their kinds alone, unless wanted in full.
        """
        found = []
        if self.rehearsal:
            found.append("Rehearsal: simulated dates, no live deal.")
        found += self._closed()
        if self.as_of < (dated := self.terms.agreement.dated):
            found.append(f"Before the agreement, which is dated as of {words.day(dated)}.")
        if self.today is not None and self.as_of > self.today:
            found.append(f"PROJECTION: as if nothing more happens after {words.day(self.today)}.")
        rests_on = self._events(grounds)
        if invented := [s for s in rests_on if s.hypothetical]:
            named = _facts(invented, self.terms, in_full=in_full)
            found.append(f"Sample data: based on fictional events: {named}.")
        if alone := [s for s in rests_on if self._is_unverified(s)]:
            named = _facts(alone, self.terms, in_full=in_full)
            found.append(f"Awaiting second approval: {named}.")
        return tuple(found)

    def small_print(self, grounds: Iterable[Why], *more: str, readings: int = 0) -> str:
        """The small print under an alert, in a line.

        It says what kind of deal and data this is, `more`, what awaits a second person's review
        (the terms, `readings` chosen readings, the critical events behind these conclusions),
        and that it is not legal advice.
        """
        events = self._events(grounds)
        alone = sum(self._is_unverified(s) for s in events)
        terms = of_terms(self.terms_version)
        waits = self.approvals is not None and approval_of(terms, self.approvals) is None
        waiting = [f"terms v{self.terms_version}"] if waits else []
        waiting += [words.number(readings, "reading")] if readings else []
        waiting += [words.number(alone, "event")] if alone else []
        parts = (
            "Rehearsal" if self.rehearsal else "",
            "sample data" if any(s.hypothetical for s in events) else "",
            *more,
            f"{words.listed(waiting)} awaiting review" if waiting else "",
            "not legal advice",
        )
        return words.sentence(" · ".join(part for part in parts if part))

    def closing_line(self) -> str:
        """The line that the deal is closed or awaits a second approval to close; else ""."""
        return next(self._closed(), "")

    def _events(self, grounds: Iterable[Why]) -> list[EffectiveFact]:
        """The events these conclusions rest on, as known on the view's day."""
        used = {fact for g in grounds for fact in g.facts}
        return [s for s in self.known.all if s.id in used]

    def _closed(self) -> Iterator[str]:
        if self.closing is None:
            return
        zone = self.terms.agreement.time_zone
        if self.closing.is_confirmed:
            yield f"CLOSED: {describe_closing(self.closing, zone)}"
        else:
            yield describe_pending_closing(self.closing, zone)

    def chose_alone(self, question: str) -> bool:
        """Whether the team chose this reading and no second person approved it."""
        chosen = self.team.readings.get(question)
        if (
            chosen is None
            or self.approvals is None
            or self.readings_used.get(question) != self.team.chosen[question]
        ):
            return False
        return approval_of(of_reading(question, self.team.signed[question]), self.approvals) is None

    def _is_unverified(self, seen: EffectiveFact) -> bool:
        if self.approvals is None or not is_critical(seen.kind):
            return False
        return approval_of(of_fact(seen.fact.id), self.approvals) is None

    @property
    def terms_approved(self) -> Act | None:
        """The second person's approval of this version of the terms, if there is one."""
        return approval_of(of_terms(self.terms_version), self.approvals or ())

    def footnotes(self) -> tuple[str, ...]:
        """What was known, under which terms, who approved them, and the legal note."""
        if not self.terms_version:  # of files, which have no versions
            return (self.known_line(), LEGAL)
        approved = self.terms_approved
        by = f"approved by {approved.name}" if approved else WAITING
        terms = f"Terms version {self.terms_version}, {by}."
        if checks := describe_checks(self.in_force, self.team.checks):
            terms += f" {words.sentence(checks)}."
        return (f"{self.known_line()} {terms}", LEGAL)

    @property
    def assurance(self) -> tuple[str, ...]:
        """Whether the arithmetic was computed twice, and the terms checked; () for files."""
        arithmetic = self.arithmetic()
        terms = describe_checks(self.in_force, self.team.checks) or "terms not checked"
        return (f"{arithmetic}.", f"{words.sentence(terms)}.") if arithmetic else ()

    def known_line(self) -> str:
        """The day of the latest event, and the instant by which events were known."""
        known = words.instant(self.instant, self.terms.agreement.time_zone)
        facts = self.known.all
        latest = f"events through {words.day(facts[-1].on)}" if facts else "no events"
        of = f"{self.history}: " if self.history else ""
        return words.sentence(f"{of}{latest}, known by {known}.")

    def marked(self, message: Message) -> Message:
        """The message, marked if the deal is a rehearsal."""
        return message.marked(self.rehearsal)


@dataclass(frozen=True, kw_only=True)
class View(DealView):
    """A deal as of a day with its assessment; `handled` are the responses to its alerts.

    `present` is the assessment as things stand now, for a message that was sent before.
    """

    assessment: Assessment
    handled: tuple[Act, ...] = ()
    present: Assessment | None = field(default=None, repr=False)

    def default_now(self, d: Default) -> Default:
        """A default as it is now, with who confirmed it or when it was cured; as assessed if not
        known."""
        return (self.present and self.present.default(d.instance)) or d

    @classmethod
    def with_assessment(cls, deal: DealView, assessment: Assessment) -> "View":
        """A deal as of a day, with its assessment as of that day."""
        own = {each.name: getattr(deal, each.name) for each in fields(DealView)}
        return cls(**own, assessment=assessment)


def _facts(found: Sequence[EffectiveFact], terms: Terms, *, in_full: bool) -> str:
    if in_full or len(found) <= _FEW_FACTS:
        return words.listed(_in_full(s, terms) for s in found)
    return words.listed(map(_by_kind, found))


def _in_full(seen: EffectiveFact, terms: Terms) -> str:
    return f"{_named(seen)} ({what_happened(seen.kind, terms)}, {words.day(seen.on)})"


def _by_kind(seen: EffectiveFact) -> str:
    return f"{_named(seen)} ({shown_kind(seen.kind)})"


def _named(seen: EffectiveFact) -> str:
    """A fact by the id first recorded for it, and by that of its correction."""
    return seen.id if seen.fact.id == seen.id else f"{seen.id} as corrected by {seen.fact.id}"


@record
class Matter:
    """What a message is about, of any kind: the party, the action, and why."""

    instance: str
    clause: str
    title: str
    owed_by: str
    action: str
    part: Part
    why: Why
    notes: tuple[str, ...]


def matters(view: View) -> Iterator[Matter]:
    """Everything that has an instance, in the order of the assessment."""
    return list_matters(view.assessment, view.terms)


def list_matters(a: Assessment, terms: Terms) -> Iterator[Matter]:
    """The same, of an assessment under these terms."""
    owed: list[Obligation | Window | TrueUp | SharesOwed] = [*a.obligations, *a.windows]
    for each in a.true_ups:
        owed += (each, *each.owed)
    for o in owed:
        yield _matter(o, o.owed_by, o.action, o.notes)
    for d in a.defaults:
        lapsed = a.obligation(d.lapsed)
        owed_by, action = (lapsed.owed_by, lapsed.action) if lapsed else ("company", "")
        yield _matter(d, owed_by, action, d.notes)
    for change in (a.accrual.last_change, a.accrual.next_change):
        if change is not None:
            yield _rate_change(change, a, terms)
    for duty in a.duties:
        yield _matter(duty, duty.owed_by, duty.action, ())


def matter(view: View, instance: str) -> Matter | None:
    """The matter with that instance; None if there is none."""
    return next((m for m in matters(view) if m.instance == instance), None)


def _matter(
    part: Obligation | Window | Default | TrueUp | SharesOwed | UndatedDuty,
    owed_by: str,
    action: str,
    notes: tuple[str, ...],
) -> Matter:
    return Matter(part.instance, part.clause, part.title, owed_by, action, part, part.why, notes)


def _rate_change(change: RateChange, a: Assessment, terms: Terms) -> Matter:
    accrual = a.accrual
    streams = terms.streams
    rule = next((each for each in streams if each.clause == accrual.clause), streams[0])
    running = [d for d in a.defaults if d.is_open and not d.bears_nothing]
    steps = [
        Step(
            f"{d.instance} accrues from and including this day, its day 1", d.clause, d.accrues_from
        )
        for d in running
    ]
    age = [f"day {(change.on - d.accrues_from).days + 1} of {d.instance}" for d in running]
    says = f"the rate becomes {words.rate_of(change)}" + (f" ({words.listed(age)})" if age else "")
    return Matter(
        instance=f"rate/{change.on.isoformat()}",
        clause=accrual.clause,
        title=f"Rate of {accrual.title}",
        owed_by=rule.owed_by,
        action=rule.action,
        part=change,
        why=accrual.why.with_steps((*steps, Step(says, accrual.clause, change.on))),
        notes=accrual.notes,
    )


def describe_checks(terms: Terms, checks: Checks) -> str:
    """Who checked all provisions against the Agreement, and by when, or how many are not checked;
    "" where the team records no checks.
    """
    if not checks:
        return ""
    held = checked(terms, checks)
    if left := len(terms.provisions) - len(held):
        of = words.number(len(terms.provisions), "provision")
        return f"{left} of {of} not checked against the Agreement"
    by = words.listed(dict.fromkeys(each.checked_by or "" for each in held.values()))
    last = max(each.on for each in held.values() if each.on)
    return f"terms checked against the Agreement by {by}, {words.day(last)}"


def describe_closing(closing: Act, zone: str) -> str:
    """The line above a message still shown, and above an answer, once the deal is closed."""
    at = words.instant(closing.second_at or closing.at, zone)
    return (
        f"Deal closed {at} by {closing.name}, confirmed by {closing.second_name}: no "
        "more alerts, and no more recording."
    )


def describe_pending_closing(closing: Act, zone: str) -> str:
    """The line for a closing that awaits its second person."""
    at = words.instant(closing.at, zone)
    return f"{closing.name} asked {at} to close it; not yet confirmed: {closing.note}"
