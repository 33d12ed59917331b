"""A person responds to an alert: acknowledge, seen, snooze, done or decline.

Only the owner, the backup and the delegates of either pause escalation. An acknowledgment by any
other person counts as "seen". Only the owner, or the delegate of an owner who is away,
declines: the item goes to the backup or to a named person, who owns it from then on. So it always
has an owner.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Annotated, Any, Literal

from dealclock.alerts.alert import AlertHistory
from dealclock.alerts.responses import (
    acknowledgment_ends,
    response_in_effect,
    since_handed_over,
    snooze_ends,
)
from dealclock.alerts.slots import instant
from dealclock.answers.typed_words import (
    TypedWords,
    UnreadableCommandError,
    day,
    name_of,
    no_such_deal,
    one_name,
    parted,
)
from dealclock.days.counting import business_days_after
from dealclock.days.day_words import day as spoken_day
from dealclock.desk.act import ActPlan, act
from dealclock.desk.actor import Actor
from dealclock.engine.assessment import Assessment
from dealclock.errors import ConflictError, RefusedError
from dealclock.files.source import few, nearest
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.find_deal import find_deal
from dealclock.jobs.plan.assess_deal import assess_as_of, closed_days
from dealclock.jobs.queues import AssessDeal
from dealclock.jobs.services import Services
from dealclock.messages import action_reply, desk_replies, response_forms, words
from dealclock.messages.event_form import refuse_missing
from dealclock.messages.form import NOTE_MOST, ActForm, Values
from dealclock.messages.message import Message
from dealclock.messages.status_words import status_word
from dealclock.people.acts import Act, ActKind
from dealclock.people.away import ids_answering_for, reachable_person
from dealclock.people.people import Action, Person, may, who_may
from dealclock.people.team import Team
from dealclock.records import record
from dealclock.store import StoredDeal, StoredDelivery
from dealclock.store.closings import refuse_closed

ResponseAct = Literal["acknowledge", "seen", "snooze", "done", "decline"]


@record
class ResponseRequest:
    """A response to an instance, or to an id with one open instance.

    `what` is the response; `person` the id of a team member; `until` the day a snooze ends.
    `revision` is that of the alert the person saw; None means the current one. `note` is the
    person's text. `to` is the person to whom a declined item goes, by any name of theirs, the
    backup if "".
    """

    deal: str
    instance: str
    what: ResponseAct
    person: str
    until: date | None = None
    revision: int | None = None
    note: str = ""
    to: str = ""


@record
class ResponseResult:
    """The stored response and its instance; `already`: the same response existed.

    `answering` are the people whose response pauses escalation, after a declined item those who
    answer for it now, the owner first; `met_by` the kind of fact that satisfies the instance, "" if
    the terms name none.
    """

    code_name: str
    rehearsal: bool
    title: str
    handled: Act
    already: bool
    person: Person
    answering: tuple[Person, ...]
    met_by: str

    def follows(self) -> Iterator[str]:
        """The answer's lines: the response, then the next steps."""
        names = [each.name for each in self.answering]
        about = (self.handled, self.title, self.person.name, names, self.met_by)
        return action_reply.describe_response(*about, already=self.already)

    @property
    def message(self) -> Message:
        """The same as an answer."""
        return desk_replies.render_response(
            self.code_name, self.follows(), rehearsal=self.rehearsal
        )


BLANK: Mapping[str, ActForm] = {
    "acknowledge": ActForm("Acknowledge"),
    "done": response_forms.done(),
    "snooze": response_forms.snooze("", None),
    "decline": response_forms.decline("", ()),
    "note": response_forms.note(),
}
"""The form of each response, whatever it is about; a note is noted as seen."""


def response_form(
    act: str,
    instance: str,
    due: date | None,
    at: Actor,
    assessment: Assessment | None = None,
    about: str = "",
) -> ActForm:
    """The form of a response to an item, with what the person may choose.

    `about` heads it, with the deal. `assessment` is the deal's own, computed if it is needed and
    not given. Raises RefusedError where the person cannot respond so.
    """
    deal = at.deal.meta.code_name if about else ""
    if act == "snooze":
        return response_forms.snooze(about, due, deal)
    if act == "decline":
        assessment = assessment or at.assessment()
        subject = find_subject(instance, assessment)
        people = receivers_for(at.person, subject, at.deal.at(at.now), assessment.as_of)
        return response_forms.decline(about, [(p.id, p.name) for p in people], deal)
    return BLANK[act]


