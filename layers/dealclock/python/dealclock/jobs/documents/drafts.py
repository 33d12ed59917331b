"""Drafts of the writing that an open obligation requires, as separate papers: the letter to send,
the sheet for counsel, and for a payment the funding memo.

An obligation's provision names its draft, in `draft`. No module for .docx or PDF is imported here:
the caller passes the forms (`documents.drafts.word.OFFICE`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime

from dealclock.answers.payments import PaymentDetail, payment_details
from dealclock.documents.drafts import papers as make
from dealclock.documents.drafts.case import DraftCase
from dealclock.documents.drafts.file_names import file_name
from dealclock.documents.drafts.kinds import FUNDED, KINDS
from dealclock.documents.drafts.text import PLAIN, paper_text
from dealclock.documents.paper import LETTER, MEMO, SHEET, Forms, Paper
from dealclock.engine.assess import assess, examine
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import HandOver, Obligation, Status, Window
from dealclock.engine.duties.practicable import with_hour
from dealclock.engine.interest.accrual import lacks_day_count
from dealclock.engine.look import Look
from dealclock.engine.notices.deemed import safe_hand_overs, ways
from dealclock.engine.payments.in_arrears import KIND as PAYMENT_STEP
from dealclock.errors import NotFoundError
from dealclock.files.source import nearest
from dealclock.jobs.deal_day import approvals_of, deal_now, own_look
from dealclock.jobs.documents.document import Document, FileRequest, hand_out, require_insider
from dealclock.jobs.plan.assess_deal import deal_view
from dealclock.messages import words
from dealclock.messages.status_words import status_word
from dealclock.people.acts import Act
from dealclock.store import StoredDeal
from dealclock.terms.readings import ALL
from dealclock.terms.rules.rule import Rule
from dealclock.terms.terms import Terms

_DESCRIPTIONS = {LETTER: "a draft", SHEET: "a sheet for counsel", MEMO: "a funding memo"}
_OPEN = (Status.OPEN, Status.LAST_DAY, Status.OVERRUN)


def give_drafts(
    request: FileRequest, forms: Forms = PLAIN, only: str | None = None
) -> tuple[Document, ...]:
    """The papers of the draft for the `obligation`, or only the requested one; archived.

    Raises RefusedError, NotFoundError.
    """
    require_insider(request, _DESCRIPTIONS[only or LETTER])
    deal, services, named = request.deal, request.services, request.named("obligation")
    approvals = approvals_of(deal, services.store)
    papers = draft(deal, named, services.now(), forms, request.look, approvals)
    wanted = {paper: papers[paper] for paper in papers if only in (None, paper)}
    if not wanted:
        raise NotFoundError(f"there is no {only} for {named!r}; there are {words.listed(papers)}.")
    return tuple(
        hand_out(request, _DESCRIPTIONS[paper], document) for paper, document in wanted.items()
    )


def draft(
    deal: StoredDeal,
    named: str,
    now: datetime,
    forms: Forms = PLAIN,
    look: Look | None = None,
    approvals: tuple[Act, ...] = (),
) -> Mapping[str, Document]:
    """The papers of a draft by their kind. `named`: an instance, or an id or default with only one.

    As of `look`, by default the deal's own day. `approvals` are those of second persons; without
    them everything awaits approval. Raises NotFoundError.
    """
    basis = look or own_look(deal, now)
    assessment = assess(basis, deal=deal.meta.id)
    available = drafts(assessment, basis.in_force)
    instance = _find_instance(named, available, assessment)
    kind = available[instance]
    case = _case(instance, basis, deal, assessment, now, approvals)

    def document(paper: str, content: Paper) -> Document:
        form = forms[paper]
        name = file_name(
            deal.meta.code_name,
            paper,
            case.part.clause,
            _last_day(case.part),
            form.suffix,
            rehearsal=deal.meta.rehearsal,
        )
        return Document(name, form.media_type, form.made(content), paper_text(content), instance)

    letter = make.letter(kind, case)
    first = document(LETTER, letter)
    sheet = make.sheet(kind, case, letter, first.name, first.sha256)
    papers = {LETTER: first, SHEET: document(SHEET, sheet)}
    if kind == FUNDED:
        papers[MEMO] = document(MEMO, make.memo(kind, case))
    return papers


def list_papers(kind: str) -> tuple[str, ...]:
    """The papers that a draft of that kind has."""
    return (LETTER, SHEET, MEMO) if kind == FUNDED else (LETTER, SHEET)


def drafts(assessment: Assessment, terms: Terms) -> Mapping[str, str]:
    """The open obligations and windows that require a draft, each with its kind.

    `terms` are the terms in force.
    """
    kinds = {rule.id: kind for rule in terms.provisions if (kind := _kind(rule))}
    return {part.instance: kinds[part.id] for part in _open(assessment) if part.id in kinds}


def _kind(rule: Rule) -> str | None:
    """The kind of draft a provision names, if its type can have one."""
    kind = getattr(rule, "draft", None)
    return kind if kind in KINDS else None


def _open(assessment: Assessment) -> Iterator[Obligation | Window]:
    yield from (o for o in assessment.obligations if o.is_open and o.kind != PAYMENT_STEP)
    yield from (w for w in assessment.windows if w.status in _OPEN)


def _find_instance(named: str, available: Mapping[str, str], assessment: Assessment) -> str:
    """The instance named: by itself, its provision's id, its default, or its payment."""
    step = next((o for o in assessment.obligations if o.instance == named), None)
    if step is not None and step.kind == PAYMENT_STEP:
        named = f"{step.id}/{named.partition('/')[2]}"
    matches = [i for i in available if i == named] or [
        i for i in available if named in (i.partition("/")[0], i.partition("/")[2])
    ]
    if len(matches) == 1:
        return matches[0]
    as_of = f"as of {words.day(assessment.as_of)}"
    if matches:
        raise NotFoundError(
            f"{named!r} has {len(matches)} drafts {as_of}; give one of {_list(matches)}."
        )
    part = assessment.obligation(named) or assessment.window(named)
    why = f"there is nothing to draft for {named!r} {as_of}"
    if part is not None:
        why += f", which is {status_word(part)}"
    raise NotFoundError(f"{why}; available drafts: {_list(available)}.{nearest(named, available)}")


