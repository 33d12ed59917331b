"""A person acts on an alert: acknowledges it, has seen it, snoozes it, says that it is done.

Only the word of those who answer for it stops anything: its owner, its backup, and the delegate of
either who is away. Everybody else's acknowledgement is "seen".
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Literal

from dealclock.access.people import Action, Person, may
from dealclock.alerts.alert import AlertHistory
from dealclock.alerts.responses import (
    AlertResponse,
    ResponseKind,
    acknowledged_until,
    snoozed_until,
    stands,
)
from dealclock.alerts.slots import instant
from dealclock.days.counting import business_days_after
from dealclock.days.day_words import day as spoken_day
from dealclock.engine.assessment import Assessment
from dealclock.errors import DealclockError, DeskError
from dealclock.files.source import nearest
from dealclock.messages import action_reply
from dealclock.messages.status_words import status_word
from dealclock.store import ResponseRecord, StoredDeal
from dealclock.usecases.deal_day import own_day
from dealclock.usecases.find_deal import find_deal
from dealclock.usecases.plan.assess_deal import assess_as_of, closed_days
from dealclock.usecases.queues import AssessDeal
from dealclock.usecases.services import Services

Act = Literal["acknowledge", "seen", "snooze", "done"]


class ResponseRefusedError(DeskError):
    """An act on an alert that cannot be; nothing was written."""


class NotOfTheDeal(ResponseRefusedError):
    """The person is not of the deal's team, or is denied."""


class ResponseNotAllowedError(ResponseRefusedError):
    """The person may see the deal's alerts and not answer them, or not this way."""


class NoSuchObligation(ResponseRefusedError):
    """Nothing of the deal has that instance, or several have that id."""


class NotOpen(ResponseRefusedError):
    """It is met, over or cured: nothing is asked of anybody any more."""


class AlertOutdatedError(ResponseRefusedError):
    """What the person saw is no longer what was last announced: its date moved, or it is again."""


@dataclass(frozen=True, slots=True)
class ResponseRequest:
    """What a person wants: `what` with the instance, or with an id that has one open instance.

    `person` is the id of a person of the team; `until` the day a snooze is to end. `revision` is
    that of the announcement the person saw, where it counts; None for whatever holds now. `note` is
    what the person wrote with it.
    """

    deal: str
    instance: str
    what: Act
    person: str
    until: date | None = None
    revision: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class ResponseResult:
    """What was done and with what: a second time it was there `already`.

    `answering` are those whose word counts for it; `met_by` the kind of fact that shows it done,
    "" where there is none by itself.
    """

    code_name: str
    rehearsal: bool
    title: str
    handled: AlertResponse
    already: bool
    person: Person
    answering: tuple[Person, ...]
    met_by: str

    def follows(self, by_command: str = "dealclock record") -> Iterator[str]:
        """What was done with what, then what follows; `by_command` records events."""
        names = [each.name for each in self.answering]
        about = (self.handled, self.title, self.person.name, names, self.met_by)
        return action_reply.describe_response(*about, already=self.already, by_command=by_command)


def respond(asked: ResponseRequest, services: Services, by: str) -> ResponseResult:
    """Keep what the person did; done twice, the second time changes nothing.

    `by` is who asked, for the archive, where refusals are kept too. The deal is queued for a run of
    its own, which says what is to be escalated next and brings its messages up to date. Raises
    NoSuchDeal, ResponseRefusedError or InvalidSnoozeError.
    """
    now = services.now()
    deal = find_deal(asked.deal, services.store).at(now)
    try:
        acted = _handle(asked, deal, services, by)
    except DealclockError:
        detail = {"act": asked.what, "person": asked.person}
        services.store.archive.audit(deal.meta.id, f"refused {asked.what}", by, now, detail)
        raise
    services.assess.send(_run(deal, acted.handled, now))
    return acted


def _run(deal: StoredDeal, done: AlertResponse, now: datetime) -> AssessDeal:
    """A run right after the act; sent when the act was there before too, since it may be lost."""
    as_of, at = _moment(deal, now)
    return AssessDeal(
        deal=deal.meta.id,
        as_of=as_of,
        known_at=_after(max(at, done.at) if deal.meta.day is None else at),
        slot="escalation",
        sweep=f"{done.action}-{now:%Y%m%dT%H%M%S%f}",
    )


def _handle(
    asked: ResponseRequest, deal: StoredDeal, services: Services, by: str
) -> ResponseResult:
    now = services.now()
    person = _person(asked, deal)
    as_of, at = _moment(deal, now)
    subject = _subject(asked.instance, assess_as_of(deal, as_of, at, compare=False))
    said = AlertHistory.before(
        _after(at), services.store.outbox.sent_alerts(deal.meta.id, _after(at))
    ).of(subject.instance)
    due = said[-1].due if said else subject.due
    last_said = max((s.known_at for s in said), default=None)
    revision = said[-1].revision if said else 0
    if asked.revision not in (None, revision):
        raise AlertOutdatedError(
            f"{subject.instance} was updated (revision {revision}, not {asked.revision}). Read "
            "the update and respond to it."
        )
    answering = deal.team.answering(subject.owed_by, as_of)

    def decide(before: tuple[AlertResponse, ...]) -> ResponseRecord:
        action, until = _meant(asked, person, subject, deal, as_of)
        wanted = AlertResponse(
            subject.instance, due, revision, action, person.id, at, until, asked.note
        )
        there = _there(wanted, before, as_of, last_said)
        return ResponseRecord(there or wanted, there is not None)

    kept = services.store.responses.respond(deal.meta.id, decide, now, by)
    people = tuple(p for p in deal.team.people if p.id in answering)
    return ResponseResult(
        deal.meta.code_name,
        deal.meta.rehearsal,
        subject.title,
        kept.handled,
        kept.already,
        person,
        people,
        met_by(subject.id, deal),
    )