def given_in(form: ActForm, values: Values) -> dict[str, Any]:
    """What a form gives of a response: `until`, `to` and `note`, as far as it has them.

    Raises RefusedError at the field, with what to enter.
    """
    refuse_missing(form, values)
    given: dict[str, Any] = {f.name: str(values.get(f.name, "")).strip() for f in form.fields}
    if len(given.get("note", "")) > NOTE_MOST:
        raise RefusedError(f"A note has at most {NOTE_MOST} characters.", "note")
    if "until" in given:
        try:
            given["until"] = date.fromisoformat(given["until"])
        except ValueError:
            raise RefusedError("Give a date.", "until") from None
    return given


def respond(request: ResponseRequest, services: Services, by: str) -> ResponseResult:
    """Store a person's response and queue a run of the deal. Idempotent.

    `by` is the login, for the archive, which also holds refusals. The run sets the next escalation
    and updates the messages. Raises NotFoundError, ConflictError or RefusedError.
    """
    at = Actor(find_deal(request.deal, services.store), request.person, services, by)
    with at.archiving_refusals(request.what, request.instance):
        return _write(at, *_decision(request, at))


def respond_to_post(
    post: StoredDelivery | None, request: ResponseRequest, services: Services, by: str
) -> Sequence[ResponseResult]:
    """Respond to the item of a post; acknowledging covers each alert in the post, at the revision
    that was sent.

    Alerts added or moved since are not covered, and settled ones are skipped; at least one is
    there. Idempotent. Raises what `respond` raises if none remains.
    """
    if post is None or request.what != "acknowledge":
        return [respond(request, services, by)]
    results: list[ResponseResult] = []
    refused: ConflictError | None = None
    for instance, revision in dict.fromkeys((a.instance, a.revision) for a in post.alerts):
        try:
            own = replace(request, instance=instance, revision=revision)
            results.append(respond(own, services, by))
        except ConflictError as error:
            refused = refused or error
    if not results and refused is not None:
        raise refused
    return results


def follows_from(results: Sequence[ResponseResult]) -> tuple[str, ...]:
    """The lines of an answer to these responses: what follows, and what else they cover."""
    first, *others = results
    covered = action_reply.describe_other_items(other.title for other in others)
    return (*first.follows(), *covered)


_Decide = Callable[[tuple[Act, ...]], tuple[Act, bool]]
"""The response in view of those before, and whether it was already recorded."""
_Result = Callable[[Act, bool], ResponseResult]


def _write(at: Actor, decide: _Decide, result: _Result) -> ResponseResult:
    deal, now = at.deal, at.now
    handled, already = at.store.responses.respond(deal.meta.id, decide, now, at.by)
    at.services.assess.send(_run(deal, handled, now))
    return result(handled, already)


def _run(deal: StoredDeal, response: Act, now: datetime) -> AssessDeal:
    """The run after a response; sent again for a repeated response, since it may be lost."""
    as_of, instant = _moment(deal, now)
    return AssessDeal(
        deal=deal.meta.id,
        as_of=as_of,
        known_at=_after(max(instant, response.at) if deal.meta.day is None else instant),
        slot="escalation",
        sweep=f"{response.action}-{now:%Y%m%dT%H%M%S%f}",
    )


def _decision(request: ResponseRequest, at: Actor) -> tuple[_Decide, _Result]:
    """How the response is decided, and what it comes to."""
    deal, person = at.deal.at(at.now), at.allowed(Action.HANDLE)
    as_of, instant = _moment(deal, at.now)
    subject = find_subject(request.instance, assess_as_of(deal, as_of, instant, compare=False))
    sent = AlertHistory.before(
        _after(instant), at.store.outbox.sent_alerts(deal.meta.id, _after(instant))
    ).of(subject.instance)
    last_due = sent[-1].due if sent else subject.due
    last_sent = max((s.known_at for s in sent), default=None)
    revision = sent[-1].revision if sent else 0
    if request.revision not in (None, revision):
        raise ConflictError(
            f"{subject.instance} was updated (revision {revision}, not {request.revision}). Read "
            "the update and respond to it."
        )

    def decide(before: tuple[Act, ...]) -> tuple[Act, bool]:
        action: ActKind
        if request.what == "decline":
            if declined := _declined_before(request, person, subject, deal, before):
                return declined, True
            to = _receiver(request, person, subject, deal, before, as_of)
            action, until = "declined", None
        else:
            to = ""
            action, until = _effect_of(request, person, subject, deal, as_of)
        wanted = Act(
            action,
            subject.instance,
            str(revision),
            person.id,
            instant,
            note=request.note,
            due=last_due,
            until=until,
            to=to,
        )
        existing = _existing_response(wanted, before, as_of, last_sent)
        return existing or wanted, existing is not None

    def result(handled: Act, already: bool) -> ResponseResult:
        answering = deal.team.answering(subject.owed_by, as_of, subject.instance)
        people = tuple(p for p in deal.team.people if p.id in answering)
        if handled.to:
            team = deal.team.handing({**deal.meta.owners, subject.instance: handled.to})
            people = team.owner_of(subject.owed_by, subject.instance, as_of)
        return ResponseResult(
            deal.meta.code_name,
            deal.meta.rehearsal,
            subject.title,
            handled,
            already,
            person,
            people,
            met_by(subject.id, deal),
        )

    return decide, result


