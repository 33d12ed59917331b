"""A second person approves a version of the terms, a chosen reading, or a critical fact."""

from collections.abc import Iterator
from dataclasses import dataclass

from dealclock.access.approval import (
    Approval,
    ApprovalNeeded,
    Subject,
    approval_of,
    of_terms,
    unverified,
)
from dealclock.access.people import Action, Person, may
from dealclock.errors import DealclockError, DeskError
from dealclock.facts.log import day_of
from dealclock.files.source import nearest
from dealclock.messages import words
from dealclock.store import Store, StoredDeal
from dealclock.usecases.approvals import approvals_of, awaited_of, known_at_own_day
from dealclock.usecases.find_deal import find_deal
from dealclock.usecases.services import Services


class CannotApprove(DeskError):
    """An approval that cannot be; nothing was written."""


class NothingToApprove(CannotApprove):
    """There is no such thing in the deal, or it needs no second person."""


class MayNotApprove(CannotApprove):
    """The person is not of the deal's team today, or has a role that does not approve."""


class SamePerson(CannotApprove):
    """The person, or anyone who works in their name, is the first pair of eyes."""


class UnknownMaker(CannotApprove):
    """Nobody can say whether the one who made it is another person."""


class AlreadyApprovedError(CannotApprove):
    """A second person approved it before."""


@dataclass(frozen=True, slots=True)
class ToApprove:
    """What a person wants to approve: `subject` as written, `person` an id of the team."""

    deal: str
    subject: str
    person: str


@dataclass(frozen=True, slots=True)
class ApprovalResult:
    """What was approved, and what of the deal still waits for a second person."""

    code_name: str
    rehearsal: bool
    approval: Approval
    waiting: tuple[ApprovalNeeded, ...]


def approve(asked: ToApprove, services: Services, by: str) -> ApprovalResult:
    """Keep the approval. `by` is who asked, for the archive, where refusals are kept too.

    Of a live deal, the user may not be the one who made it, in whose name ever they ask, and
    the one who made it must be known as a person of the team; in a rehearsal one login may play
    all the parts. Raises NoSuchDeal or CannotApprove.
    """
    now = services.now()
    deal = find_deal(asked.deal, services.store).at(now)
    try:
        return _approve(asked, deal, services, by)
    except DealclockError:
        detail = {"subject": asked.subject[:80], "person": asked.person[:80]}
        services.store.archive.audit(deal.meta.id, "refused approve", by, now, detail)
        raise


def _approve(asked: ToApprove, deal: StoredDeal, services: Services, by: str) -> ApprovalResult:
    now = services.now()
    person = _person(asked, deal)
    there_now = awaited_of(deal, known_at_own_day(deal, now))
    wanted = _wanted(asked.subject, deal, there_now)
    known = approvals_of(deal, services.store)
    if there := approval_of(wanted, known):
        raise _already(there, deal)
    _second(person, wanted, deal, services.store, by)
    approval = Approval(wanted, person.id, person.name, now)
    if there := services.store.responses.approve(deal.meta.id, approval, by):
        raise _already(there, deal)
    left = unverified(there_now, (*known, approval))
    return ApprovalResult(deal.meta.code_name, deal.meta.rehearsal, approval, left)


def _person(asked: ToApprove, deal: StoredDeal) -> Person:
    people, name = deal.team.access, deal.meta.code_name
    person = people.person(asked.person)
    can = [p.id for p in people.people if may(p, Action.APPROVE, people)]
    who = words.listed(can or ["no one yet; give a person the role approver"])
    if person is None or people.denies(person.id):
        raise MayNotApprove(
            f"{asked.person!r} is not on the team of {name}. Give the id of a person who may "
            f"approve: {who}.{nearest(asked.person, can)}"
        )
    if not may(person, Action.APPROVE, people):
        raise MayNotApprove(
            f"{person.name} is {_role(person)} of {name} and cannot approve. These people can: "
            f"{who}."
        )
    return person


def _role(person: Person) -> str:
    return f"{'an' if person.role[0] in 'ae' else 'a'} {person.role}"


def _wanted(text: str, deal: StoredDeal, found: tuple[ApprovalNeeded, ...]) -> ApprovalNeeded:
    subject = Subject.parse(text)
    if subject is not None and subject.kind == "terms" and subject.id.isdecimal():
        version = int(subject.id)
        if 1 <= version <= deal.meta.terms_version:
            return of_terms(version)
    if there := next((each for each in found if each.subject == subject), None):
        return there
    known = [str(each.subject) for each in found]
    raise NothingToApprove(
        f"{text[:40]!r} does not need second approval in {deal.meta.code_name}. These do: "
        f"{', '.join(known)}.{nearest(text, known)}"
    )


def _already(there: Approval, deal: StoredDeal) -> AlreadyApprovedError:
    on = words.day(day_of(there.at, deal.log.zone))
    return AlreadyApprovedError(
        f"{there.of.subject.spoken} of {deal.meta.code_name} was already approved by "
        f"{there.name} on {on}."
    )


def _second(
    person: Person, wanted: ApprovalNeeded, deal: StoredDeal, store: Store, by: str
) -> None:
    """Refuse a person who is, or may be, the first."""
    said, stored_by = _makers(wanted, deal, store)
    people, what = deal.team.access, wanted.subject.spoken
    if any(person.goes_by(maker) for maker in (*said, stored_by)):
        raise SamePerson(
            f"{what} was made by {person.name}, who cannot also approve it. Ask another person."
        )
    if deal.meta.rehearsal:
        return
    if by.casefold() == stored_by.casefold():
        raise SamePerson(
            f"{what} was stored by {stored_by}, who is asking now. The second person must ask "
            "personally."
        )
    if not any(p.goes_by(stored_by) for p in people.people):
        raise UnknownMaker(
            f"{what} was stored by {stored_by!r}, who is not on the team and might be "
            f"{person.name}. Add the login to a person of the team (logins), or list its owner "
            "as an administrator."
        )


def _makers(wanted: ApprovalNeeded, deal: StoredDeal, store: Store) -> tuple[list[str], str]:
    """Who is said to have made it, by any name; and who put it into the table."""
    subject, deal_id = wanted.subject, deal.meta.id
    match subject.kind:
        case "terms":
            return [], store.deals.terms_stored_by(deal_id, int(subject.id)) or ""
        case "fact":
            said = [f.recorded_by for f in deal.log.facts if f.id == subject.id and f.recorded_by]
            return said, store.deals.fact_stored_by(deal_id, subject.id) or ""
        case "reading":
            return [deal.team.readings[subject.id].chosen_by], _chose(subject.id, deal, store)


def _chose(question: str, deal: StoredDeal, store: Store) -> str:
    """Who stored the version of the team from which on the choice stood as it now stands."""
    found = ""
    wanted = deal.team.signed[question]
    for signed, stored_by in _signed(question, deal, store):
        if signed != wanted:
            found = ""
        elif not found:
            found = stored_by
    return found


def _signed(question: str, deal: StoredDeal, store: Store) -> Iterator[tuple[str | None, str]]:
    for version in store.deals.team_versions(deal.meta.id):
        yield version.team.signed.get(question), version.stored_by
