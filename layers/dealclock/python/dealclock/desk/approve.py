"""A second person approves a version of the terms, a chosen reading, or a critical fact."""

from collections.abc import Iterator
from dataclasses import dataclass

from dealclock.errors import DealclockError, RefusedError
from dealclock.facts.log import day_of
from dealclock.files.source import nearest
from dealclock.jobs.approvals import approvals_of, awaited_of, known_at_own_day
from dealclock.jobs.find_deal import find_deal
from dealclock.jobs.services import Services
from dealclock.messages import words
from dealclock.people.approval import (
    Approval,
    ApprovalNeeded,
    Subject,
    approval_of,
    of_terms,
    unverified,
)
from dealclock.people.people import Action, Person, may, who_may
from dealclock.store import Store, StoredDeal


@dataclass(frozen=True, slots=True)
class ApprovalRequest:
    """What a person wants to approve: `subject` as written, `person` an id of the team."""

    deal: str
    subject: str
    person: str


@dataclass(frozen=True, slots=True)
class ApprovalResult:
    """The approval, and the deal's items that still await a second person."""

    code_name: str
    rehearsal: bool
    approval: Approval
    waiting: tuple[ApprovalNeeded, ...]


def approve(request: ApprovalRequest, services: Services, by: str) -> ApprovalResult:
    """Store the approval. `by` is the login, for the archive, which also holds refusals.

    On a live deal the login that stored the item may not approve it, for any person, and must
    belong to a person of the team; in a rehearsal one login may play all roles. Raises
    NotFoundError or RefusedError.
    """
    now = services.now()
    deal = find_deal(request.deal, services.store).at(now)
    try:
        return _approve(request, deal, services, by)
    except DealclockError:
        detail = {"subject": request.subject[:80], "person": request.person[:80]}
        services.store.archive.audit(deal.meta.id, "refused approve", by, now, detail)
        raise


def _approve(
    request: ApprovalRequest, deal: StoredDeal, services: Services, by: str
) -> ApprovalResult:
    now = services.now()
    person = _person(request, deal)
    needed = awaited_of(deal, known_at_own_day(deal, now))
    wanted = _approval_needed(request.subject, deal, needed)
    approvals = approvals_of(deal, services.store)
    if existing := approval_of(wanted, approvals):
        raise _already_approved(existing, deal)
    _refuse_same_person(person, wanted, deal, services.store, by)
    approval = Approval(wanted, person.id, person.name, now)
    if existing := services.store.responses.approve(deal.meta.id, approval, by):
        raise _already_approved(existing, deal)
    remaining = unverified(needed, (*approvals, approval))
    return ApprovalResult(deal.meta.code_name, deal.meta.rehearsal, approval, remaining)


def _person(request: ApprovalRequest, deal: StoredDeal) -> Person:
    people, name = deal.team.access, deal.meta.code_name
    person = people.person(request.person)
    can = [p.id for p in who_may(Action.APPROVE, people)]
    allowed = words.listed(can or ["no one yet; give a person the role approver"])
    if person is None or people.denies(person.id):
        raise RefusedError(
            f"{request.person!r} is not on the team of {name}. Give the id of a person who may "
            f"approve: {allowed}.{nearest(request.person, can)}"
        )
    if not may(person, Action.APPROVE, people):
        raise RefusedError(
            f"{person.name} is {_role(person)} of {name} and cannot approve. These people can: "
            f"{allowed}."
        )
    return person


def _role(person: Person) -> str:
    return f"{'an' if person.role[0] in 'ae' else 'a'} {person.role}"


def _approval_needed(
    text: str, deal: StoredDeal, needed: tuple[ApprovalNeeded, ...]
) -> ApprovalNeeded:
    subject = Subject.parse(text)
    if subject is not None and subject.kind == "terms" and subject.id.isdecimal():
        version = int(subject.id)
        if 1 <= version <= deal.meta.terms_version:
            return of_terms(version)
    if existing := next((approval for approval in needed if approval.subject == subject), None):
        return existing
    subjects = [str(approval.subject) for approval in needed]
    raise RefusedError(
        f"{text[:40]!r} does not need second approval in {deal.meta.code_name}. These do: "
        f"{', '.join(subjects)}.{nearest(text, subjects)}"
    )


def _already_approved(existing: Approval, deal: StoredDeal) -> RefusedError:
    day = words.day(day_of(existing.at, deal.log.zone))
    return RefusedError(
        f"{existing.of.subject.spoken} of {deal.meta.code_name} was already approved by "
        f"{existing.name} on {day}."
    )


def _refuse_same_person(
    person: Person, wanted: ApprovalNeeded, deal: StoredDeal, store: Store, by: str
) -> None:
    """Raise RefusedError unless another person made the item."""
    makers, stored_by = _makers(wanted, deal, store)
    people, what = deal.team.access, wanted.subject.spoken
    if any(person.goes_by(maker) for maker in (*makers, stored_by)):
        raise RefusedError(
            f"{what} was made by {person.name}, who cannot also approve it. Ask another person."
        )
    if deal.meta.rehearsal:
        return
    if by.casefold() == stored_by.casefold():
        raise RefusedError(
            f"{what} was stored by {stored_by}, who is asking now. The second person must ask "
            "personally."
        )
    if not any(p.goes_by(stored_by) for p in people.people):
        raise RefusedError(
            f"{what} was stored by {stored_by!r}, who is not on the team and might be "
            f"{person.name}. Add the login to a person of the team (logins), or list its owner "
            "as an administrator."
        )


def _makers(wanted: ApprovalNeeded, deal: StoredDeal, store: Store) -> tuple[list[str], str]:
    """The names recorded as the item's makers, and the login that stored it."""
    subject, deal_id = wanted.subject, deal.meta.id
    match subject.kind:
        case "terms":
            return [], store.deals.terms_stored_by(deal_id, int(subject.id)) or ""
        case "fact":
            makers = [f.recorded_by for f in deal.log.facts if f.id == subject.id and f.recorded_by]
            return makers, store.deals.fact_stored_by(deal_id, subject.id) or ""
        case "reading":
            return [deal.team.readings[subject.id].chosen_by], _choice_stored_by(
                subject.id, deal, store
            )


def _choice_stored_by(question: str, deal: StoredDeal, store: Store) -> str:
    """The login that stored the first team version with the current choice."""
    first_stored_by = ""
    wanted = deal.team.signed[question]
    for signed, stored_by in _signed_versions(question, deal, store):
        if signed != wanted:
            first_stored_by = ""
        elif not first_stored_by:
            first_stored_by = stored_by
    return first_stored_by


def _signed_versions(
    question: str, deal: StoredDeal, store: Store
) -> Iterator[tuple[str | None, str]]:
    for version in store.deals.team_versions(deal.meta.id):
        yield version.team.signed.get(question), version.stored_by