def _moment(deal: StoredDeal, now: datetime) -> tuple[date, datetime]:
    """The deal's day and the current instant; for a rehearsal, the instant of its last run."""
    day = deal_now(deal, now)[0]
    if deal.meta.day is None:
        return day, now
    return day, deal.meta.known_at or instant(day, "morning")


def _after(instant: datetime) -> datetime:
    """The instant just after `instant`, so that alerts planned at it are included."""
    return instant + timedelta(microseconds=1)


@record
class AlertSubject:
    """An obligation, a window or a default; `over` describes how it ended, "" while open."""

    id: str
    instance: str
    title: str
    owed_by: str
    due: date | None
    over: str


def find_subject(name: str, assessment: Assessment) -> AlertSubject:
    """The subject with that instance, or with an id that has one open instance.

    Raises ConflictError.
    """
    subjects = {s.instance: s for s in _subjects(assessment)}
    waiting = [i for i, s in subjects.items() if not s.over]
    if name in subjects:
        subject = subjects[name]
    else:
        matches = [i for i in waiting if i.startswith(f"{name}/")]
        if len(matches) > 1:
            raise ConflictError(f"{name!r} has several open. Name one: {few(matches)}.")
        if not matches:
            open_now = f"open are {few(waiting)}" if waiting else "nothing is open"
            raise ConflictError(
                f"there is no {name!r} as of {spoken_day(assessment.as_of)}; {open_now}."
                f"{nearest(name, subjects)}"
            )
        subject = subjects[matches[0]]
    if subject.over:
        raise ConflictError(f"{subject.instance} {subject.over}; no response is needed.")
    return subject


def _subjects(assessment: Assessment) -> Iterator[AlertSubject]:
    for o in assessment.obligations:
        status = status_word(o)
        over = f"was {status} on {spoken_day(o.done_on)}" if o.done_on else f"is {status}"
        yield AlertSubject(o.id, o.instance, o.title, o.owed_by, o.due, "" if o.is_open else over)
    for w in assessment.windows:
        over = f"is over from {spoken_day(w.done_on)}" if w.done_on else ""
        yield AlertSubject(w.id, w.instance, w.title, w.owed_by, w.closes, over)
    for d in assessment.defaults:
        lapsed = assessment.obligation(d.lapsed)
        owed_by = lapsed.owed_by if lapsed else "company"
        over = f"no longer accrues from {spoken_day(d.accrues_to)}" if d.accrues_to else ""
        yield AlertSubject(d.id, d.instance, d.title, owed_by, None, over)


def _effect_of(
    request: ResponseRequest, person: Person, subject: AlertSubject, deal: StoredDeal, as_of: date
) -> tuple[ActKind, date | None]:
    """The kind of response this person's request results in, and the day it ends, if any."""
    days = closed_days(deal)
    answers = person.id in deal.team.answering(subject.owed_by, as_of, subject.instance)
    match request.what:
        case "acknowledge" if answers:
            ack_period = deal.team.escalation.acknowledged_for
            return "acknowledged", acknowledgment_ends(as_of, ack_period, days)
        case "done":
            return "done", business_days_after(as_of, 1, days).result if answers else None
        case "snooze" if answers:
            return "snoozed", snooze_ends(request.until, as_of, subject.due, days)
        case "snooze":
            owner, backup = deal.team.owner_of(subject.owed_by, subject.instance, as_of)
            raise RefusedError(
                f"{person.name} cannot snooze {subject.instance}. Only {owner.name}, "
                f"{backup.name} or their delegate can."
            )
        case _:
            return "seen", None