def _person(asked: ResponseRequest, deal: StoredDeal) -> Person:
    people = deal.team.access
    person, name = people.person(asked.person), deal.meta.code_name
    if person is None or people.denies(person.id):
        known = [p.id for p in people.people if may(p, Action.HANDLE, people)]
        raise NotOfTheDeal(
            f"{asked.person!r} is not on the team of {name}. Give the id of a team member: "
            f"{', '.join(known)}.{nearest(asked.person, known)}"
        )
    if not may(person, Action.HANDLE, people):
        raise ResponseNotAllowedError(
            f"{person.name} is a {person.role} of {name} and cannot respond to alerts. Ask the "
            "owner or backup."
        )
    return person


def _moment(deal: StoredDeal, now: datetime) -> tuple[date, datetime]:
    """The deal's day and the instant that counts: of a rehearsal, that of its last run."""
    day = own_day(deal.meta.day, deal.terms.agreement.time_zone, now)
    if deal.meta.day is None:
        return day, now
    return day, deal.meta.known_at or instant(day, "morning")


def _after(at: datetime) -> datetime:
    """Past what was planned at that very instant too."""
    return at + timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class _Subject:
    """What may be answered for: an obligation, a window or a default. `over` says how it ended."""

    id: str
    instance: str
    title: str
    owed_by: str
    due: date | None
    over: str


def _subject(word: str, assessment: Assessment) -> _Subject:
    """The subject `word` names by its instance, or by an id with one instance that is open."""
    known = {s.instance: s for s in _subjects(assessment)}
    waiting = [i for i, s in known.items() if not s.over]
    if word in known:
        found = known[word]
    else:
        named = [i for i in waiting if i.startswith(f"{word}/")]
        if len(named) > 1:
            raise NoSuchObligation(f"{word!r} has several open. Name one: {', '.join(named)}.")
        if not named:
            told = f"open are {', '.join(waiting)}" if waiting else "nothing is open"
            raise NoSuchObligation(
                f"there is no {word!r} as of {spoken_day(assessment.as_of)}; {told}."
                f"{nearest(word, known)}"
            )
        found = known[named[0]]
    if found.over:
        raise NotOpen(f"{found.instance} {found.over}; no response is needed.")
    return found


def _subjects(assessment: Assessment) -> Iterator[_Subject]:
    for o in assessment.obligations:
        word = status_word(o)
        over = f"was {word} on {spoken_day(o.met_on)}" if o.met_on else f"is {word}"
        yield _Subject(o.id, o.instance, o.title, o.owed_by, o.due, "" if o.is_open else over)
    for w in assessment.windows:
        over = f"is over from {spoken_day(w.ended_on)}" if w.ended_on else ""
        yield _Subject(w.id, w.instance, w.title, w.owed_by, w.closes, over)
    for d in assessment.defaults:
        lapsed = assessment.obligation(d.lapsed)
        owed_by = lapsed.owed_by if lapsed else "company"
        over = f"no longer accrues from {spoken_day(d.accrues_to)}" if d.accrues_to else ""
        yield _Subject(d.id, d.instance, d.title, owed_by, None, over)


def _meant(
    asked: ResponseRequest, person: Person, subject: _Subject, deal: StoredDeal, as_of: date
) -> tuple[ResponseKind, date | None]:
    """What the act comes to when this person does it, and the day until which it holds."""
    days = closed_days(deal)
    answers = person.id in deal.team.answering(subject.owed_by, as_of)
    match asked.what:
        case "acknowledge" if answers:
            held = deal.team.escalation.acknowledged_for
            return "acknowledged", acknowledged_until(as_of, held, days)
        case "done":
            return "done", business_days_after(as_of, 1, days).result if answers else None
        case "snooze" if answers:
            return "snoozed", snoozed_until(asked.until, as_of, subject.due, days)
        case "snooze":
            owner, backup = deal.team.owner_of(subject.owed_by)
            raise ResponseNotAllowedError(
                f"{person.name} cannot snooze {subject.instance}. Only {owner.name}, "
                f"{backup.name} or their delegate can."
            )
        case _:
            return "seen", None


def _there(
    wanted: AlertResponse,
    before: tuple[AlertResponse, ...],
    as_of: date,
    last_said: datetime | None,
) -> AlertResponse | None:
    """What was done before that makes `wanted` nothing new: the same act, still standing.

    An answer to all that was said up to `last_said`: one given before that answered for less.
    """
    if wanted.until is not None:
        last = stands(before, wanted.instance, wanted.revision, as_of)
        if last is None or (last_said is not None and last.at < last_said):
            return None
        return last if _same(last, wanted) else None
    return next((h for h in before if _same(h, wanted)), None)


def _same(one: AlertResponse, other: AlertResponse) -> bool:
    return replace(one, at=other.at, due=other.due) == other


def met_by(rule_id: str, deal: StoredDeal) -> str:
    """The kind of fact that meets what a rule asks for, "" where it names none by itself."""
    rule = next((p for p in deal.terms.provisions if p.id == rule_id), None)
    return str(getattr(rule, "met_by", None) or "")
