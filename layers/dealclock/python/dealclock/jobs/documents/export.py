"""Exports: the facts and the obligations of a deal, for a spreadsheet or another program."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import TypeAlias

from dealclock.answers.assess import assess
from dealclock.documents.certificate import certificate
from dealclock.documents.drafts.file_names import file_name
from dealclock.documents.proof.facts import document as facts_document
from dealclock.documents.safe_csv import safe_csv
from dealclock.engine.conclusions import Obligation, Window
from dealclock.engine.look import Look
from dealclock.engine.money import Between
from dealclock.errors import NotFoundError
from dealclock.facts.fact import Fact, NoticeDelivery
from dealclock.jobs.deal_day import look_at, own_look
from dealclock.jobs.documents.document import Document, FileRequest, hand_out, require_insider
from dealclock.jobs.documents.quarter import quarter
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.messages import words
from dealclock.messages.status_words import status_word
from dealclock.store import StoredDeal

WHAT, QUARTER, ALL = "an export", "quarter", "all"
_FORMAT = "dealclock-export/1"
_FACTS = (
    *("id", "kind", "on", "basis", "recorded_by", "recorded_at", "counts", "evidence", "note"),
    *("given", "about", "lot", "holder", "to", "amount", "shares", "unadjusted", "ratio"),
    *("target", "corrects"),
)
_OBLIGATIONS = (
    *("instance", "kind", "clause", "title", "owed_by", "owner", "backup", "opens", "due"),
    *("last_day", "status", "met_or_ended_on", "amount", "record_date", "act_by"),
    *("safe_together", "facts", "readings", "notes"),
)


def give_export(request: FileRequest) -> Document:
    """The export named by `what`; audited and archived. Raises RefusedError, NotFoundError."""
    require_insider(request, WHAT)
    named, now = request.named("what"), request.services.now()
    deal, store, look = request.deal, request.services.store, request.look
    to_lead = request.asker is not None and request.asker.role == "lead"
    if named == QUARTER:
        return hand_out(request, WHAT, quarter(deal, store, look, to_lead=to_lead))
    said = look_at(deal, now, (), look.as_of, store, to_lead=to_lead)
    assurance = said.assurance if named == ALL else ()
    return hand_out(request, WHAT, export(deal, named, now, look, assurance))


def export(
    deal: StoredDeal,
    what: str,
    now: datetime,
    look: Look | None = None,
    assurance: Sequence[str] = (),
) -> Document:
    """`facts` or `obligations` as .csv, `all` of both or a `certificate` as .json. `assurance` says
    whether the arithmetic was computed twice, and the terms checked. Raises NotFoundError.
    """
    if what not in EXPORTS:
        raise NotFoundError(f"there is no export {what!r}; there are {words.listed(EXPORTS)}.")
    at = look or own_look(deal, now)
    suffix, media_type, make = EXPORTS[what]
    content = make(deal, at, assurance)
    return Document(
        name=file_name(
            deal.meta.code_name, what, "", at.as_of, suffix, rehearsal=deal.meta.rehearsal
        ),
        media_type=media_type,
        content=content,
        text=content.decode("utf-8-sig")
        if len(content) <= _MOST_ARCHIVED
        else "too long to archive as text",
        about="",
    )


_MOST_ARCHIVED = 200_000  # bytes; an item of the table holds 400 KB


def _facts(deal: StoredDeal, at: Look, _: Sequence[str]) -> bytes:
    """Every fact known by then, including those that no longer count."""
    known = [f for f in deal.log.facts if deal.log.recorded_at(f) <= at.instant]
    counts = {s.fact.id for s in deal.log.known(at.as_of, at.instant)}
    return safe_csv(_FACTS, (list(_fact(f, f.id in counts, deal)) for f in known))


def _fact(fact: Fact, counts: bool, deal: StoredDeal) -> Iterator[str]:
    values = {
        **fact.model_dump(mode="json"),
        "recorded_at": _instant(deal.log.recorded_at(fact)),
        "about": ", ".join(fact.abouts),
        "counts": "yes" if counts else "no",
        "given": "; ".join(_delivery_text(delivery, deal) for delivery in fact.given),
    }
    return ("" if values[name] is None else str(values[name]) for name in _FACTS)


def _delivery_text(delivery: NoticeDelivery, deal: StoredDeal) -> str:
    acknowledged = f", acknowledged {delivery.acknowledged}" if delivery.acknowledged else ""
    to = deal.terms.party_name(delivery.to)
    return f"to the {to} by {delivery.method} on {delivery.on}{acknowledged}"


def _obligations(deal: StoredDeal, at: Look, _: Sequence[str]) -> bytes:
    """Every obligation and window, as of the day."""
    assessment = assess_as_of(deal, at.as_of, at.instant)
    parts: tuple[Obligation | Window, ...] = (*assessment.obligations, *assessment.windows)
    return safe_csv(_OBLIGATIONS, (list(_part(part, deal)) for part in parts))


def _part(part: Obligation | Window, deal: StoredDeal) -> Iterator[str]:
    owner, backup = deal.team.owner_of(part.owed_by, part.instance)
    yield from (part.instance, part.kind, part.clause, part.title)
    yield deal.terms.party_name(part.owed_by)
    yield from (owner.name, backup.name, part.opens.isoformat())
    if isinstance(part, Obligation):
        act_by = part.act_by.isoformat(timespec="minutes") if part.act_by else ""
        yield from (part.due.isoformat(), _day(part.closes), status_word(part), _day(part.done_on))
        yield from (_amount(part), _day(part.record_date), act_by, _day(part.safe_together))
    else:
        yield from ("", _day(part.last_day), status_word(part), _day(part.done_on), "", "", "")
        yield " to ".join(day.isoformat() for day in part.safe_together or ())
    yield ", ".join(part.why.facts)
    yield ", ".join(sorted(part.why.readings))
    yield "; ".join(part.notes)


def _amount(part: Obligation) -> str:
    """The amount in dollars as a plain number, or its least and most."""
    match part.money:
        case None:
            return ""
        case Between() as between:
            return f"{words.decimal(between.least)} to {words.decimal(between.most)}"
        case exact:
            return words.decimal(exact)


def _all(deal: StoredDeal, at: Look, assurance: Sequence[str]) -> bytes:
    """The facts and the whole assessment, with its assurance."""
    known = [f for f in deal.log.facts if deal.log.recorded_at(f) <= at.instant]
    data = {
        "format": _FORMAT,
        "code_name": deal.meta.code_name,
        "rehearsal": deal.meta.rehearsal,
        "as_of": at.as_of.isoformat(),
        "known_at": _instant(at.instant),
        "terms_version": deal.meta.terms_version,
        "assurance": list(assurance),
        "facts": facts_document(known, deal.log),
        "assessment": assess.document(assess_as_of(deal, at.as_of, at.instant)),
    }
    return (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode()


def _certificate(_: StoredDeal, at: Look, __: Sequence[str]) -> bytes:
    """Each date and amount with its steps, to be checked without Dealclock."""
    return (json.dumps(certificate(at), indent=1, ensure_ascii=False) + "\n").encode()


def _day(value: date | None) -> str:
    return value.isoformat() if value else ""


def _instant(value: datetime) -> str:
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


_Make: TypeAlias = Callable[[StoredDeal, Look, Sequence[str]], bytes]
_CSV = (".csv", "text/csv; charset=utf-8")
EXPORTS: Mapping[str, tuple[str, str, _Make]] = {
    "facts": (*_CSV, _facts),
    "obligations": (*_CSV, _obligations),
    ALL: (".json", "application/json", _all),
    "certificate": (".json", "application/json", _certificate),
}
"""Each export, with its file suffix, its media type and what makes its bytes."""