def may_decline(person: str, owed_by: str, instance: str, team: Team, day: date) -> bool:
    """Whether the person owns the item on that day, or answers for its owner, who is away."""
    owner, _ = team.owner_of(owed_by, instance, day)
    return person in ids_answering_for(team.away, owner.id, day)


def receivers_for(
    person: Person, subject: AlertSubject, deal: StoredDeal, day: date
) -> list[Person]:
    """The people to whom that person may hand the item on that day, the backup first.

    Those who may respond and are reached, themselves or by a delegate. Raises
    RefusedError for anyone but its owner.
    """
    team, about = deal.team, (subject.owed_by, subject.instance, day)
    owner, backup = team.owner_of(*about)
    if not may_decline(person.id, subject.owed_by, subject.instance, team, day):
        raise RefusedError(
            f"{person.name} cannot hand over {subject.instance}. Only its owner can: {owner.name}."
        )
    able = [p for p in who_may(Action.HANDLE, team.access) if p != owner]
    there = [p for p in able if reachable_person(team.away, p.id, day) is not None]
    return sorted(there, key=lambda p: p != backup)


def _named(request: ResponseRequest, deal: StoredDeal) -> list[Person]:
    """The people on the deal's lists who go by the name that was given."""
    return [p for p in deal.team.people if request.to and p.goes_by(request.to)]


def _declined_before(
    request: ResponseRequest,
    person: Person,
    subject: AlertSubject,
    deal: StoredDeal,
    before: tuple[Act, ...],
) -> Act | None:
    """The same handover, if it is the last of the item; None if it is not."""
    last = next(iter(since_handed_over(before, subject.instance)), None)
    if last is None or not last.to or last.by != person.id:
        return None
    same = not request.to or any(p.id == last.to for p in _named(request, deal))
    return last if same else None


def _receiver(
    request: ResponseRequest,
    person: Person,
    subject: AlertSubject,
    deal: StoredDeal,
    before: tuple[Act, ...],
    day: date,
) -> str:
    """The id of the person to whom the item is handed; raises RefusedError."""
    name, code_name = subject.instance, deal.meta.code_name
    team = deal.team.handing({h.subject: h.to for h in before if h.to})
    owner, backup = team.owner_of(subject.owed_by, name, day)
    receivers = receivers_for(person, subject, replace(deal, team=team), day)
    able = words.either(p.name for p in receivers) or "no one at present"
    found = _named(request, deal) if request.to else [backup]
    if len(found) != 1 or team.access.denies(found[0].id):
        raise RefusedError(
            f"{request.to!r} is not one person on the team of {code_name}. Name one of these "
            f"people: {able}."
        )
    [to] = found
    if to == owner:
        raise RefusedError(f"{owner.name} owns {name} already. Name another: {able}.")
    if to not in receivers:
        away = may(to, Action.HANDLE, team.access)
        why = "is away without a delegate" if away else "cannot respond to alerts"
        raise RefusedError(f"{to.name} {why}. Name one of these people: {able}.")
    return to.id


def _existing_response(
    wanted: Act,
    before: tuple[Act, ...],
    as_of: date,
    last_sent: datetime | None,
) -> Act | None:
    """The same response, stored before and still in effect; None if there is none.

    A response older than `last_sent` covers fewer alerts and does not count.
    """
    if wanted.until is not None:
        last = response_in_effect(before, wanted.subject, int(wanted.content), as_of)
        if last is None or (last_sent is not None and last.at < last_sent):
            return None
        return last if _is_same_response(last, wanted) else None
    return next((h for h in before if _is_same_response(h, wanted)), None)


def _is_same_response(first: Act, second: Act) -> bool:
    return replace(first, at=second.at, due=second.due) == second


def met_by(rule_id: str, deal: StoredDeal) -> str:
    """The kind of fact that satisfies a rule, cures its outage or ends its period; "" for none."""
    rule = next((p for p in deal.terms.provisions if p.id == rule_id), None)
    names = (getattr(rule, name, None) for name in ("met_by", "cured_by", "ends_with", "ends"))
    kinds = (kind if isinstance(kind, tuple) else (kind,) for kind in names if kind)
    return next((str(kind[0]) for kind in kinds if len(kind) == 1), "")


_Obligation = Annotated[
    str,
    "an instance, such as trustee-notice/default-ii, or an id with one open instance",
    "OBLIGATION",
]


def _one(typed: TypedWords) -> Mapping[str, object]:
    name = one_name(typed)
    if name is None:
        raise UnreadableCommandError("Name one, as shown in brackets: ack shelf-filing.")
    return {"obligation": name}


