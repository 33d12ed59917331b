"""Escalation: whom a critical alert goes to next, and when, if no one responds to it.

    post that mentions the owner ---240 min--> backup, email group ---next morning--> deal lead

The team's settings may have other steps. The waiting time counts in working time from the run that
first sent the alert. A repeated alert on the same matter, such as a last call after "due today",
starts no new wait; a graver one does. An answer ends it all until it runs out, save that something
was missed since; a date that moves, in any case.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from dealclock.alerts.alert import Alert, AlertHistory, SentAlert
from dealclock.alerts.delivery import Route
from dealclock.alerts.responses import find_response
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Conclusion, Item
from dealclock.people.away import reachable_person
from dealclock.people.escalation_policy import NEXT_MORNING, Escalation, StepAfter, StepName
from dealclock.people.people import Action, may
from dealclock.people.policy import PRESSING, Reason
from dealclock.people.team import Team
from dealclock.people.working_time import WorkingTime
from dealclock.records import record


@record
class UnansweredAlert:
    """A critical alert on an item without a response, first sent by the run of `since`."""

    item: Item
    kind: str
    owed_by: str
    due: date | None
    revision: int
    reason: Reason
    since: datetime


@record
class EscalationStep:
    """One step of an escalation, due at `at`; without recipients when all of them are away."""

    of: UnansweredAlert
    name: StepName
    at: datetime
    to: tuple[Route, ...]

    def alert(self, deal: str, day: date) -> Alert:
        """The step as an alert of the day on which it is planned."""
        of, item = self.of, self.of.item
        return Alert(
            deal=deal,
            instance=item.instance,
            kind=of.kind,
            clause=item.clause,
            title=item.title,
            reasons=(Reason.ESCALATED, of.reason),
            day=day,
            due=of.due,
            revision=of.revision,
            step=self.name,
            since=of.since,
        )


def plan_escalations(
    assessment: Assessment, team: Team, ledger: AlertHistory, working: WorkingTime, now: datetime
) -> tuple[tuple[EscalationStep, ...], datetime | None]:
    """The steps due at `now` and not yet taken, at most one of a name for each instance; and the
    next instant at which a step is due.

    The ledger holds what was sent by `now`. No one is sent anything on a closed day or before
    working hours: a step that comes due then, or was missed, waits for the next opening.
    """
    waiting = _list_due_steps(assessment, team, ledger, working, now)
    due = tuple(s for s in waiting if s.at <= now) if working.is_on(now) else ()
    later = [working.next_on(max(s.at, now)) for s in waiting if s not in due]
    return due, min(later, default=None)


def list_unanswered(
    assessment: Assessment, ledger: AlertHistory, policy: Escalation
) -> Iterator[UnansweredAlert]:
    """The critical alerts without a response, for what is still open; the most pressing of each
    first."""
    for item, kind, owed_by, due in _list_open(assessment):
        spoken = ledger.of(item.instance)
        if not spoken or spoken[-1].due != due:
            continue  # nothing was sent, or the date moved since and is announced again
        said = [s for s in spoken if s.revision == spoken[-1].revision]
        first: dict[tuple[Reason, date | None], SentAlert] = {}
        for reason, each in _list_critical(said, kind, ledger, policy):
            first.setdefault(_matter(reason, each), each)
        for (reason, _), each in sorted(first.items(), key=_urgency):
            revision = said[-1].revision
            yield UnansweredAlert(item, kind, owed_by, due, revision, reason, each.known_at)


def _matter(reason: Reason, said: SentAlert) -> tuple[Reason, date | None]:
    """Alerts that repeat the same matter share it.

    A last call belongs to "due today" of its day. Two days may be due: the adverse end of all
    readings, and the chosen one.
    """
    if reason in (Reason.DUE_TODAY, Reason.LAST_CALL):
        return Reason.DUE_TODAY, said.day
    return reason, None


def _urgency(found: tuple[tuple[Reason, date | None], SentAlert]) -> tuple[int, datetime]:
    (reason, _), said = found
    return PRESSING.index(reason), said.known_at


def _list_open(assessment: Assessment) -> Iterator[tuple[Item, str, str, date | None]]:
    """Each item that waits for a person, with its kind, who owes it and its date: an obligation, a
    window, a computed default."""
    for o in assessment.obligations:
        if o.is_open:
            yield o, o.kind, o.owed_by, o.due
    for w in assessment.windows:
        if w.done_on is None:
            yield w, w.kind, w.owed_by, w.closes
    for d in assessment.defaults:
        # Confirmed or disputed: counsel has responded.
        if d.is_open and d.conclusion is Conclusion.COMPUTED:
            lapsed = assessment.obligation(d.lapsed)
            yield d, "default", lapsed.owed_by if lapsed else "company", None


def _list_critical(
    said: Sequence[SentAlert], kind: str, ledger: AlertHistory, policy: Escalation
) -> Iterator[tuple[Reason, SentAlert]]:
    """The alerts that require a response, in order, each with the critical reason.

    Without those sent before a response expired (its last day excluded), unless the item was
    missed after the response: no one has responded to that. From then on, everything sent counts
    if it was critical before: it asks again.
    """
    last = find_response(ledger.handled, said[-1].instance, said[-1].revision)
    answered_before = last.until if last is not None and last.until is not None else date.min
    missed = next((s.known_at for s in said if Reason.MISSED in s.reasons), None)
    missed_since = last is not None and missed is not None and last.at < missed
    asked_before = False
    for each in said:
        reason = policy.critical_of(each.reasons, kind)
        if each.day < answered_before and not (missed_since and reason is Reason.MISSED):
            asked_before = asked_before or reason is not None
        elif reason is not None:
            yield reason, each
        elif asked_before:
            yield each.reasons[0], each


def _list_due_steps(
    assessment: Assessment, team: Team, ledger: AlertHistory, working: WorkingTime, now: datetime
) -> list[EscalationStep]:
    """Every step not yet taken that reaches someone, each name once for each instance."""
    found: dict[tuple[str, StepName], EscalationStep] = {}
    for each in list_unanswered(assessment, ledger, team.escalation):
        whole = list(list_steps(each, team, working, now))
        own = [i for i, step in enumerate(whole) if _is_taken(step, ledger, own=True)]
        # A step that was skipped because everyone it could reach was away is not taken after later
        # ones.
        for step in whole[own[-1] + 1 if own else 0 :]:
            if step.to and not _is_taken(step, ledger):
                earlier = found.setdefault((each.item.instance, step.name), step)
                if step.at < earlier.at:
                    found[each.item.instance, step.name] = step
    return list(found.values())


def _is_taken(step: EscalationStep, ledger: AlertHistory, *, own: bool = False) -> bool:
    """Whether the step was taken since the alert was sent; with `own`, for that alert alone."""
    of = step.of
    return any(
        Reason.ESCALATED in s.reasons
        and (s.instance, s.revision, s.step) == (of.item.instance, of.revision, step.name)
        and s.known_at > of.since
        and (not own or of.reason in s.reasons)
        for s in ledger.sent
    )


def list_steps(
    of: UnansweredAlert, team: Team, working: WorkingTime, now: datetime
) -> Iterator[EscalationStep]:
    """Every step for an unanswered alert, in order, none before the one before it.

    If a step reaches no one, the next step is taken at its time instead. Absences are those of the
    day of the step, or of `now` where it is overdue.
    """
    before, reached = of.since, True
    for each in team.escalation.steps:
        at = max(_after(each, of, working), before) if reached else before
        day = working.day(max(at, now))
        to = tuple(step_routes(each.to, of.owed_by, of.item.instance, team, day))
        yield EscalationStep(of, each.to, at, to)
        before, reached = at, bool(to)


def _after(step: StepAfter, of: UnansweredAlert, working: WorkingTime) -> datetime:
    if step.after == NEXT_MORNING:
        return working.next_morning(of.since)
    return working.after(of.since, step.after)


def step_routes(to: str, party: str, instance: str, team: Team, day: date) -> Iterator[Route]:
    """Where a step of that name goes on a day, each place once; none for an unknown name."""
    owner, backup = team.owner_of(party, instance, day)
    leads = [p.id for p in team.people if p.role == "lead"]
    wanted = {"owner": [owner.id], "backup": [backup.id], "lead": leads}.get(to, [])
    found = (reachable_person(team.away, person, day) for person in wanted)
    there = dict.fromkeys(p for p in found if p is not None)
    yield from (Route("mention", p) for p in there if _may_receive(p, team))
    if to == "group":
        yield from (Route("email", p) for p in team.email if _may_receive(p, team))


def _may_receive(person: str, team: Team) -> bool:
    return may(team.access.person(person), Action.RECEIVE, team.access)