def _list(instances: Mapping[str, str] | list[str]) -> str:
    return words.listed(list(instances) or ["none"])


def _case(
    instance: str,
    basis: Look,
    deal: StoredDeal,
    assessment: Assessment,
    now: datetime,
    approvals: tuple[Act, ...],
) -> DraftCase:
    terms = basis.in_force
    part = next(p for p in _open(assessment) if p.instance == instance)
    payment = _payment(part, basis)
    view = deal_view(
        replace(deal, terms=terms),
        assessment,
        today=deal_now(deal, now)[0],
        approvals=approvals,
    )
    safe_due = _safe_day(part)
    return DraftCase(
        view=view,
        rule=next(rule for rule in terms.provisions if rule.id == part.id),
        part=part,
        ways=ways(part.opens, _last_day(part), basis.context()),
        payment=payment,
        safe_due=safe_due,
        hand_by=_hand_by(part.opens, safe_due, basis),
    )


def _last_day(part: Obligation | Window) -> date:
    """The day it is due, or the last day of a window."""
    return part.due if isinstance(part, Obligation) else part.closes


def _safe_day(part: Obligation | Window) -> date:
    """The last day, the earliest over the open readings and their combinations."""
    if isinstance(part, Obligation):
        return min(part.due, part.safe_together or part.due)
    return min(part.closes, part.safe_together[1] if part.safe_together else part.closes)


def _hand_by(opens: date, due: date, basis: Look) -> tuple[HandOver, ...]:
    """The last safe time for each method of notice, under every open reading of the Business
    Day."""
    contexts = [basis.context({"business-day": choice}) for choice in ALL["business-day"].open]
    channels = basis.in_force.named_channels
    return tuple(
        with_hour(hand_over, channels) for hand_over in safe_hand_overs(opens, due, contexts)
    )


def _payment(part: Obligation | Window, basis: Look) -> PaymentDetail | None:
    """A payment with what it is made of and its payees; None if it is no payment, or while the day
    count is unset.
    """
    if part.kind != "payment" or lacks_day_count(basis.in_force):
        return None
    found = payment_details(*examine(basis))
    return next((each for each in found if each.owed.instance == part.instance), None)