def _the_one(names: tuple[str, ...], typed: TypedWords, otherwise: str) -> str:
    """The one obligation named; raises UnreadableCommandError with what to type."""
    if len(names) == 1:
        return name_of(names)
    if names and not typed.named and typed.deal is None:
        raise no_such_deal(names[0], typed.visible)
    raise UnreadableCommandError(otherwise)


def _until(typed: TypedWords) -> Mapping[str, object]:
    parts = parted(typed, "until")
    name = _the_one(
        parts[""], typed, "Name one and give a date: snooze shelf-filing until tomorrow."
    )
    if "until" not in parts:
        raise UnreadableCommandError(
            "Give a date: snooze OBLIGATION until tomorrow, or until +2bd."
        )
    return {"obligation": name, "until": day(parts["until"], typed, "until")}


def _to(typed: TypedWords) -> Mapping[str, object]:
    given = parted(typed, "because")  # a reason may have any words
    parts = parted(replace(typed, words=given[""]), "to")
    name = _the_one(parts[""], typed, "Name one: decline cure-window to ruth because WHY.")
    if () in (parts.get("to"), given.get("because")):
        raise UnreadableCommandError("Give a person after 'to', and a reason after 'because'.")
    to, why = " ".join(parts.get("to", ())), " ".join(given.get("because", ()))
    return {"obligation": name, "to": to, "why": why}


def _planned(what: ResponseAct, at: Actor, instance: str, **given: Any) -> ActPlan:
    request = ResponseRequest(at.deal.meta.id, instance, what, at.named, **given)
    decide, result = _decision(request, at)
    refuse_closed(at.deal.meta)
    planned = result(*decide(at.store.responses.of_deal(at.deal.meta.id)))
    about = planned.handled.subject
    return ActPlan(planned.message, lambda: _write(at, decide, result).message, about)


@act(
    "ack [DEAL] OBLIGATION",
    needs=Action.HANDLE,
    read=_one,
    archived="acknowledge",
    examples=("ack cure-window", "ack payment/2005-07-15"),
    description="Acknowledge an alert for an obligation, window or default. From the owner or "
    "backup, this pauses escalation until it expires. From anyone else, it is noted as seen.",
    example="Granite trustee-notice/default-ii --as maria",
)
def ack(at: Actor, obligation: _Obligation) -> ActPlan:
    """Acknowledge an item; from anyone but those who answer for it, noted as seen."""
    return _planned("acknowledge", at, obligation)


@act(
    "snooze [DEAL] OBLIGATION until DATE",
    needs=Action.HANDLE,
    read=_until,
    examples=("snooze payment/2005-07-15 until tomorrow", "snooze payment until +2bd"),
    description="Snooze an obligation, window or default until a day; alerts resume on that day "
    "if it is still open. The limit is the last Business Day on or before the due date.",
    example="Granite effectiveness --as maria --until 2004-10-25",
)
def snooze(
    at: Actor,
    obligation: _Obligation,
    until: Annotated[
        date | None, "day on which alerts resume (default: the next Business Day)"
    ] = None,
) -> ActPlan:
    """Send no alerts of an item before a day."""
    return _planned("snooze", at, obligation, until=until)


@act(
    "done [DEAL] OBLIGATION",
    needs=Action.HANDLE,
    read=_one,
    examples=("done cure-window", "done payment/2005-07-15"),
    description="Mark an obligation done. It stays open until an event is recorded, which "
    "Dealclock asks for now and the next morning.",
    example="Granite trustee-notice/default-ii --as tom",
)
def done(at: Actor, obligation: _Obligation) -> ActPlan:
    """Mark an item done, which stays open until its event is recorded."""
    return _planned("done", at, obligation)


@act(
    "decline [DEAL] OBLIGATION [to PERSON] [because WHY]",
    needs=Action.HANDLE,
    read=_to,
    examples=("decline cure-window", "decline payment/2005-07-15 to ruth because she wires it"),
    description="Hand an obligation, window or default that you own to the backup or another "
    "person of the team, who is notified. Alerts and escalation go to that person from now on.",
    example="Granite effectiveness --as maria --to ruth --why 'her filing'",
)
def decline(
    at: Actor,
    obligation: _Obligation,
    to: Annotated[str, "who owns it now (default: the backup)", "PERSON"] = "",
    why: Annotated[str, "the reason, shown to the team", "WHY"] = "",
) -> ActPlan:
    """Hand an item that the person owns to the backup or another person."""
    return _planned("decline", at, obligation, to=to, note=why)
