"""Proof packs: one obligation with its computation, events and messages, as one .zip.

The same table, day and instant give the same bytes. Everything after that instant is left out; a
rehearsal has no such instant, so all its messages are included.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial

from dealclock import __version__
from dealclock.answers import tables
from dealclock.answers import why as explanation
from dealclock.answers.assess import assess as assessment_of
from dealclock.answers.encode import Json
from dealclock.documents.certificate import CHECKER, HOW_TO_CHECK, certificate
from dealclock.documents.drafts.file_names import file_name
from dealclock.documents.paper import Form
from dealclock.documents.proof import facts as fact_pages
from dealclock.documents.proof.pack import (
    CERTIFICATE,
    MESSAGES,
    Head,
    Member,
    assemble_pack,
    of_json,
    of_text,
)
from dealclock.documents.proof.summary import summary
from dealclock.engine.assess import assess
from dealclock.engine.conclusions import Default, Obligation, Window
from dealclock.engine.look import Look
from dealclock.engine.notices.deemed import DeemedDelivery, deemed_given
from dealclock.facts.fact import Fact
from dealclock.facts.log import EffectiveFact
from dealclock.jobs.deal_day import approvals_of, arithmetic_of, deal_now, own_look
from dealclock.jobs.documents.document import Document, FileRequest, hand_out, require_insider
from dealclock.jobs.plan.assess_deal import deal_view
from dealclock.jobs.services import Services
from dealclock.messages import (
    handover_times,
    releases,
    trace,
    why,
    words,
)
from dealclock.messages.view import LEGAL, Matter, View, matters
from dealclock.people.acts import Act, Note
from dealclock.records import record
from dealclock.store import ArchivedMessage, StoredDeal
from dealclock.store.content import content
from dealclock.terms.neutral_ids import shown_kind

WHAT = "a proof pack"
_MEDIA_TYPE = "application/zip"
_WIDTH = 78


@record
class _Proof:
    """The content of a pack."""

    deal: StoredDeal
    view: View
    look: Look
    matter: Matter
    facts: tuple[Fact, ...]
    messages: tuple[ArchivedMessage, ...]
    responses: tuple[Act, ...]
    released: tuple[releases.RecordedRelease, ...]
    replies: tuple[Note, ...]


def give_proof(request: FileRequest, form: Form) -> Document:
    """The pack of the `obligation`; audited and archived.

    Raises RefusedError, or NotFoundError for an unknown name.
    """
    require_insider(request, WHAT)
    named = request.named("obligation")
    document = proof(request.deal, named, request.services, form, request.look)
    return hand_out(request, WHAT, document)


def proof(
    deal: StoredDeal,
    named: str,
    services: Services,
    form: Form,
    look: Look | None = None,
) -> Document:
    """The proof pack of an obligation, a window, a default or a duty, open or not.

    `form` is the form of its summary page, PDF (`documents.pdf.PDF`), passed by the caller.
    """
    at = look or own_look(deal, services.now())
    contents = _collect(deal, named, services, at)
    annexes = list(_members(contents))
    answers = [(each.at, each.by, str(each.action)) for each in contents.responses]
    # Of a reply only its author and its time.
    answers += [(note.at, note.person, "replied by email") for note in contents.replies]
    page = summary(
        contents.view,
        contents.matter,
        annexes,
        facts=contents.facts,
        notices=list(_notices(contents)),
        sent=[
            (m.at, m.kind, _recipient(m, contents), _outcome(m, contents) or "sent", m.wrong)
            for m in contents.messages
        ],
        answers=answers,
    )
    manifest, packed = assemble_pack(
        _about(contents), tuple(_manifest_head(contents)), form.made(page), annexes
    )
    m, meta = contents.matter, deal.meta
    return Document(
        name=file_name(
            meta.code_name, "proof", m.clause, _day(m, at), ".zip", rehearsal=meta.rehearsal
        ),
        media_type=_MEDIA_TYPE,
        content=packed,
        text=manifest,
        about=m.instance,
    )


def _notices(p: _Proof) -> Iterator[tuple[EffectiveFact, DeemedDelivery]]:
    """Each recorded notice of it, with the day it is deemed given to all its addressees."""
    cited = set(p.matter.why.facts)
    for event in p.look.known.all:
        if event.id in cited and event.fact.given:
            to = tuple(dict.fromkeys(delivery.to for delivery in event.fact.given))
            yield event, deemed_given([event], to, p.look.context())


def _collect(deal: StoredDeal, named: str, services: Services, at: Look) -> _Proof:
    now = services.now()
    assessment = assess(at, deal=deal.meta.id)
    instance = explanation.find_instance(named, at.in_force, assessment).instance
    view = deal_view(
        replace(deal, terms=at.in_force),
        assessment,
        today=deal_now(deal, now)[0],
        approvals=tuple(
            approval
            for approval in approvals_of(deal, services.store)
            if deal.meta.rehearsal or approval.at <= at.instant
        ),
    )
    view = replace(view, arithmetic=partial(arithmetic_of, deal, services.store))
    matter = next(m for m in matters(view) if m.instance == instance)
    return _Proof(
        deal=deal,
        view=view,
        look=at,
        matter=matter,
        facts=deal.log.entries_of(matter.why.facts, at.instant),
        messages=tuple(
            message
            for message in services.store.archive.messages(deal.meta.id)
            if message.is_about(instance)
            and message.kind != "file"
            and _is_included(message, deal, at)
        ),
        responses=tuple(
            each
            for each in services.store.responses.of_deal(deal.meta.id)
            if each.subject == instance and each.at <= at.instant
        ),
        released=tuple(releases.list_releases(instance, deal.log, at.instant, view.approvals)),
        replies=tuple(
            note
            for note in services.store.archive.notes(deal.meta.id, instance)
            # Replies are dated by wall clock, also in a rehearsal, which has no such instant.
            if deal.meta.rehearsal or note.at <= at.instant
        ),
    )


def _is_included(message: ArchivedMessage, deal: StoredDeal, at: Look) -> bool:
    """Whether the message was sent by then; in a rehearsal, whether its own instant had come."""
    if deal.meta.rehearsal:
        return (message.known_at or at.instant) <= at.instant
    return message.at <= at.instant


def _day(m: Matter, at: Look) -> date:
    match m.part:
        case Obligation():
            return m.part.due
        case Window():
            return m.part.closes
        case Default():
            return m.part.occurred_on
        case _:
            return at.as_of


def _about(p: _Proof) -> Head:
    """The head of the manifest in JSON; `does_not_verify` has the problem of each message that does
    not verify.
    """
    meta = p.deal.meta
    return {
        "code_name": meta.code_name,
        "rehearsal": meta.rehearsal,
        "deal": meta.id,
        "instance": p.matter.instance,
        "clause": p.matter.clause,
        "title": p.matter.title,
        "as_of": p.look.as_of.isoformat(),
        "known_at": _instant(p.look.instant),
        "terms": {
            "version": meta.terms_version,
            "sha256": content(p.deal.terms).sha256,
            "in_force": p.view.assessment.terms.id,
        },
        "team": {"version": meta.team_version, "sha256": content(p.deal.team).sha256},
        "engine": __version__,
        "does_not_verify": [message.wrong for message in p.messages if message.wrong],
        "notice": LEGAL,
    }


def _manifest_head(p: _Proof) -> Iterator[str]:
    """The head of the manifest: messages that do not verify, then the subject and moment."""
    for message in p.messages:
        if message.wrong:
            yield f"DOES NOT VERIFY: the message of {_instant(message.at)}: {message.wrong}."
    yield from p.view.banners([p.matter.why])
    m = p.matter
    yield f"Proof pack of {m.instance}: {m.title}, {words.clause(m.clause)}"
    zone, covers = p.deal.terms.agreement.time_zone, words.day_covered(p.look.terms)
    yield (
        f"{p.deal.meta.code_name}, as of {words.day(p.look.as_of)}, {covers}; known "
        f"by {words.instant(p.look.instant, zone)} ({_instant(p.look.instant)})"
    )
    yield p.view.footnotes()[0]
    yield (
        f"Terms version {p.deal.meta.terms_version}, team version {p.deal.meta.team_version}, "
        f"Dealclock {__version__}"
    )
    yield LEGAL


def _members(p: _Proof) -> Iterator[Member]:
    yield of_text("computation.txt", _computation(p), "the computation, step by step")
    step_by_step = explanation.why.document(
        explanation.of_instance(p.view.assessment, p.matter.instance).body
    )
    yield of_json("trace.json", step_by_step, "the same for programs: the trace of this obligation")
    whole = assessment_of.document(p.view.assessment)
    yield of_json("assessment.json", whole, "the whole assessment it is part of")
    made = certificate(p.look)
    yield of_json(f"{CERTIFICATE}certificate.json", made, "each date with its steps")
    yield of_text(f"{CERTIFICATE}{CHECKER.name}", CHECKER.read_text("utf-8"), HOW_TO_CHECK)
    yield of_text("notice.txt", _notice(p), "how notice was given, and when it is deemed given")
    yield of_text(
        "facts.txt",
        fact_pages.fact_lines(p.facts, p.deal.log, p.deal.terms),
        "the events and their evidence",
    )
    facts = fact_pages.document(p.facts, p.deal.log)
    yield of_json("facts.json", facts, "the same for programs, as recorded")
    zone = p.deal.log.zone
    released = [releases.describe_release(item, zone) for item in p.released]
    released = released or ["It was not released."]
    yield of_text("releases.txt", "\n".join(released) + "\n", "releases outside the team")
    answers = [_answer(item, p.view) for item in p.responses]
    yield of_json(
        "answers.json",
        answers,
        "who acknowledged it, snoozed it, said it was done or handed it over",
    )
    replies = [_reply(item, p.view) for item in p.replies]
    yield of_json("replies.json", replies, "what people on the deal wrote about it by email")
    names = [_name(n, message) for n, message in enumerate(p.messages, start=1)]
    entries = [
        _message_entry(name, message, p) for name, message in zip(names, p.messages, strict=True)
    ]
    yield of_json("messages.json", entries, "the messages about it, their recipients and outcomes")
    for name, message in zip(names, p.messages, strict=True):
        yield of_text(
            name, message.text, f"{message.kind} to {_recipient(message, p)}, word for word"
        )


def _computation(p: _Proof) -> str:
    message = why.render_explanation(p.view, p.matter)
    lines = tables.lines(message, p.view, "as recorded in the deal", _WIDTH)
    return "\n".join(lines) + "\n"


def _notice(p: _Proof) -> str:
    """Each recorded delivery and the day it is deemed given; while open, the remaining methods."""
    notices = list(_notices(p))
    lines: list[str] = []
    for event, deemed in notices:
        given = words.day(deemed.on) if deemed.on else "not given"
        lines.append(f"{event.id}, {shown_kind(event.kind)}: {given}")
        lines += [f"  {line}" for line in trace.render_lines(deemed.trace)]
        lines += [f"  {words.sentence(note)}" for note in deemed.notes]
    if not notices:
        lines.append("No notice of it is recorded.")
    if isinstance(p.matter.part, Obligation) and p.matter.part.is_open:
        lines += ["", "How it can still be given or done:"]
        lines += [f"  {line}" for line in handover_times.render_lines(p.matter.part)]
    return "\n".join(lines) + "\n"


def _name(n: int, message: ArchivedMessage) -> str:
    day = message.as_of.isoformat() if message.as_of else "several-days"
    return f"{MESSAGES}{n:03}-{day}-{message.kind}.txt"


def _message_entry(name: str, message: ArchivedMessage, p: _Proof) -> Json:
    over = _is_over(message, p)
    return {
        "member": name,
        "kind": message.kind,
        "to": _recipient(message, p),
        "told_at": _instant(message.at),
        "state": _outcome(message, p),
        "ended_at": _instant(message.ended_at) if over and message.ended_at else None,
        "cause": message.cause if over else None,
        "as_of": message.as_of.isoformat() if message.as_of else None,
        "known_at": _instant(message.known_at) if message.known_at else None,
        "terms_version": message.terms_version or None,
        "team_version": message.team_version or None,
        "engine": message.engine,
        "verified": not message.wrong,
        "wrong": message.wrong or None,
    }


def _is_over(message: ArchivedMessage, p: _Proof) -> bool:
    """Whether the message's outcome was known by then; always in a rehearsal."""
    return message.state is None or p.deal.meta.rehearsal or _outcome_known(message, p.look)


