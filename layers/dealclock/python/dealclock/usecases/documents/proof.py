"""Proof packs: one obligation, with everything behind it and everything sent about it, as one .zip.

The same table asked as of the same day and instant gives the same bytes. What happened after that
instant is left out; a rehearsal has no such instant, so its messages are all there are.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from dealclock import __version__
from dealclock.access.people import Person
from dealclock.alerts.responses import AlertResponse
from dealclock.answers.assess.result import document as whole_assessment
from dealclock.answers.encode import Json
from dealclock.answers.explain.result import ExplainResult, find_instance
from dealclock.answers.explain.result import document as explained
from dealclock.engine.conclusions import Default, Obligation, Window
from dealclock.engine.in_force import InForce, in_force
from dealclock.engine.notices.deemed import deemed_given
from dealclock.facts.fact import Fact
from dealclock.media.drafts.file_names import file_name
from dealclock.media.drafts.form import Form
from dealclock.media.drafts.sheet import Sheet
from dealclock.media.proof import facts as fact_pages
from dealclock.media.proof.pack import (
    MESSAGES,
    Member,
    PackAbout,
    StoredVersion,
    TermsVersion,
    assemble_pack,
    id_of,
    of_json,
    of_text,
)
from dealclock.media.proof.summary import Evidence, NoticeGiven, SentMessage, summary
from dealclock.media.terminal import heading
from dealclock.messages import (
    handover_times,
    releases,
    trace,
    why,
    words,
)
from dealclock.messages.view import LEGAL, Matter, View, matters
from dealclock.store import ArchivedMessage, Note, StoredDeal
from dealclock.store.content import content
from dealclock.usecases.approvals import approvals_of
from dealclock.usecases.documents.document import AsOfMoment, Document, hand_out
from dealclock.usecases.documents.insiders import must_be_inside
from dealclock.usecases.plan.assess_deal import assess_as_of, deal_view
from dealclock.usecases.services import Services

WHAT = "a proof pack"
_MEDIA_TYPE = "application/zip"
_WIDTH = 78


@dataclass(frozen=True, slots=True)
class _Proof:
    """What a pack is made from."""

    deal: StoredDeal
    view: View
    given: InForce
    matter: Matter
    moment: AsOfMoment
    facts: tuple[Fact, ...]
    told: tuple[ArchivedMessage, ...]
    handled: tuple[AlertResponse, ...]
    notes: tuple[Note, ...]


def give_proof(
    deal: StoredDeal,
    named: str,
    person: Person | None,
    services: Services,
    by: str,
    form: Form[Sheet],
    moment: AsOfMoment | None = None,
) -> Document:
    """The pack, for a person of the deal; audited and archived.

    Raises NotAnInsiderError, or NothingToExplain for a name that nothing goes by.
    """
    insider = must_be_inside(person, deal, WHAT, services, by)
    made = proof(deal, named, services, form, moment)
    return hand_out(WHAT, made, deal, insider, services, by)


def proof(
    deal: StoredDeal,
    named: str,
    services: Services,
    form: Form[Sheet],
    moment: AsOfMoment | None = None,
) -> Document:
    """The pack of an obligation, a window, a default or a duty, open or not.

    `form` is that of its one page, PDF (`media.pdf.PDF`), which the caller brings.
    """
    now = services.now()
    at = moment or AsOfMoment.of(deal, now)
    found = _gathered(deal, named, services, at)
    annexes = list(_members(found))
    page = summary(found.view, found.matter, _evidence(found), annexes, id_of(annexes))
    pack = assemble_pack(_about(found), list(_told(found)), form.made(page), annexes)
    m = found.matter
    return Document(
        name=file_name(
            deal.meta.code_name,
            "proof",
            m.clause,
            _day(m, at),
            ".zip",
            rehearsal=deal.meta.rehearsal,
        ),
        media_type=_MEDIA_TYPE,
        content=pack.content,
        text=pack.manifest,
        about=m.instance,
        moment=at,
    )


def _evidence(p: _Proof) -> Evidence:
    """What the page states besides the computation; of replies only who wrote and when."""
    sent = (
        SentMessage(told.at, told.kind, _whom(told, p), _became(told, p) or "sent", told.wrong)
        for told in p.told
    )
    return Evidence(
        facts=p.facts,
        notices=tuple(_notices(p)),
        sent=tuple(sent),
        responses=p.handled,
        replies=tuple((note.at, note.person) for note in p.notes),
    )


def _notices(p: _Proof) -> Iterator[NoticeGiven]:
    """Each notice recorded of it, with the day it is deemed given to all its addressees."""
    used = set(p.matter.grounds.facts)
    for seen in p.given.known.all:
        if seen.id in used and seen.fact.given:
            to = tuple(dict.fromkeys(given.to for given in seen.fact.given))
            deemed = deemed_given([seen], to, p.given.context())
            yield NoticeGiven(seen.id, seen.fact.given, deemed)


def _gathered(deal: StoredDeal, named: str, services: Services, at: AsOfMoment) -> _Proof:
    now = services.now()
    given = in_force(deal.terms, deal.log, at.as_of, at.known_at, deal.team.chosen)
    assessment = assess_as_of(deal, at.as_of, at.known_at)
    instance = find_instance(named, given.terms, assessment).instance
    view = deal_view(
        replace(deal, terms=given.terms),
        assessment,
        today=AsOfMoment.of(deal, now).as_of,
        approvals=tuple(
            each
            for each in approvals_of(deal, services.store)
            if deal.meta.rehearsal or each.at <= at.known_at
        ),
    )
    matter = next(m for m in matters(view) if m.instance == instance)
    return _Proof(
        deal=deal,
        view=view,
        given=given,
        matter=matter,
        moment=at,
        facts=deal.log.entries_of(matter.grounds.facts, at.known_at),
        told=tuple(
            told
            for told in services.store.archive.messages(deal.meta.id)
            if told.is_about(instance) and told.kind != "file" and _was(told, deal, at)
        ),
        handled=tuple(
            h
            for h in services.store.responses.of_deal(deal.meta.id)
            if h.instance == instance and h.at <= at.known_at
        ),
        # Replies come by the clock on the wall, also in a rehearsal, which has no such instant.
        notes=tuple(
            n
            for n in services.store.archive.notes(deal.meta.id, instance)
            if deal.meta.rehearsal or n.at <= at.known_at
        ),
    )


def _was(told: ArchivedMessage, deal: StoredDeal, at: AsOfMoment) -> bool:
    """Whether it had been told by then; of a rehearsal, whether its own instant had come."""
    if deal.meta.rehearsal:
        return (told.known_at or at.known_at) <= at.known_at
    return told.at <= at.known_at


def _day(m: Matter, at: AsOfMoment) -> date:
    match m.part:
        case Obligation():
            return m.part.due
        case Window():
            return m.part.closes
        case Default():
            return m.part.occurred_on
        case _:
            return at.as_of


def _about(p: _Proof) -> PackAbout:
    meta = p.deal.meta
    terms, team = content(p.deal.terms).sha256, content(p.deal.team).sha256
    return PackAbout(
        code_name=meta.code_name,
        rehearsal=meta.rehearsal,
        deal=meta.id,
        instance=p.matter.instance,
        clause=p.matter.clause,
        title=p.matter.title,
        as_of=p.moment.as_of,
        known_at=p.moment.known_at.astimezone(UTC),
        terms=TermsVersion(meta.terms_version, terms, p.view.assessment.terms.version),
        team=StoredVersion(meta.team_version, team),
        engine=__version__,
        does_not_verify=tuple(told.wrong for told in p.told if told.wrong),
        notice=LEGAL,
    )


def _told(p: _Proof) -> Iterator[str]:
    """What heads the manifest: doubt first, then what this is of, as of when."""
    for told in p.told:
        if told.wrong:
            yield f"DOES NOT VERIFY: what was told {_instant(told.at)}: {told.wrong}."
    yield from p.view.banners([p.matter.grounds])
    m = p.matter
    yield f"Proof pack of {m.instance}: {m.title}, {words.clause(m.clause)}"
    zone = p.deal.terms.agreement.time_zone
    yield (
        f"{p.deal.meta.code_name}, as of {words.day(p.moment.as_of)}, as that day begins; known by "
        f"{words.instant(p.moment.known_at, zone)} ({_instant(p.moment.known_at)})"
    )
    yield p.view.footnotes()[0]
    yield (
        f"Terms version {p.deal.meta.terms_version}, team version {p.deal.meta.team_version}, "
        f"Dealclock {__version__}"
    )
    yield LEGAL


def _members(p: _Proof) -> Iterator[Member]:
    yield of_text("computation.txt", _computation(p), "how it comes about, step by step")
    step_by_step = explained(ExplainResult(p.view.assessment, p.matter.instance))
    yield of_json("trace.json", step_by_step, "the same for programs: the trace of this obligation")
    whole = whole_assessment(p.view.assessment)
    yield of_json("assessment.json", whole, "the whole assessment it is part of")
    yield of_text("notice.txt", _notice(p), "by which method notice was given, deemed given when")
    yield of_text(
        "facts.txt",
        fact_pages.fact_lines(p.facts, p.deal.log, p.deal.terms),
        "the facts and their evidence",
    )
    facts = fact_pages.document(p.facts, p.deal.log)
    yield of_json("facts.json", facts, "the same for programs, as recorded")
    released = list(releases.render_lines(p.matter.instance, p.view)) or ["It was not released."]
    yield of_text(
        "releases.txt", "\n".join(released) + "\n", "to whom outside the team it was released"
    )
    answers = [_answer(each, p.view) for each in p.handled]
    yield of_json("answers.json", answers, "who acknowledged it, snoozed it or said it was done")
    replies = [_reply(each, p.view) for each in p.notes]
    yield of_json("replies.json", replies, "what people of the deal wrote about it by mail")
    names = [_name(n, told) for n, told in enumerate(p.told, start=1)]
    listed = [_listed(name, told, p) for name, told in zip(names, p.told, strict=True)]
    yield of_json("messages.json", listed, "what was sent about it, to whom, and what became of it")
    for name, told in zip(names, p.told, strict=True):
        yield of_text(name, told.text, f"{told.kind} to {_whom(told, p)}, word for word")


def _computation(p: _Proof) -> str:
    message = why.render_explanation(p.view, p.matter)
    lines = heading.lines(message, p.view, "as recorded in the deal", "", _WIDTH)
    return "\n".join(lines) + "\n"


def _notice(p: _Proof) -> str:
    """Each delivery recorded, with the day it counts as given; and, while it is open, the ways."""
    notices = list(_notices(p))
    kinds = {seen.id: seen.kind for seen in p.given.known.all}
    lines: list[str] = []
    for notice in notices:
        given_on = words.day(notice.deemed.on) if notice.deemed.on else "not given"
        lines.append(f"{notice.event}, {kinds[notice.event]}: {given_on}")
        lines += [f"  {line}" for line in trace.render_lines(notice.deemed.trace)]
        lines += [f"  {words.sentence(note)}" for note in notice.deemed.notes]
    if not notices:
        lines.append("No notice is recorded of it.")
    if isinstance(p.matter.part, Obligation) and p.matter.part.is_open:
        lines += ["", "How it can still be given or done:"]
        lines += [f"  {line}" for line in handover_times.render_lines(p.matter.part)]
    return "\n".join(lines) + "\n"


def _name(n: int, told: ArchivedMessage) -> str:
    day = told.as_of.isoformat() if told.as_of else "several-days"
    return f"{MESSAGES}{n:03}-{day}-{told.kind}.txt"


def _listed(name: str, told: ArchivedMessage, p: _Proof) -> Json:
    over = _is_over(told, p)
    return {
        "member": name,
        "kind": told.kind,
        "to": _whom(told, p),
        "told_at": _instant(told.at),
        "state": _became(told, p),
        "ended_at": _instant(told.ended_at) if over and told.ended_at else None,
        "cause": told.cause if over else None,
        "as_of": told.as_of.isoformat() if told.as_of else None,
        "known_at": _instant(told.known_at) if told.known_at else None,
        "terms_version": told.terms_version or None,
        "team_version": told.team_version or None,
        "engine": told.engine,
        "verified": not told.wrong,
        "wrong": told.wrong or None,
    }


def _is_over(told: ArchivedMessage, p: _Proof) -> bool:
    """Whether it was known by then what became of it; a rehearsal has no such instant."""
    return told.state is None or p.deal.meta.rehearsal or _ended(told, p.moment)


def _became(told: ArchivedMessage, p: _Proof) -> str | None:
    """What became of it as far as it was known by then; None for what is no delivery."""
    return told.state if _is_over(told, p) else "under way"


def _answer(handled: AlertResponse, view: View) -> Json:
    return {
        "at": _instant(handled.at),
        "by": view.name(handled.by),
        "action": handled.action,
        "until": handled.until.isoformat() if handled.until else None,
        "of_due": handled.due.isoformat() if handled.due else None,
        **({"note": handled.note} if handled.note else {}),
    }


def _reply(note: Note, view: View) -> Json:
    return {
        "at": _instant(note.at),
        "by": view.name(note.person),
        "text": note.text,
        "attachments_not_kept": note.attachments,
    }


def _ended(told: ArchivedMessage, at: AsOfMoment) -> bool:
    """Whether it was known by then what became of it."""
    return told.ended_at is not None and told.ended_at <= at.known_at


def _whom(told: ArchivedMessage, p: _Proof) -> str:
    """The person by name where the team still knows them, else the channel or the route."""
    kind, _, to = told.to.partition(":")
    if kind == "slack":
        channel = p.deal.team.channel
        return f"#{channel.name}" if channel.id == to else f"channel {to}"
    people = p.deal.team.access
    person = people.person(to) if to else people.of_slack(told.to)
    return person.name if person else told.to


def _instant(value: datetime) -> str:
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