def _outcome(message: ArchivedMessage, p: _Proof) -> str | None:
    """The message's outcome as known by then; None for one that is no delivery."""
    return message.state if _is_over(message, p) else "under way"


def _answer(response: Act, view: View) -> Json:
    return {
        "at": _instant(response.at),
        "by": view.name(response.by),
        "action": response.action,
        "until": response.until.isoformat() if response.until else None,
        "of_due": response.due.isoformat() if response.due else None,
        **({"note": response.note} if response.note else {}),
        **({"handed_to": view.name(response.to)} if response.to else {}),
    }


def _reply(note: Note, view: View) -> Json:
    return {
        "at": _instant(note.at),
        "by": view.name(note.person),
        "text": note.text,
        "attachments_not_kept": note.attachments,
    }


def _outcome_known(message: ArchivedMessage, at: Look) -> bool:
    """Whether the message's outcome was known by then."""
    return message.ended_at is not None and message.ended_at <= at.instant


def _recipient(message: ArchivedMessage, p: _Proof) -> str:
    """The recipient: a person by name if the team still has them, else the channel or route."""
    kind, _, to = message.to.partition(":")
    if kind == "slack":
        channel = p.deal.team.channel
        return f"#{channel.name}" if channel.id == to else f"channel {to}"
    people = p.deal.team.access
    person = people.person(to) if to else people.of_slack(message.to)
    return person.name if person else message.to


def _instant(value: datetime) -> str:
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
